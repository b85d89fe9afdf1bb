package knowledge

import (
	"context"
	"errors"
	"time"

	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// A Conflict says what an approval does with the facts that it contradicts.
type Conflict string

// The ways with a contradiction.
const (
	KeepBoth Conflict = ""        // both stand, under labels of their own
	Replace  Conflict = "replace" // the new one stands, the old one as what was once so
	Rumour   Conflict = "rumour"  // the old one stands, the new one as what somebody claims
	Leave    Conflict = "leave"   // nothing is decided: the proposal waits for a word of its own
)

// UndoFor is how long a decision can be taken back.
const UndoFor = 15 * time.Minute

// ErrTooLate says that a decision is too old to be taken back.
var ErrTooLate = errors.New("decided too long ago to be taken back")

// What keeps an approval from being carried out: both leave the proposal pending.
var (
	// ErrWrite: it was made by another version of the program, or is of a kind
	// that this one does not know.
	ErrWrite = errors.New("this proposal was made by another version of the program and cannot be carried out: reject it")
	// ErrEntryGone: what it is about is gone.
	ErrEntryGone = errors.New("the entry it is about is gone: reject it")
)

// ErrWaits says that what a proposal was changed to waits already, as another.
var ErrWaits = errors.New("another proposal says the same")

// A Waiting is a proposal that waits for the GM, with the line it came from.
type Waiting struct {
	Proposal
	// Line is the zero Line if it is hidden or was never kept.
	Line transcript.Line
}

// A Revision is a proposal in the GM's own words.
type Revision struct {
	Proposal transcript.ProposalID
	Write    tool.Write
	Digest   string // of Write
}

// An Undo takes back all decisions of one batch.
type Undo struct {
	Batch string
	// After is the oldest moment of a decision that may still be taken back.
	After time.Time
}

// An Undone says what an [Undo] did.
type Undone struct {
	Waiting int // proposals that wait again; 0 if all had been taken back before
	// Stays is how many changes stay, since somebody has changed the same again
	// after the decision.
	Stays int
	// Lines are those that had been hidden and are said again.
	Lines []LineID
}

// A LineID is a line of a session.
type LineID struct {
	Session transcript.SessionID
	N       int64
}

// A Batch is a decision, or several that were made with one word.
type Batch struct {
	ID string
	N  int
	At time.Time
}

// A Docket keeps what waits for a GM's word. What it decides it can undo.
type Docket interface {
	Store
	// Waiting lists what is pending, oldest first, with what it contradicts, in
	// a few queries however much it is.
	Waiting(ctx context.Context) ([]Waiting, error)
	// Revise changes a pending proposal and returns it. One that was decided is
	// left alone and changed is false. It returns [ErrNoProposal], and [ErrWaits]
	// if another pending one would be its double.
	Revise(ctx context.Context, r Revision) (p Proposal, changed bool, err error)
	// Undo makes the proposals of a batch wait again, and the knowledge as if
	// they had not been decided. It returns [ErrTooLate] if they were decided
	// before u.After.
	Undo(ctx context.Context, u Undo) (Undone, error)
	// LastBatch returns the newest batch that somebody decided after a moment.
	LastBatch(ctx context.Context, by string, after time.Time) (b Batch, ok bool, err error)
}
