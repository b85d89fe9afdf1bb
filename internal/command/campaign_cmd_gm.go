package command

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// campaignAddGM carries out /glyphoxa campaign gm-add.
func (d *Desk) campaignAddGM(ctx context.Context, c discord.Command) error {
	about, who, err := d.owned(ctx, c)
	if err != nil {
		return err
	}
	added, err := d.library.Campaign(about.ID).AddGM(ctx, who.User)
	if err != nil {
		return campaignGone(err)
	}
	var trouble text
	if added {
		trouble = d.letInGM(ctx, c.Guild, about, who.User)
	}
	return c.Answer.Reply(ctx, discord.Message{Text: stacked(addedGMText(about, who.User, added), trouble).In(c.Locale)})
}

// campaignRemoveGM carries out /glyphoxa campaign gm-remove. A co-GM may take
// themselves out.
func (d *Desk) campaignRemoveGM(ctx context.Context, c discord.Command) error {
	about, who, err := d.owned(ctx, c)
	if err != nil {
		return err
	}
	if who.User == about.Owner {
		return refuse(say("campaign.remove-owner", "who", userTag(about.Owner), "campaign", plain(about.Name)))
	}
	if d.played(c.Guild, about.ID) {
		return refuse(say("campaign.remove-busy")) // its session still tells them what is for the GMs
	}
	removed, err := d.library.Campaign(about.ID).RemoveGM(ctx, who.User)
	if err != nil {
		return campaignGone(err)
	}
	var trouble text
	if removed {
		trouble = d.shutOutGM(ctx, c.Guild, about, who.User)
	}
	return c.Answer.Reply(ctx, discord.Message{Text: stacked(removedGMText(about, who.User, removed), trouble).In(c.Locale)})
}

// owned returns the campaign whose GMs the caller may change, and whom a
// command names: its owner changes all of them, a co-GM only themselves.
func (d *Desk) owned(ctx context.Context, c discord.Command) (campaign.Campaign, discord.Person, error) {
	about, _, err := d.gmCampaign(ctx, c.Call)
	if err != nil {
		return campaign.Campaign{}, discord.Person{}, err
	}
	who, err := personNamed(c)
	if err != nil {
		return campaign.Campaign{}, discord.Person{}, err
	}
	if about.Owner != c.By.User && (c.Sub != subRemoveGM || who.User != c.By.User) {
		return campaign.Campaign{}, discord.Person{}, refuse(say("campaign.owner-only", "campaign", plain(about.Name), "owner", userTag(about.Owner)))
	}
	return about, who, nil
}

// personNamed returns the person that a command names.
func personNamed(c discord.Command) (discord.Person, error) {
	id := transcript.SpeakerID(c.Args.ID(optPerson))
	who, ok := c.People[id]
	switch {
	case id == 0 || ok && who.User == 0:
		return discord.Person{}, refuse(say("campaign.no-person"))
	case !ok:
		who = discord.Person{User: id}
	case who.Bot:
		return discord.Person{}, refuse(say("campaign.bot-gm"))
	}
	return who, nil
}

// campaignHandOver carries out /glyphoxa campaign hand-over. The owner may, and
// whoever may manage the server, who learns nothing of the campaign by it; both
// owners are told.
func (d *Desk) campaignHandOver(ctx context.Context, c discord.Command) error {
	var about campaign.Campaign
	var err error
	if what := c.Args[optCampaign]; what != "" {
		about, err = d.campaignNamed(ctx, c.Guild, what)
	} else {
		about, _, err = d.campaignFor(ctx, c.Call)
	}
	if err != nil {
		return err
	}
	if about.Owner != c.By.User && !c.ManageServer {
		return refuse(handOverRightsText(about))
	}
	to, err := personNamed(c)
	if err != nil {
		return err
	}
	if to.User == about.Owner {
		return refuse(say("campaign.owns", "who", userTag(to.User), "campaign", plain(about.Name)))
	}
	if d.played(c.Guild, about.ID) {
		return refuse(say("campaign.hand-over-busy")) // likewise
	}
	err = d.library.Campaign(about.ID).HandOver(ctx, about.Owner, to.User)
	if errors.Is(err, campaign.ErrTaken) {
		return refuse(say("campaign.hand-over-twice"))
	}
	if err != nil {
		return campaignGone(err)
	}
	d.log.LogAttrs(ctx, slog.LevelInfo, "campaign handed over", slog.String("campaign", string(about.ID)),
		slog.Uint64("from", uint64(about.Owner)), slog.Uint64("to", uint64(to.User)), slog.Uint64("by", uint64(c.By.User)))
	return c.Answer.Reply(ctx, discord.Message{Text: d.handedOver(ctx, c, about, to.User).In(c.Locale)})
}

// handedOver has the GM screen's channel go with a campaign, tells both owners, and
// returns what whoever handed it over has to know. about is as it was before.
func (d *Desk) handedOver(ctx context.Context, c discord.Command, about campaign.Campaign, to transcript.SpeakerID) text {
	where, trouble := d.openScreen(ctx, c.Guild, about, to)
	if about.Owner != 0 {
		trouble = stacked(d.shutOutGM(ctx, c.Guild, about, about.Owner), trouble)
	}
	news := say("campaign.handed-over", "campaign", plain(about.Name), "who", userTag(to), "by", userTag(c.By.User))
	var untold []transcript.SpeakerID
	for who, t := range map[transcript.SpeakerID]text{about.Owner: news, to: texts.Join(" ", news, where)} {
		if who == 0 || who == c.By.User {
			continue
		}
		if err := d.tellDirectly(ctx, who, t.In(d.locales.of(who, about.Language))); err != nil {
			d.log.LogAttrs(ctx, slog.LevelWarn, "could not tell an owner", slog.Uint64("user", uint64(who)), slog.Any("err", err))
			untold = append(untold, who)
		}
	}
	slices.Sort(untold)
	return stacked(handOverText(about, to, untold), trouble)
}

// played reports whether a session of a campaign is running, or about to.
func (d *Desk) played(g transcript.GuildID, id transcript.CampaignID) bool {
	return d.stayFor(g, id) != nil
}

// tellDirectly sends somebody a direct message.
func (d *Desk) tellDirectly(ctx context.Context, who transcript.SpeakerID, text string) error {
	ctx, cancel := context.WithTimeout(ctx, postLimit)
	defer cancel()
	channel, err := d.discord.Direct(ctx, who)
	if err != nil {
		return err
	}
	_, err = d.discord.Send(ctx, channel, discord.Message{Text: text})
	return err
}

// campaignGone puts that a campaign is gone into words.
func campaignGone(err error) error {
	if errors.Is(err, campaign.ErrNone) {
		return refuse(say("tree.gone-campaign"))
	}
	return err
}
