package bench

import (
	"fmt"
	"time"
)

// The budgets.
const (
	// ownLimit is how much work of ours there may be in a turn: everything
	// that is neither a provider nor a wait.
	ownLimit = 40 * time.Millisecond
	// stageLimit is how much of it a single stage may have. It is less than
	// ownLimit, so that the stage that is to blame is named.
	stageLimit = 30 * time.Millisecond
	// gapLimit is how long nothing may be heard between two sentences of a
	// voice that is faster than real time.
	gapLimit = 40 * time.Millisecond
	// searchLimit is how long a search of a million lines may take.
	searchLimit = 30 * time.Millisecond
)

// An Excess is a figure that is over its budget.
type Excess struct {
	Where, What string
	Took, Limit string
}

func (e Excess) String() string {
	return fmt.Sprintf("%s: %s took %s, at most %s is in order", e.Where, e.What, e.Took, e.Limit)
}

// late is the excess of something that took too long.
func late(where, what string, took, limit time.Duration) Excess {
	in := func(d time.Duration) string { return fmt.Sprintf("%.1f ms", Millis(d).ms()) }
	return Excess{where, what, in(took), in(limit)}
}

// Excesses returns what in r is over its budget.
func (r Report) Excesses() []Excess {
	var all []Excess
	for _, a := range r.Answers {
		all = append(all, a.excesses()...)
	}
	for _, d := range r.Databases {
		all = append(all, d.excesses()...)
	}
	if r.Table != nil {
		all = append(all, r.Table.excesses()...)
	}
	if r.Connection != nil {
		all = append(all, r.Connection.excesses()...)
	}
	return all
}

// excesses compares each stage with its part, and the whole with their sum.
func (a Answers) excesses() []Excess {
	var all []Excess
	check := func(what string, took Millis, limit time.Duration) {
		if time.Duration(took) > limit {
			all = append(all, late(a.Case.String(), what, time.Duration(took), limit))
		}
	}
	for _, s := range a.Stages {
		check(s.Name, s.Took.P50, time.Duration(s.Part)+stageLimit)
	}
	check("the first voiced packet", a.First.P50, time.Duration(a.Sum)+ownLimit)
	check("the first voiced packet, by its budget,", a.First.P50, time.Duration(a.Budget))
	check("the gap between sentences", a.Gap.P50, gapLimit)
	return all
}

// excesses compares the searches with what one of a million lines may take.
func (d Database) excesses() []Excess {
	var all []Excess
	for _, s := range d.Searches {
		if time.Duration(s.Took.P95) > searchLimit {
			all = append(all, late(d.Engine, fmt.Sprintf("the search for the %s as %s", s.Words, s.Reader), time.Duration(s.Took.P95), searchLimit))
		}
	}
	return all
}
