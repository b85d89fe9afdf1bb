package agent

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// oneLine returns s on one line, so that nobody can forge the next.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// clip returns s cut to at most n runes, an ellipsis included.
func clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	if n <= 0 {
		return ""
	}
	return strings.TrimRightFunc(string([]rune(s)[:n-1]), unicode.IsSpace) + "…"
}

// maxLabel bounds a name in front of a line, in runes. Discord's display names
// are at most 32.
const maxLabel = 40

// label returns a name as it may stand in front of a line: people choose their
// names themselves, so it cannot end the line, the label, or a quotation.
func label(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("\"“”„«»`[]{}()<>*_#|\\:：", r), unicode.Is(unicode.Cf, r):
			return -1
		case unicode.IsSpace(r), !unicode.IsPrint(r):
			return ' '
		}
		return r
	}, name)
	name = strings.Trim(clip(oneLine(name), maxLabel), "' ,.;-")
	if name == "" {
		return "Someone"
	}
	return name
}
