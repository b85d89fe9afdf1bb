package conversation

import (
	"context"
	"iter"
	"strings"

	"glyphoxa/internal/transcript"
)

// An agent that was cut, or that said no more than its talk allows, has not
// said all that it had to say. Whoever asks it to go on hears the rest: what is
// written already and follows on what was just heard is said as it stands, and
// otherwise the mind is told what is missing. To anything else it is answered
// as if the rest had never been: nobody has heard it.

// A leftover is what an agent has not said of its last answer.
type leftover struct {
	of   transcript.TurnID
	text string
	// whole: it is sentences, and the answer stopped before them by itself.
	whole bool
}

// reply finds the words of t.
func (r *running) reply(ctx context.Context, t *turn, q Question) iter.Seq2[string, error] {
	if t.rest == "" {
		return r.mind.Reply(ctx, q)
	}
	return func(yield func(string, error) bool) { yield(t.rest, nil) }
}

// keepUnsaid keeps what was not said of t, which has ended.
func (r *running) keepUnsaid(t *turn, outcome transcript.Outcome) {
	switch rest := strings.TrimSpace(t.rec.Unheard); {
	case t.gm.struck || outcome == transcript.Superseded: // it is as if it had not been asked
	case rest == "" || t.aside:
		delete(r.unsaid, t.agent.ID)
	case outcome == transcript.Cut:
		r.unsaid[t.agent.ID] = leftover{of: t.rec.ID, text: rest}
	case outcome == transcript.Spoken && !t.written:
		r.unsaid[t.agent.ID] = leftover{t.rec.ID, rest, endsSentence(rest) && !strings.Contains(rest, transcript.Withdrawn)}
	default:
		delete(r.unsaid, t.agent.ID)
	}
}

// resumes returns what t is to go on with, if it is asked to. What can be said
// as it stands becomes its words.
func (r *running) resumes(t *turn, history []transcript.Line) (unsaid string) {
	t.rest = "" // it may have been another when this was asked before
	left, ok := r.unsaid[t.agent.ID]
	n := len(history)
	if !ok || n == 0 || t.exchange != nil || !asksToGoOn(history[n-1].Text, r.opts.Campaign.Language, t.agent) {
		return ""
	}
	if left.whole && n > 1 && history[n-2].Agent == t.agent.ID && !history[n-2].Cut {
		t.rest = left.text
	}
	return left.text
}
