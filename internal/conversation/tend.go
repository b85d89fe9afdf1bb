package conversation

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"glyphoxa/internal/transcript"
)

// atOnce is how soon the table looks again when one thing that was due has made
// another so.
const atOnce = time.Nanosecond

// tend does what time alone makes due and returns after how long it wants to
// look again; 0 is never.
func (r *running) tend(ctx context.Context, now time.Time) (wake time.Duration) {
	due := func(at time.Time) bool {
		d := at.Sub(now)
		if d > 0 && (wake == 0 || d < wake) {
			wake = d
		}
		return d <= 0
	}
	r.tellNoted(ctx)
	words := r.tendUtterances(ctx, now, due)
	r.tendLimits(ctx, due)
	r.askNext(ctx, now)
	r.tendFiller(ctx, now, due)
	free := r.tendMouth(now, due)
	r.tendClosing(due)
	if words || free {
		return atOnce
	}
	return wake
}

// tellNoted applies what head starts did before they were let go.
func (r *running) tellNoted(ctx context.Context) {
	for len(r.noted) > 0 {
		p := r.noted[0]
		r.noted = r.noted[1:]
		r.advance(ctx, p)
	}
}

// tendUtterances does what is due for those who speak, or have spoken. It reports
// whether there are words to be taken up.
func (r *running) tendUtterances(ctx context.Context, now time.Time, due func(time.Time) bool) (words bool) {
	for _, u := range r.unread {
		r.tendEarly(ctx, u, due)
		r.tendForesight(ctx, u, due)
		words = r.tendWords(u, now, due) || words
		if u.words != nil && u.more {
			due(u.ended.Add(seamLimit))
		}
		r.tendHold(ctx, u, now, due)
	}
	return words
}

// tendLimits ends what has taken too long.
func (r *running) tendLimits(ctx context.Context, due func(time.Time) bool) {
	f := &r.floor
	for _, l := range r.lanes {
		if l.over != nil && due(l.stirred.Add(stirLimit)) {
			l.over.stirs++
			r.calm(l)
		}
	}
	f.waiting = slices.DeleteFunc(f.waiting, func(t *turn) bool {
		if !t.queues() || !due(later(t.rec.Started, t.since).Add(staleAfter)) {
			return false
		}
		r.stop(t, transcript.Superseded, "it waited too long for its turn")
		return true
	})
	f.offers = slices.DeleteFunc(f.offers, func(t *turn) bool {
		if !due(t.gm.offered.Add(t.offerLimit())) {
			return false
		}
		why := "people kept talking, and the GM did not ask for it"
		if t.held || t.gm.asks {
			why = "the GM did not ask for it"
		}
		r.stop(t, transcript.Declined, why)
		return true
	})
	f.loose = slices.DeleteFunc(f.loose, func(t *turn) bool {
		if !due(t.silent.Add(goneLimit)) {
			return false
		}
		r.log.LogAttrs(ctx, slog.LevelWarn, "a turn does not let go", slog.String("turn", string(t.rec.ID)))
		r.opts.Observe(Trouble{errors.New("a provider goes on working on an answer that was stopped")})
		return true
	})
}

// askNext has those begin to think whose time has come: who needs no mouth, and the
// first in line for it, if it is free.
func (r *running) askNext(ctx context.Context, now time.Time) {
	f := &r.floor
	for _, t := range f.asides {
		if t.asked.IsZero() {
			r.ask(ctx, t, now)
		}
	}
	if f.current != nil || len(f.waiting) == 0 {
		return
	}
	f.current, f.waiting = f.waiting[0], f.waiting[1:]
	if f.current.asked.IsZero() {
		r.ask(ctx, f.current, now)
	}
}

// tendMouth has what is ready be heard once it is quiet, or offers it to the GM. It
// reports whether the next in line may begin for that.
func (r *running) tendMouth(now time.Time, due func(time.Time) bool) (next bool) {
	for _, t := range r.floor.waiting {
		if t.isToBeRead() {
			t.mouth.open()
		}
	}
	t := r.floor.current
	if t == nil || t.outcome != "" || t.ready.IsZero() || t.mouth.isOpen() || r.floor.filler != nil {
		return false
	}
	late := func() bool { return due(t.ready.Add(r.opts.WaitLimit)) }
	switch {
	case t.gm.asks:
		return r.offerAside(t, now, due)
	case t.isToBeRead():
		t.mouth.open()
	case r.mayBegin(t, now, due):
		r.begins(t, now)
	case !t.gm.offered.IsZero(), t.verbatim != "" && late(): // the GM wants it said
		t.over = r.openUtterances()
		r.begins(t, now)
	case late():
		return r.offerAside(t, now, due)
	}
	return false
}

// begins lets t speak.
func (r *running) begins(t *turn, now time.Time) {
	t.rec.Stages.Wait = now.Sub(t.ready)
	t.mouth.open()
}

// offerAside offers t, which is ready, to the GM. It reports whether others wait for
// the mouth that it leaves.
func (r *running) offerAside(t *turn, now time.Time, due func(time.Time) bool) (next bool) {
	r.offer(t, now, false)
	due(now.Add(t.offerLimit()))
	return len(r.floor.waiting) > 0
}

// mayBegin reports whether it is quiet enough for t to begin.
func (r *running) mayBegin(t *turn, now time.Time, due func(time.Time) bool) bool {
	quiet, since := r.quiet()
	return quiet && due(since.Add(r.opts.Quiet)) && !r.goesOn(t.by, now)
}

// tendClosing ends, after the end, what is still being said.
func (r *running) tendClosing(due func(time.Time) bool) {
	if r.closing.IsZero() {
		return
	}
	if due(r.closing.Add(sentenceLimit)) {
		r.silence(transcript.Cut, "the session ended")
	}
	due(r.closing.Add(recogniseLimit))
}

// quiet reports whether nobody is talking, and since when nobody has been.
func (r *running) quiet() (ok bool, since time.Time) {
	for _, l := range r.lanes {
		if l.talking {
			return false, time.Time{}
		}
		if l.lastSaid.After(since) {
			since = l.lastSaid
		}
	}
	return true, since
}

// goesOn reports whether who has said something whose words are not known yet.
// Should they turn out to be for the agent that is about to answer them, there
// is to be one answer to both lines, and not the first one cut off.
func (r *running) goesOn(who transcript.SpeakerID, now time.Time) bool {
	return slices.ContainsFunc(r.unread, func(u *utterance) bool { return u.who.ID == who && u.awaited(now) })
}

// openUtterances returns what is being said.
func (r *running) openUtterances() (open []*utterance) {
	for _, l := range r.lanes {
		if l.open != nil {
			open = append(open, l.open)
		}
	}
	return open
}
