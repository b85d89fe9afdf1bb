package conversation

import (
	"fmt"
	"slices"

	"glyphoxa/internal/transcript"
)

// UnsavedError says which lines and turns the journal would not take. They are
// in it, so that whoever runs the conversation can put them elsewhere.
type UnsavedError struct {
	Lines []transcript.Line
	Turns []transcript.Turn
	Err   error
}

func (e *UnsavedError) Error() string {
	return fmt.Sprintf("%d lines and the outcomes of %d answers could not be written: %v", len(e.Lines), len(e.Turns), e.Err)
}

func (e *UnsavedError) Unwrap() error { return e.Err }

// An unsaved is what the journal has not taken and will not be given again: lines and
// turns. What becomes of others in the journal becomes of them here.
type unsaved struct {
	records []record
	err     error // why the first of them was not taken
}

// take takes a record that the journal has not taken.
func (u *unsaved) take(r record, err error) {
	if r.kind != aLine && r.kind != aTurn {
		u.amend(r)
		return
	}
	u.records = append(u.records, r)
	if u.err == nil {
		u.err = err
	}
}

// amend does to what is here what r is to do to the journal.
func (u *unsaved) amend(r record) {
	switch r.kind {
	case aLine, aTurn:
	case aStrike: // what was struck is kept nowhere else either
		u.dropLines(func(e *entry) bool { return r.strike.covers(e, e.line.End) })
		u.eachTurn(func(o record) {
			if r.strike.covers(o.entry, o.turn.Started) || o.answer != nil && r.strike.covers(o.answer, o.turn.Started) {
				o.turn.Heard, o.turn.Unheard = "", ""
			}
		})
	case aDropping:
		u.eachTurn(func(o record) {
			if o.turn.ID == r.dropped {
				o.turn.Unheard = ""
			}
		})
	case aForgetting:
		u.dropLines(func(e *entry) bool { return e.isOf(r.who) })
	case aRespelling:
		for i, o := range u.records {
			if o.kind == aLine {
				u.records[i].entry = o.entry.with(r.put(o.entry.line.Text))
			}
		}
		u.eachTurn(func(o record) { o.turn.Heard, o.turn.Unheard = r.put(o.turn.Heard), r.put(o.turn.Unheard) })
	}
}

func (u *unsaved) dropLines(drop func(e *entry) bool) {
	u.records = slices.DeleteFunc(u.records, func(o record) bool { return o.kind == aLine && drop(o.entry) })
}

func (u *unsaved) eachTurn(f func(o record)) {
	for _, o := range u.records {
		if o.kind == aTurn {
			f(o)
		}
	}
}

// all returns an [UnsavedError], or nil if there is nothing.
func (u *unsaved) all() error {
	if len(u.records) == 0 {
		return nil
	}
	all := &UnsavedError{Err: u.err}
	for _, r := range u.records {
		if r.kind == aLine {
			all.Lines = append(all.Lines, r.entry.line)
		} else {
			all.Turns = append(all.Turns, *r.turn)
		}
	}
	return all
}
