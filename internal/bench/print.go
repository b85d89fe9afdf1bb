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

// missing says what is not measured, and why.
func (p printer) missing(what, why string) {
	fmt.Fprintf(p.out, "\n%s: not measured, %s.\n", what, why)
}

func (p printer) costs(title string, costs []Cost) {
	fmt.Fprintf(p.out, "\n%-26s %-14s %8s %13s %12s\n", title, "per", "µs", "of real time", "allocations")
	for _, c := range costs {
		share := "-"
		if c.Share > 0 {
			share = fmt.Sprintf("%.2f %%", 100*c.Share)
		}
		fmt.Fprintf(p.out, "%-26s %-14s %8.2f %13s %12d\n", c.What, c.Per, c.Micros, share, c.Allocs)
	}
}

func (p printer) peer(r Peer) {
	fmt.Fprintf(p.out, "\nEnd-to-end encryption of a frame of %d bytes, beside %s:\n", frameBytes, r.Name)
	fmt.Fprintf(p.out, "encrypting takes %.2f times as long, decrypting %.2f times (theirs: %.2f and %.2f µs)\n",
		r.Encrypt, r.Decrypt, r.TheirEncrypt, r.TheirDecrypt)
}

func (p printer) sessions(s Sessions) {
	fmt.Fprintf(p.out, "\n%-26s %12s %12s %12s\n", fmt.Sprintf("A session, %d talking", s.Talkers), "of a core", "heap", "memory")
	for _, l := range []Load{s.One, s.Many} {
		fmt.Fprintf(p.out, "%-26s %12s %12s %12s\n", fmt.Sprintf("one of %d", l.Sessions), percent(l.Share), mebibytes(l.Heap), mebibytes(l.Resident))
	}
	fmt.Fprintf(p.out, "%.1f of them fill a core. Of %d packets %d were lost.\n", s.PerCore, s.Packets+s.Lost, s.Lost)
}

func (p printer) starts(all []Start) {
	fmt.Fprintf(p.out, "\n%-50s %7s %7s %7s\n", "/glyphoxa start to first packet, in ms", "p50", "p95", "max")
	for _, s := range all {
		fmt.Fprintf(p.out, "%-50s %s\n", "with "+s.With, s.Took.columns())
	}
}

func (p printer) recoveries(all []Recovery) {
	fmt.Fprintf(p.out, "\n%-26s %7s %6s %13s %13s %13s %15s\n", "After, p50 and p95 in ms", "away", "limit",
		"connected", "heard", "spoken", "frames lost")
	for _, r := range all {
		two := func(s Spread) string { return fmt.Sprintf("%.0f %6.0f", s.P50.ms(), s.P95.ms()) }
		fmt.Fprintf(p.out, "%-26s %7.0f %6.0f %13s %13s %13s %15s\n", r.Fault, r.Away.ms(), r.Limit.ms(), two(r.Mended), two(r.Heard), two(r.Spoken),
			fmt.Sprintf("%d in, %d out", r.LostIn.P50, r.LostOut.P50))
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
	fmt.Fprintf(p.out, "%-44s %6.0f %s\n", "our own beyond the sum of the parts", 0.0, a.Beyond.columns())
	fmt.Fprintf(p.out, "Of what was begun early %.2g answers and %.2g recognitions a turn were thrown away.\n", a.Extra.Answers, a.Extra.Words)
	fmt.Fprintf(p.out, "Our own: %.1f ms beyond the sum of the parts, which is %.3f times that.\n", a.Own.ms(), a.Ratio)
	verdict := "kept"
	if !a.Within {
		verdict = "not kept"
	}
	fmt.Fprintf(p.out, "The budget of %.0f ms is %s.\n", a.Budget.ms(), verdict)
}

// columns gives s as three columns.
func (s Spread) columns() string {
	return fmt.Sprintf("%7.1f %7.1f %7.1f", s.P50.ms(), s.P95.ms(), s.Max.ms())
}

func (p printer) table(t Table) {
	i, s, o := t.Interruptions, t.Splits, t.Pairs
	fmt.Fprintf(p.out, "\nA table with %s, in ms\n", t.With)
	fmt.Fprintf(p.out, "%-44s %6s %7s %7s %7s\n", "", "of", "p50", "p95", "max")
	fmt.Fprintf(p.out, "%-44s %6d %s\n", "speech over an agent → its last packet", i.People, i.Silent.columns())
	fmt.Fprintf(p.out, "%-44s %6d %s\n", "two at once: last voiced packet → line", 2*o.Pairs, o.Lines.columns())
	fmt.Fprintf(p.out, "%-44s %6d %s\n", "two at once: → first answer", o.Pairs, o.First.columns())
	fmt.Fprintf(p.out, "%-44s %6d %s\n", "two at once: → second answer", o.Pairs, o.Second.columns())
	fmt.Fprintf(p.out, "%-44s %6d %s\n", "two at once: first answer → second", o.Pairs, o.Between.columns())
	fmt.Fprintf(p.out, "Of %d people who interrupt %d cut the answer.\n", i.People, i.Cut)
	for _, k := range t.FalseHolds.Kinds {
		fmt.Fprintf(p.out, "%-5s %2d: %2d held the answer, %d cut it\n", k.Name, k.Made, k.Held, k.Cut)
	}
	fmt.Fprintf(p.out, "The longest gap by one is %.0f ms, and goes on for %.0f ms after it.\n", t.FalseHolds.Gap.ms(), t.FalseHolds.After.ms())
	fmt.Fprintf(p.out, "Of %d words in %d utterances with a pause %d are lost, and %d added; %d are one line.\n", s.Words, s.Utterances, s.Lost, s.Added, s.OneLine)
	fmt.Fprintf(p.out, "Of %d pairs %d are understood and %d answered, %d in order.\n", o.Pairs, o.Heard, o.Answered, o.InOrder)
}

func (p printer) real(r Real) {
	fmt.Fprintf(p.out, "\n%-44s %6s %7s %7s %7s\n", "By themselves, in ms, "+r.Answers.Case.With, "", "p50", "p95", "max")
	for _, s := range r.Parts {
		fmt.Fprintf(p.out, "%-44s %6s %s\n", s.Name, "", s.Took.columns())
	}
	p.answers(r.Answers)
	p.table(r.Table)
}

// verdicts prints the budgets as a table in Markdown.
func (p printer) verdicts(all []Verdict) {
	if len(all) == 0 {
		return
	}
	fmt.Fprint(p.out, "\n| what (p50 / p95 / max) | figure | budget |\n|---|---|---|\n")
	for _, v := range all {
		budget := v.Budget
		if v.Kept != nil {
			budget += map[bool]string{true: ", kept", false: ", **not kept**"}[*v.Kept]
		}
		fmt.Fprintf(p.out, "| %s | %s | %s |\n", v.What, v.Figure, budget)
	}
}
