package conversation

import (
	"context"
	"errors"
	"time"

	"glyphoxa/internal/transcript"
)

// A filler is what an agent utters while its answer, or the GM, is not ready:
// "Hmm". It is heard at once. Who begins to speak ends it, and an answer waits
// for its end, but not for its beginning. It is no line, no turn, and no memory.

// ErrSpeaking says that an agent is to be heard already.
var ErrSpeaking = errors.New("conversation: somebody is speaking already")

// fillerLimit is how long a voice may take for a filler: what comes later
// passes for an answer.
const fillerLimit = 3 * time.Second

// Hm has an agent utter a filler. It does nothing while answers are written.
func (c *Conversation) Hm(ctx context.Context, id transcript.AgentID) error {
	return c.try(ctx, func(r *running) error {
		a, err := r.speaker(id)
		if err != nil {
			return err
		}
		if t := r.floor.current; r.floor.filler != nil || t != nil && t.mouth.isOpen() {
			return ErrSpeaking
		}
		if r.textOnly {
			return nil
		}
		t := r.newTurn(a, nil, "")
		t.filler, t.verbatim = true, "Hmm…"
		t.mouth.open()
		r.floor.filler = t
		return nil
	})
}

// hush ends the filler.
func (f *floor) hush() {
	if t := f.filler; t != nil && t.outcome == "" {
		if t.asked.IsZero() {
			f.filler = nil
			return
		}
		t.outcome = transcript.Superseded
		t.cancel()
	}
}

// tendFiller begins the filler, and ends it when it comes too late.
func (r *running) tendFiller(ctx context.Context, now time.Time, due func(time.Time) bool) {
	t := r.floor.filler
	if t == nil {
		return
	}
	if t.asked.IsZero() {
		r.ask(ctx, t, now)
	}
	answer := r.floor.current
	if t.audible.IsZero() && (due(t.asked.Add(fillerLimit)) || answer != nil && !answer.ready.IsZero()) {
		r.floor.hush()
	}
}
