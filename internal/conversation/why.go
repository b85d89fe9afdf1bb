package conversation

import (
	"context"
	"slices"
	"time"

	"glyphoxa/internal/transcript"
)

// rulingsKept is how many decisions are remembered: the last minutes of a lively
// table.
const rulingsKept = 20

// A Ruling is who was meant to answer a line, why, and what came of it.
type Ruling struct {
	// Line is what was said. It is the zero Line if the GM had an agent speak.
	Line   transcript.Line
	Agents []transcript.AgentID
	Reason string
	Turns  []transcript.Turn // those that have ended
}

// A ruling is a Ruling in the making.
type ruling struct {
	entry  *entry // nil if the GM had an agent speak
	said   *turn  // then this is what it said
	agents []transcript.AgentID
	reason string
	turns  []transcript.Turn
}

// began returns when what the GM had an agent say was begun, or no time.
func (d ruling) began() time.Time {
	if d.said == nil {
		return time.Time{}
	}
	return d.said.rec.Started
}

// ruled remembers who is meant to answer.
func (r *running) ruled(d ruling) {
	r.rulings = append(r.rulings, d)
	if n := len(r.rulings) - rulingsKept; n > 0 {
		r.rulings = slices.Delete(r.rulings, 0, n)
	}
}

// cameOf adds how a turn ended to why it was begun.
func (r *running) cameOf(t *turn, rec transcript.Turn) {
	for i := range r.rulings {
		d := &r.rulings[i]
		if d.said == t || t.caller != nil && d.entry == t.caller {
			d.turns = append(d.turns, rec)
		}
	}
}

// forgetWhy forgets what was decided about the lines of who.
func (r *running) forgetWhy(who transcript.SpeakerID) {
	r.rulings = slices.DeleteFunc(r.rulings, func(d ruling) bool { return d.entry != nil && d.entry.line.Speaker == who })
}

// asRemembered returns a line as it is remembered by now, names in it having been
// corrected.
func (r *running) asRemembered(e *entry) transcript.Line {
	for _, h := range slices.Backward(r.history) {
		if h.root() == e.root() {
			return h.line
		}
	}
	return e.line
}

// Why returns the last decisions about who is to answer, oldest first: twenty
// at most.
func (c *Conversation) Why(ctx context.Context) (last []Ruling, err error) {
	err = c.do(ctx, func(r *running) {
		for _, d := range r.rulings {
			one := Ruling{Agents: slices.Clone(d.agents), Reason: d.reason, Turns: slices.Clone(d.turns)}
			if d.entry != nil {
				one.Line = r.asRemembered(d.entry)
			}
			last = append(last, one)
		}
	})
	return last, err
}
