package conversation

import (
	"context"
	"time"

	"glyphoxa/internal/speech"
)

// peekMost is how often a recogniser that is asked once is asked about an
// utterance before its end: with the end, three times.
const peekMost = 2

// A guess is what an utterance that goes on is believed to say so far.
type guess struct {
	utterance *utterance
	hyp       speech.Hypothesis
	err       error // of a peek
	peek      bool  // the recogniser was asked for it: it does not hear as it goes
	whole     bool  // nothing voiced came after the sound it is about
	stretch   int   // of the utterance, when the recogniser was asked
}

// suppose hands the loop a guess, or drops it when there is no loop any more.
func (r *running) suppose(g guess) {
	select {
	case r.guesses <- g:
	case <-r.over:
	}
}

// guessed takes a guess.
func (r *running) guessed(ctx context.Context, g guess) {
	u := g.utterance
	if g.peek {
		u.peeking = false
		g.whole = g.whole && g.stretch == u.stretch
	} else {
		r.streams = true
	}
	if g.err != nil {
		return // it is asked again with the whole, and says then what is wrong
	}
	u.guess = &g
	r.settle(ctx, u, time.Now())
}

// peek asks what u says so far, beside the recognition of the whole. Only a
// recogniser that does not hear as it goes has to be asked, and only while
// something is held for u or was.
func (r *running) peek(ctx context.Context, u *utterance) {
	if r.streams || !u.held || u.peeking || u.peeks == peekMost || !u.ended.IsZero() {
		return
	}
	u.peeks++
	u.peeking = true
	sound := make(chan []int16, len(u.pieces))
	for _, pcm := range u.pieces {
		sound <- pcm
	}
	close(sound)
	hints := r.hints()
	hints.Priority = 1 // an agent holds its breath
	g := guess{utterance: u, peek: true, whole: !u.talking, stretch: u.stretch}
	r.wg.Go(func() {
		g.hyp, g.err = r.recognise(ctx, hints, sound, func(speech.Hypothesis) {})
		r.suppose(g)
	})
}
