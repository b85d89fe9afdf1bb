package bench

import (
	"context"
	"iter"
	"time"

	"glyphoxa/internal/conversation"
)

// firstClause is what can be spoken first of an answer: it is known to be one
// when the space behind it is there. That of every answer is as long.
const firstClause = "The old road is flooded,"

// replies are what the agent answers, one after the other: one that repeats
// itself would be asked again.
var replies = [...]string{
	firstClause + " so keep to the hills. You will be in Fennick by dark.",
	"My cousin took the ford, so follow the stream down. A day sees you in Fennick.",
	"Nobody goes by the mill, so take the ridge path. It leads around to Marrow End.",
	"Wolves hunt in the pass, so wait for the salt wagons. They leave at first light.",
}

// How fast a model writes: as fast as a fast one does over a network.
const (
	firstDelta = 270 * time.Millisecond
	nextDelta  = 15 * time.Millisecond
	deltaSize  = 5 // characters
)

// A typist is a mind that writes its answers, always at the same speed.
type typist struct{}

// Reply implements [conversation.Mind].
func (typist) Reply(ctx context.Context, q conversation.Question) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		given := 0
		for _, l := range q.History {
			if l.Agent != "" {
				given++
			}
		}
		due := time.Now().Add(firstDelta)
		for text := replies[given%len(replies)]; text != ""; due = due.Add(nextDelta) {
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
