package conversation

import (
	"slices"
	"time"

	"glyphoxa/internal/transcript"
)

// "Bart and Greta, what do you think?" is one line with two answers. They come
// one after the other, in the order in which their agents were called: the second
// agent is asked when the first has been heard, and knows what that said, as far
// as the table heard it.

// chorusMost bounds the turns that answer one line: a crowd that is called takes
// minutes.
const chorusMost = 6

// answersTo reports whether e is an agent's answer to the line that to is.
func (e *entry) answersTo(to *entry) bool {
	return to != nil && e.answers != nil && e.answers.root() == to.root()
}

// answeredBefore returns the answers to what t answers that its agent heard.
func (r *running) answeredBefore(t *turn) (lines []transcript.Line) {
	for _, h := range r.history {
		if h.answersTo(t.caller) && !h.unsaid && slices.Contains(h.present, t.agent.ID) {
			lines = append(lines, h.line)
		}
	}
	return lines
}

// crowded gives up turns that wait, t being the latest, if too many lines are to
// be answered: those that answer the oldest. Of a line that calls a crowd the last
// goes. What the GM has called for stays.
func (f *floor) crowded(r *running, t *turn) {
	lines := make(map[*entry]bool)
	var oldest *turn
	own := 0
	for _, o := range f.waiting {
		lines[o.caller] = true
		if oldest == nil && o.queues() {
			oldest = o
		}
		if o.caller == t.caller {
			own++
		}
	}
	f.waiting = slices.DeleteFunc(f.waiting, func(o *turn) bool {
		old := len(lines) > waitingTurns && o.queues() && o.caller == oldest.caller
		if old || own > chorusMost && o == t {
			r.stop(o, transcript.Superseded, "too many answers were waiting")
			return true
		}
		return false
	})
}

// nextOf has the time run from now that the other answers to what t answers may
// wait in line: it is not for want of the mouth that they are late.
func (f *floor) nextOf(t *turn) {
	for _, o := range f.waiting {
		if o.caller != nil && o.caller == t.caller {
			o.since = time.Now()
		}
	}
}

// later returns the later of two moments.
func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
