package command

import (
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/transcript"
)

func sameNameText(named []campaign.Campaign) text {
	keys := make([]text, len(named))
	for i, c := range named {
		keys[i] = lit("`" + c.Key + "`")
	}
	return say("campaign.same-name", "keys", texts.Or(keys...))
}

// campaignListText lists the campaigns of a server. Of those of others it says
// only whose they are.
func campaignListText(all []campaign.Campaign, who transcript.SpeakerID, here transcript.CampaignID) text {
	if len(all) == 0 {
		return say("campaign.none-yet")
	}
	lines := []text{say("campaign.list")}
	for _, c := range all {
		name := "- **" + piece(c.Name, 80) + "**"
		if isGM(c, who) {
			name += " (`" + c.Key + "`, " + piece(c.Language, maxLanguage) + ")"
		}
		line := commas(lit(name), whoseText(c, who))
		if c.ID == here {
			line = texts.Join(" ", line, say("campaign.played-here"))
		}
		lines = append(lines, line)
	}
	return stacked(lines...)
}

func whoseText(c campaign.Campaign, who transcript.SpeakerID) text {
	switch {
	case c.Owner == who && len(c.CoGMs) > 0:
		return say("campaign.yours-with", "gms", allOf(c.CoGMs))
	case c.Owner == who:
		return say("campaign.yours")
	case c.Owner == 0:
		return say("campaign.nobodys")
	case isGM(c, who):
		return say("campaign.of-and-you", "owner", userTag(c.Owner))
	}
	return say("campaign.of", "owner", userTag(c.Owner))
}

func usedText(c campaign.Campaign, voice transcript.ChannelID, same bool) text {
	if same {
		return say("campaign.used-already", "channel", channelTag(voice), "campaign", plain(c.Name))
	}
	return say("campaign.used", "channel", channelTag(voice), "campaign", plain(c.Name))
}

func addedGMText(c campaign.Campaign, who transcript.SpeakerID, added bool) text {
	if !added {
		return say("campaign.gm-already", "who", userTag(who), "campaign", plain(c.Name))
	}
	return say("campaign.gm-added", "who", userTag(who), "campaign", plain(c.Name))
}

func removedGMText(c campaign.Campaign, who transcript.SpeakerID, removed bool) text {
	if !removed {
		return say("campaign.no-gm", "who", userTag(who), "campaign", plain(c.Name))
	}
	return say("campaign.gm-removed", "who", userTag(who), "campaign", plain(c.Name))
}

func handOverRightsText(c campaign.Campaign) text {
	who := say("words.nobody-yet")
	if c.Owner != 0 {
		who = lit(userTag(c.Owner))
	}
	return say("campaign.hand-over-rights", "campaign", plain(c.Name), "owner", who)
}

func handOverText(c campaign.Campaign, to transcript.SpeakerID, untold []transcript.SpeakerID) text {
	done := say("campaign.handed", "campaign", plain(c.Name), "who", userTag(to))
	if len(untold) > 0 {
		return texts.Join(" ", done, say("campaign.untold", "who", allOf(untold)))
	}
	return done
}

func newCampaignText(c campaign.Campaign, voice transcript.ChannelID) text {
	where := say("campaign.new-unplayed")
	if voice != 0 {
		where = say("campaign.new-played", "channel", channelTag(voice))
	}
	return texts.Join(" ", say("campaign.new", "campaign", plain(c.Name)), where, say("campaign.new-empty"))
}

func campaignDraftText(name, language, setting string) text {
	return together(field(say("campaign.form.name-label"), name), field(say("campaign.form.language-label"), language), lit("\n"+setting+"\n"))
}
