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
	s := strike{session: r.opts.Session, lines: make(map[*entry]bool), since: since}
	for _, h := range r.history[first:] {
		s.lines[h.root()] = true
	}
	r.keep <- record{kind: aStrike, strike: s}
	r.history = slices.Delete(r.history, first, len(r.history))
	r.memory = memory{}
	r.strikeSpeech(everybody)
	r.rulings = slices.DeleteFunc(r.rulings, func(d ruling) bool { return s.covers(d.entry, d.began()) })
	r.doubted = slices.DeleteFunc(r.doubted, func(e *entry) bool { return s.covers(e, since) })
	r.floor.strike(r, s)
	return len(s.lines)
}

// strike silences the answers to what is struck, and keeps nothing of them.
func (f *floor) strike(r *running, s strike) {
	const why = "what it answers was struck"
	f.giveUp(func(t *turn) bool {
		if !s.covers(t.caller, t.rec.Started) {
			return false
		}
		t.gm.struck = true
		r.stop(t, transcript.Superseded, why)
		return true
	})
	f.hush()
	// What is to be heard now is said in the time that is struck.
	if t := f.heard(); t != nil {
		t.gm.struck = true
		r.stop(t, transcript.Cut, why)
	}
	clear(r.unsaid)
}
