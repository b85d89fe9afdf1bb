package spoken

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// part knows what is written with a slash between two numbers: the fraction "3/4",
// and the counter "HP 7/10", of which "seven of ten" are left. Which it is the
// words around it tell, and where they do not, what is usual.
func (s *scan) part() (said string, n int) {
	t, rest := s.tongue, s.rest()
	above := digitRun(rest)
	if above == 0 || above > 4 || !strings.HasPrefix(rest[above:], "/") {
		return "", 0
	}
	below := digitRun(rest[above+1:])
	n = above + 1 + below
	if below == 0 || below > 4 || rest[0] == '0' && above > 1 || rest[above+1] == '0' {
		return "", 0
	}
	top, bottom := value(rest[:above]), value(rest[above+1:n])
	if size := t.nth(rest[n:]); size > 0 && top < bottom && parts[bottom] {
		return t.fraction(top, bottom), n + size
	}
	if !endsNumber(rest[n:]) {
		return "", 0
	}
	if s.counts(top, bottom, rest[n:]) {
		said = t.cardinal(top) + " " + t.of + " " + t.cardinal(bottom)
		if next := following(rest[n:]); t.ofPlural != "" && len(next) > 2 && strings.HasSuffix(next, "e") && t.counted[strings.ToLower(next)] {
			return said + " " + next + t.ofPlural, n + spaces(rest[n:]) + len(next)
		}
		return said, n
	}
	if _, _, size := readFraction(rest); size == 0 {
		return "", 0
	}
	return s.fraction(top, bottom, n)
}

// nth returns the length of what makes an ordinal of a fraction: "2/3rds".
func (t *tongue) nth(text string) int {
	for _, end := range []string{"rds", "rd", "ths", "th"} {
		if t.compounds && strings.HasPrefix(text, end) && ends(text[len(end):]) {
			return len(end)
		}
	}
	return 0
}

// counts reports whether top/bottom at s.at, before after, is a counter.
func (s *scan) counts(top, bottom uint64, after string) bool {
	t, next := s.tongue, following(after)
	label, colon, begins := s.label()
	first, _ := utf8.DecodeRuneInString(label)
	_, _, measured := t.unit(after)
	switch {
	case t.halved[strings.ToLower(next)] && top == 1 && bottom == 2:
		return false
	case t.counted[strings.ToLower(next)], t.counted[strings.ToLower(label)]:
		return true
	case t.rated[strings.ToLower(label)], measured, t.whole[next]:
		return false
	case unicode.IsUpper(first) && colon && next == "":
		return true
	case !parts[bottom] || top == 0 || top >= bottom:
		return false // a date, perhaps, or "24/7"
	case next != "":
		return reducible(top, bottom)
	case unicode.IsUpper(first) && !begins && bottom > 2:
		return true
	}
	return reducible(top, bottom) || top > 1 && bottom > 4
}

// reducible reports whether nobody would call a fraction top/bottom.
func reducible(top, bottom uint64) bool {
	for bottom > 0 {
		top, bottom = bottom, top%bottom
	}
	return top > 1
}

// label returns the word before s.at, though a colon or a bracket stand between,
// whether a colon does, and whether a sentence begins with it.
func (s *scan) label() (word string, colon, begins bool) {
	before := strings.TrimRight(s.text[:s.at], " \u00a0([")
	if len(before) == s.at {
		return "", false, false
	}
	named, colon := strings.CutSuffix(before, ":")
	word, at := lastWord(named)
	before = strings.TrimRight(named[:at], " \u00a0\"“„»«‘'")
	last, _ := utf8.DecodeLastRuneInString(before)
	return word, colon, before == "" || strings.ContainsRune(".!?…\n", last)
}
