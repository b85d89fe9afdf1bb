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
		return campaign.Campaign{}, refuse(say("tree.no-such-campaign"))
	case !isGM(found, c.By.User):
		return campaign.Campaign{}, refuse(notYoursText(found))
	}
	return found, nil
}
