package bench

import (
	"fmt"
	"time"

	"glyphoxa/internal/audio"
)

// A Verdict is a figure beside its budget. Where the figure is a spread, the
// budget is kept if 19 of 20 keep to it; the guard, which may fail a build, goes by
// the median (guard.go).
type Verdict struct {
	What   string `json:"what"`
	Figure string `json:"figure"`
	// Budget is empty, and Kept nil, of a figure that has none.
	Budget string `json:"budget,omitempty"`
	Kept   *bool  `json:"kept,omitempty"`
}

const (
	// silenceLimit is how long it may take from the onset of speech over an agent
	// to its silence.
	silenceLimit = 200 * time.Millisecond
	// silenceParts is what it has to take: two windows of a voice, half a window
	// until the first begins, and the two frames that are ahead.
	silenceParts = 2*32*time.Millisecond + 16*time.Millisecond + 2*audio.FrameDuration
	// holdLimit is how long an agent may be held after the last voiced window of
	// somebody who wants nothing.
	holdLimit = 1500 * time.Millisecond
)

// verdicts compares r with the budgets of the design.
func (r Report) verdicts() (all []Verdict) {
	add := func(what, figure, budget string, kept bool) {
		v := Verdict{What: what, Figure: figure, Budget: budget}
		if budget != "" {
			v.Kept = &kept
		}
		all = append(all, v)
	}
	within := func(what string, s Spread, limit time.Duration) {
		add(what, s.short(), fmt.Sprintf("%.0f ms", Millis(limit).ms()), time.Duration(s.P95) <= limit)
	}
	for _, a := range r.Answers {
		a.judge(within, add)
	}
	for _, real := range r.Real {
		real.Answers.judge(within, add)
		for _, part := range real.Parts {
			add(real.Answers.Case.String()+": "+part.Name+" by itself", part.Took.short(), "", true)
		}
		real.Table.judge(within, add)
	}
	if r.Table != nil {
		r.Table.judge(within, add)
	}
	if c := r.Connection; c != nil {
		most := 0
		for _, p := range c.Packets {
			most = max(most, p.Allocs)
		}
		add("allocations for a packet", fmt.Sprint(most), "0", most == 0)
		if s := c.Sessions; s != nil {
			share := max(s.One.Share, s.Many.Share)
			heap := max(s.One.Resident, s.Many.Resident)
			add(fmt.Sprintf("a session of %d, all talking", s.Talkers), percent(share)+" of a core, "+mebibytes(heap),
				percent(shareLimit)+", "+mebibytes(weightLimit), share <= shareLimit && heap <= weightLimit)
		}
	}
	for _, d := range r.Databases {
		var slowest Spread
		for _, s := range d.Searches {
			if s.Took.P95 > slowest.P95 {
				slowest = s.Took
			}
		}
		within(fmt.Sprintf("the slowest search of %d lines, %s", d.Lines, d.Engine), slowest, searchLimit)
	}
	return all
}

// judge gives the verdicts on one case.
func (a Answers) judge(within func(string, Spread, time.Duration), add func(string, string, string, bool)) {
	within(a.Case.String()+": last voiced packet → first voiced packet", a.First, time.Duration(a.Budget))
	within(a.Case.String()+": our own beyond the sum of the parts, "+fmt.Sprintf("%.0f ms", a.Sum.ms()), a.Beyond, ownLimit)
	within(a.Case.String()+": gap between sentences", a.Gap, gapLimit)
	add(a.Case.String()+": thrown away of what was begun early, per answer",
		fmt.Sprintf("%.2g answers, %.2g recognitions", a.Extra.Answers, a.Extra.Words), "", true)
}

// judge gives the verdicts on a table.
func (t Table) judge(within func(string, Spread, time.Duration), add func(string, string, string, bool)) {
	i, f, s, p := t.Interruptions, t.FalseHolds.sum(), t.Splits, t.Pairs
	within(t.With+": speech begins over an agent → its last packet", i.Silent, silenceLimit)
	add(t.With+": real interruptions that cut the answer", fmt.Sprintf("%d of %d", i.Cut, i.People), "all", i.Cut == i.People)
	add(t.With+": coughs, laughs, “mhm”s and echoes that cut the answer", fmt.Sprintf("%d of %d; %d held it", f.Cut, f.Made, f.Held), "none", f.Cut == 0)
	add(t.With+": such a hold, after the end of the sound", fmt.Sprintf("at most %.0f ms; the longest gap %.0f ms", t.FalseHolds.After.ms(), t.FalseHolds.Gap.ms()),
		fmt.Sprintf("%.0f ms", Millis(holdLimit).ms()), time.Duration(t.FalseHolds.After) <= holdLimit)
	add(t.With+": words lost over a pause of 300 to 900 ms", fmt.Sprintf("%d of %d; %d of %d one line", s.Lost, s.Words, s.OneLine, s.Utterances), "none", s.Lost == 0)
	add(t.With+": thrown away of what was begun early, per such utterance",
		fmt.Sprintf("%.2g answers, %.2g recognitions", s.Extra.Answers, s.Extra.Words), "", true)
	add(t.With+": two end within 50 ms of each other: both understood, both answered",
		fmt.Sprintf("%d and %d of %d, in order %d", p.Heard, p.Answered, p.Pairs, p.InOrder), "all", p.Heard == p.Pairs && p.Answered == p.Pairs)
	add(t.With+": of these, last voiced packet → line; first answer; second", p.Lines.short()+"; "+p.First.short()+"; "+p.Second.short(), "", true)
	add(t.With+": end of the first answer → second", p.Between.short(), "", true)
}

// short gives s in a few words.
func (s Spread) short() string {
	return fmt.Sprintf("%.0f / %.0f / %.0f ms", s.P50.ms(), s.P95.ms(), s.Max.ms())
}

// excesses are what the guard finds of a table.
func (t Table) excesses() []Excess {
	var all []Excess
	check := func(bad bool, what, took, limit string) {
		if bad {
			all = append(all, Excess{"a table with " + t.With, what, took, limit})
		}
	}
	i, f, s, p := t.Interruptions, t.FalseHolds.sum(), t.Splits, t.Pairs
	if limit := silenceParts + stageLimit; time.Duration(i.Silent.P50) > limit {
		all = append(all, late("a table with "+t.With, "the silence after an interruption", time.Duration(i.Silent.P50), limit))
	}
	// One in two dozen may be taken for an echo, and one sound in sixty for talk.
	check(i.Cut < i.People-1, "interruptions", fmt.Sprintf("%d of %d cuts", i.Cut, i.People), "one fewer")
	check(f.Cut > 1, "sounds that mean nothing", fmt.Sprintf("%d cuts", f.Cut), "one")
	check(s.Lost > 0, "utterances with a pause", fmt.Sprintf("%d of %d words away", s.Lost, s.Words), "none")
	check(p.Heard < p.Pairs || p.Answered < p.Pairs, "two who speak at once",
		fmt.Sprintf("%d lines and %d answers for %d", p.Heard, p.Answered, p.Pairs), "one missing for none")
	return all
}
