package conversation

import (
	"context"
	"slices"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

const (
	// waitingTurns bounds the lines whose answers are in line for the mouth. When
	// it is full the oldest goes: an answer that late would be to a question long
	// forgotten.
	waitingTurns = 3
	// staleAfter is how long a turn may wait in line at all.
	staleAfter = 20 * time.Second
)

// A floor is who may speak: there is one mouth, and turns in line for it.
type floor struct {
	filler  *turn   // has the mouth before it, for a moment: see filler.go
	current *turn   // has or prepares for the mouth
	waiting []*turn // in order; nothing of them runs yet, but of those that the GM has called
	offers  []*turn // found no quiet moment, and wait for the GM's word
	asides  []*turn // need no mouth: see aside.go
	loose   []*turn // silent, with parts still running
	running int     // turns that have been asked and are not silent yet, wherever they are
}

// omit returns list without t.
func omit(list []*turn, t *turn) []*turn {
	return slices.DeleteFunc(list, func(o *turn) bool { return o == t })
}

// newTurn makes a turn of a that answers e. Without one it is the GM's.
func (r *running) newTurn(a campaign.Agent, e *entry, reason string) *turn {
	now := time.Now()
	t := &turn{
		rec: transcript.Turn{
			ID:      transcript.TurnID(transcript.NewID()),
			Session: r.opts.Session,
			Scene:   r.scene.ID,
			Agent:   a.ID,
			Name:    a.Shown(),
			Reason:  reason,
			Started: now,
		},
		agent: a, scene: r.scene, caller: e, voiced: now,
		aside: a.Kind == campaign.Butler,
		mouth: newGate(), commit: newGate(), enough: newGate(), offerable: newGate(), settled: newGate(),
	}
	if e != nil {
		t.rec.Who, t.by, t.voiced = e.line.Name, e.line.Speaker, e.line.End
		t.words = e.words
	}
	return t
}

// call gives agent a turn to answer e.
func (r *running) call(a campaign.Agent, e *entry, reason string, stages transcript.Stages) {
	t := r.newTurn(a, e, reason)
	t.rec.Stages = stages
	if outcome, why := r.barred(a); outcome != "" {
		r.conclude(t, outcome, why)
		return
	}
	r.floor.supersede(r, t)
	if t.aside {
		r.floor.asides = append(r.floor.asides, t)
		return
	}
	t = r.adopt(t)
	if r.taken != nil {
		r.taken.foresight.pass(t)
	}
	r.floor.waiting = append(r.floor.waiting, t)
	r.floor.crowded(r, t)
}

// supersede makes room for t: an answer of the same agent to the same person
// that nobody has heard yet gives way, since t answers both lines; one that is
// being heard is cut, since the agent has been spoken to.
func (f *floor) supersede(r *running, t *turn) {
	same := func(o *turn) bool { return o.agent.ID == t.agent.ID && o.by == t.by }
	f.giveUp(func(o *turn) bool {
		if !same(o) {
			return false
		}
		o.ceded = true
		t.inherit(o)
		r.stop(o, transcript.Superseded, "the same person went on")
		return true
	})
	if o := f.heard(); o != nil && o.agent.ID == t.agent.ID && r.opts.InterruptBy != ByNobody {
		o.ceded = same(o)
		r.interrupt(o, t.rec.Who+" spoke to "+t.rec.Name)
	}
}

// giveUp shows every turn that nobody has heard to stop, which reports whether it has
// stopped that: then it is in line no more.
func (f *floor) giveUp(stop func(t *turn) bool) {
	for _, list := range []*[]*turn{&f.waiting, &f.offers, &f.asides} {
		*list = slices.DeleteFunc(*list, stop)
	}
	if t := f.current; t != nil && t.audible.IsZero() {
		stop(t)
	}
}

// heard returns the turn that is being heard, or nil.
func (f *floor) heard() *turn {
	if t := f.current; t != nil && !t.audible.IsZero() {
		return t
	}
	return nil
}

// drop gives up every turn that nobody has heard, and lets the one that is
// being heard finish its sentence.
func (f *floor) drop(r *running, why string) {
	f.giveUp(func(t *turn) bool {
		r.stop(t, transcript.Superseded, why)
		return true
	})
	f.hush()
	if t := f.heard(); t != nil {
		t.finishSentence(why)
	}
}

// enter moves every turn that nobody has heard into the scene s, if its agent is
// present there and may speak, and gives it up otherwise.
func (f *floor) enter(r *running, s Scene) {
	f.giveUp(func(t *turn) bool {
		switch a, ok := r.present(t.agent.ID); {
		case t.verbatim != "": // who says it need not be here
			t.scene, t.rec.Scene = s, s.ID
			return false
		case !ok:
			r.stop(t, transcript.Superseded, "the scene changed")
		case a.Muted:
			r.stop(t, transcript.Declined, whyMuted)
		default:
			t.scene, t.rec.Scene = s, s.ID
			if t.asked.IsZero() {
				t.agent = a // later its goroutines read it
			}
			return false
		}
		return true
	})
}

// silence stops whatever is being said or prepared.
func (r *running) silence(outcome transcript.Outcome, why string) {
	if t := r.floor.current; t != nil {
		r.stop(t, outcome, why)
	}
}

// stop ends t early. A turn that runs reports its silence a moment later; the
// first to stop it has the say. A turn that nobody has heard was not cut.
func (r *running) stop(t *turn, outcome transcript.Outcome, why string) {
	if t.outcome == "" {
		if outcome == transcript.Cut && t.audible.IsZero() {
			outcome = transcript.Superseded
		}
		t.outcome, t.why = outcome, why
	}
	if t.asked.IsZero() {
		r.forget(t)
		r.conclude(t, t.outcome, t.why)
		return
	}
	t.cancel()
}

// wanted reports whether the GM wants t: it is what they have its agent say, an
// answer that they let go, or one that they asked for in place of another.
func (t *turn) wanted() bool { return t.verbatim != "" || !t.gm.played.IsZero() || t.gm.redo }

// queues reports whether t waits in line of itself, and not because the GM wants
// it heard.
func (t *turn) queues() bool { return !t.wanted() && (t.asked.IsZero() || t.early) }

// forget has the time for a follow-up run, since t has ended.
func (r *running) forget(t *turn) {
	if t.aside || t.ceded {
		return
	}
	if t.rec.Heard == "" {
		r.memory = r.memory.unanswered(t.agent.ID, t.by, time.Now())
		return
	}
	r.memory = r.memory.answered(t.agent.ID, t.by, time.Now())
}

// ask has the agent of t begin to think.
func (r *running) ask(ctx context.Context, t *turn, now time.Time) {
	t.asked = now
	t.written = r.textOnly && !t.aside
	r.floor.running++
	if r.levels[t.agent.ID] == nil {
		r.levels[t.agent.ID] = new(level)
	}
	t.level = r.levels[t.agent.ID]
	t.voice = r.opts.Voices[t.agent.ID]
	t.held = t.held || r.asksFirst(t)
	if !r.excused[t.agent.ID] && !t.aside && !t.held {
		t.fallback = excuse(r.opts.Campaign.Language)
	}
	ctx, t.cancel = context.WithCancel(ctx)
	if !t.held && !t.early {
		t.commit.open() // nothing is speculative: it is let go when it begins
	}
	q := Question{}
	if t.verbatim == "" {
		q = r.question(t)
		t.question = q
	}
	r.wg.Go(func() { r.answer(ctx, t, q) })
}

// question is what the mind of t's agent is asked.
func (r *running) question(t *turn) Question {
	q := Question{
		Scene:   t.rec.Scene,
		Agent:   t.agent,
		Present: t.scene.Agents,
		People:  r.people(),
		History: r.heardFor(t),
		Answers: r.answeredBefore(t),
		Unkept:  t.unkept(),
		Direct:  r.direct(t),
		Commit:  func(ctx context.Context) error { return r.letGoBy(ctx, t, false) },
		Ran: func(tool, result string, failed bool) {
			if tool == diceTool && !failed {
				t.rolled.Store(true)
			}
			r.report(progress{turn: t, step: ranTool, at: time.Now(), tool: tool, result: result, failed: failed})
		},
	}
	q.Unsaid = r.resumes(t, q.History)
	if t.early {
		// Only now there is a line that what its tools leave behind can name.
		last := len(q.History) - 1
		q.Commit = func(ctx context.Context) error {
			if err := r.letGoBy(ctx, t, false); err != nil {
				return err
			}
			q.History[last].N = t.caller.number(ctx, durableWithin)
			return nil
		}
	}
	if q.Unkept {
		q.Commit = func(context.Context) error { return errUnkept }
	}
	return q
}

// excuse is what an agent says, once, when its model fails.
func excuse(language string) string {
	if baseLanguage(language) == "de" {
		return "Verzeiht, ich habe den Faden verloren."
	}
	return "Forgive me, I have lost my thread."
}
