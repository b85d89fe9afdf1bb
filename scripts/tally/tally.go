package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
)

// suites are what a test may need beyond Go, and the words by which the reason
// for a skip is recognised.
var suites = map[string][]string{
	"postgres": {"postgres"},
	"speech":   {"speech", "flite", "pocketsphinx", "espeak", "sox"},
	"node":     {"node"},
}

// An event is a line of go test -json. See go doc test2json.
type event struct {
	Action, Package, ImportPath, Test, Output string
	Elapsed                                   float64
}

// A test is one that is running, or has been skipped.
type test struct{ pkg, name string }

// A tally counts events.
type tally struct {
	out      io.Writer
	required []string

	passed, failed, skipped int

	output  map[test][]string   // of tests that run, and of packages (empty name)
	run     map[string]int      // tests by package
	reasons map[string][]string // for skipping, by package
	broken  []string            // packages that failed otherwise: they do not build, or paniced
	missing map[string]int      // skips by required suite
}

func newTally(out io.Writer, required []string) *tally {
	return &tally{
		out: out, required: required,
		output: make(map[test][]string), run: make(map[string]int),
		reasons: make(map[string][]string), missing: make(map[string]int),
	}
}

// read counts the events in r to its end. What is not an event is printed.
func (t *tally) read(r io.Reader) error {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		var e event
		if len(line) > 0 {
			if json.Unmarshal(line, &e) == nil && e.Action != "" {
				t.add(e)
			} else {
				_, _ = t.out.Write(line)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read events: %w", err)
		}
	}
}

func (t *tally) add(e event) {
	id := test{e.Package, e.Test}
	switch e.Action {
	case "build-output":
		fmt.Fprint(t.out, e.Output)
	case "output":
		if !frame(e.Output) {
			t.output[id] = append(t.output[id], e.Output)
		}
	case "pass", "fail", "skip":
		if e.Test == "" {
			t.closePackage(e, id)
		} else {
			t.closeTest(e, id)
		}
		delete(t.output, id)
	}
}

func (t *tally) closeTest(e event, id test) {
	t.run[id.pkg]++
	switch e.Action {
	case "pass":
		t.passed++
	case "fail":
		t.failed++
		fmt.Fprintf(t.out, "--- FAIL: %s (%.2fs)\n", id.name, e.Elapsed)
		for _, s := range t.output[id] {
			fmt.Fprint(t.out, s)
		}
	case "skip":
		t.skipped++
		reason := strings.Join(strings.Fields(strings.Join(t.output[id], " ")), " ")
		t.reasons[id.pkg] = append(t.reasons[id.pkg], id.name+": "+reason)
		for _, suite := range t.required {
			if slices.ContainsFunc(suites[suite], func(word string) bool {
				return strings.Contains(strings.ToLower(reason), word)
			}) {
				t.missing[suite]++
			}
		}
	}
}

// closePackage prints what go test would, with the number of tests. A package
// that fails although none of its tests did has lost its process.
func (t *tally) closePackage(e event, id test) {
	lines := t.output[id]
	switch {
	case e.Action == "fail":
		t.broken = append(t.broken, id.pkg)
		// Tests that were running when the process died never closed.
		for _, open := range slices.SortedFunc(maps.Keys(t.output), func(a, b test) int { return strings.Compare(a.name, b.name) }) {
			if open.pkg == id.pkg && open.name != "" {
				lines = append(slices.Clone(t.output[open]), lines...)
				delete(t.output, open)
			}
		}
		for _, s := range lines {
			fmt.Fprint(t.out, s)
		}
	case t.run[id.pkg] == 0:
		// Without a test of the kind asked for there is nothing to say.
	default:
		took := time.Duration(e.Elapsed * float64(time.Second)).Round(10 * time.Millisecond)
		fmt.Fprintf(t.out, "ok  \t%s\t%v\t%d run, %d skipped\n", id.pkg, took, t.run[id.pkg], len(t.reasons[id.pkg]))
	}
	delete(t.run, id.pkg)
}

// report prints the sums and says whether all is well.
func (t *tally) report() bool {
	fmt.Fprintln(t.out)
	for _, pkg := range slices.Sorted(maps.Keys(t.reasons)) {
		for _, reason := range t.reasons[pkg] {
			fmt.Fprintf(t.out, "skipped: %s.%s\n", pkg, reason)
		}
	}
	for _, suite := range slices.Sorted(maps.Keys(t.missing)) {
		fmt.Fprintf(t.out, "FAIL: the suite %s is required (REQUIRE), and %d of its tests were skipped\n", suite, t.missing[suite])
	}
	for _, suite := range t.required {
		if suites[suite] == nil {
			fmt.Fprintf(t.out, "FAIL: REQUIRE names %q, which is no suite\n", suite)
			t.broken = append(t.broken, suite)
		}
	}
	for _, pkg := range t.broken {
		fmt.Fprintf(t.out, "FAIL: %s\n", pkg)
	}
	if t.passed == 0 {
		fmt.Fprintln(t.out, "FAIL: no test passed: was anything run?")
	}
	fmt.Fprintf(t.out, "%d passed, %d failed, %d skipped\n", t.passed, t.failed, t.skipped)
	return t.passed > 0 && t.failed == 0 && len(t.broken) == 0 && len(t.missing) == 0
}

// frame says whether s only repeats what an event says anyway.
func frame(s string) bool {
	s = strings.TrimLeft(s, " ")
	for _, prefix := range []string{"=== ", "--- PASS", "--- FAIL", "--- SKIP", "PASS\n", "ok  \t"} {
		if strings.HasPrefix(s, prefix) {
			return true
		}
	}
	return false
}
