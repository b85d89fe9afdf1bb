package conversation

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// What a person says becomes a line here, and the line one that somebody is to
// answer; and here is what each agent remembers of them.

// recognised takes the words of an utterance.
func (r *running) recognised(ctx context.Context, w words) {
	u := w.utterance
	r.taken = u
	defer func() {
		r.discard(u)
		u.foresight.end()
		r.taken = nil
	}()
	text := u.carried.text
	switch ok := r.worthy(ctx, &w); {
	case u.struck:
		return
	case ok:
		text = join(text, w.text)
	case text == "":
		return
	default:
		w.hyp = speech.Hypothesis{}
	}
	end, ended := u.voiced, u.ended
	if ended.IsZero() {
		end, ended = w.at, w.at // the recogniser was done before the speaker was
	}
	if !w.asked.IsZero() && w.at.After(ended) {
		ended = w.asked // from then on it was waited for the words alone
	}
	text = r.spelt(text)
	line := r.newLine(u.scene, u.who, text, u.from(), end)
	line.Confidence = w.hyp.Confidence
	if u.carried.pieces > 0 {
		w.hyp.Words, w.hyp.Alternatives = nil, nil // they are of the last piece alone
	}
	if r.onlyListens(u, text) {
		e := r.take(u.scene, line, r.unkept(u.who))
		r.opts.Observe(Addressed{e.line, nil, "it only shows that they listen"})
		return
	}
	r.hear(ctx, u.scene, line, w.hyp, r.unkept(u.who), transcript.Stages{
		Endpoint:  nonNegative(ended.Sub(end)),
		Recognise: nonNegative(w.at.Sub(ended)),
	})
}

// worthy reports whether w are words worth keeping, and says so if they are not.
func (r *running) worthy(ctx context.Context, w *words) bool {
	u := w.utterance
	who := u.who
	if u.struck {
		r.opts.Observe(LineDropped{Speaker: who.ID, Reason: "it is not to be listened to"})
		return false
	}
	if u.dropped > 0 {
		r.log.LogAttrs(ctx, slog.LevelWarn, "sound dropped before the recogniser",
			slog.Uint64("speaker", uint64(who.ID)), slog.Int("pieces", u.dropped))
	}
	if w.err != nil {
		if ctx.Err() == nil {
			r.log.LogAttrs(ctx, slog.LevelError, "utterance not recognised",
				slog.Uint64("speaker", uint64(who.ID)), slog.Duration("length", u.duration()), slog.Any("err", w.err))
			r.opts.Observe(Trouble{fmt.Errorf("%s was not understood: %w", who.Label(), w.err)})
		}
		r.opts.Observe(LineDropped{Speaker: who.ID, Reason: "the recogniser failed"})
		return false
	}
	if t := w.echo; t != nil {
		r.dropEcho(ctx, u, t)
		return false
	}
	if reason := r.implausible(u, w.hyp); reason != "" {
		r.opts.Observe(LineDropped{Speaker: who.ID, Reason: reason})
		return false
	}
	return true
}

func (r *running) newLine(s Scene, who transcript.Speaker, text string, at, end time.Time) transcript.Line {
	return transcript.Line{
		Session: r.opts.Session,
		Scene:   s.ID,
		Role:    who.Role,
		Speaker: who.ID,
		Name:    who.Label(),
		Text:    text,
		At:      at,
		End:     end,
	}
}

// hear keeps a person's line, said in scene s, unless its words are unkept, and
// gives a turn to whomever it is meant for of those who are present now. hyp is
// what the recogniser made of it.
func (r *running) hear(ctx context.Context, s Scene, line transcript.Line, hyp speech.Hypothesis, unkept bool, stages transcript.Stages) {
	start := time.Now()
	d := r.address(line, hyp)
	stages.Address = time.Since(start)
	line.Text = d.respelt(line.Text)
	e := r.take(s, line, unkept)
	if r.doubts(d) {
		r.refer(ctx, d, line, e, stages)
		return
	}
	r.answerBy(d, e, stages)
}

// answerBy gives a turn to those who are to answer e. Of why it is they, their turns
// keep what is no word of the line's, which may be forgotten, or kept less long.
func (r *running) answerBy(d Decision, e *entry, stages transcript.Stages) {
	line, reason := r.asRemembered(e), d.Reason
	if e.unkept {
		reason = d.unquoted()
	}
	r.opts.Observe(Addressed{line, d.Agents, reason})
	for _, id := range d.Absent {
		r.opts.Observe(AbsentCalled{line, id})
	}
	r.ruled(ruling{entry: e, agents: d.Agents, reason: reason})
	r.cutsIn(d, e.line.Name)
	for _, id := range d.Agents {
		if a, ok := r.present(id); ok {
			r.call(a, e, d.unquoted(), stages)
		}
	}
	e.words = "" // the turns have them
}

// store puts a line into the memory of those present in scene s, the journal
// and the observer's hands.
func (r *running) store(s Scene, e *entry) {
	r.remember(e, agentIDs(s.Agents))
	r.opts.Observe(LineKept{e.line, e.written})
	r.keep <- record{kind: aLine, entry: e}
}

func (r *running) remember(e *entry, present []transcript.AgentID) {
	r.history = append(r.history, remembered{entry: e, present: present})
	if n := len(r.history) - historyLines; n > 0 {
		r.history = slices.Delete(r.history, 0, n)
	}
}

// heardBy returns what the agent was there to hear, oldest first, up to and
// with the line to answer, if there is one. What others have answered to it is
// not among that: see answered.go.
func (r *running) heardBy(id transcript.AgentID, last *entry) []transcript.Line {
	var lines []transcript.Line
	for _, h := range r.history {
		if last != nil && h.root() == last.root() {
			last = h.entry // as it is spelt by now
			continue
		}
		if !h.unsaid && slices.Contains(h.present, id) && !h.answersTo(last) {
			lines = append(lines, h.line)
		}
	}
	if last == nil {
		return lines
	}
	return append(lines, last.line)
}
