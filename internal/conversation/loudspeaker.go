package conversation

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"glyphoxa/internal/transcript"
)

const (
	// echoLimit is how many echoes of somebody are no coincidence.
	echoLimit = 2
	// deafTail is how long after the last sound of an agent its echo may begin, if
	// it is not known how late it comes. What comes later is told by its words.
	deafTail = 600 * time.Millisecond
)

// An EchoError is the [Trouble] of somebody whose microphone picks up what
// agents say. The GM is told once for each setting that finds it out.
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
	setting transcript.Loudspeaker
	echoes  int
	lag     time.Duration // of the last echo that was told by its sound; 0 for none
	told    bool          // the GM has been told
}

// SetLoudspeaker says whether who listens by loudspeaker. Under
// [transcript.LoudspeakerAuto] it begins anew to find out.
func (c *Conversation) SetLoudspeaker(ctx context.Context, who transcript.SpeakerID, l transcript.Loudspeaker) error {
	return c.do(ctx, func(r *running) {
		r.loud[who] = &loudness{setting: cmp.Or(l, r.opts.Loudspeaker)}
	})
}

func (r *running) loudness(who transcript.SpeakerID) *loudness {
	s := r.loud[who]
	if s == nil {
		s = &loudness{setting: cmp.Or(r.opts.Loudspeakers[who], r.opts.Loudspeaker)}
		r.loud[who] = s
	}
	return s
}

// countEcho counts an echo of who.
func (r *running) countEcho(who transcript.Speaker) {
	s := r.loudness(who.ID)
	s.echoes++
	if s.echoes >= echoLimit && s.setting != transcript.LoudspeakerOn && s.setting != transcript.LoudspeakerOff && !s.told {
		s.told = true
		r.opts.Observe(Trouble{&EchoError{who.ID, who.Label()}})
	}
}

// deaf reports whether who is not listened to at a moment: an agent is to be
// heard, or was until just now, and they listen by loudspeaker.
func (r *running) deaf(who transcript.SpeakerID, at time.Time) bool {
	s := r.loudness(who)
	switch s.setting {
	case transcript.LoudspeakerOff:
		return false
	case transcript.LoudspeakerOn:
	default:
		if s.echoes < echoLimit {
			return false
		}
	}
	tail := max(deafTail, s.lag+echoTail)
	for _, t := range r.spoken {
		if at.Before(t.lastSound().Add(tail)) {
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
