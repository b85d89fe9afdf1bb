package conversation

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// Work is early, and commitment late. At a pause what was said so far is
// recognised (peek.go), it is decided who is meant, and the answer is begun: a
// head start. Its mind is asked, and its first clause made into sound. There it
// stops: nobody sees or hears anything of it, it is on no list of the floor, and
// what it does is only noted down.
//
// Once the speaker has ended, and the words are those that it answers, it is let
// go: it becomes the turn that would otherwise begin then, and what was noted
// down is told. If they go on, or anything is different from what it was begun
// with, it is thrown away, and the turn begins from nothing.

const (
	// startsMost is how many answers are begun before the end of an utterance.
	startsMost = 3
	// freshLines is how many lines of other people a head start may have missed.
	// What they said while the speaker was coming to an end was not heard by who
	// answers either.
	freshLines = 3
)

// A headStart is an answer that was begun before the speaker's end.
type headStart struct {
	turn    *turn
	words   []string // that were heard, folded
	answers []string // that it answers: the same, with names as they are spelt
	noted   []progress
	over    bool // it was thrown away, or came to nothing
	stages  transcript.Stages
}

// An Early counts what was done before it was known that it is wanted.
type Early struct {
	Begun, Dropped int64 // answers begun, and of those thrown away
	// Asked is how often a recogniser was asked at a pause, and Wasted how many
	// of those were not the last word: the speaker went on, or it failed.
	Asked, Wasted int64
	// Foreseen is how often a mind was told what somebody says as they went on.
	Foreseen int64
}

type earlyCount struct{ begun, dropped, asked, wasted, foreseen atomic.Int64 }

// Early returns what was done early so far. It may be called from any goroutine.
func (c *Conversation) Early() Early {
	e := &c.early
	return Early{
		Begun: e.begun.Load(), Dropped: e.dropped.Load(), Asked: e.asked.Load(), Wasted: e.wasted.Load(),
		Foreseen: e.foreseen.Load(),
	}
}

// tendEarly does what is due for u in a pause.
func (r *running) tendEarly(ctx context.Context, u *utterance, due func(time.Time) bool) {
	if u.talking || u.struck || u.words != nil || !u.ended.IsZero() {
		return
	}
	r.look(ctx, u, due)
	if g := u.guess; g != nil && g != u.considered && (r.streams || g.whole) {
		u.considered = g
		r.consider(ctx, u, g, due)
	}
}

// consider takes what u says as far as it goes.
func (r *running) consider(ctx context.Context, u *utterance, g *guess, due func(time.Time) bool) {
	h := g.hyp
	text := strings.TrimSpace(h.Text)
	names := r.calledNames()
	e := finished(r.opts.Campaign.Language, text, names)
	r.setEndpoint(u, e)
	words := foldedWords(text)
	if u.ahead != nil {
		if slices.Equal(u.ahead.words, words) {
			return // only its marks are others
		}
		r.discard(u)
	}
	if e == open && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(names, w) }) {
		return // a name: what they want is still to come
	}
	if t := r.floor.heard(); t != nil && t.outcome != "" {
		u.considered = nil // what is being said comes to its end first: who answers is to know how far it came
		return
	}
	switch {
	case e == unfinished || !r.mayStart(u, h):
	case !r.caughtUp(u, g, due):
		u.considered = nil // again when the last words have come, or ought to have
	default:
		r.start(ctx, u, text, h)
	}
}

// mayBeEarly reports whether anything may be done for an answer to u before its end:
// not if it is a piece of a line.
func (r *running) mayBeEarly(u *utterance) bool {
	switch {
	case r.opts.NoEarly, r.off, r.mode == ListenOnly, r.textOnly, !r.closing.IsZero():
		return false
	}
	return u.follows == nil && u.carried.pieces == 0
}

// mayStart reports whether an answer to u may be begun.
func (r *running) mayStart(u *utterance, h speech.Hypothesis) bool {
	if !r.mayBeEarly(u) || u.starts == startsMost || r.onlyListens(u, h.Text) {
		return false
	}
	for _, o := range r.unread {
		if o == u {
			break
		}
		if o.who.ID == u.who.ID {
			return false // what they said before that is not a line yet
		}
	}
	v, _ := r.judge(u, h, true)
	return v == talk
}

// start begins the answer to u, if there is to be one.
func (r *running) start(ctx context.Context, u *utterance, text string, h speech.Hypothesis) {
	line, d := r.supposed(u, text, h, u.lastVoiced)
	a, ok := r.answersFirst(d)
	if !ok || !r.floor.freeFor(a.ID, u.who.ID) {
		return
	}
	t := r.newTurn(a, newLineEntry(line, r.unkept(u.who)), d.unquoted())
	if o := r.floor.current; o != nil && o.outcome == "" {
		t.inherit(o) // which gives way to it
	}
	t.early = true
	t.head = &headStart{turn: t, words: foldedWords(text), answers: foldedWords(line.Text), stages: u.stages()}
	u.ahead = t.head
	u.starts++
	r.early.begun.Add(1)
	r.ask(ctx, t, time.Now())
}

// supposed returns the line that u is if it says text and no more, and whom that is for.
func (r *running) supposed(u *utterance, text string, h speech.Hypothesis, end time.Time) (transcript.Line, Decision) {
	line := r.newLine(u.scene, u.who, r.spelt(text), u.began, end)
	line.Confidence = h.Confidence
	d, _ := r.meant(line, h)
	line.Text = d.respelt(line.Text)
	return line, d
}

// answersFirst returns the agent whose answer to a line is the first to be heard, or
// false if there is none, or it is in doubt.
func (r *running) answersFirst(d Decision) (campaign.Agent, bool) {
	if len(d.Agents) == 0 || r.doubts(d) {
		return campaign.Agent{}, false
	}
	a, ok := r.present(d.Agents[0])
	return a, ok && !a.Muted && a.Kind != campaign.Butler
}

// stages says what the time went to until the words that an answer to u was begun
// with. A recogniser that hears as it goes may have had them before the pause.
func (u *utterance) stages() transcript.Stages {
	from := u.paused
	if u.guess.peek {
		from = u.asked
	}
	return transcript.Stages{
		Endpoint:  nonNegative(from.Sub(u.lastVoiced)),
		Recognise: nonNegative(u.guess.at.Sub(from)),
	}
}

// freeFor reports whether an answer of an agent to a person would be the next:
// else it is to begin when others have been heard. One of the same agent to the
// same person that nobody has heard gives way to it.
func (f *floor) freeFor(a transcript.AgentID, by transcript.SpeakerID) bool {
	if len(f.waiting) > 0 {
		return false
	}
	t := f.current
	return t == nil || t.audible.IsZero() && (t.outcome != "" || t.agent.ID == a && t.by == by)
}

// discard throws away what was begun for u.
func (r *running) discard(u *utterance) {
	h := u.ahead
	if u.ahead = nil; h == nil || h.over {
		return
	}
	h.over = true
	h.turn.cancel()
	r.early.dropped.Add(1)
}

// adopt returns the head start that is under way for what t is to answer, let
// go, or t if there is none that will do.
func (r *running) adopt(t *turn) *turn {
	if r.taken == nil || r.taken.ahead == nil {
		return t
	}
	h := r.taken.ahead
	if h.over || h.turn.agent.ID != t.agent.ID || !slices.Equal(h.answers, foldedWords(t.answers())) ||
		!r.floor.freeFor(t.agent.ID, t.by) || !r.asksSame(h.turn, t) {
		return t
	}
	r.taken.ahead = nil
	early := h.turn
	early.head = nil
	early.caller, early.words, early.before = t.caller, t.words, t.before
	early.rec.Reason, early.rec.Started, early.voiced = t.rec.Reason, t.rec.Started, t.voiced
	address := t.rec.Stages.Address
	early.rec.Stages = h.stages
	early.rec.Stages.Address = address
	if !early.held {
		early.commit.open()
	}
	r.noted = append(r.noted, h.noted...)
	return early
}

// answers returns the words that t is an answer to.
func (t *turn) answers() string {
	if t.caller.unkept {
		return t.words
	}
	return t.caller.line.Text
}

// asksSame reports whether the mind of t would be asked what that of early was,
// and answer in the same way.
func (r *running) asksSame(early, t *turn) bool {
	a, b := early.question, r.question(t)
	if early.held != r.asksFirst(t) || early.rest != t.rest || r.textOnly || !reflect.DeepEqual(early.voice, r.opts.Voices[t.agent.ID]) {
		return false
	}
	if !slices.Equal(early.before, t.before) || !sameHistory(a.History, b.History, t.by) {
		return false
	}
	for _, q := range []*Question{&a, &b} {
		q.History, q.Commit, q.Ran = nil, nil, nil
	}
	return reflect.DeepEqual(a, b)
}

// sameHistory reports whether two histories differ in nothing but their last
// lines, which are to be answered, and lines that only b has of others than by.
func sameHistory(a, b []transcript.Line, by transcript.SpeakerID) bool {
	a, b = a[:len(a)-1], b[:len(b)-1]
	for range freshLines {
		if n := len(b); n == 0 || b[n-1].Role == transcript.NPC || b[n-1].Speaker == by || len(a) > 0 && a[len(a)-1] == b[n-1] {
			break
		}
		b = b[:len(b)-1]
	}
	// Of a long history the oldest may have been forgotten meanwhile.
	n := min(len(a), len(b))
	return max(len(a), len(b))-n <= freshLines+1 && slices.Equal(a[len(a)-n:], b[len(b)-n:])
}

// note takes the progress of a head start.
func (r *running) note(p progress) {
	t := p.turn
	switch p.step {
	case isSilent:
		t.silent = p.at
		r.floor.leave(t)
		if !t.head.over { // it failed, or has nothing to say: it is asked again
			t.head.over = true
			r.early.dropped.Add(1)
		}
	case isGone:
		r.floor.loose = omit(r.floor.loose, t)
	case hasWord, hasText, hasSound, isWritten, hasDraft, isAudible, ranTool:
		if !t.head.over {
			t.head.noted = append(t.head.noted, p)
		}
	}
}
