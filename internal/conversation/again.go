package conversation

import (
	"context"
	"errors"
	"slices"
	"strings"

	"glyphoxa/internal/transcript"
)

// What was written of an answer and never heard is the GM's: it can be said
// after all, or be dropped, and then nobody has it any more.

// ErrAgain says that an answer is being said again already, or is about to be.
var ErrAgain = errors.New("conversation: it is being said again already")

// SayAgain has an agent say the rest of its answer, if that was cut, and
// otherwise again what it said. The sentence that was cut in its middle is said
// from its beginning. The answer is among those that [Conversation.Why] returns,
// or the error is ErrPassed. It is ErrAgain while that is in line already.
func (c *Conversation) SayAgain(ctx context.Context, id transcript.TurnID) error {
	return c.try(ctx, func(r *running) error {
		t := r.ended(id)
		if t == nil {
			return ErrPassed
		}
		text := t.Heard
		if t.Outcome == transcript.Cut && t.Unheard != "" || text == "" {
			text = r.cutSentence(t.Heard) + " " + t.Unheard
		}
		// What stands for words of which nothing is kept cannot be said.
		text = strings.Join(strings.Fields(strings.ReplaceAll(text, transcript.Withdrawn, " ")), " ")
		if r.isSaying(t.Agent, text) {
			return ErrAgain
		}
		return r.say(t.Agent, text, "the GM had it said again")
	})
}

// isSaying reports whether what the GM has the agent say, now or soon, is text.
func (r *running) isSaying(id transcript.AgentID, text string) bool {
	f := &r.floor
	same := func(t *turn) bool {
		if t.agent.ID != id || t.outcome != "" {
			return false
		}
		if t.asked.IsZero() { // it waits, and is right
			return t.verbatim == text
		}
		return r.corrected(t.verbatim, t.asked) == text
	}
	return text != "" && (f.current != nil && same(f.current) || slices.ContainsFunc(f.waiting, same) || slices.ContainsFunc(f.offers, same))
}

// cutSentence returns the sentence that heard breaks off in, if it does.
func (r *running) cutSentence(heard string) string {
	s := splitter{language: r.opts.Campaign.Language}
	pieces := append(s.add(heard), s.end()...)
	if n := len(pieces); n > 0 && !endsSentence(pieces[n-1].text) {
		return pieces[n-1].text
	}
	return ""
}

// ended returns a turn that has ended, or nil.
func (r *running) ended(id transcript.TurnID) *transcript.Turn {
	for _, d := range r.rulings {
		for i := range d.turns {
			if d.turns[i].ID == id {
				return &d.turns[i]
			}
		}
	}
	return nil
}

// A RestDropper is a [Journal] in which what was not heard of a turn can be
// forgotten. Without it such text stays with the turn, for the GM.
type RestDropper interface {
	// DropRest takes out of a turn that has been kept what was not heard of it.
	DropRest(ctx context.Context, id transcript.TurnID) error
}

// DropRest throws away what was not heard of an answer: its agent does not go on
// with it, and it is not kept. The error is ErrPassed as for SayAgain.
func (c *Conversation) DropRest(ctx context.Context, id transcript.TurnID) error {
	return c.try(ctx, func(r *running) error {
		t := r.ended(id)
		if t == nil {
			return ErrPassed
		}
		if r.unsaid[t.Agent].of == id {
			delete(r.unsaid, t.Agent)
		}
		t.Unheard = ""
		r.keep <- record{kind: aDropping, dropped: id}
		return nil
	})
}
