package command

import (
	"context"
	"slices"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// isGM reports whether a person is one of the campaign's GMs: its owner or a
// co-GM. Nobody is GM of a campaign that nobody owns.
func isGM(c campaign.Campaign, who transcript.SpeakerID) bool {
	return who != 0 && (c.Owner == who || slices.Contains(c.CoGMs, who))
}

// gms lists a campaign's GMs.
func gms(c campaign.Campaign) []transcript.SpeakerID {
	var list []transcript.SpeakerID
	for _, id := range append([]transcript.SpeakerID{c.Owner}, c.CoGMs...) {
		if id != 0 {
			list = append(list, id)
		}
	}
	return list
}

// theirs returns those of campaigns whose GM somebody is.
func theirs(list []campaign.Campaign, who transcript.SpeakerID) []campaign.Campaign {
	var out []campaign.Campaign
	for _, c := range list {
		if isGM(c, who) {
			out = append(out, c)
		}
	}
	return out
}

// campaignOf returns a campaign of a guild. ok is false if the guild has no
// such campaign: an ID of another guild's leads nowhere.
func (d *Desk) campaignOf(ctx context.Context, g transcript.GuildID, id transcript.CampaignID) (c campaign.Campaign, ok bool, err error) {
	list, err := d.library.Guild(g).Campaigns(ctx)
	if err != nil {
		return c, false, err
	}
	for _, c := range list {
		if c.ID == id {
			return c, true, nil
		}
	}
	return c, false, nil
}

// mine returns a campaign of the guild whose GM asks, and complains to
// everybody else.
func (d *Desk) mine(ctx context.Context, c discord.Call, id transcript.CampaignID) (campaign.Campaign, error) {
	found, ok, err := d.campaignOf(ctx, c.Guild, id)
	switch {
	case err != nil:
		return campaign.Campaign{}, err
	case !ok:
		return campaign.Campaign{}, complain("There is no such campaign in this server any more. `/glyphoxa start` shows those that there are.")
	case !isGM(found, c.By.User):
		return campaign.Campaign{}, complain("%s", notYoursText([]campaign.Campaign{found}))
	}
	return found, nil
}

// about returns the campaign that a command means: the one that is played in
// the channel where it was given, or in the voice channel of whoever gave it,
// or else the only one that is theirs.
func (d *Desk) about(ctx context.Context, c discord.Call) (campaign.Campaign, error) {
	g := d.library.Guild(c.Guild)
	list, err := g.Campaigns(ctx)
	if err != nil {
		return campaign.Campaign{}, err
	}
	for _, channel := range []transcript.ChannelID{c.Channel, d.discord.Where(c.Guild, c.By.User)} {
		if channel == 0 {
			continue
		}
		id, _, ok, err := g.Active(ctx, channel)
		if err != nil {
			return campaign.Campaign{}, err
		}
		for _, found := range list {
			if ok && found.ID == id {
				return found, nil
			}
		}
	}
	mine := theirs(list, c.By.User)
	switch len(mine) {
	case 0:
		return campaign.Campaign{}, complain("Nothing has been played in this channel yet. Give the command in the chat of your table's voice channel.")
	case 1:
		return mine[0], nil
	}
	return campaign.Campaign{}, complain("You have several campaigns: give the command in the chat of the voice channel of the one you mean.")
}
