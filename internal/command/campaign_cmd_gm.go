package command

import (
	"context"
	"errors"
	"log/slog"

	"glyphoxa/internal/campaign"
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
	later := ""
	if added && d.played(c.Guild, about.ID) {
		later = addedLaterText // the session knows the GMs that there were
	}
	return c.Answer.Reply(ctx, discord.Message{Text: join(addedGMText(about, who.User, added), later)})
}

// campaignRemoveGM carries out /glyphoxa campaign gm-remove. A co-GM may take
// themselves out.
func (d *Desk) campaignRemoveGM(ctx context.Context, c discord.Command) error {
	about, who, err := d.owned(ctx, c)
	if err != nil {
		return err
	}
	if who.User == about.Owner {
		return complain("%s", removeOwnerText(about))
	}
	if d.played(c.Guild, about.ID) {
		return complain(removeBusyText) // its session still tells them what is for the GMs
	}
	removed, err := d.library.Campaign(about.ID).RemoveGM(ctx, who.User)
	if err != nil {
		return campaignGone(err)
	}
	return c.Answer.Reply(ctx, discord.Message{Text: removedGMText(about, who.User, removed)})
}

// owned returns the campaign whose GMs the caller may change, and whom a
// command names: its owner changes all of them, a co-GM only themselves.
func (d *Desk) owned(ctx context.Context, c discord.Command) (campaign.Campaign, discord.Person, error) {
	about, _, err := d.campaignFor(ctx, c.Call)
	if err != nil {
		return campaign.Campaign{}, discord.Person{}, err
	}
	if err := d.gmOnly(ctx, c.Call, about); err != nil {
		return campaign.Campaign{}, discord.Person{}, err
	}
	who, err := personNamed(c)
	if err != nil {
		return campaign.Campaign{}, discord.Person{}, err
	}
	if about.Owner != c.By.User && (c.Sub != subRemoveGM || who.User != c.By.User) {
		return campaign.Campaign{}, discord.Person{}, complain("%s", ownerOnlyText(about))
	}
	return about, who, nil
}

// personNamed returns the person that a command names.
func personNamed(c discord.Command) (discord.Person, error) {
	id := transcript.SpeakerID(c.Args.ID(optPerson))
	who, ok := c.People[id]
	switch {
	case id == 0 || ok && who.User == 0:
		return discord.Person{}, complain(noPersonText)
	case !ok:
		who = discord.Person{User: id}
	case who.Bot:
		return discord.Person{}, complain(botGMText)
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
		return complain("%s", handOverRightsText(about))
	}
	to, err := personNamed(c)
	if err != nil {
		return err
	}
	if to.User == about.Owner {
		return complain("%s", ownsText(about, to.User))
	}
	if d.played(c.Guild, about.ID) {
		return complain(handOverBusyText) // likewise
	}
	err = d.library.Campaign(about.ID).HandOver(ctx, about.Owner, to.User)
	if errors.Is(err, campaign.ErrTaken) {
		return complain(handOverTwiceText)
	}
	if err != nil {
		return campaignGone(err)
	}
	d.log.LogAttrs(ctx, slog.LevelInfo, "campaign handed over", slog.String("campaign", string(about.ID)),
		slog.Uint64("from", uint64(about.Owner)), slog.Uint64("to", uint64(to.User)), slog.Uint64("by", uint64(c.By.User)))
	var untold []transcript.SpeakerID
	for _, who := range []transcript.SpeakerID{about.Owner, to.User} {
		if who == 0 || who == c.By.User {
			continue
		}
		if err := d.tellDirectly(ctx, who, handedOverText(about, to.User, c.By.User)); err != nil {
			d.log.LogAttrs(ctx, slog.LevelWarn, "could not tell an owner", slog.Uint64("user", uint64(who)), slog.Any("err", err))
			untold = append(untold, who)
		}
	}
	return c.Answer.Reply(ctx, discord.Message{Text: handOverText(about, to.User, untold)})
}

// played reports whether a session of a campaign is running, or about to.
func (d *Desk) played(g transcript.GuildID, id transcript.CampaignID) bool {
	s := d.stay(g)
	return s != nil && s.campaign.ID == id
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
		return complain(goneCampaignText)
	}
	return err
}
