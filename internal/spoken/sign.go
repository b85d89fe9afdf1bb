package spoken

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// about knows "~5" and "≈ 20 ft": the sign, of n bytes, is before a number.
func (s *scan) about(n int) (said string, size int) {
	rest := s.rest()
	last, _ := s.previous()
	already := s.tongue.roughly[strings.ToLower(last)]
	if gap := spaces(rest[n:]); !already && gap > 0 && s.alone(n) && n+gap < len(rest) && isDigit(rest[n+gap]) {
		return s.tongue.about, n
	}
	if n >= len(rest) || !isDigit(rest[n]) {
		return "", 0
	}
	if already {
		return "", n // "about ~20" is said once
	}
	return s.tongue.about + " ", n
}

// hash knows "#3": the sign, of n bytes, is right before a number.
func (s *scan) hash(n int) (said string, size int) {
	rest := s.rest()
	digits := digitRun(rest[n:])
	if digits == 0 || !endsNumber(rest[n+digits:]) {
		return "", 0
	}
	return s.tongue.hash + " ", n
}

// times knows "x2" and "×2".
func (s *scan) times() (said string, n int) {
	rest := s.rest()
	first, n := utf8.DecodeRuneInString(rest)
	if first != 'x' && first != '×' {
		return "", 0
	}
	v, ok := s.tongue.number(rest[n:])
	if !ok || !endsNumber(rest[n+v.n:]) {
		return "", 0
	}
	return s.tongue.times + " " + s.tongue.say(v), n + v.n
}

// odds knows "3:1". What may be a time is one.
func (s *scan) odds() (said string, n int) {
	rest := s.rest()
	above := digitRun(rest)
	if above > 3 || !strings.HasPrefix(rest[above:], ":") {
		return "", 0
	}
	below := digitRun(rest[above+1:])
	n = above + 1 + below
	if below != 1 && below != 3 || rest[0] == '0' || rest[above+1] == '0' || !endsNumber(rest[n:]) {
		return "", 0
	}
	return s.tongue.cardinal(value(rest[:above])) + " " + s.tongue.odds + " " + s.tongue.cardinal(value(rest[above+1:n])), n
}

// height knows 6'2".
func (s *scan) height() (said string, n int) {
	rest := s.rest()
	feet := digitRun(rest)
	u, ok := s.tongue.units["ft"]
	if !ok || feet > 2 || rest[0] == '0' {
		return "", 0
	}
	for _, mark := range []string{"'", "’", "′"} {
		inches, ok := strings.CutPrefix(rest[feet:], mark)
		if !ok {
			continue
		}
		digits := digitRun(inches)
		if digits == 0 || digits > 2 || value(inches[:digits]) > 11 {
			return "", 0
		}
		n = feet + len(mark) + digits
		for _, end := range []string{"\"", "”", "″"} {
			if strings.HasPrefix(rest[n:], end) && ends(rest[n+len(end):]) {
				return s.tongue.cardinal(value(rest[:feet])) + " " + u.one + " " + s.tongue.cardinal(value(inches[:digits])), n + len(end)
			}
		}
	}
	return "", 0
}

// stat knows "DC15".
func (s *scan) stat() (said string, n int) {
	rest := s.rest()
	for n < len(rest) && n < 3 && 'A' <= rest[n] && rest[n] <= 'Z' {
		n++
	}
	if !s.tongue.stats[rest[:n]] {
		return "", 0
	}
	digits := digitRun(rest[n:])
	if digits == 0 || digits > 4 || !endsNumber(rest[n+digits:]) {
		return "", 0
	}
	return rest[:n] + " " + s.tongue.cardinal(value(rest[n:n+digits])), n + digits
}

// slash knows "w/o".
func (s *scan) slash() (said string, n int) {
	rest := s.rest()
	if len(rest) < 2 || rest[1] != '/' {
		return "", 0
	}
	n = 2 + run(rest[2:])
	if said = s.tongue.slashes[rest[:n]]; said == "" {
		return "", 0
	}
	return said, n
}

// per returns the length of the slash n bytes behind s.at if it stands for "per",
// as in "5 gp/day"; else 0.
func (s *scan) per(n int) int {
	rest := s.rest()[n:]
	if !strings.HasPrefix(rest, "/") || s.tongue.per == "" {
		return 0
	}
	word := rest[1 : 1+run(rest[1:])]
	if utf8.RuneCountInString(word) < 3 || strings.ContainsFunc(word, unicode.IsDigit) {
		return 0
	}
	return 1
}
