package conversation

import (
	"context"
	"strings"

	"glyphoxa/internal/transcript"
)

// A direction is the GM's note to an agent. It is in no line and no turn: only
// the agent's mind is told, and not to speak of it.
type direction struct {
	note string
	left int // answers that it is still for; 0: until it is cleared
}

// Direct gives an agent a note for its next n answers that are heard, or with
// n == 0 until it is cleared. It replaces the note before; an empty note clears
// it. An answer that is being found goes on without.
func (c *Conversation) Direct(ctx context.Context, id transcript.AgentID, note string, n int) error {
	return c.do(ctx, func(r *running) {
		if note = strings.TrimSpace(note); note == "" {
			delete(r.directions, id)
			return
		}
		r.directions[id] = &direction{note, max(n, 0)}
	})
}

// direct returns what the GM tells the agent of t.
func (r *running) direct(t *turn) string {
	note := join(t.cue, t.gm.note)
	if t.direction = r.directions[t.agent.ID]; t.direction == nil {
		return note
	}
	return join(t.direction.note, note)
}

// directed counts an answer that was heard.
func (r *running) directed(t *turn) {
	d := t.direction
	if d == nil || d.left == 0 || d != r.directions[t.agent.ID] {
		return
	}
	if d.left--; d.left == 0 {
		delete(r.directions, t.agent.ID)
	}
}
