package spoken

import "strings"

// modifiers is how many numbers and dice may be added to dice.
const modifiers = 6

// dice knows "2d6+3", "d20", "W100" and "4d6 - 1". In German both d and W, for
// Würfel, are written.
func (s *scan) dice() (said string, n int) {
	rest := s.rest()
	said, n = s.tongue.die(rest)
	if n == 0 {
		return "", 0
	}
	for range modifiers {
		more, size := s.tongue.modifier(rest[n:])
		if size == 0 {
			break
		}
		said += " " + more
		n += size
	}
	if !ends(rest[n:]) {
		return "", 0
	}
	return said, n
}

// die knows dice without anything added.
func (t *tongue) die(text string) (said string, n int) {
	count := digitRun(text)
	if count > 3 || count >= len(text) || count > 0 && text[0] == '0' {
		return "", 0
	}
	switch text[count] {
	case 'd', 'D':
	case 'W':
		if t.d != "W" {
			return "", 0
		}
	case 'w':
		if t.d != "W" || count == 0 {
			return "", 0
		}
	default:
		return "", 0
	}
	n = count + 1
	sides := digitRun(text[n:])
	switch {
	case sides > 0 && sides <= 4 && text[n] != '0':
		said = t.d + " " + t.cardinal(value(text[n:n+sides]))
		n += sides
	case sides == 0 && count > 0 && strings.HasPrefix(text[n:], "%"):
		said = t.d + " " + t.cardinal(100)
		n++
	default:
		return "", 0
	}
	switch v := value(text[:count]); {
	case count == 0:
	case v == 1:
		said = t.one(masculine) + " " + said
	default:
		said = t.cardinal(v) + " " + said
	}
	return said, n
}

// modifier knows "+3", " - 1" and "+1d4" behind dice.
func (t *tongue) modifier(text string) (said string, n int) {
	n = spaces(text)
	sign, size := t.sign(text[n:])
	if size == 0 {
		return "", 0
	}
	gap := spaces(text[n+size:])
	if n == 0 && gap > 0 {
		return "", 0 // "2d6- 3" is a dash
	}
	n += size + gap
	if more, size := t.die(text[n:]); size > 0 {
		return sign + " " + more, n + size
	}
	digits := digitRun(text[n:])
	if digits == 0 || digits > 3 || !ends(text[n+digits:]) {
		return "", 0
	}
	return sign + " " + t.cardinal(value(text[n:n+digits])), n + digits
}

// sign returns what a sign that text begins with is called.
func (t *tongue) sign(text string) (said string, n int) {
	switch {
	case strings.HasPrefix(text, "+"):
		return t.plus, 1
	case strings.HasPrefix(text, "-"):
		return t.minus, 1
	case strings.HasPrefix(text, "−"):
		return t.minus, len("−")
	}
	return "", 0
}

// digitRun returns how many digits text begins with.
func digitRun(text string) int {
	n := 0
	for n < len(text) && isDigit(text[n]) {
		n++
	}
	return n
}

// value returns the number that at most [longest] digits make.
func value(digits string) (v uint64) {
	for _, c := range []byte(digits) {
		v = 10*v + uint64(c-'0')
	}
	return v
}
