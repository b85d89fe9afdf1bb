package conversation

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"glyphoxa/internal/transcript"
)

// An entry is a line on its way into the journal.
type entry struct {
	line   transcript.Line // without N; it does not change
	unkept bool            // it never gets into the journal, and its Text is empty: see unkept.go
	// written: an agent wrote it instead of speaking
	written bool
	answers *entry        // which line an agent answered with it, or nil
	words   string        // of an unkept one, until its turns have been called
	was     *entry        // the one that this takes the place of in memory, or nil
	stored  chan struct{} // closed once the line is in the journal
	n       int64         // its N there; set before stored is closed
}

func newEntry(line transcript.Line) *entry {
	return &entry{line: line, stored: make(chan struct{})}
}

// root returns the entry that is written.
func (e *entry) root() *entry {
	if e != nil && e.was != nil {
		return e.was
	}
	return e
}

// number returns the line's N, or 0 if it is not in the journal within d.
func (e *entry) number(ctx context.Context, d time.Duration) int64 {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-e.stored:
		return e.n
	case <-timer.C:
	case <-ctx.Done():
	}
	return 0
}

// A record is one thing to write: a line, a turn with its caller, or what becomes
// of one of them. Or it is a mark, which is closed when all before it has been written.
type record struct {
	mark   chan struct{}
	line   *entry
	strike *entry // this line and all that were written after it are struck
	turn   *transcript.Turn
	caller *entry // of turn

	dropped transcript.TurnID // what was not heard of this turn is dropped
}

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

const (
	// keepQueue bounds how many records wait for the journal. When it is full
	// the table blocks: losing words would be worse than falling silent.
	keepQueue = 256
	// keepTimeout bounds one write.
	keepTimeout = 5 * time.Second
	// keepRetry is how often a journal that failed is tried again.
	keepRetry = time.Second
)

// A keeper writes records to the journal, in order, from one goroutine. A
// record that cannot be written stays at the head of the line and is tried
// again, so that nothing is lost and nothing changes places.
type keeper struct {
	journal Journal
	log     *slog.Logger
	in      chan record
	trouble func(error) // called once for each run of failures
	waiting []record
	err     error // why the head of waiting could not be written at first
}

// run writes until in is closed, and returns what could not be written. While
// the journal refuses, records are only put in line: else each of them would
// wait for as long as a write may take.
func (k *keeper) run(ctx context.Context) error {
	var retry <-chan time.Time
	for {
		select {
		case r, ok := <-k.in:
			if !ok {
				return k.finish(ctx)
			}
			k.waiting = append(k.waiting, r)
			if retry != nil {
				continue
			}
		case <-retry:
		}
		retry = nil
		if !k.flush(ctx) {
			retry = time.After(keepRetry)
		}
	}
}

// flush writes what waits and reports whether all of it was taken.
func (k *keeper) flush(ctx context.Context) bool {
	for len(k.waiting) > 0 {
		if err := k.write(ctx, k.waiting[0]); err != nil {
			if k.err == nil {
				k.log.LogAttrs(ctx, slog.LevelError, "journal refuses", slog.Any("err", err))
				k.trouble(fmt.Errorf("the transcript cannot be written, and is kept in memory for now: %w", err))
				k.err = err
			}
			return false
		}
		k.waiting = k.waiting[1:]
		k.err = nil
	}
	return true
}

func (k *keeper) write(ctx context.Context, r record) error {
	if err := context.Cause(ctx); err != nil {
		return err // a journal that does not look at its context is not asked again
	}
	if r.mark != nil {
		close(r.mark)
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, keepTimeout)
	defer cancel()
	if r.line != nil {
		line := r.line.line
		if err := k.journal.Append(ctx, &line); err != nil {
			return err
		}
		r.line.n = line.N
		close(r.line.stored)
		return nil
	}
	if r.strike != nil {
		if j, ok := k.journal.(Striker); ok {
			return j.Strike(ctx, r.strike.line.Session, r.strike.n) // written before, by this goroutine
		}
		return nil
	}
	if r.dropped != "" {
		if j, ok := k.journal.(RestDropper); ok {
			return j.DropRest(ctx, r.dropped)
		}
		return nil
	}
	if r.caller != nil {
		r.turn.Caller = r.caller.n // written before, by this goroutine
	}
	return k.journal.AddTurn(ctx, *r.turn)
}

// finish tries a last time and reports the lines that are left.
func (k *keeper) finish(ctx context.Context) error {
	if k.flush(ctx) {
		return nil
	}
	lost := &UnsavedError{Err: k.err}
	var lines []*entry
	for _, r := range k.waiting {
		switch {
		case r.mark != nil:
		case r.line != nil:
			lines = append(lines, r.line)
		case r.strike != nil: // what was struck is kept nowhere else either
			lines = lines[:max(0, slices.Index(lines, r.strike))]
		case r.dropped != "":
			for i := range lost.Turns {
				if lost.Turns[i].ID == r.dropped {
					lost.Turns[i].Unheard = ""
				}
			}
		default:
			lost.Turns = append(lost.Turns, *r.turn)
		}
	}
	for _, e := range lines {
		lost.Lines = append(lost.Lines, e.line)
	}
	return lost
}

// untilKept waits until the keeper has come to a mark, and all before it is in the
// journal. What is left when the conversation ends is there, too, or nowhere.
func (c *Conversation) untilKept(ctx context.Context, mark <-chan struct{}) error {
	select {
	case <-mark:
		return nil
	case <-c.ended: // and so has the keeper
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
