package command

import (
	"fmt"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

const (
	loudLabel = "I use loudspeakers"
	whoseHint = "Who uses loudspeakers?"
)

// A setting is how a way to listen is shown.
type setting struct{ label, means string }

// settingWords returns how l is shown, the zero setting if there is no such l.
func settingWords(l transcript.Loudspeaker) setting {
	switch l {
	case transcript.LoudspeakerAuto:
		return setting{"Auto: I find out", "Once I have heard myself twice, I do as if it were on."}
	case transcript.LoudspeakerOn:
		return setting{"On: loudspeakers", "Not listened to while a character of mine speaks, so no interrupting."}
	case transcript.LoudspeakerOff:
		return setting{"Off: headphones", "Always listened to: characters of mine can be interrupted."}
	default:
		return setting{}
	}
}

// loudText asks how who listens.
func loudText(c campaign.Campaign, by, who transcript.SpeakerID) string {
	if by == who {
		return fmt.Sprintf("Loudspeakers carry what my characters say back into your microphone, and I should not take that for you. How do you listen, in **%s**?", plain(c.Name))
	}
	return fmt.Sprintf("Loudspeakers carry what my characters say back into a microphone, and I should not take that for a player. How does %s listen, in **%s**?", userTag(who), plain(c.Name))
}

// EchoText tells a GM that the microphone of the person of that name picks up
// what agents say, and what can be done about it. It is plain text.
func EchoText(name string) string {
	return fmt.Sprintf("The microphone of %s picks up what my characters say, so I do not listen to it while one speaks. "+
		"With headphones they can interrupt again: then they press %q, on the card or under /glyphoxa status, and choose %q. "+
		"Or you choose for them: /glyphoxa status, %q.",
		name, loudLabel, settingWords(transcript.LoudspeakerOff).label, whoseHint)
}
