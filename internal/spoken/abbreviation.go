package spoken

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A short is what an abbreviation stands for.
type short struct {
	said string
	kind shortKind
}

// A shortKind says where an abbreviation is one.
type shortKind int

const (
	anywhere     shortKind = iota
	beforeName             // "Dr. Hale"; a dot may be missing
	beforeNumber           // "No. 5", but "Oh no."
	beforeLevel            // "Lv. 5"; a dot may be missing
	saint                  // "St. Cuthbert", but "Mill St."
	ofMonth                // "Dec. 3"
	ofWeek                 // "Mon., Dec. 3", but "the Sun."
)

// shortParts is how many words an abbreviation has at most: "i. d. R."
const shortParts = 3

// short knows abbreviations. The dot of one at the end is the sentence's, too.
func (s *scan) short() (said string, n int) {
	rest := s.rest()
	key, size := "", 0
	var found short
	dotted := false
	for part := range shortParts {
		at := size
		if part > 0 {
			at += spaces(rest[at:])
		}
		word := run(rest[at:])
		if word == 0 || word > longestShort {
			break
		}
		key += strings.ToLower(rest[at : at+word])
		dot := strings.HasPrefix(rest[at+word:], ".")
		if sh, ok := s.tongue.shorts[key]; ok && (dot || sh.kind == beforeName || sh.kind == ofMonth || sh.kind == beforeLevel) {
			found, n, dotted = sh, at+word, dot
			if other, ok := s.tongue.other[key]; ok && dot && !s.fits(sh, rest, rest[n+1:], true) {
				found = other
			}
		}
		if !dot {
			break
		}
		key += "."
		size = at + word + 1
	}
	if n == 0 {
		return "", 0
	}
	after := rest[n:]
	if dotted {
		n++
		after = after[1:]
	}
	if !s.fits(found, rest, after, dotted) {
		return "", 0
	}
	said = found.said
	if found.kind == saint && !startsUpper(after) {
		said = s.tongue.street
	}
	if dotted && !strings.HasPrefix(after, ",") && strings.TrimFunc(after, func(r rune) bool { return !isVoiced(r) }) == "" && !strings.ContainsAny(after, ".!?…") {
		said += "."
	}
	return said, n
}

// longestShort is how many bytes a part of an abbreviation has at most.
const longestShort = 8

// fits reports whether an abbreviation, which rest begins with, is one before
// after.
func (s *scan) fits(sh short, rest, after string, dotted bool) bool {
	first, _ := utf8.DecodeRuneInString(rest)
	switch sh.kind {
	case beforeName:
		return unicode.IsUpper(first) && startsUpper(after)
	case ofMonth:
		return unicode.IsUpper(first) && s.inDate(after, dotted)
	case ofWeek:
		return unicode.IsUpper(first) && s.onDate(after)
	case beforeNumber, beforeLevel:
		n := spaces(after)
		return n > 0 && len(after) > n && isDigit(after[n])
	case saint:
		last, at := wordBefore(s.text[:s.at])
		r, _ := utf8.DecodeRuneInString(last)
		behindName := unicode.IsUpper(r) && s.tongue.street != "" && !s.tongue.isTitle(last)
		if startsUpper(after) {
			return unicode.IsUpper(first) && (!behindName || at == 0) // "Mill St. Anne" is either
		}
		return behindName
	case anywhere:
	}
	return ends(after)
}

// isTitle reports whether word is what an abbreviated title is said as.
func (t *tongue) isTitle(word string) bool {
	for _, sh := range t.shorts {
		if (sh.kind == beforeName || sh.kind == saint) && sh.said == word {
			return true
		}
	}
	return false
}

// startsUpper reports whether a word with a capital follows one space.
func startsUpper(text string) bool {
	n := spaces(text)
	r, _ := utf8.DecodeRuneInString(text[n:])
	return n > 0 && unicode.IsUpper(r)
}

// shorts makes a table of lines such as "dr Doctor".
func shorts(kinds map[shortKind]string) map[string]short {
	m := map[string]short{}
	for kind, lines := range kinds {
		for line := range strings.Lines(lines) {
			if key, said, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
				m[key] = short{said, kind}
			}
		}
	}
	return m
}
