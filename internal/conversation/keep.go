package conversation

import (
	"context"
	"errors"
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

// with returns e with another text, to take its place in memory. The keeper may be
// reading e itself.
func (e *entry) with(text string) *entry {
	o := &entry{line: e.line, was: e.root(), stored: e.stored, written: e.written, answers: e.answers}
	o.line.Text = text
	return o
}

// isOf reports whether a person said it.
func (e *entry) isOf(who transcript.SpeakerID) bool {
	return e.line.Speaker == who && e.line.Role != transcript.NPC
}

// number returns the line's N, or 0 if it is not in the journal within d.
func (e *entry) number(ctx context.Context, d time.Duration) int64 {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-e.stored:
		return e.root().n
	case <-timer.C:
	case <-ctx.Done():
	}
	return 0
}

const (
	// keepQueue is how many records may come while one is being written, which is
	// more than a table says in keepTimeout. When it is full the table waits: losing
	// words would be worse than falling silent.
	keepQueue = 256
	// keepTimeout bounds one write.
	keepTimeout = 5 * time.Second
	// keepRetry is how often a journal that failed is tried again.
	keepRetry = time.Second
	// keepTries is after how many tries it may be the record that is at fault, and not
	// the journal.
	keepTries = 10
)

// A keeper writes records to the journal, in order, from one goroutine. A
// record that cannot be written stays at the head of the line and is tried
// again, so that nothing is lost and nothing changes places. One that the journal
// refuses while it takes what comes behind it is put aside, to be handed back at the
// end.
type keeper struct {
	journal Journal
	log     *slog.Logger
	in      chan record
	trouble func(error) // called once for each run of failures
	// waiting has no bound. It grows while the journal refuses, by what a table says:
	// some megabytes in an evening.
	waiting []record
	err     error // why the head of waiting could not be written at first
	tries   int   // how often the journal has refused it
	unsaved unsaved
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
		if !k.flush(ctx, keepTries) {
			retry = time.After(keepRetry)
		}
	}
}

// finish tries a last time and reports what is left.
func (k *keeper) finish(ctx context.Context) error {
	k.flush(ctx, 1)
	for _, r := range k.waiting {
		k.unsaved.take(r, k.err)
	}
	return k.unsaved.all()
}

// flush writes what waits, each record in so many tries, and reports whether nothing is
// left.
func (k *keeper) flush(ctx context.Context, tries int) bool {
	for len(k.waiting) > 0 {
		_, err := k.write(ctx, k.waiting[0])
		switch {
		case err == nil:
			k.pass(k.waiting[0])
			k.waiting = k.waiting[1:]
		case !k.refused(ctx, err, tries) || !k.putAside(ctx):
			return false
		}
		k.err, k.tries = nil, 0
	}
	return true
}

// refused takes that the head of the line was not written, and reports whether it may
// be at fault itself. It is not if the journal is only slow.
func (k *keeper) refused(ctx context.Context, err error, tries int) bool {
	if k.err == nil {
		k.log.LogAttrs(ctx, slog.LevelError, "journal refuses", slog.Any("err", err))
		k.trouble(fmt.Errorf("the transcript cannot be written, and is kept in memory for now: %w", err))
		k.err = err
	}
	if errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
		return false
	}
	k.tries++
	return k.tries >= tries
}

// putAside puts the head of the line aside if the journal takes the next record that it
// has anything to do with, and reports whether it did.
func (k *keeper) putAside(ctx context.Context) bool {
	for i, r := range k.waiting[1:] {
		switch did, err := k.write(ctx, r); {
		case err != nil:
			return false
		case did:
			k.log.LogAttrs(ctx, slog.LevelError, "a record is put aside", slog.Any("err", k.err))
			k.unsaved.take(k.waiting[0], k.err)
			k.pass(r)
			k.waiting = slices.Delete(k.waiting, i+1, i+2)[1:]
			return true
		}
	}
	return false
}

// pass takes that r and all before it have been written.
func (k *keeper) pass(r record) {
	k.unsaved.amend(r)
	if r.done != nil {
		close(r.done)
	}
}

func (k *keeper) write(ctx context.Context, r record) (did bool, err error) {
	if err := context.Cause(ctx); err != nil {
		return false, err // a journal that does not look at its context is not asked again
	}
	ctx, cancel := context.WithTimeout(ctx, keepTimeout)
	defer cancel()
	return r.write(ctx, k.journal)
}

// untilKept waits until the keeper has done a record, and all before it is in the
// journal. When the conversation ends before that, the record holds for what is handed
// back then.
func (c *Conversation) untilKept(ctx context.Context, done <-chan struct{}) error {
	select {
	case <-done:
		return nil
	case <-c.ended: // and so has the keeper
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
