package command

import (
	"context"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// campaignFor returns the campaign that a call is about, as it is now, and its
// book: that of the session which runs where the caller is, or the one that
// their voice channel plays, or the one that the text channel plays, or else
// the only one of the guild. It says nothing of whether the caller may.
func (d *Desk) campaignFor(ctx context.Context, call discord.Call) (campaign.Campaign, Book, error) {
	list, err := d.library.Guild(call.Guild).Campaigns(ctx)
	if err != nil {
		return campaign.Campaign{}, nil, err
	}
	id, err := d.playedAt(ctx, call)
	if err != nil {
		return campaign.Campaign{}, nil, err
	}
	for _, c := range list {
		if c.ID == id || id == "" && len(list) == 1 {
			return c, d.library.Campaign(c.ID), nil
		}
	}
	switch {
	case len(list) == 0:
		err = refuse(say("tree.no-campaign"))
	case id != "":
		err = refuse(say("tree.gone-campaign"))
	default:
		err = refuse(say("tree.which-campaign"))
	}
	return campaign.Campaign{}, nil, err
}

// gmCampaign is campaignFor for its GMs alone.
func (d *Desk) gmCampaign(ctx context.Context, call discord.Call) (campaign.Campaign, Book, error) {
	about, book, err := d.campaignFor(ctx, call)
	if err == nil {
		err = d.gmOnly(ctx, call, about)
	}
	if err != nil {
		return campaign.Campaign{}, nil, err
	}
	return about, book, nil
}

// places are the channels by which a call is understood, the first that counts
// first: the caller's voice channel, and the text channel.
func (d *Desk) places(call discord.Call) []transcript.ChannelID {
	var list []transcript.ChannelID
	if voice := d.discord.Where(call.Guild, call.By.User); voice != 0 {
		list = append(list, voice)
	}
	if call.Channel != 0 && (len(list) == 0 || list[0] != call.Channel) {
		list = append(list, call.Channel)
	}
	return list
}

// playedAt returns what the first of a call's places that plays anything plays,
// empty for none. What is being played there counts before what was played last.
func (d *Desk) playedAt(ctx context.Context, call discord.Call) (transcript.CampaignID, error) {
	for _, channel := range d.places(call) {
		if id := d.playing(call.Guild, channel); id != "" {
			return id, nil
		}
		id, _, ok, err := d.library.Guild(call.Guild).Active(ctx, channel)
		if err != nil {
			return "", err
		}
		if ok {
			return id, nil
		}
	}
	return "", nil
}

// playing returns the campaign of the session that runs in a voice channel,
// empty if none does.
func (d *Desk) playing(g transcript.GuildID, channel transcript.ChannelID) transcript.CampaignID {
	if s := d.stay(g); s != nil && s.where() == channel {
		return s.campaign.ID
	}
	return ""
}

// gmOnly complains unless the caller is a GM of the campaign, which was just
// read from the store.
func (d *Desk) gmOnly(_ context.Context, call discord.Call, c campaign.Campaign) error {
	if !isGM(c, call.By.User) {
		return refuse(notYoursText(c))
	}
	return nil
}
