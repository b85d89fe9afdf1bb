package spoken

import "strings"

// clock knows times of day: "8:00", "20:15 Uhr". Where a language writes it,
// "20.15 Uhr", too.
func (s *scan) clock() (said string, n int) {
	rest := s.rest()
	h := digitRun(rest)
	if h == 0 || h > 2 || h+3 > len(rest) || digitRun(rest[h+1:]) != 2 {
		return "", 0
	}
	hour, minute := value(rest[:h]), value(rest[h+1:h+3])
	if hour > 24 || minute > 59 {
		return "", 0
	}
	switch rest[h] {
	case ':':
		if !endsNumber(rest[h+3:]) && (s.tongue.oclock == "" || !strings.HasPrefix(rest[h+3:], "h") || !ends(rest[h+4:])) {
			return "", 0
		}
	case '.':
		if following(rest[h+3:]) != s.tongue.oclock || !ends(rest[h+3:]) {
			return "", 0
		}
	default:
		return "", 0
	}
	said, n = s.tongue.clock(hour, minute, rest[h+3:])
	return said, h + 3 + n
}

// noon is the last hour of half a day.
const noon = 12

// halfDay knows "6:30am" and "6 pm". What is written with dots and apart, "6 p.m.",
// passes as it is.
func (s *scan) halfDay() (said string, n int) {
	t, rest := s.tongue, s.rest()
	h := digitRun(rest)
	if h == 0 || h > 2 || rest[0] == '0' || value(rest[:h]) > noon {
		return "", 0
	}
	n = h
	said = t.cardinal(value(rest[:h]))
	if h+3 <= len(rest) && rest[h] == ':' && digitRun(rest[h+1:]) == 2 {
		minute := value(rest[h+1 : h+3])
		if n += 3; minute > 59 {
			return "", 0
		}
		if minute > 0 {
			said, _ = t.clock(value(rest[:h]), minute, "")
		}
	}
	half, size := t.half(rest[n:])
	if size == 0 {
		return "", 0
	}
	return said + half, n + size
}

// half knows the half of a day that text begins with, behind a number. The dot
// of one at the end is the sentence's, too, and not among its n bytes.
func (t *tongue) half(text string) (said string, n int) {
	if t.am == "" {
		return "", 0
	}
	gap := spaces(text)
	word := text[gap:]
	for _, half := range []string{t.am, t.pm} {
		bare := strings.ReplaceAll(half, ".", "")
		switch {
		case begins(word, bare) && ends(word[len(bare):]):
			n = gap + len(bare)
		case gap == 0 && begins(word, half) && ends(word[len(half):]):
			n = len(half)
		default:
			continue
		}
		if strings.HasPrefix(text[n:], ".") {
			return " " + half, n
		}
		return " " + half + ".", n
	}
	return "", 0
}
