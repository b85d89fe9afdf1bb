package discord

import (
	"fmt"
	"strings"

	"glyphoxa/internal/transcript"
)

// A Check is what stands between the bot and a voice channel.
type Check struct {
	Guild   transcript.GuildID
	Channel transcript.ChannelID
	Name    string // of the channel, without #
	// Unknown: the bot does not see such a channel, or it is not a voice channel.
	Unknown bool
	// Missing are the permissions that the bot lacks there, by Discord's names.
	Missing []string
	// Full: the user limit is reached and the bot may not pass it.
	Full  bool
	Limit int // the user limit; 0: none
	// Stage: a stage channel, where the bot has to be let speak.
	Stage bool
	// CanUnsuppress and CanRequest say how the bot can get onto the stage: by
	// itself, or by asking. If neither, it would stay silent.
	CanUnsuppress, CanRequest bool
}

// VoiceCheck says what stands between the bot, not the person who asks, and a
// voice channel. Discord does not: where the bot may not go, nothing at all
// comes of [Client.Ask].
func (c *Client) VoiceCheck(id transcript.GuildID, channel transcript.ChannelID) (k Check) {
	c.state.look(id, func(g *guild, self transcript.SpeakerID) { k = g.check(id, channel, self) })
	return k
}

func (g *guild) check(id transcript.GuildID, at transcript.ChannelID, self transcript.SpeakerID) Check {
	k := Check{Guild: id, Channel: at}
	if g == nil {
		k.Unknown = true
		return k
	}
	c, ok := g.channels[at]
	if !ok || (c.kind != voiceKind && c.kind != stageKind) {
		k.Name, k.Unknown = c.name, true
		return k
	}
	p := g.permissions(id, c, self, g.mine)
	k.Name, k.Limit, k.Stage = c.name, c.limit, c.kind == stageKind
	// What people are asked stands in the channel's chat.
	need := viewChannel | sendMessages | connect
	if k.Stage { // there Speak says nothing; being on the stage does
		k.CanUnsuppress, k.CanRequest = p&muteMembers != 0, p&requestToSpeak != 0
	} else {
		need |= speak
	}
	k.Missing = (need &^ p).names()
	people := 0
	for user, v := range g.voice {
		if v.Channel == at && user != self {
			people++
		}
	}
	k.Full = c.limit > 0 && people >= c.limit && p&moveMembers == 0 && g.voice[self].Channel != at
	return k
}

// OK says whether the bot can go there and be heard, on a stage perhaps only
// when somebody lets it.
func (k Check) OK() bool {
	return !k.Unknown && len(k.Missing) == 0 && !k.Full && (!k.Stage || k.CanUnsuppress || k.CanRequest)
}

// String says in one sentence what is in the way, for the person who asked:
// "I lack Speak in #table." It is "" if nothing is.
func (k Check) String() string {
	switch {
	case k.Unknown && k.Name != "":
		return fmt.Sprintf("#%s is not a voice channel.", k.Name)
	case k.Unknown:
		return "I do not see that voice channel. Give me View Channel there."
	case len(k.Missing) > 0:
		return fmt.Sprintf("I lack %s in #%s.", listing(k.Missing), k.Name)
	case k.Full:
		return fmt.Sprintf("#%s is full: it takes %d. Raise its user limit, or give me Move Members.", k.Name, k.Limit)
	case !k.OK():
		return fmt.Sprintf("#%s is a stage and I could not speak there. Give me Request to Speak or Mute Members.", k.Name)
	}
	return ""
}

// listing joins names as a sentence does.
func listing(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
