package conversation

import (
	"context"
	"slices"
	"time"

	"glyphoxa/internal/transcript"
)

// Stop has the table fall silent at once. The agent that is cut off may be
// asked to go on, or made to by [Conversation.SayAgain]. Answers that nobody
// has heard or read yet are offered to the GM when they are found; what is said
// from now on is answered as ever.
func (c *Conversation) Stop(ctx context.Context) error {
	return c.do(ctx, func(r *running) {
		const why = "the GM stopped it"
		now := time.Now()
		r.floor.hush()
		if t := r.floor.current; t != nil {
			if t.mouth.isOpen() {
				r.stop(t, transcript.Cut, why)
			} else {
				r.keepForGM(t)
			}
		}
		r.floor.waiting = slices.DeleteFunc(r.floor.waiting, func(t *turn) bool {
			r.keepForGM(t)
			if t.asked.IsZero() {
				return false
			}
			r.offer(t, now, false) // the GM had let it go
			return true
		})
	})
}

// keepForGM has t offered instead of being said.
func (r *running) keepForGM(t *turn) {
	t.gm.asks, t.gm.forced = true, true
	t.gm.offered = time.Time{}
	if t.asked.IsZero() && t.verbatim == "" {
		t.held = true
	}
}
