package command

import (
	"slices"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// screenPlaceText says where the GM screen is.
func screenPlaceText(set campaign.Screen) text {
	if set.Channel == 0 {
		return say("screen.in-direct")
	}
	return say("screen.in-channel", "channel", channelTag(set.Channel))
}

// screenText shows what is chosen, and who reads it there that the bot cannot judge.
func (d *Desk) screenText(g transcript.GuildID, c campaign.Campaign, set campaign.Screen) text {
	all := []text{say("screen.is", "campaign", plain(c.Name), "place", screenPlaceText(set))}
	if set.Spoilers {
		all = append(all, say("screen.veiled"))
	}
	if set.Channel != 0 {
		all = append(all, rolesText(d.discord.Secrecy(g, set.Channel).Roles))
	}
	return texts.Join(" ", all...)
}

// maxRolesShown is how many roles that may read the GM screen are named.
const maxRolesShown = 10

// rolesText says which roles may read the GM screen, empty if none may. Who holds
// them only the server's owner can see to.
func rolesText(roles []discord.RoleID) text {
	if len(roles) == 0 {
		return text{}
	}
	var tags []text
	for _, r := range roles[:min(len(roles), maxRolesShown)] {
		tags = append(tags, lit(roleTag(r)))
	}
	if more := len(roles) - len(tags); more > 0 {
		tags = append(tags, say("screen.more-roles", "n", more))
	}
	return say("screen.roles", "roles", texts.And(tags...))
}

// astrayText says why the GM screen is not where it was chosen to be.
func (o onlookers) astrayText(why text) text {
	return say("screen.astray", "campaign", plain(o.campaign.Name), "why", why)
}

// secrecyText says what is in the way of a channel as the GM screen of a campaign;
// it is empty if nothing is.
func secrecyText(s discord.Secrecy, c campaign.Campaign) text {
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
	strangers := slices.DeleteFunc(slices.Clone(s.People), func(who transcript.SpeakerID) bool { return isGM(c, who) })
	if len(strangers) > 0 {
		return say("secrecy.strangers", "channel", name, "who", allOf(strangers))
	}
	return text{}
}
