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
			t.rec.Stages.FirstAudio = p.at.Sub(t.played)
		}
	case hasDraft:
		t.drafted = p.whole
		if t.outcome == "" && t.silent.IsZero() && !t.commit.isOpen() { // a mind may write after its time is up
			// One that was written early is in line still.
			r.floor.waiting = slices.DeleteFunc(r.floor.waiting, func(o *turn) bool { return o == t })
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
		if t.played.IsZero() && t.verbatim == "" { // else it says nothing about how fast we are
			t.rec.Stages.FirstSound = p.at.Sub(t.voiced)
		}
		r.opts.Observe(SpeechBegan{t.rec.ID, t.agent.ID, p.at})
		if t.offered.IsZero() { // else the GM knows that others talk
			for _, l := range r.lanes {
				if l.talking { // since it was let go: it does not speak over them
					r.bargeIn(l, p.at)
				}
			}
		}
	case ranTool:
		t.rec.Tools = append(t.rec.Tools, p.tool)
		r.opts.Observe(ToolRan{t.rec.ID, t.agent.ID, p.tool, p.result, p.failed})
	case isSilent:
		r.fellSilent(ctx, t, p)
	case isGone:
		r.floor.loose = slices.DeleteFunc(r.floor.loose, func(o *turn) bool { return o == t })
	}
}

// fellSilent ends a turn: nothing more of it will be heard.
func (r *running) fellSilent(ctx context.Context, t *turn, p progress) {
	t.silent = p.at
	r.floor.running--
	r.floor.asides = slices.DeleteFunc(r.floor.asides, func(o *turn) bool { return o == t })
	r.floor.loose = append(r.floor.loose, t)
	if r.floor.current == t {
		r.floor.current = nil
	}
	// One that the GM let go may fail before its turn comes.
	is := func(o *turn) bool { return o == t }
	r.floor.waiting = slices.DeleteFunc(r.floor.waiting, is)
	r.floor.offers = slices.DeleteFunc(r.floor.offers, is)
	if t.filler {
		r.floor.filler = nil
		if p.err != nil && t.outcome == "" && ctx.Err() == nil {
			r.opts.Observe(Trouble{p.err})
		}
		return
	}
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
		t.rec.Unheard = t.draft.text(t.drafted)
	}
	if t.struck {
		t.rec.Heard, t.rec.Unheard = "", ""
	}
	t.unquote() // what is shown may be kept as well
	r.respell(t)

	outcome, why := t.outcome, t.why
	switch {
	case outcome != "": // somebody stopped it
		if outcome == transcript.Cut && t.rec.Unheard == "" && p.err == nil && !t.struck {
			outcome, why = transcript.Spoken, "" // its last word was out already
		}
	case p.err != nil && (ctx.Err() != nil || errors.Is(p.err, voice.ErrClosed)):
		outcome, why = transcript.Superseded, "the session was stopped"
		if !t.audible.IsZero() {
			outcome = transcript.Cut
		}
	case p.err != nil:
		outcome, why = transcript.Failed, p.err.Error()
		r.log.LogAttrs(ctx, slog.LevelError, "turn failed", slog.String("turn", string(t.rec.ID)), slog.Any("err", p.err))
		r.opts.Observe(Trouble{p.err})
	case t.rec.Heard == "" && t.rec.Unheard == "":
		outcome, why = transcript.Declined, "it had nothing to say"
	case t.aside:
		outcome, why = transcript.Spoken, "as text, to "+t.rec.Who+" alone"
		r.opts.Observe(Whispered{t.rec.ID, t.agent.ID, t.by, t.rec.Unheard})
	case t.written:
		outcome, why = transcript.Spoken, "as text"
	default:
		outcome = transcript.Spoken
	}
	if t.rec.Heard != "" {
		r.directed(t)
	}
	if outcome != transcript.Superseded && !t.struck { // else it is as if it had not been asked
		r.excused[t.agent.ID] = outcome == transcript.Failed
	}
	r.forget(t)
	r.keepUnsaid(t, outcome)
	r.countAnswer(t)
	if t.rec.Heard != "" {
		e := newEntry(transcript.Line{
			Session: r.opts.Session,
			Scene:   t.rec.Scene,
			Role:    transcript.NPC,
			Agent:   t.agent.ID,
			Name:    t.rec.Name,
			Text:    t.rec.Heard,
			Cut:     outcome == transcript.Cut || outcome == transcript.Failed && t.rec.Unheard != "",
			At:      t.lineTime(p.at),
			End:     p.at,
		})
		e.written, e.answers = t.written, t.caller
		t.line = e
		r.store(t.scene, e)
		if t.written {
			r.opts.Observe(Written{t.rec.ID, t.agent.ID, t.rec.Heard})
		}
	}
	r.postBeside(t, outcome)
	r.conclude(t, outcome, why)
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
	r.keep <- record{turn: &rec, caller: t.caller}
	r.floor.nextOf(t)
	r.exchanged(t)
}
