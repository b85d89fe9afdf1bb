package conversation

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"glyphoxa/internal/transcript"
)

// What a person says becomes a line here, and the line one that somebody is to
// answer; and here is what each agent remembers of them.

// recognised takes the words of an utterance.
func (r *running) recognised(ctx context.Context, w words) {
	who := w.utterance.who
	if w.utterance.struck {
		r.opts.Observe(LineDropped{Speaker: who.ID, Reason: "it is not to be listened to"})
		return
	}
	if w.utterance.dropped > 0 {
		r.log.LogAttrs(ctx, slog.LevelWarn, "sound dropped before the recogniser",
			slog.Uint64("speaker", uint64(who.ID)), slog.Int("pieces", w.utterance.dropped))
	}
	if w.err != nil {
		if ctx.Err() == nil {
			r.log.LogAttrs(ctx, slog.LevelError, "utterance not recognised",
				slog.Uint64("speaker", uint64(who.ID)), slog.Duration("length", w.utterance.duration()), slog.Any("err", w.err))
			r.opts.Observe(Trouble{fmt.Errorf("%s was not understood: %w", who.Label(), w.err)})
		}
		r.opts.Observe(LineDropped{Speaker: who.ID, Reason: "the recogniser failed"})
		return
	}
	if t := w.echo; t != nil {
		r.dropEcho(ctx, w.utterance, t)
		return
	}
	if reason := r.implausible(w.utterance, w.hyp); reason != "" {
		r.opts.Observe(LineDropped{Speaker: who.ID, Reason: reason})
		return
	}
	end, ended := w.utterance.voiced, w.utterance.ended
	if ended.IsZero() {
		end, ended = w.at, w.at // the recogniser was done before the speaker was
	}
	line := r.newLine(w.utterance.scene, who, w.text, w.utterance.began, end)
	line.Confidence = w.hyp.Confidence
	if r.onlyListens(w.utterance, w.text) {
		e := r.take(w.utterance.scene, line, r.unkept(who))
		r.opts.Observe(Addressed{e.line, nil, "it only shows that they listen"})
		return
	}
	r.hear(w.utterance.scene, line, r.unkept(who), transcript.Stages{
		Endpoint:  nonNegative(ended.Sub(end)),
		Recognise: nonNegative(w.at.Sub(ended)),
	})
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
// gives a turn to whomever it is meant for of those who are present now.
func (r *running) hear(s Scene, line transcript.Line, unkept bool, stages transcript.Stages) {
	e := r.take(s, line, unkept)
	start := time.Now()
	d := r.address(line)
	stages.Address = time.Since(start)
	r.answerBy(d, e, stages)
}

// answerBy gives a turn to those who are to answer e.
func (r *running) answerBy(d Decision, e *entry, stages transcript.Stages) {
	r.opts.Observe(Addressed{e.line, d.Agents, d.Reason})
	for _, id := range d.Absent {
		r.opts.Observe(AbsentCalled{e.line, id})
	}
	r.ruled(ruling{entry: e, agents: d.Agents, reason: d.Reason})
	for _, id := range d.Agents {
		if a, ok := r.present(id); ok {
			r.call(a, e, d.Reason, stages)
		}
	}
	e.words = "" // the turns have them
}

// store puts a line into the memory of those present in scene s, the journal
// and the observer's hands.
func (r *running) store(s Scene, e *entry) {
	r.remember(e, agentIDs(s.Agents))
	r.opts.Observe(LineKept{e.line, e.written})
	r.keep <- record{line: e}
}

func (r *running) remember(e *entry, present []transcript.AgentID) {
	r.history = append(r.history, remembered{entry: e, present: present})
	if n := len(r.history) - historyLines; n > 0 {
		r.history = slices.Delete(r.history, 0, n)
	}
}

// heardBy returns what the agent was there to hear, oldest first, up to and
// with the line to answer.
func (r *running) heardBy(id transcript.AgentID, last *entry) []transcript.Line {
	var lines []transcript.Line
	for _, h := range r.history {
		if h.entry != last && !h.unsaid && slices.Contains(h.present, id) {
			lines = append(lines, h.line)
		}
	}
	return append(lines, last.line)
}
