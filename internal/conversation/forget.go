package conversation

import (
	"context"
	"slices"

	"glyphoxa/internal/transcript"
)

// Forget takes the words of a person out of every agent's memory, and what they
// are saying with it; an answer to them that nobody has heard is given up, and
// one to somebody else whose agent was told of them is found anew. When Forget
// returns the journal has been given all that they had said before, so that it
// can be deleted there; what it would not take of it is not handed back.
func (c *Conversation) Forget(ctx context.Context, who transcript.SpeakerID) error {
	written := make(chan struct{})
	err := c.do(ctx, func(r *running) {
		r.strikeSpeech(only(who))
		r.forgetLines(who)
		r.forgetWhy(who)
		r.forgetAhead(who)
		r.floor.forget(r, who)
		r.keep <- record{kind: aForgetting, who: who, done: written}
	})
	if err != nil {
		return err
	}
	return c.untilKept(ctx, written)
}

// forgetLines forgets what who has said.
func (r *running) forgetLines(who transcript.SpeakerID) {
	for i, h := range r.history {
		if h.isOf(who) {
			r.history[i].entry = h.with(transcript.Withdrawn)
		}
	}
	r.doubted = slices.DeleteFunc(r.doubted, func(e *entry) bool { return e.isOf(who) })
}

// forgetAhead throws away what was begun for those who are speaking by a mind that was
// told what is forgotten.
func (r *running) forgetAhead(who transcript.SpeakerID) {
	for _, u := range r.unread {
		if u.ahead != nil && u.ahead.turn.knows(who) {
			r.discard(u)
		}
	}
}

// knows reports whether the mind of t was told what who has said.
func (t *turn) knows(who transcript.SpeakerID) bool {
	for i := range t.question.History { // not copied: its own goroutine may be setting an N
		if l := &t.question.History[i]; l.Speaker == who && l.Role != transcript.NPC && l.Text != transcript.Withdrawn {
			return true
		}
	}
	return false
}

// forget gives up the answers to who that nobody has heard: their minds were told,
// or are to be told, what is forgotten. Nothing of what they have written is kept.
// Nor is it of an answer to somebody else whose mind was told of it; but they wait for
// that, and so its agent is asked once more.
func (f *floor) forget(r *running, who transcript.SpeakerID) {
	instead := func(t *turn) []*turn {
		mine := t.caller != nil && t.by == who
		if !mine && (t.outcome != "" || !t.knows(who)) {
			return []*turn{t}
		}
		var next []*turn
		if barred, _ := r.barred(t.agent); !mine && barred == "" {
			next = append(next, r.anew(t))
		}
		t.gm.struck = true
		r.stop(t, transcript.Superseded, "what it answers was forgotten")
		return next
	}
	all := func(list []*turn) (next []*turn) {
		for _, t := range list {
			next = append(next, instead(t)...)
		}
		return next
	}
	f.asides, f.waiting = all(f.asides), all(f.waiting)
	offers := all(f.offers)
	isNew := func(t *turn) bool { return t.asked.IsZero() } // and has to be found before it is offered
	f.offers = slices.DeleteFunc(slices.Clone(offers), isNew)
	first := slices.DeleteFunc(offers, func(t *turn) bool { return !isNew(t) })
	if t := f.current; t != nil && t.audible.IsZero() {
		first = append(slices.DeleteFunc(instead(t), func(o *turn) bool { return o == t }), first...)
	}
	f.waiting = append(first, f.waiting...)
}
