package conversation

import (
	"context"
	"iter"
	"strings"
	"sync"
	"time"
)

// A turn that asks the GM first is written to its end before anything of it is
// made into sound. Its commit gate stays shut until the GM lets it go, so that
// a tool that leaves a trace waits as well; what was written until then is
// offered.

// A draft is what has been written of a turn that waits for the GM.
type draft struct {
	mu   sync.Mutex
	said string // what is to be spoken
	raw  string // what the mind has written
}

// write takes what the mind writes.
func (d *draft) write(words string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.raw += words
}

// restart takes that the mind begins anew, behind what is to be spoken.
func (d *draft) restart() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.raw = d.said; d.raw != "" {
		d.raw += " "
	}
}

// add takes a piece that is to be spoken.
func (d *draft) add(p piece) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.said = join(d.said, p.text)
}

// text returns what is to be spoken. Of a draft that is not whole, the last
// sentence is not a piece yet, since it might go on.
func (d *draft) text(whole bool) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if whole {
		return d.said
	}
	return strings.Join(Sentences(d.raw), " ")
}

// wordsOf yields what t says, piece by piece: nothing before it is let go.
func (r *running) wordsOf(ctx context.Context, t *turn, q Question) iter.Seq2[piece, error] {
	switch {
	case t.verbatim != "":
		return r.verbatim(t)
	case t.held:
		return r.drafted(ctx, t, r.wording(ctx, t, q))
	}
	return r.wording(ctx, t, q)
}

// drafted yields what words does, once t is let go.
func (r *running) drafted(ctx context.Context, t *turn, words iter.Seq2[piece, error]) iter.Seq2[piece, error] {
	return func(yield func(piece, error) bool) {
		var kept []piece
		flush := func() bool {
			for _, p := range kept {
				if !yield(p, nil) {
					return false
				}
			}
			kept = nil
			return true
		}
		for p, err := range words {
			switch {
			case err != nil:
				t.settled.open()
				if t.commit.isOpen() && !flush() {
					return
				}
				yield(piece{}, err)
				return
			case !t.commit.isOpen():
				kept = append(kept, p)
				t.draft.add(p)
				continue
			}
			if !flush() || !yield(p, nil) {
				return
			}
		}
		if len(kept) == 0 {
			t.settled.open()
			return
		}
		if err := r.letGoBy(ctx, t, true); err != nil {
			yield(piece{}, err)
			return
		}
		flush()
	}
}

// letGoBy waits until t is let go. One that is held is offered: whole says that
// nothing more comes of it.
func (r *running) letGoBy(ctx context.Context, t *turn, whole bool) error {
	if t.held && !t.commit.isOpen() {
		r.report(progress{turn: t, step: hasDraft, at: time.Now(), whole: whole})
		t.offerable.open()
	}
	return t.commit.wait(ctx)
}

// released waits until there is something to make of a held turn: it was let
// go, or failed. Only its mind's time is limited, and not the GM's.
func (t *turn) released(ctx context.Context) error {
	if !t.held {
		return nil
	}
	timer := time.NewTimer(answerLimit)
	defer timer.Stop()
	select {
	case <-t.offerable.opened:
	case <-t.commit.opened:
	case <-t.settled.opened:
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return errStalled
	}
	select {
	case <-t.commit.opened:
	case <-t.settled.opened:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}
