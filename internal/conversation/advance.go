package conversation

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
)

// advance applies a turn's progress.
func (r *running) advance(ctx context.Context, p progress) {
	t := p.turn
	if t.head != nil {
		r.note(p)
		return
	}
	switch p.step {
	case hasWord:
		t.rec.Stages.FirstWord = p.at.Sub(t.asked)
	case hasText:
		t.rec.Stages.FirstText = p.at.Sub(t.asked)
	case hasSound:
		t.ready = p.at
		t.rec.Stages.FirstAudio = p.at.Sub(t.asked) - t.rec.Stages.FirstText
		if t.held { // its voice was asked when the GM let it go
			t.rec.Stages.FirstAudio = p.at.Sub(t.gm.played)
		}
	case isWritten:
		t.ready = p.at
	case hasDraft:
		t.gm.drafted = p.whole
		if t.outcome == "" && t.silent.IsZero() && !t.commit.isOpen() { // a mind may write after its time is up
			// One that was written early is in line still.
			r.floor.waiting = omit(r.floor.waiting, t)
			r.offer(t, p.at, p.whole)
		}
	case isAudible:
		if t.outcome != "" || !t.audible.IsZero() || !t.silent.IsZero() {
			break
		}
		t.audible = p.at
		r.outSpoken(t)
		if t.filler {
			break
		}
		if t.gm.played.IsZero() && t.verbatim == "" { // else it says nothing about how fast we are
			t.rec.Stages.FirstSound = p.at.Sub(t.voiced)
		}
		r.opts.Observe(SpeechBegan{t.rec.ID, t.agent.ID, p.at})
		for _, l := range r.lanes {
			if l.talking { // since it was let go, or else it is said over them
				r.bargeIn(l, p.at)
			}
		}
	case ranTool:
		t.rec.Tools = append(t.rec.Tools, p.tool)
		r.opts.Observe(ToolRan{t.rec.ID, t.agent.ID, p.tool, p.result, p.failed})
	case isSilent:
		r.fellSilent(ctx, t, p)
	case isGone:
		r.floor.loose = omit(r.floor.loose, t)
	}
}

// fellSilent ends a turn: nothing more of it will be heard.
func (r *running) fellSilent(ctx context.Context, t *turn, p progress) {
	t.silent = p.at
	r.floor.leave(t)
	if t.filler {
		if p.err != nil && t.outcome == "" && ctx.Err() == nil {
			r.opts.Observe(Trouble{p.err})
		}
		return
	}
	t.takeHeard(p)
	t.unquote() // what is shown may be kept as well
	r.respell(t)
	outcome, why := t.endsAs(ctx, p)
	switch {
	case outcome == transcript.Failed:
		r.log.LogAttrs(ctx, slog.LevelError, "turn failed", slog.String("turn", string(t.rec.ID)), slog.Any("err", p.err))
		r.opts.Observe(Trouble{p.err})
	case outcome == transcript.Spoken && t.aside:
		r.opts.Observe(Whispered{t.rec.ID, t.agent.ID, t.by, t.rec.Unheard})
	}
	r.learn(t, outcome)
	if t.rec.Heard != "" {
		r.storeAnswer(t, outcome, p.at)
	}
	r.postBeside(t, outcome)
	r.conclude(t, outcome, why)
}

// leave takes t, of which nothing more will be heard, off the floor, wherever it is:
// one that the GM let go may fail before its turn comes.
func (f *floor) leave(t *turn) {
	f.running--
	f.waiting, f.offers, f.asides = omit(f.waiting, t), omit(f.offers, t), omit(f.asides, t)
	f.loose = append(f.loose, t)
	if f.current == t {
		f.current = nil
	}
	if f.filler == t {
		f.filler = nil
	}
}

// takeHeard notes what was heard of t, what was not, and what that cost.
func (t *turn) takeHeard(p progress) {
	if t.rec.Cost = p.cost; !t.audible.IsZero() {
		t.rec.Stages.Play = nonNegative(p.at.Sub(t.audible))
	}
	t.rec.Heard, t.rec.Unheard = t.score.heard(p.sent)
	if t.written {
		t.finishWriting(p)
	}
	if t.aside {
		t.rec.Unheard = t.withBeside(t.rec.Unheard)
	}
	if t.held && !t.commit.isOpen() {
		t.rec.Unheard = t.draft.text(t.gm.drafted)
	}
	if t.gm.struck {
		t.rec.Heard, t.rec.Unheard = "", ""
	}
}

// endsAs returns how t has ended, and why.
func (t *turn) endsAs(ctx context.Context, p progress) (outcome transcript.Outcome, why string) {
	switch {
	case t.outcome == transcript.Cut && t.rec.Unheard == "" && p.err == nil && !t.gm.struck:
		return transcript.Spoken, "" // its last word was out already
	case t.outcome != "": // somebody stopped it
		return t.outcome, t.why
	case p.err != nil && (ctx.Err() != nil || errors.Is(p.err, voice.ErrClosed)):
		outcome = transcript.Superseded
		if !t.audible.IsZero() {
			outcome = transcript.Cut
		}
		return outcome, "the session was stopped"
	case p.err != nil:
		return transcript.Failed, p.err.Error()
	case t.rec.Heard == "" && t.rec.Unheard == "":
		return transcript.Declined, "it had nothing to say"
	case t.aside:
		return transcript.Spoken, "as text, to " + t.rec.Who + " alone"
	case t.written:
		return transcript.Spoken, "as text"
	}
	return transcript.Spoken, ""
}

// learn takes what follows for the next turns from how t has ended.
func (r *running) learn(t *turn, outcome transcript.Outcome) {
	if t.rec.Heard != "" {
		r.directed(t)
	}
	if outcome != transcript.Superseded && !t.gm.struck { // else it is as if it had not been asked
		r.excused[t.agent.ID] = outcome == transcript.Failed
	}
	r.forget(t)
	r.keepUnsaid(t, outcome)
	r.countAnswer(t)
}

// storeAnswer makes a line of what was heard of t.
func (r *running) storeAnswer(t *turn, outcome transcript.Outcome, end time.Time) {
	e := newEntry(transcript.Line{
		Session: r.opts.Session,
		Scene:   t.rec.Scene,
		Role:    transcript.NPC,
		Agent:   t.agent.ID,
		Name:    t.rec.Name,
		Text:    t.rec.Heard,
		Cut:     outcome == transcript.Cut || outcome == transcript.Failed && t.rec.Unheard != "",
		At:      t.lineTime(end),
		End:     end,
	})
	e.written, e.answers = t.written, t.caller
	t.line = e
	r.store(t.scene, e)
	if t.written {
		r.opts.Observe(Written{t.rec.ID, t.agent.ID, t.rec.Heard})
	}
}

// conclude writes down how a turn ended. It is called once for every turn.
func (r *running) conclude(t *turn, outcome transcript.Outcome, why string) {
	t.rec.Outcome, t.rec.Why = outcome, why
	t.rec.Ended = time.Now()
	if t.foreseen != nil {
		t.foreseen()
	}
	rec := t.rec
	rec.Tools = slices.Clone(rec.Tools)
	r.cameOf(t, rec)
	r.opts.Observe(TurnEnded{rec})
	r.keep <- record{kind: aTurn, turn: &rec, entry: t.caller, answer: t.line}
	r.floor.nextOf(t)
	r.exchanged(t)
}
