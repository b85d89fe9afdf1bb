package tool

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// clip returns s cut to at most n runes, an ellipsis included. It never cuts
// through a rune.
func clip(s string, n int) string {
	if len(s) <= n || utf8.RuneCountInString(s) <= n {
		return s
	}
	if n <= 0 {
		return ""
	}
	kept := 0
	for i := range s {
		if kept == n-1 {
			return strings.TrimRightFunc(s[:i], unicode.IsSpace) + "…"
		}
		kept++
	}
	return s
}

// oneLine returns s on one line. Stored text must not be able to look like
// another entry of a list.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
