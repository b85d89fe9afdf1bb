package conversation

import (
	"context"

	"glyphoxa/internal/transcript"
)

// Unsay takes one line, of this session or one before, out of everybody's memory, or gives it
// back: the GM has said that it never happened. It does not matter whether the
// line is in memory at all; the journal is not told. What has been answered to
// it was answered, and stays.
func (c *Conversation) Unsay(ctx context.Context, session transcript.SessionID, n int64, yes bool) error {
	return c.do(ctx, func(r *running) {
		for i, h := range r.history {
			e := h.root()
			number := e.line.N // of an earlier session
			select {
			case <-e.stored:
				number = max(number, e.n)
			default: // without a number, nobody can mean it
			}
			if n > 0 && e.line.Session == session && number == n {
				r.history[i].unsaid = yes
			}
		}
	})
}
