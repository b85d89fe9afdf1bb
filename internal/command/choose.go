package command

import (
	"context"
	"slices"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// maxItems is how many items a menu takes.
const maxItems = 25

// choose finds out which campaign the caller means, and asks if it can be
// several: the channel's own first, then the only one that is theirs. ask says
// to ask who is here although that is known.
func (d *Desk) choose(ctx context.Context, who caller, ask bool) error {
	here, err := d.library.Guild(who.Guild).Campaigns(ctx)
	if err != nil {
		return err
	}
	mine := theirs(here, who.By.User)
	active, _, ok, err := d.library.Guild(who.Guild).Active(ctx, who.voice)
	if err != nil {
		return err
	}
	if ok {
		if i := slices.IndexFunc(mine, func(c campaign.Campaign) bool { return c.ID == active }); i >= 0 {
			return d.open(ctx, who, mine[i], ask)
		}
	}
	claimable, err := d.claimable(ctx, who)
	if err != nil {
		return err
	}
	all := slices.Concat(mine, claimable)
	switch {
	case len(all) == 0 && len(here) > 0:
		return refuse(notYoursText(here...))
	case len(all) == 0:
		return d.offerExample(ctx, who)
	case len(mine) == 1 && len(claimable) == 0:
		return d.open(ctx, who, mine[0], ask)
	}
	menu := discord.Menu{ID: button(btnCampaign), Hint: say("choose.hint").In(who.Locale)}
	for _, c := range all[:min(len(all), maxItems)] {
		item := discord.Item{Label: clip(c.Name, maxLabel), Value: string(c.ID), Description: clip(c.Key, maxLabel)}
		if c.Owner == 0 {
			item.Description = say("choose.nobodys").In(who.Locale)
		}
		menu.Items = append(menu.Items, item)
	}
	return who.show(ctx, discord.Message{Text: say("choose.which").In(who.Locale), Rows: []discord.Row{{menu}}})
}

// claimable returns the campaigns that are played nowhere yet and that the
// caller may bring here: their own and, for somebody who may manage the server,
// those that were imported at the terminal and have no owner. The latter only
// while the bot is in a single guild: in two, nobody could say whose they are.
func (d *Desk) claimable(ctx context.Context, who caller) ([]campaign.Campaign, error) {
	list, err := d.library.Unplaced(ctx)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(list, func(c campaign.Campaign) bool {
		if c.Owner == 0 {
			return !who.ManageServer || !d.alone()
		}
		return c.Owner != who.By.User
	}), nil
}

// campaignMenu takes the choice of a campaign.
func (d *Desk) campaignMenu(ctx context.Context, p discord.Pressed) error {
	if len(p.Values) != 1 {
		return nil
	}
	id := transcript.CampaignID(p.Values[0])
	who, err := d.caller(ctx, p.Call, p.Answer.Update)
	if err != nil {
		return err
	}
	claimable, err := d.claimable(ctx, who)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(claimable, func(c campaign.Campaign) bool { return c.ID == id }) {
		if err := d.library.Guild(who.Guild).Claim(ctx, id, who.By.User); err != nil {
			return err
		}
	}
	c, err := d.mine(ctx, p.Call, id)
	if err != nil {
		return err
	}
	return d.open(ctx, who, c, true)
}

// offerExample offers the example campaign to a guild without one.
func (d *Desk) offerExample(ctx context.Context, who caller) error {
	if d.opts.Example.Campaign.Key == "" {
		return refuse(say("choose.none"))
	}
	return who.show(ctx, discord.Message{
		Text: say("choose.example", "campaign", plain(d.opts.Example.Campaign.Name)).In(who.Locale),
		Rows: []discord.Row{{discord.Button{ID: button(btnExample), Label: say("choose.example-label").In(who.Locale), Style: discord.Primary}}},
	})
}

// exampleButton makes the example a campaign of the guild, owned by whoever
// pressed, and goes on with it.
func (d *Desk) exampleButton(ctx context.Context, p discord.Pressed) error {
	who, err := d.caller(ctx, p.Call, p.Answer.Update)
	if err != nil {
		return err
	}
	leave, err := d.adding.enter(ctx, p.Guild)
	if err != nil {
		return err
	}
	defer leave()
	here, err := d.library.Guild(p.Guild).Campaigns(ctx)
	if err != nil {
		return err
	}
	if len(here) > 0 { // pressed twice, or somebody was faster
		return d.choose(ctx, who, false)
	}
	f := d.opts.Example
	f.Campaign.Owner, f.Campaign.CoGMs = p.By.User, nil
	id, err := d.library.Guild(p.Guild).Add(ctx, f)
	if err != nil {
		return err
	}
	c, err := d.mine(ctx, p.Call, id)
	if err != nil {
		return err
	}
	return d.open(ctx, who, c, true)
}
