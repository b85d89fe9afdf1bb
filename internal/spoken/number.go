package spoken

import (
	"strconv"
	"strings"
)

// A number is one that is written in digits.
type number struct {
	whole uint64
	frac  string // the digits behind the decimal mark
	n     int    // how many bytes it has
	// grouped says that its thousands are, which no year's are.
	grouped bool
}

// longest is how many digits are read as one number; longer ones are names of
// things.
const longest = 15

// number reads the number that text begins with. ok is false for what is none, or
// could be two: "1.000" is one thousand or one, and only the language tells; what
// would be the other in it is left alone unless both marks settle it, as in
// "1,000.50".
func (t *tongue) number(text string) (v number, ok bool) {
	var parts []string
	var marks []byte
	for {
		end := 0
		for v.n+end < len(text) && isDigit(text[v.n+end]) {
			end++
		}
		parts = append(parts, text[v.n:v.n+end])
		v.n += end
		if v.n+1 >= len(text) || text[v.n] != '.' && text[v.n] != ',' || !isDigit(text[v.n+1]) {
			break
		}
		marks = append(marks, text[v.n])
		v.n++
	}
	groups := parts
	switch last := len(marks) - 1; {
	case last < 0:
	case last > 0 && marks[last] != marks[last-1], last == 0 && !t.groups(marks[0], parts):
		v.frac, groups = parts[last+1], parts[:last+1]
		marks = marks[:last]
		if last == 0 && len(v.frac) == 3 && parts[0] != "0" {
			return v, false
		}
	}
	whole := strings.Join(groups, "")
	if len(whole) == 0 || len(whole) > longest || len(v.frac) > longest || whole[0] == '0' && len(whole) > 1 {
		return v, false
	}
	for i, m := range marks {
		if m != marks[0] || len(groups[i+1]) != 3 || len(groups[0]) > 3 {
			return v, false
		}
	}
	v.grouped = len(groups) > 1
	var err error
	v.whole, err = strconv.ParseUint(whole, 10, 64)
	return v, err == nil
}

// groups reports whether one mark groups thousands in this language.
func (t *tongue) groups(mark byte, parts []string) bool {
	return mark == t.group && len(parts[1]) == 3 && len(parts[0]) <= 3 && parts[0][0] != '0'
}

// one reports whether v is exactly 1.
func (v number) one() bool { return v.whole == 1 && v.frac == "" }

// say says v by itself: "three point five".
func (t *tongue) say(v number) string {
	said := t.cardinal(v.whole)
	if v.frac != "" {
		said += " " + t.point + " " + t.digitByDigit(v.frac)
	}
	return said
}

// amount says v of u: "one gold piece", "three point five pounds".
func (t *tongue) amount(v number, u unit) string {
	if v.one() {
		return t.one(u.gender) + " " + u.one
	}
	return t.say(v) + " " + u.many
}
