package conversation

import (
	"context"
	"time"

	"glyphoxa/internal/transcript"
)

// While the table is text-only, what agents answer is written and not spoken:
// no voice is asked, the mouth keeps still, and nobody can interrupt. Answers
// still come one after another, and are lines like those that are heard.

// Written is an answer that the table reads instead of hearing it. Whoever
// observes shows it to everybody. The line that is kept comes before it.
type Written struct {
	Turn  transcript.TurnID
	Agent transcript.AgentID
	Text  string
}

func (Written) isNotice() {}

// SetTextOnly says whether answers are written instead of spoken. Those that
// agents have begun to think about are given as they were begun.
func (c *Conversation) SetTextOnly(ctx context.Context, textOnly bool) error {
	return c.do(ctx, func(r *running) { r.textOnly = textOnly })
}

// isToBeRead reports whether t, which has its turn or was let go by the GM, is there
// to be read. Whoever talks may go on, and so may whoever is heard.
func (t *turn) isToBeRead() bool { return t.written && !t.ready.IsZero() && !t.gm.asks }

// finishWriting makes what was written of t what the table got of it, unless it
// was stopped: then nobody has seen any of it.
func (t *turn) finishWriting(p progress) {
	if t.outcome == "" && p.err == nil {
		_, t.rec.Unheard = t.score.written()
		t.rec.Heard = t.toRead()
	}
}

// toRead returns what there is to read of t so far.
func (t *turn) toRead() string {
	text, _ := t.score.written()
	return t.withBeside(text)
}

// lineTime returns when the line of t began.
func (t *turn) lineTime(end time.Time) time.Time {
	if t.audible.IsZero() {
		return end
	}
	return t.audible
}
