package spoken

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// behindMonth reports whether a month stands right before s.at: "December",
// "Dec.".
func (s *scan) behindMonth() bool {
	return s.tongue.endsInMonth(strings.TrimRight(s.text[:s.at], " \u00a0"))
}

// behindDay reports whether a day of a month stands before s.at, as in "Dec. 25,
// 1492".
func (s *scan) behindDay() bool {
	text, ok := strings.CutSuffix(strings.TrimRight(s.text[:s.at], " \u00a0"), ",")
	if !ok {
		return false
	}
	day, at := lastWord(text)
	digits := digitRun(day)
	if digits == 0 || digits > 2 || value(day[:digits]) > lastOfMonth || len(day) > digits && len(day) != digits+2 {
		return false
	}
	return s.tongue.endsInMonth(strings.TrimRight(text[:at], " \u00a0"))
}

// lastOfMonth is how many days a month has at most.
const lastOfMonth = 31

// endsInMonth reports whether text ends in the name of a month, or in its
// abbreviation with a dot.
func (t *tongue) endsInMonth(text string) bool {
	name, dotted := strings.CutSuffix(text, ".")
	word, _ := lastWord(name)
	if r, _ := utf8.DecodeRuneInString(word); !unicode.IsUpper(r) || len(word) > longestMonth {
		return false
	}
	if word = strings.ToLower(word); dotted {
		return t.shorts[word].kind == ofMonth
	}
	return t.months[word]
}

// longestMonth is how many bytes the name of a month has at most.
const longestMonth = 10

// beginsMonth reports whether text begins with a month, behind one space.
func (t *tongue) beginsMonth(text string) bool {
	word := following(text)
	if r, _ := utf8.DecodeRuneInString(word); !unicode.IsUpper(r) || len(word) > longestMonth {
		return false
	}
	at := spaces(text) + len(word)
	word = strings.ToLower(word)
	return t.months[word] || t.shorts[word].kind == ofMonth && strings.HasPrefix(text[at:], ".")
}

// inDate reports whether the abbreviation of a month at s.at is one, before after.
func (s *scan) inDate(after string, dotted bool) bool {
	n := spaces(after)
	digits := digitRun(after[n:])
	if n > 0 && digits > 0 && (dotted || s.tongue.nthDay(after[n+digits:])) {
		return true
	}
	if !dotted || strings.HasPrefix(after, ",") {
		return dotted
	}
	before := strings.TrimRight(s.text[:s.at], " \u00a0")
	if len(before) == s.at {
		return false
	}
	word, _ := lastWord(strings.TrimSuffix(before, "."))
	return len(word) > 0 && isDigit(word[0])
}

// nthDay reports whether text is what makes an ordinal of a number: "rd".
func (t *tongue) nthDay(text string) bool {
	return t.compounds && len(text) >= 2 && strings.Contains("st nd rd th", strings.ToLower(text[:2])) && ends(text[2:])
}

// onDate reports whether the abbreviation of a day of the week at s.at is one,
// before after.
func (s *scan) onDate(after string) bool {
	last, _ := s.previous()
	if s.tongue.onDay[strings.ToLower(last)] || strings.HasPrefix(after, ",") {
		return true
	}
	n := spaces(after)
	return n > 0 && n < len(after) && isDigit(after[n]) || s.tongue.beginsMonth(after)
}
