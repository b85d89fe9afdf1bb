package conversation

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

var (
	// ErrAbsent says that there is no such agent, or none here that can speak.
	ErrAbsent = errors.New("conversation: there is no such agent here")
	// ErrOffRecord says that the table is off the record.
	ErrOffRecord = errors.New("conversation: the table is off the record")
)

// Say has an agent say text, word by word, as soon as nobody talks, and at the
// latest after [Options.WaitLimit]. It is a line of the agent's as any other. A
// muted agent says it, and so does one that is not here: a voice through the
// door. No mind is asked. What the GM wants said before that is said first.
func (c *Conversation) Say(ctx context.Context, id transcript.AgentID, text string) error {
	return c.try(ctx, func(r *running) error { return r.say(id, text, "the GM had it say that") })
}

func (r *running) say(id transcript.AgentID, text, reason string) error {
	a, err := r.speaker(id)
	if err != nil {
		return err
	}
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	// What it was about to answer itself gives way to what the GM has it say.
	if t := r.floor.current; t != nil && t.agent.ID == id && !t.wanted() && !t.mouth.isOpen() {
		r.stop(t, transcript.Superseded, "the GM spoke for it")
	}
	t := r.newTurn(a, nil, reason)
	t.verbatim = text
	r.ruled(ruling{reason: reason, agents: []transcript.AgentID{id}, said: t})
	next := slices.IndexFunc(r.floor.waiting, func(t *turn) bool { return t.asked.IsZero() && t.verbatim == "" })
	if next < 0 {
		next = len(r.floor.waiting)
	}
	r.floor.waiting = slices.Insert(r.floor.waiting, next, t)
	return nil
}

// speaker returns the agent that the GM has speak.
func (r *running) speaker(id transcript.AgentID) (campaign.Agent, error) {
	switch {
	case !r.closing.IsZero():
		return campaign.Agent{}, ErrOver
	case r.off:
		return campaign.Agent{}, ErrOffRecord
	}
	for _, a := range slices.Concat(r.scene.Agents, r.scene.Absent) {
		if a.ID == id && a.Kind != campaign.Butler { // whose words are read
			return a, nil
		}
	}
	return campaign.Agent{}, ErrAbsent
}

// verbatim yields the words of t, of which nothing is left out. Where agents' doings
// are narrated, so are those that are marked in it: an answer that is said again
// is the same.
func (r *running) verbatim(t *turn) iter.Seq2[piece, error] {
	return func(yield func(piece, error) bool) {
		if t.sound != nil { // of all of it
			yield(piece{text: t.verbatim}, nil)
			return
		}
		s := splitter{first: true, language: r.opts.Campaign.Language}
		pieces := append(s.add(t.verbatim), s.end()...)
		if r.opts.Narrate && strings.Contains(t.verbatim, narrationMark) {
			s := newSegmenter(r.opts.Campaign.Language, true)
			pieces = append(s.add(t.verbatim), s.end()...)
		}
		t.score.plan(pieces)
		for _, p := range pieces {
			if !yield(p, nil) {
				return
			}
		}
	}
}
