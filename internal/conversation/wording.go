package conversation

import (
	"context"
	"iter"
	"strings"
	"time"
)

// wording yields what a mind answers, in pieces to speak and no longer than the
// agent's talk allows. Text that will not be spoken goes to the score. What is
// amiss with it is asked for again: see scruple.go.
func (r *running) wording(ctx context.Context, t *turn, q Question) iter.Seq2[piece, error] {
	return func(yield func(piece, error) bool) {
		if last := len(q.History) - 1; last >= 0 && !t.early && t.caller != nil {
			q.History[last].N = t.caller.number(ctx, durableWithin)
		}
		w := &writing{
			running: r, t: t,
			limit:    limiter{talk: talkOf(t.agent, r.opts.Campaign)},
			scruples: scruplesOf(t, q, r.opts.Campaign.Language),
			yield:    yield,
		}
		defer func() { t.score.setBeside(w.out.filter.aside()) }()
		for w.once(ctx, q) {
			q.Amiss, q.Said = w.tried[len(w.tried)-1], w.said
			t.draft.restart()
		}
	}
}

// A writing is an answer on its way from the mind, until it is pieces.
type writing struct {
	*running
	t     *turn
	yield func(piece, error) bool
	limit limiter
	*scruples

	out    *segmenter
	who    ownWords
	begun  bool // the mind has begun to answer
	passed bool // there is something to speak
	again  bool // the mind is to be asked again
}

// once asks the mind and passes on what it answers. It reports whether the mind is
// to be asked again.
func (w *writing) once(ctx context.Context, q Question) (again bool) {
	w.out = newSegmenter(w.opts.Campaign.Language, w.opts.Narrate)
	w.who, w.again = ownWordsIn(q), false
	for delta, err := range w.reply(ctx, w.t, q) {
		if err != nil {
			w.fail(ctx, err)
			return false
		}
		if w.t.held {
			w.t.draft.write(delta)
		}
		if !w.begun && delta != "" {
			w.begun = true
			w.report(progress{turn: w.t, step: hasWord, at: time.Now()})
		}
		if !w.say(ctx, w.out.add(delta)) {
			return w.again
		}
	}
	if w.say(ctx, w.out.end()) && w.said == "" && w.spare.text != "" {
		w.pass(w.spare)
	}
	return w.again
}

// fail ends an answer that does not go on.
func (w *writing) fail(ctx context.Context, err error) {
	switch {
	case w.said == "" && w.spare.text != "" && ctx.Err() == nil:
		w.pass(w.spare) // there is an answer, if not a new one
		return
	case ctx.Err() == nil && w.said == "" && w.t.fallback != "" && w.t.commit.isOpen() && !w.yield(piece{text: w.t.fallback}, nil):
		return
	}
	w.yield(piece{}, err)
}

// say passes on what is to be said of pieces and reports whether there may be more.
func (w *writing) say(ctx context.Context, pieces []piece) bool {
	some, more := w.judge(ctx, pieces)
	// All of it is written, though only the first of it may come to be spoken.
	w.t.score.plan(some)
	for _, p := range some {
		if !w.pass(p) {
			w.again = false
			return false
		}
	}
	return more
}

// judge returns what is to be said of pieces, and whether there may be more.
func (w *writing) judge(ctx context.Context, pieces []piece) (some []piece, more bool) {
	for i, p := range pieces {
		var ours bool
		if p, ours = w.who.take(p); !ours {
			if w.said == "" {
				w.fail(ctx, errOthersWords)
			}
			return some, false
		}
		if p.text == "" {
			continue
		}
		again, drop := Amiss(""), false
		if w.t.rest == "" {
			again, drop = w.amiss(p)
		}
		if again != "" {
			w.tried, w.again = append(w.tried, again), true
			if !drop {
				w.spare = p
			}
			return some, false
		}
		if drop { // for good: it is not to be said by "go on" either
			continue
		}
		if !w.limit.take(p) {
			w.t.score.leave(strings.Join(texts(pieces[i:]), " "))
			return some, false
		}
		some = append(some, p)
		w.said = join(w.said, p.text)
	}
	return some, true
}

// pass passes on one piece.
func (w *writing) pass(p piece) bool {
	if !w.passed {
		w.passed = true
		w.report(progress{turn: w.t, step: hasText, at: time.Now()})
	}
	return w.yield(p, nil)
}
