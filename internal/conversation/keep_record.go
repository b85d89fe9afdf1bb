package conversation

import (
	"context"
	"time"

	"glyphoxa/internal/transcript"
)

// A recordKind says what a record is.
type recordKind int

const (
	aLine       recordKind = iota // entry
	aTurn                         // turn, with its caller in entry
	aStrike                       // strike
	aDropping                     // what was not heard of dropped is dropped
	aForgetting                   // what who has said is forgotten
	aRespelling                   // a name is put right
)

// A record is one thing to write, a line or a turn, or one that becomes of what was
// written before it.
type record struct {
	kind   recordKind
	entry  *entry // a line; of a turn its caller, or nil
	turn   *transcript.Turn
	answer *entry // what was heard of turn, or nil

	strike  strike
	dropped transcript.TurnID
	who     transcript.SpeakerID
	put     func(string) string
	// done, if not nil, is closed when it and all before it have been written.
	done chan struct{}
}

// A strike is what is struck: lines that were remembered, and what was said since then
// and is in no memory.
type strike struct {
	session transcript.SessionID
	lines   map[*entry]bool // roots
	since   time.Time
}

// covers reports whether e is struck, or, if there is none, what began at a moment
// instead: what the GM had an agent say. A line that is not kept is in no memory: it is
// old if it ended before.
func (s strike) covers(e *entry, began time.Time) bool {
	if e == nil {
		return began.After(s.since)
	}
	return s.lines[e.root()] || e.line.End.After(s.since)
}

// from returns the number of the first line of it that is in the journal, or 0 if none
// is.
func (s strike) from() (first int64) {
	for e := range s.lines {
		if e.n > 0 && (first == 0 || e.n < first) {
			first = e.n
		}
	}
	return first
}

// write has the journal take r, and reports whether that had anything to do.
func (r record) write(ctx context.Context, j Journal) (did bool, err error) {
	switch r.kind {
	case aLine:
		line := r.entry.line
		if err := j.Append(ctx, &line); err != nil {
			return true, err
		}
		r.entry.n = line.N
		close(r.entry.stored)
		return true, nil
	case aTurn:
		if r.entry != nil {
			r.turn.Caller = r.entry.root().n // written before, by this goroutine, or never
		}
		return true, j.AddTurn(ctx, *r.turn)
	case aStrike:
		j, ok := j.(Striker)
		if n := r.strike.from(); ok && n > 0 {
			return true, j.Strike(ctx, r.strike.session, n)
		}
	case aDropping:
		if j, ok := j.(RestDropper); ok {
			return true, j.DropRest(ctx, r.dropped)
		}
	case aForgetting, aRespelling: // whoever wants it does it to the journal when it is done
	}
	return false, nil
}
