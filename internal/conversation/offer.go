package conversation

import (
	"context"
	"errors"
	"slices"
	"time"

	"glyphoxa/internal/transcript"
)

// ErrPassed says that an answer does not wait for the GM any more.
var ErrPassed = errors.New("conversation: the answer does not wait any more")

const (
	// missedLimit is how long an answer that found no quiet moment waits for the
	// GM: it belongs to what was said a moment ago.
	missedLimit = 20 * time.Second
	// heldLimit is how long an answer that asks first waits for the GM. It is made
	// to be read, and perhaps thought about; after that it answers what nobody
	// remembers.
	heldLimit = 5 * time.Minute
)

// offer takes t off the floor, where it does not block others, and offers it to
// the GM.
func (r *running) offer(t *turn, now time.Time, whole bool) {
	if t.gm.offered.IsZero() {
		t.gm.offered = now
	}
	if r.floor.current == t {
		r.floor.current = nil
	}
	if !slices.Contains(r.floor.offers, t) {
		r.floor.offers = append(r.floor.offers, t)
	}
	text := t.score.text()
	switch {
	case t.held:
		text = t.draft.text(whole)
	case t.written:
		text = t.toRead()
	}
	r.opts.Observe(TurnOffered{
		Turn: t.rec.ID, Agent: t.agent.ID, Whom: t.rec.Who, Text: t.unquoted(text), Whole: whole, Asks: t.held || t.gm.asks,
	})
}

// offerLimit is how long the offer of t stands.
func (t *turn) offerLimit() time.Duration {
	if t.held || t.gm.asks {
		return heldLimit
	}
	return missedLimit
}

// takeOffer takes an offer back, or returns nil if there is none.
func (r *running) takeOffer(id transcript.TurnID) *turn {
	i := slices.IndexFunc(r.floor.offers, func(t *turn) bool { return t.rec.ID == id })
	if i < 0 {
		return nil
	}
	t := r.floor.offers[i]
	r.floor.offers = slices.Delete(r.floor.offers, i, i+1)
	return t
}

// Play lets go an answer that was offered to the GM. It is the next to be
// heard, even if others talk. The error is ErrPassed if the offer has passed.
func (c *Conversation) Play(ctx context.Context, id transcript.TurnID) error {
	return c.try(ctx, func(r *running) error {
		t := r.takeOffer(id)
		if t == nil {
			return ErrPassed
		}
		t.gm.asks, t.gm.played = false, time.Now()
		t.commit.open()
		r.floor.waiting = slices.Insert(r.floor.waiting, 0, t)
		return nil
	})
}

// Dismiss throws away an answer that was offered to the GM, or returns
// ErrPassed.
func (c *Conversation) Dismiss(ctx context.Context, id transcript.TurnID) error {
	return c.try(ctx, func(r *running) error {
		t := r.takeOffer(id)
		if t == nil {
			return ErrPassed
		}
		r.stop(t, transcript.Declined, "the GM dropped it")
		return nil
	})
}

// Redo throws away an answer that was offered to the GM and has the agent find
// another, following a note that nobody else hears. That one is offered as
// well. The error is ErrPassed if the offer has passed, or cannot be made anew:
// the GM's own words.
func (c *Conversation) Redo(ctx context.Context, id transcript.TurnID, note string) error {
	return c.try(ctx, func(r *running) error {
		old := r.takeOffer(id)
		if old == nil {
			return ErrPassed
		}
		if old.verbatim != "" {
			r.floor.offers = append(r.floor.offers, old)
			return ErrPassed
		}
		t := r.anew(old)
		t.held, t.gm.forced, t.gm.redo, t.gm.note = true, true, true, note
		r.stop(old, transcript.Superseded, "the GM asked for another")
		r.floor.waiting = slices.Insert(r.floor.waiting, 0, t)
		return nil
	})
}

// anew returns a turn that is to answer in place of old what that answers.
func (r *running) anew(old *turn) *turn {
	t := r.newTurn(old.agent, old.caller, old.rec.Reason)
	if a, ok := r.present(t.agent.ID); ok {
		t.agent = a // as it is now
	}
	t.rec.Stages = transcript.Stages{
		Endpoint: old.rec.Stages.Endpoint, Recognise: old.rec.Stages.Recognise, Address: old.rec.Stages.Address,
	}
	t.words, t.before = old.words, old.before
	if t.exchange, t.cue = old.exchange, old.cue; t.exchange != nil {
		t.exchange.turn = t
	}
	if t.caller == nil { // no line says what it answers
		r.ruled(ruling{said: t, agents: []transcript.AgentID{t.agent.ID}, reason: t.rec.Reason})
	}
	t.held, t.gm.forced, t.gm.redo, t.gm.note = old.held, old.gm.forced, old.wanted(), old.gm.note
	old.ceded = true
	return t
}
