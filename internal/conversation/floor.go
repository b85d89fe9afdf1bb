package conversation

import (
	"context"
	"errors"
	"log/slog"
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
	const why = "the same person went on"
	same := func(o *turn) bool { return o.agent.ID == t.agent.ID && o.by == t.by }
	for _, list := range []*[]*turn{&f.waiting, &f.offers, &f.asides} {
		*list = slices.DeleteFunc(*list, func(o *turn) bool {
			if !same(o) {
				return false
			}
			o.ceded = true
			t.inherit(o)
			r.stop(o, transcript.Superseded, why)
			return true
		})
	}
	switch o := f.current; {
	case o == nil || o.agent.ID != t.agent.ID:
	case o.audible.IsZero() && same(o):
		o.ceded = true
		t.inherit(o)
		r.stop(o, transcript.Superseded, why)
	case !o.audible.IsZero() && r.opts.InterruptBy != ByNobody:
		o.ceded = same(o)
		r.interrupt(o, t.rec.Who+" spoke to "+t.rec.Name)
	}
}

// drop gives up every turn that nobody has heard, and lets the one that is
// being heard finish its sentence.
func (f *floor) drop(r *running, why string) {
	for _, t := range slices.Concat(f.waiting, f.offers, f.asides) {
		r.stop(t, transcript.Superseded, why)
	}
	f.waiting, f.offers, f.asides = nil, nil, nil
	f.hush()
	switch t := f.current; {
	case t == nil:
	case t.audible.IsZero():
		r.stop(t, transcript.Superseded, why)
	default:
		t.finishSentence(why)
	}
}

// enter moves every turn that nobody has heard into the scene s, if its agent is
// present there and may speak, and gives it up otherwise.
func (f *floor) enter(r *running, s Scene) {
	move := func(t *turn) (stopped bool) {
		switch a, ok := r.present(t.agent.ID); {
		case t.verbatim != "": // who says it need not be here
			t.scene, t.rec.Scene = s, s.ID
			return false
		case !ok:
			r.stop(t, transcript.Superseded, "the scene changed")
		case a.Muted:
			r.stop(t, transcript.Declined, "muted")
		default:
			t.scene, t.rec.Scene = s, s.ID
			if t.asked.IsZero() {
				t.agent = a // later its goroutines read it
			}
			return false
		}
		return true
	}
	for _, list := range []*[]*turn{&f.waiting, &f.offers, &f.asides} {
		*list = slices.DeleteFunc(*list, move)
	}
	if t := f.current; t != nil && t.audible.IsZero() {
		move(t)
	}
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

// queues reports whether t waits in line of itself, and not because the GM wants
// it heard.
func (t *turn) queues() bool {
	return t.verbatim == "" && t.played.IsZero() && !t.redo && (t.asked.IsZero() || t.early)
}

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

// tend does what time alone makes due and returns after how long it wants to
// look again; 0 is never.
func (r *running) tend(ctx context.Context, now time.Time) (wake time.Duration) {
	f := &r.floor
	due := func(at time.Time) bool {
		d := at.Sub(now)
		if d > 0 && (wake == 0 || d < wake) {
			wake = d
		}
		return d <= 0
	}
	for len(r.noted) > 0 {
		p := r.noted[0]
		r.noted = r.noted[1:]
		r.advance(ctx, p)
	}
	for _, u := range r.unread {
		r.tendEarly(ctx, u, due)
		r.tendForesight(ctx, u, due)
		if r.tendWords(u, now, due) {
			wake = time.Nanosecond // they are to be taken up
		}
		if u.words != nil && u.more {
			due(u.ended.Add(seamLimit))
		}
		r.tendHold(ctx, u, now, due)
	}
	for _, l := range r.lanes {
		if l.over != nil && due(l.stirred.Add(stirLimit)) {
			r.calm(l)
		}
	}
	f.waiting = slices.DeleteFunc(f.waiting, func(t *turn) bool {
		if !t.queues() || !due(later(t.rec.Started, t.since).Add(staleAfter)) {
			return false
		}
		r.stop(t, transcript.Superseded, "it waited too long for its turn")
		return true
	})
	f.offers = slices.DeleteFunc(f.offers, func(t *turn) bool {
		if !due(t.offered.Add(r.offerLimit(t))) {
			return false
		}
		why := "people kept talking, and the GM did not ask for it"
		if t.held || t.asks {
			why = "the GM did not ask for it"
		}
		r.stop(t, transcript.Declined, why)
		return true
	})
	f.loose = slices.DeleteFunc(f.loose, func(t *turn) bool {
		if !due(t.silent.Add(goneLimit)) {
			return false
		}
		r.log.LogAttrs(ctx, slog.LevelWarn, "a turn does not let go", slog.String("turn", string(t.rec.ID)))
		r.opts.Observe(Trouble{errors.New("a provider goes on working on an answer that was stopped")})
		return true
	})

	for _, t := range f.asides {
		if t.asked.IsZero() {
			r.ask(ctx, t, now)
		}
	}
	if f.current == nil && len(f.waiting) > 0 {
		t := f.waiting[0]
		f.waiting = f.waiting[1:]
		f.current = t
		if t.asked.IsZero() {
			r.ask(ctx, t, now)
		}
	}
	r.tendFiller(ctx, now, due)
	if t := f.current; t != nil && t.outcome == "" && !t.ready.IsZero() && !t.mouth.isOpen() && f.filler == nil {
		switch quiet, since := r.quiet(); {
		case t.asks:
			r.offer(t, now, false)
			due(now.Add(r.offerLimit(t)))
			if len(f.waiting) > 0 {
				return time.Nanosecond
			}
		case quiet && due(since.Add(r.opts.Quiet)) && !r.goesOn(t.by, now), !t.offered.IsZero():
			t.rec.Stages.Wait = now.Sub(t.ready)
			t.mouth.open()
		case due(t.ready.Add(r.opts.WaitLimit)) && t.verbatim != "":
			t.rec.Stages.Wait = now.Sub(t.ready)
			t.mouth.open() // the GM wants it said
		case due(t.ready.Add(r.opts.WaitLimit)):
			r.offer(t, now, false)
			due(now.Add(r.offerLimit(t)))
			if len(f.waiting) > 0 {
				return time.Nanosecond // the next in line may begin
			}
		}
	}
	if !r.closing.IsZero() {
		if due(r.closing.Add(sentenceLimit)) {
			r.silence(transcript.Cut, "the session ended")
		}
		due(r.closing.Add(recogniseLimit))
	}
	return wake
}

// quiet reports whether nobody is talking, and since when nobody has been.
func (r *running) quiet() (ok bool, since time.Time) {
	for _, l := range r.lanes {
		if l.talking {
			return false, time.Time{}
		}
		if l.lastSaid.After(since) {
			since = l.lastSaid
		}
	}
	return true, since
}

// goesOn reports whether who has said something whose words are not known yet.
// Should they turn out to be for the agent that is about to answer them, there
// is to be one answer to both lines, and not the first one cut off.
func (r *running) goesOn(who transcript.SpeakerID, now time.Time) bool {
	return slices.ContainsFunc(r.unread, func(u *utterance) bool { return u.who.ID == who && u.awaited(now) })
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
