package conversation

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// A Referee says whom a line is for when its words leave that open: "Part,
// another ale" may be for Bart.
type Referee interface {
	// Whom returns a name of the one of d.Candidates that is meant, as they
	// are shown, or an empty string for nobody. What is none of these names
	// counts as nobody. It is called from any goroutine.
	Whom(ctx context.Context, d Doubt) (name string, err error)
}

// A Doubt is a line of which it is not clear whom it is for.
type Doubt struct {
	Line transcript.Line
	// Before is what the first of Candidates has heard shortly before, oldest
	// first. Words that must not be kept are not among it.
	Before []transcript.Line
	// Candidates are who may be meant, likeliest first; all are present.
	Candidates []campaign.Agent
	Present    []campaign.Agent
	People     []transcript.Speaker
	Language   string // the campaign's, a BCP 47 tag
}

// refereeLimit is how long a referee may take before it is done without: an answer
// waits for it.
const refereeLimit = 300 * time.Millisecond

// How much of what was said before a referee is told: enough to see who is talking
// to whom, and little enough to be read within its time.
const (
	linesBefore  = 4
	beforeAtMost = time.Minute
)

// doubts reports whether the referee is to be asked about d.
func (r *running) doubts(d Decision) bool {
	return r.opts.Referee != nil && len(d.Unsure) > 0
}

// refer asks the referee about a line, of which e is what is kept, and has it
// answered when it is known for whom it is, or as d says when the referee is
// late. The loop goes on meanwhile, and its end is the end of the asking.
func (r *running) refer(ctx context.Context, d Decision, line transcript.Line, e *entry, stages transcript.Stages) {
	doubt := Doubt{Line: line, Present: r.scene.Agents, People: r.people(), Language: r.opts.Campaign.Language}
	for _, id := range d.Unsure {
		if a, ok := r.present(id); ok {
			doubt.Candidates = append(doubt.Candidates, a)
		}
	}
	if len(doubt.Candidates) > 0 {
		doubt.Before = r.shortlyBefore(doubt.Candidates[0].ID, e)
	}
	asked := time.Now()
	partner := r.memory.claims[line.Speaker].agent
	said := make(chan refereed, 1) // a late one goes nowhere
	r.doubted = append(r.doubted, e)
	ctx, cancel := context.WithTimeout(ctx, refereeLimit)
	r.wg.Go(func() {
		name, err := r.opts.Referee.Whom(ctx, doubt)
		said <- refereed{name: name, err: err}
	})
	r.wg.Go(func() {
		defer cancel()
		v := refereed{late: true}
		select {
		case v = <-said:
		case <-ctx.Done():
		case <-r.over:
			return
		}
		settle := func(r *running) {
			n := len(r.doubted)
			r.doubted = slices.DeleteFunc(r.doubted, func(o *entry) bool { return o == e })
			if n == len(r.doubted) {
				return // it was struck, or forgotten
			}
			stages.Address += time.Since(asked)
			v.stale = r.memory.claims[line.Speaker].agent != partner
			r.answerBy(r.settled(ctx, d, line, doubt.Candidates, v), e, stages)
		}
		select {
		case r.requests <- settle:
		case <-r.over:
		}
	})
}

// shortlyBefore returns what an agent has heard before e that may say whom e is for.
func (r *running) shortlyBefore(id transcript.AgentID, e *entry) []transcript.Line {
	lines := r.heardBy(id, e)
	lines = slices.DeleteFunc(lines[:len(lines)-1], func(l transcript.Line) bool {
		return l.Text == "" || e.line.At.Sub(l.At) > beforeAtMost
	})
	return lines[max(0, len(lines)-linesBefore):]
}

// A refereed is what came of asking the referee.
type refereed struct {
	name  string
	err   error
	late  bool // it did not come in time
	stale bool // the speaker has turned to somebody else meanwhile
}

// settled is d as the referee's word changes it.
func (r *running) settled(ctx context.Context, d Decision, line transcript.Line, candidates []campaign.Agent, v refereed) Decision {
	without := func(why string) Decision {
		d.Reason = fmt.Sprintf("%s; %s, and %s", d.Reason, d.Doubt, why)
		return d
	}
	switch {
	case v.late:
		return without("the model that was asked was late")
	case v.err != nil:
		r.log.LogAttrs(ctx, slog.LevelWarn, "referee gave no answer", slog.Any("err", v.err))
		return without("the model that was asked could not say")
	case v.stale:
		return without("they have turned to somebody else")
	}
	name := fold(strings.Trim(v.name, " \t\r\n.\"'"))
	if name == "" {
		if len(d.Agents) == 1 && slices.Contains(d.Unsure, d.Agents[0]) {
			// It was in doubt itself, and has nothing to answer now.
			r.memory = r.memory.unanswered(d.Agents[0], line.Speaker, line.At)
			d.Agents, d.Muted = nil, false
		}
		return without("the model that was asked says that it is not")
	}
	for _, c := range candidates {
		if name != fold(c.Shown()) {
			continue
		}
		if a, ok := r.present(c.ID); ok {
			if a.Kind != campaign.Butler {
				r.memory = r.memory.addressed(a.ID, line.Speaker, line.At, a.Muted)
			}
			return Decision{
				Agents: []transcript.AgentID{a.ID}, Absent: d.Absent, Muted: a.Muted, Quoted: d.Quoted,
				Reason: d.Doubt + ", and the model that was asked says that it is",
			}
		}
	}
	return without("the model that was asked named nobody that it may")
}
