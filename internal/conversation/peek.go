package conversation

import (
	"context"
	"slices"
	"strings"
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
	err       error     // of a peek
	peek      bool      // the recogniser was asked for it: it does not hear as it goes
	whole     bool      // nothing voiced came after the sound it is about
	stretch   int       // of the utterance, when the recogniser was asked
	asked     time.Time // when the recogniser was, of a peek
	at        time.Time // when it came
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
		atPause := g.whole
		g.whole = g.whole && g.stretch == u.stretch
		if atPause && (g.err != nil || !g.whole) {
			r.early.wasted.Add(1)
		}
		if !u.ended.IsZero() && u.words == nil && !u.closed {
			if g.err != nil || !g.whole {
				u.close() // then it is asked with the whole
				return
			}
			r.know(u, &g)
			return
		}
	} else if !r.streams {
		r.streams = true
		for _, o := range r.unread {
			o.unpeek()
		}
	}
	if g.err != nil {
		return // it is asked again with the whole, and says then what is wrong
	}
	if words := foldedWords(g.hyp.Text); !slices.Equal(words, u.latest) {
		u.latest, u.changed = words, g.at
	}
	u.guess = &g
	r.settle(ctx, u, time.Now())
}

// patience is how long somebody is silent until the recogniser is asked, if it is
// likely that they go on: they have done so before, or what they said is no more
// than a name.
const patience = 250 * time.Millisecond

// look asks what u, which has paused, says so far. Only a recogniser that does
// not hear as it goes has to be asked.
func (r *running) look(ctx context.Context, u *utterance, due func(time.Time) bool) {
	var wait time.Duration
	if u.peeks > 0 || u.voicedBefore < peekAfter {
		wait = patience
	}
	switch {
	case r.opts.NoEarly, r.streams, u.peeking, u.peeks == peekMost, u.peeked == u.stretch:
	case u.voicedBefore < burstLimit:
	case due(u.lastVoiced.Add(wait)):
		r.peek(ctx, u)
	}
}

// peek asks what u says so far, beside the recognition of the whole.
func (r *running) peek(ctx context.Context, u *utterance) {
	if r.streams || u.peeking || u.peeks == peekMost || !u.ended.IsZero() {
		return
	}
	u.peeks++
	u.peeking, u.asked = true, time.Now()
	if !u.talking {
		u.peeked = u.stretch
		r.early.asked.Add(1)
	}
	sound := make(chan []int16, len(u.pieces))
	for _, pcm := range u.pieces {
		sound <- pcm
	}
	close(sound)
	hints := r.hints()
	hints.Priority = r.priority(u, u.asked)
	g := guess{utterance: u, peek: true, whole: !u.talking, stretch: u.stretch, asked: u.asked}
	ctx, u.unask = context.WithCancel(ctx)
	done := u.unask
	r.wg.Go(func() {
		defer done()
		g.hyp, g.err = r.recognise(ctx, hints, sound, func(speech.Hypothesis) {})
		g.at = time.Now()
		r.suppose(g)
	})
}

// unpeek gives up asking about a pause that is over, unless an agent holds its
// breath for any word of it.
func (u *utterance) unpeek() {
	if u.peeking && !u.holding && u.unask != nil {
		u.unask()
	}
}

// knows reports whether a peek saw all that is to be heard of u, which has
// ended: the words are there, or about to come, and the recogniser need not be
// asked with the whole.
func (r *running) knows(u *utterance) bool {
	switch {
	case r.opts.NoEarly || r.streams || u.words != nil || u.peeked != u.stretch:
		return false
	case u.peeking:
		return true
	case u.guess == nil || !u.guess.whole || u.guess.err != nil:
		return false
	}
	r.know(u, u.guess)
	return true
}

// know takes the words of a peek for those of u.
func (r *running) know(u *utterance, g *guess) {
	u.stop() // the recogniser of the whole has not been asked
	r.finish(&words{utterance: u, text: strings.TrimSpace(g.hyp.Text), hyp: g.hyp, asked: g.asked, at: g.at})
}
