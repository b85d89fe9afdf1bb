package conversation

import (
	"context"
	"slices"
	"time"

	"glyphoxa/internal/transcript"
)

// A Striker is a [Journal] that can take lines back.
type Striker interface {
	// Strike hides the lines of a session from number from on.
	Strike(ctx context.Context, session transcript.SessionID, from int64) error
}

// Strike takes what was said since a moment out of everybody's memory: the lines
// that ended after it and those that came behind them. What is being said is
// not listened to any further, and answers to what is struck are silenced. The
// journal, if it is a [Striker], is told to hide the lines in its turn, after
// everything that is still to be written of them. Strike returns how many lines
// it were.
func (c *Conversation) Strike(ctx context.Context, since time.Time) (lines int, err error) {
	err = c.do(ctx, func(r *running) { lines = r.strikeSince(since) })
	return lines, err
}

func (r *running) strikeSince(since time.Time) int {
	first := slices.IndexFunc(r.history, func(h remembered) bool {
		return h.line.Session == r.opts.Session && h.line.End.After(since)
	})
	if first < 0 {
		first = len(r.history)
	}
	struck := make(map[*entry]bool)
	for _, h := range r.history[first:] {
		struck[h.root()] = true
	}
	if first < len(r.history) {
		r.keep <- record{strike: r.history[first].root()}
	}
	r.history = slices.Delete(r.history, first, len(r.history))
	r.memory = memory{}
	r.strikeSpeech(everybody)
	r.rulings = slices.DeleteFunc(r.rulings, func(d ruling) bool {
		return isStruck(struck, since, d.entry, d.said)
	})
	r.doubted = slices.DeleteFunc(r.doubted, func(e *entry) bool { return isStruck(struck, since, e, nil) })
	r.floor.strike(r, struck, since)
	return len(struck)
}

// isStruck reports whether e is struck, or, if there is none, what the GM had an
// agent say instead. A line that is not kept is in no memory: it is old if it
// ended before.
func isStruck(struck map[*entry]bool, since time.Time, e *entry, said *turn) bool {
	if e == nil {
		return said.rec.Started.After(since)
	}
	return struck[e.root()] || e.line.End.After(since)
}

// strike silences the answers to what is struck, and keeps nothing of them.
func (f *floor) strike(r *running, struck map[*entry]bool, since time.Time) {
	const why = "what it answers was struck"
	is := func(t *turn) bool { return isStruck(struck, since, t.caller, t) }
	for _, list := range []*[]*turn{&f.waiting, &f.offers, &f.asides} {
		*list = slices.DeleteFunc(*list, func(t *turn) bool {
			if t.struck = is(t); t.struck {
				r.stop(t, transcript.Superseded, why)
			}
			return t.struck
		})
	}
	f.hush()
	// What is to be heard now is said in the time that is struck.
	if t := f.current; t != nil && (is(t) || !t.audible.IsZero()) {
		t.struck = true
		r.stop(t, transcript.Cut, why)
	}
	clear(r.unsaid)
}
