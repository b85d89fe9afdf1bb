package command

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// oneLine makes what was written one line without anything that is not seen:
// marks that turn the line round, letters of no width, control characters.
func oneLine(s string) string {
	return strings.Join(strings.Fields(strings.Map(seen, strings.ToValidUTF8(s, ""))), " ")
}

// prose does the same, but keeps lines.
func prose(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return seen(r)
	}, strings.ReplaceAll(strings.ToValidUTF8(s, ""), "\r\n", "\n")))
}

// seen returns r if people see it, a space for what parts words, and nothing
// otherwise.
func seen(r rune) rune {
	switch {
	case r == '\u200c' || r == '\u200d': // joins letters or keeps them apart, in writing that needs it
		return r
	case unicode.IsSpace(r):
		return ' '
	case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r):
		return -1
	}
	return r
}

// cleanText leaves a text as it was written, without what no database, prompt or
// screen should be handed: control characters, and those that turn the line
// round for whatever comes behind it.
func cleanText(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r', r == utf8.RuneError, unicode.IsControl(r):
			return -1
		case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
			return -1
		}
		return r
	}, s)
	return strings.TrimSpace(s)
}
