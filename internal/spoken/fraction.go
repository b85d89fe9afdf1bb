package spoken

import (
	"strings"
	"unicode/utf8"
)

// vulgar are the fractions that are one character.
var vulgar = map[rune][2]uint64{
	'½': {1, 2}, '⅓': {1, 3}, '⅔': {2, 3}, '¼': {1, 4}, '¾': {3, 4}, '⅕': {1, 5}, '⅛': {1, 8},
}

// parts are the fractions that are taken for such: "24/7" and "5/12" may be
// anything.
var parts = map[uint64]bool{2: true, 3: true, 4: true, 5: true, 8: true, 10: true}

// readFraction reads the fraction that text begins with, n bytes of it.
func readFraction(text string) (top, bottom uint64, n int) {
	r, size := utf8.DecodeRuneInString(text)
	if f, ok := vulgar[r]; ok {
		top, bottom, n = f[0], f[1], size
	} else {
		above := digitRun(text)
		if above == 0 || above > 2 || !strings.HasPrefix(text[above:], "/") {
			return 0, 0, 0
		}
		below := digitRun(text[above+1:])
		if below == 0 || below > 2 {
			return 0, 0, 0
		}
		top, bottom, n = value(text[:above]), value(text[above+1:above+1+below]), above+1+below
		if top == 0 || top >= bottom || !parts[bottom] {
			return 0, 0, 0
		}
	}
	if !endsNumber(text[n:]) {
		return 0, 0, 0
	}
	return top, bottom, n
}

// fraction says top/bottom, which n bytes at s.at write, as what follows wants it.
func (s *scan) fraction(top, bottom uint64, n int) (said string, size int) {
	if s.tongue.partOf != nil {
		return s.tongue.partOf(s, top, bottom, n)
	}
	said = s.tongue.fraction(top, bottom)
	if u, more, ok := s.tongue.unit(s.rest()[n:]); ok {
		return said + " " + u.one, n + more
	}
	return said, n
}

// mixed knows what makes a fraction of the whole number v: the "½" of "2½" and
// the " 1/2" of "2 1/2".
func (t *tongue) mixed(v number, after string) (said string, n int) {
	if v.frac != "" {
		return "", 0
	}
	gap := spaces(after)
	top, bottom, size := readFraction(after[gap:])
	if size == 0 {
		return "", 0
	}
	return t.andPart(v.whole, top, bottom), gap + size
}
