package command

import (
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/discord"
)

// screenPlaceText says where the GM screen is.
func screenPlaceText(set campaign.Screen) text {
	if set.Channel == 0 {
		return say("screen.in-direct")
	}
	return say("screen.in-channel", "channel", channelTag(set.Channel))
}

// screenText shows what is chosen.
func screenText(c campaign.Campaign, set campaign.Screen) text {
	is := say("screen.is", "campaign", plain(c.Name), "place", screenPlaceText(set))
	if set.Spoilers {
		return texts.Join(" ", is, say("screen.veiled"))
	}
	return is
}

// astrayText says why the GM screen is not where it was chosen to be.
func (o onlookers) astrayText(why text) text {
	return say("screen.astray", "campaign", plain(o.campaign.Name), "why", why)
}

// secrecyText says what is in the way of a channel as the GM screen; it is empty
// if nothing is.
func secrecyText(s discord.Secrecy) text {
	name := plain(s.Name)
	switch {
	case s.Unknown && s.Name != "":
		return say("secrecy.no-text", "channel", name)
	case s.Unknown:
		return say("secrecy.unseen")
	case s.Public:
		return say("secrecy.public", "channel", name)
	case len(s.Missing) > 0:
		return say("check.missing", "missing", permissionsText(s.Missing), "channel", name)
	}
	return text{}
}
