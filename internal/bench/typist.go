package bench

import (
	"context"
	"iter"
	"time"

	"glyphoxa/internal/conversation"
)

// What the agent answers. The clause is what of it can be spoken first: it is
// known to be one when the space behind it is there.
const (
	firstClause = "The old road is flooded,"
	theRest     = " so keep to the hills. You will be in Fennick by dark."
)

// How fast a model writes: as fast as a fast one does over a network.
const (
	firstDelta = 270 * time.Millisecond
	nextDelta  = 15 * time.Millisecond
	deltaSize  = 5 // characters
)

// A typist is a mind that writes the answer, always at the same speed.
type typist struct{}

// Reply implements [conversation.Mind].
func (typist) Reply(ctx context.Context, _ conversation.Question) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		due := time.Now().Add(firstDelta)
		for text := firstClause + theRest; text != ""; due = due.Add(nextDelta) {
			if err := pause(ctx, due); err != nil {
				yield("", err)
				return
			}
			n := min(deltaSize, len(text))
			if !yield(text[:n], nil) {
				return
			}
			text = text[n:]
		}
	}
}

// clauseWritten is how long a typist takes to write the first clause.
func clauseWritten() time.Duration {
	deltas := (len(firstClause) + len(" ") + deltaSize - 1) / deltaSize
	return firstDelta + time.Duration(deltas-1)*nextDelta
}
