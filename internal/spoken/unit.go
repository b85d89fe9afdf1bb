package spoken

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// unit knows what an amount is of, behind it: " ft", "gp", "-lb", " km/h", "%".
func (t *tongue) unit(after string) (u unit, n int, ok bool) {
	if u, n, ok = lookUp(t.coins, after); ok {
		return u, n, true
	}
	return lookUp(t.units, after)
}

// longestUnit is how many bytes the name of a unit has at most.
const longestUnit = 6

// lookUp finds the longest of units that stands behind a number.
func lookUp(units map[string]unit, after string) (u unit, n int, ok bool) {
	gap := spaces(after)
	name := after[gap:]
	size := 0
	for size < len(name) && size < longestUnit {
		r, w := utf8.DecodeRuneInString(name[size:])
		if !unicode.IsLetter(r) && r != '/' && r != '°' && r != '%' {
			break
		}
		size += w
	}
	for ; size > 0; size-- {
		u, ok = units[name[:size]]
		if !ok || u.spaced && gap == 0 || !ends(name[size:]) {
			continue
		}
		// "30 ft. away" and "30 ft.,": the dot is the unit's; in "It is 30 ft."
		// it is the sentence's, and stays.
		if after, dot := strings.CutPrefix(name[size:], "."); u.dotted && dot && (startsLower(after) || after != "" && strings.Contains(",;:)/", after[:1])) {
			size++
		}
		return u, gap + size, true
	}
	return unit{}, 0, false
}

// startsLower reports whether a word in lower case follows one space.
func startsLower(text string) bool {
	n := spaces(text)
	r, _ := utf8.DecodeRuneInString(text[n:])
	return n > 0 && unicode.IsLower(r)
}
