package command

import (
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// settingText names a way to listen; it is empty if there is no such way.
func settingText(l transcript.Loudspeaker) text {
	switch l {
	case transcript.LoudspeakerAuto:
		return say("loud.auto")
	case transcript.LoudspeakerOn:
		return say("loud.on")
	case transcript.LoudspeakerOff:
		return say("loud.off")
	}
	return text{}
}

// settingMeansText says what a way to listen means.
func settingMeansText(l transcript.Loudspeaker) text {
	switch l {
	case transcript.LoudspeakerAuto:
		return say("loud.auto-means")
	case transcript.LoudspeakerOn:
		return say("loud.on-means")
	case transcript.LoudspeakerOff:
		return say("loud.off-means")
	}
	return text{}
}

// loudText asks how who listens.
func loudText(c campaign.Campaign, by, who transcript.SpeakerID) text {
	if by == who {
		return say("loud.ask-you", "campaign", plain(c.Name))
	}
	return say("loud.ask", "who", userTag(who), "campaign", plain(c.Name))
}

// EchoText tells a GM that the microphone of the person of that name picks up
// what agents say, and what can be done about it. It is plain text.
func EchoText(name string) text { return say("loud.echo", "who", name) }
