package conversation

import (
	"context"
	"errors"
	"iter"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// A filler is what an agent utters while its answer, or the GM, is not ready:
// "Hmm". It is heard at once. Who begins to speak ends it, and an answer waits
// for its end, but not for its beginning. It is no line, no turn, and no memory.

// ErrSpeaking says that an agent is to be heard already.
var ErrSpeaking = errors.New("conversation: somebody is speaking already")

const (
	// fillerLimit is how long a voice may take for a filler: what comes later
	// passes for an answer.
	fillerLimit = 3 * time.Second
	// fillerEvery is how many answers of an agent there are from one that it
	// begins with a filler to the next such one.
	fillerEvery = 3
)

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
		r.fill(r.newTurn(a, nil, ""), r.stock.next(id))
		return nil
	})
}

// fill has t be f.
func (r *running) fill(t *turn, f filler) {
	t.filler, t.verbatim, t.sound = true, f.text, f.sound
	t.mouth.open()
	r.floor.filler = t
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
	r.restock(ctx)
	if t := r.floor.current; t != nil && r.wantsFiller(t, now, due) {
		t.filled = true
		r.answers[t.agent.ID] = 0
		r.fill(r.newTurn(t.agent, nil, ""), r.stock.next(t.agent.ID))
	}
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

// wantsFiller reports whether t takes so long that its agent is to be heard to
// think. What the GM is asked about first takes as long as the GM.
func (r *running) wantsFiller(t *turn, now time.Time, due func(time.Time) bool) bool {
	switch {
	case r.opts.FillerAfter == 0, r.floor.filler != nil, r.textOnly, !r.closing.IsZero():
		return false
	case t.outcome != "", !t.ready.IsZero(), t.asked.IsZero(), t.filled:
		return false
	case t.caller == nil, t.written, t.held, t.gm.asks, !t.commit.isOpen():
		return false
	case !r.stock.has(t.agent.ID):
		return false
	}
	if n, ok := r.answers[t.agent.ID]; ok && n < fillerEvery {
		return false
	}
	return due(t.voiced.Add(r.opts.FillerAfter)) && r.mayBegin(t, now, due)
}

// countAnswer counts an answer that was heard.
func (r *running) countAnswer(t *turn) {
	if n, ok := r.answers[t.agent.ID]; ok && t.rec.Heard != "" {
		r.answers[t.agent.ID] = n + 1
	}
}

// voiceOf yields the sound of text as t speaks it.
func (r *running) voiceOf(ctx context.Context, t *turn, u speech.Utterance) iter.Seq2[audio.Clip, error] {
	if t.sound == nil {
		return r.mouth.Synthesize(ctx, u)
	}
	return func(yield func(audio.Clip, error) bool) {
		for _, c := range t.sound {
			if !yield(c, nil) {
				return
			}
		}
	}
}
