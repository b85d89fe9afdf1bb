package bench

import (
	"fmt"
	"io"
)

// A printer prints what was measured, for people.
type printer struct{ out io.Writer }

func (p printer) machine(m Machine) {
	fmt.Fprintf(p.out, "%d cores, %s/%s, %s; idle timers are late by %.2f ms (p95 %.2f ms)\n",
		m.Cores, m.OS, m.Arch, m.Go, m.Late.P50.ms(), m.Late.P95.ms())
}

func (p printer) work(costs []Cost) {
	fmt.Fprintf(p.out, "\n%-26s %-14s %8s %13s %12s\n", "Work", "per", "µs", "of real time", "allocations")
	for _, c := range costs {
		share := "-"
		if c.Share > 0 {
			share = fmt.Sprintf("%.2f %%", 100*c.Share)
		}
		fmt.Fprintf(p.out, "%-26s %-14s %8.1f %13s %12d\n", c.What, c.Per, c.Micros, share, c.Allocs)
	}
}

func (p printer) database(d Database) {
	fmt.Fprintf(p.out, "\n%s with %d lines, filled at %.0f lines a second; in ms, and p95 of %.0f ms\n", d.Engine, d.Lines, d.Filled, Millis(searchLimit).ms())
	fmt.Fprintf(p.out, "%-44s %6s %7s %7s %7s\n", "", "found", "p50", "p95", "max")
	fmt.Fprintf(p.out, "%-44s %6s %s\n", "append one line", "", d.Append.columns())
	for _, s := range d.Searches {
		fmt.Fprintf(p.out, "%-44s %6d %s %5.0f %%\n", s.Words+", "+s.Reader, s.Found, s.Took.columns(),
			100*s.Took.P95.ms()/Millis(searchLimit).ms())
	}
}

func (p printer) answers(a Answers) {
	fmt.Fprintf(p.out, "\nAnswers with %s, %d turns, in ms\n", a.Case, a.Turns)
	fmt.Fprintf(p.out, "%-44s %6s %7s %7s %7s\n", "", "has to", "p50", "p95", "max")
	for _, s := range a.Stages {
		fmt.Fprintf(p.out, "  %-42s %6.0f %s\n", s.Name, s.Part.ms(), s.Took.columns())
	}
	fmt.Fprintf(p.out, "%-44s %6.0f %s\n", "last voiced sample to first voiced packet", a.Sum.ms(), a.First.columns())
	fmt.Fprintf(p.out, "%-44s %6.0f %s\n", "gap between sentences", 0.0, a.Gap.columns())
	fmt.Fprintf(p.out, "Our own: %.1f ms beyond the sum of the parts, which is %.3f times that.\n", a.Own.ms(), a.Ratio)
	fmt.Fprintf(p.out, "With early work, which is not built yet: at most %.0f ms in all.\n", a.Early.ms())
}

// early says what the figures cannot show yet.
func (p printer) early() {
	fmt.Fprintf(p.out, `
The sums contain the endpoint delay of %v, since nothing is begun before it
has passed. The design's budget of recogniser + first clause + first sound +
%v can be met only by beginning at the pause.
`, endpoint, earlyLimit)
}

// columns gives s as three columns.
func (s Spread) columns() string {
	return fmt.Sprintf("%7.1f %7.1f %7.1f", s.P50.ms(), s.P95.ms(), s.Max.ms())
}
