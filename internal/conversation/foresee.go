package conversation

import (
	"context"
	"slices"
	"strings"
	"time"

	"glyphoxa/internal/transcript"
)

// While somebody talks, a recogniser that hears as it goes says what they have
// said so far. As soon as that addresses an agent, the agent's mind may look up
// what its answer will need, so that this is there at the pause. Such a guess is
// addressed like a line and not remembered; if it was wrong, a lookup was for
// nothing.

// A Foreseer is a [Mind] that looks up what an answer needs while the line to
// answer is still being said.
type Foreseer interface {
	// Foresee is told the question as far as it goes: its History is what the
	// speaker has said so far and nothing else, without Commit and Ran. It may
	// have no effect, and returns when it has looked up what it wants to. What it
	// found may be used while ctx is not done: until the line turns out to call
	// for no answer of the agent's, or that has ended.
	//
	// It is called from any goroutine, for each utterance one call at a time; the
	// call of Reply for the same line may come before it has returned, or never.
	Foresee(ctx context.Context, q Question)
}

// foreseeEvery is how often at most a mind is told what somebody says as they go
// on: about once a word.
const foreseeEvery = 300 * time.Millisecond

// A foresight is what a mind was told of one utterance before its end.
type foresight struct {
	guess   *guess // the latest that was looked at
	agent   transcript.AgentID
	words   []string  // what that agent's mind was told, folded
	told    time.Time // when
	looking bool      // it has not returned yet

	foresee func(q Question)   // tells it; nil before the first time
	cancel  context.CancelFunc // ends all that came of it
}

// end says that nothing of f will be used any more.
func (f *foresight) end() {
	if f.cancel != nil {
		f.cancel()
	}
	*f = foresight{}
}

// pass gives t what was foreseen for its agent: it lives as long as t.
func (f *foresight) pass(t *turn) {
	if f.cancel != nil && f.agent == t.agent.ID {
		t.foreseen, f.cancel = f.cancel, nil
	}
}

// tendForesight tells a mind what u says so far, if that is for its agent and
// something new. The newest words win: while the mind is looking up, and within
// foreseeEvery, older ones are passed over. In a pause they may be the last, and
// are not waited with.
func (r *running) tendForesight(ctx context.Context, u *utterance, due func(time.Time) bool) {
	f, g := &u.foresight, u.guess
	mind, ok := r.mind.(Foreseer)
	switch {
	case !ok, g == nil, g.peek, g == f.guess, !r.mayForesee(u):
		return
	case f.looking, u.talking && !due(f.told.Add(foreseeEvery)):
		return
	}
	f.guess = g
	q, ok := r.foreseen(u, g)
	if !ok {
		return
	}
	words := foldedWords(q.History[0].Text)
	if q.Agent.ID == f.agent && slices.Equal(words, f.words) {
		return
	}
	f.agent, f.words, f.told, f.looking = q.Agent.ID, words, time.Now(), true
	if f.foresee == nil {
		ctx, f.cancel = context.WithCancel(ctx)
		f.foresee = func(q Question) {
			r.wg.Go(func() {
				mind.Foresee(ctx, q)
				select {
				case r.requests <- func(*running) { f.looking = false }:
				case <-r.over:
				}
			})
		}
	}
	r.early.foreseen.Add(1)
	f.foresee(q)
}

// mayForesee reports whether an answer to u may be begun, now or at its end, and
// is not yet.
func (r *running) mayForesee(u *utterance) bool {
	return r.mayBeEarly(u) && !u.struck && u.words == nil && u.ahead == nil
}

// foreseen returns the question that g, which u says so far, is to an agent. ok is
// false if it is none.
func (r *running) foreseen(u *utterance, g *guess) (q Question, ok bool) {
	text := strings.TrimSpace(g.hyp.Text)
	if r.implausible(u, g.hyp) != "" || r.onlyListens(u, text) || r.echoOf(u, text, false) != nil {
		return Question{}, false
	}
	line, d := r.supposed(u, text, g.hyp, g.at)
	a, ok := r.answersFirst(d)
	if !ok {
		return Question{}, false
	}
	return Question{
		Scene:   r.scene.ID,
		Agent:   a,
		Present: r.scene.Agents,
		People:  r.people(),
		History: []transcript.Line{line},
		Unkept:  r.unkept(u.who),
	}, true
}
