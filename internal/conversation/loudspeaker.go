package conversation

import (
	"context"
	"fmt"
	"time"

	"glyphoxa/internal/transcript"
)

// A Loudspeaker says whether somebody's microphone picks up what agents say.
type Loudspeaker string

// The settings. While somebody is deaf, so to speak, what they say over an
// agent is not heard: they cannot interrupt it, and it does not hear itself.
// In each setting a line that is an agent's own words is dropped.
const (
	LoudspeakerAuto Loudspeaker = "auto" // the zero value too: deaf from the second echo on
	LoudspeakerOn   Loudspeaker = "on"   // deaf while an agent speaks
	LoudspeakerOff  Loudspeaker = "off"  // never deaf
)

const (
	// echoLimit is how many echoes of somebody are no coincidence.
	echoLimit = 2
	// deafTail is how long after the last sound of an agent its echo may begin.
	// What comes later is told by its words.
	deafTail = 600 * time.Millisecond
)

// An EchoError is the [Trouble] of somebody whose microphone picks up what
// agents say. The GM is told once.
type EchoError struct {
	Speaker transcript.SpeakerID
	Name    string
}

func (e *EchoError) Error() string {
	return fmt.Sprintf("the microphone of %s picks up what NPCs say, so it is not listened to while one speaks: "+
		"with headphones and loudspeaker: off they can interrupt again", e.Name)
}

// A listener's sound system, as far as it is known.
type loudness struct {
	setting Loudspeaker
	echoes  int
	told    bool // the GM has been told
}

// SetLoudspeaker says whether who listens by loudspeaker. Under
// [LoudspeakerAuto] it begins anew to find out.
func (c *Conversation) SetLoudspeaker(ctx context.Context, who transcript.SpeakerID, l Loudspeaker) error {
	return c.do(ctx, func(r *running) {
		s := r.loudness(who)
		s.setting, s.echoes = l, 0
	})
}

func (r *running) loudness(who transcript.SpeakerID) *loudness {
	s := r.loud[who]
	if s == nil {
		s = &loudness{setting: r.opts.Loudspeakers[who]}
		r.loud[who] = s
	}
	return s
}

// countEcho counts an echo of who.
func (r *running) countEcho(who transcript.Speaker) {
	s := r.loudness(who.ID)
	s.echoes++
	if s.echoes >= echoLimit && s.setting != LoudspeakerOn && s.setting != LoudspeakerOff && !s.told {
		s.told = true
		r.opts.Observe(Trouble{&EchoError{who.ID, who.Label()}})
	}
}

// deaf reports whether who is not listened to at a moment: an agent is to be
// heard, or was until just now, and they listen by loudspeaker.
func (r *running) deaf(who transcript.SpeakerID, at time.Time) bool {
	s := r.loudness(who)
	switch s.setting {
	case LoudspeakerOff:
		return false
	case LoudspeakerOn:
	default:
		if s.echoes < echoLimit {
			return false
		}
	}
	for _, t := range r.spoken {
		if at.Before(t.lastSound().Add(deafTail)) {
			return true
		}
	}
	return false
}

// lastSound returns when t was last to be heard. While it waits for its voice,
// or is held, that moment passes.
func (t *turn) lastSound() time.Time {
	if last := t.score.last(); !last.IsZero() {
		return last
	}
	return t.audible
}
