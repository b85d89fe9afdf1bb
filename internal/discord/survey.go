package discord

import (
	"maps"
	"slices"

	"glyphoxa/internal/transcript"
)

// VoiceChecks says what stands between the bot and each voice channel of a
// guild, in the order of their IDs: see [Client.VoiceCheck].
func (c *Client) VoiceChecks(id transcript.GuildID) (checks []Check) {
	c.state.look(id, func(g *guild, self transcript.SpeakerID) {
		if g == nil {
			return
		}
		for _, at := range slices.Sorted(maps.Keys(g.channels)) {
			if k := g.check(id, at, self); !k.Unknown {
				checks = append(checks, k)
			}
		}
	})
	return checks
}
