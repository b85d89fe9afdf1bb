// Tally reads the output of go test -json and says, for people and for scripts,
// what was run.
//
//	go test -json ./... | go run ./scripts/tally
//
// While tests run it prints what go test prints without -v: a line for each
// package, and the output of what fails. At the end it tells, for each package
// in which tests were skipped, how many and why, and last of all, alone on its
// line:
//
//	812 passed, 0 failed, 3 skipped
//
// Subtests count. REQUIRE lists suites, separated by commas, that must not be
// skipped: postgres, speech and node. A test belongs to the suite whose words
// are in the reason that it gives for skipping. Tally exits with 1 if anything
// failed or a required suite was skipped.
package main

import (
	"fmt"
	"os"
	"strings"
)

func main() {
	t := newTally(os.Stdout, strings.FieldsFunc(os.Getenv("REQUIRE"), func(r rune) bool { return r == ',' || r == ' ' }))
	err := t.read(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, "tally:", err)
	}
	if ok := t.report(); !ok || err != nil {
		os.Exit(1)
	}
}
