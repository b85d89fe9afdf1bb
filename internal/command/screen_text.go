package command

import (
	"fmt"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

const (
	movedText = "This is on the GM screen, which is elsewhere now."

	screenSpecText    = "GM: choose where everything goes that is for you alone."
	screenWhereText   = "A text channel that @everyone cannot read."
	screenVeilText    = "Hide secrets behind a spoiler until you press them, for a GM who streams."
	screenHint        = "Where is the GM screen?"
	screenDirectLabel = "Direct messages"
	screenDirectText  = "To each GM who is at the table."
	screenMakeLabel   = "A new private channel"
	screenMakeText    = "I make it; only the GMs and I see it."
	screenHereText    = "@everyone cannot read it."
	veilLabel         = "Hide secrets behind spoilers"
	unveilLabel       = "Show secrets openly"

	screenChannelName = "gm-screen"
	oldScreenText     = "I do not know this choice any more: `/glyphoxa screen` shows those that there are."
)

// unreachableText says in public that a GM cannot be reached. It says nothing
// of what there is to tell.
func unreachableText(who transcript.SpeakerID) string {
	return userTag(who) + ", I have something for you alone, and you take no direct messages from me. " +
		"Allow them for this server in its privacy settings, or choose another place with `/glyphoxa screen`. It waits until then."
}

// astrayText says why the GM screen is not where it was chosen to be.
func astrayText(c campaign.Campaign, why string) string {
	return fmt.Sprintf("I write to you here instead of on the GM screen of **%s**. %s Or choose another place with `/glyphoxa screen`.", plain(c.Name), plain(why))
}

// screenPlaceText says where the GM screen is.
func screenPlaceText(set campaign.Screen) string {
	if set.Channel == 0 {
		return "in the GM's direct messages"
	}
	return "in " + channelTag(set.Channel)
}

// screenText shows what is chosen.
func screenText(c campaign.Campaign, set campaign.Screen) string {
	text := fmt.Sprintf("What is for the GM of **%s** alone goes on the GM screen. It is %s.", plain(c.Name), screenPlaceText(set))
	if set.Spoilers {
		text += " Secrets are hidden there until you press them."
	}
	return text
}

// screenQuestion asks whoever begins the first session.
const screenQuestion = "\nWhat is for you alone goes to your direct messages, unless you choose another place:"

// screenHereNow is the first message on a new screen.
func screenHereNow(c campaign.Campaign) string {
	return fmt.Sprintf("The GM screen of **%s** is here from now on.", plain(c.Name))
}

// secrecyText says why a channel cannot be the GM screen.
func secrecyText(s discord.Secrecy) string {
	return s.String() + " Or choose another place."
}
