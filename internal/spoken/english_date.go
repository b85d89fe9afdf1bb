package spoken

import (
	"slices"
	"strconv"
	"strings"
)

// englishSuffix knows "3rd".
func englishSuffix(_ *scan, v number, rest string) (said string, n int) {
	if len(rest) < 2 || !ends(rest[2:]) {
		return "", 0
	}
	switch suffix := strings.ToLower(rest[:2]); suffix {
	case "st", "nd", "rd", "th":
		digits := strconv.FormatUint(v.whole, 10)
		last, teen := digits[len(digits)-1], len(digits) > 1 && digits[len(digits)-2] == '1'
		want := map[byte]string{'1': "st", '2': "nd", '3': "rd"}[last]
		if want == "" || teen {
			want = "th"
		}
		if suffix != want {
			return "", 0 // "3th" is a slip, or something else
		}
		return englishOrdinal(v.whole), 2
	}
	return "", 0
}

// englishBehindDay are words behind the number of a day: in "Dec. 3 men" it is none.
var englishBehindDay = wordSet("at in and or to is was by the of if when until")

// englishDay knows "3rd", and the days of "Dec. 3" and "3 December".
func englishDay(s *scan, v number, rest string) (said string, n int) {
	if said, n = englishSuffix(s, v, rest); said != "" {
		return said, n
	}
	if v.whole == 0 || v.whole > lastOfMonth {
		return "", 0
	}
	if s.tongue.beginsMonth(rest) {
		said = englishOrdinal(v.whole) + " of"
		if last, _ := s.previous(); !strings.EqualFold(last, "the") {
			said = "the " + said
		}
		return said, 0
	}
	next := following(rest)
	alone := rest == "" || strings.Contains(",.;!?)", rest[:1]) && endsNumber(rest)
	if (alone || englishBehindDay[next] || digitRun(next) == len("1492")) && s.behindMonth() {
		return englishOrdinal(v.whole), 0
	}
	return "", 0
}

// englishTimes knows "3x".
func englishTimes(t *tongue, v number, rest string) (said string, n int) {
	mark := timesMark(rest)
	switch {
	case mark == 0:
		return "", 0
	case v.one() && following(rest[mark:]) != "" && !englishBehindOnce[following(rest[mark:])]:
		return "one", mark
	case v.one():
		return "once", mark
	}
	return t.say(v) + " times", mark
}

// englishBehindOnce are words before which "1x" is not one of them.
var englishBehindOnce = wordSet("daily weekly monthly a an per each every more again only")

// timesMark returns the length of the "x" behind a number.
func timesMark(rest string) int {
	for _, mark := range []string{"x", "×", " x ", " × "} {
		after, ok := strings.CutPrefix(rest, mark)
		n := len(strings.TrimRight(mark, " "))
		if ok && ends(rest[n:]) && (after == "" || !isDigit(after[0])) {
			return n
		}
	}
	return 0
}

// englishDecade knows "1990s" and "the 90s".
func englishDecade(s *scan, v number, rest string) (said string, n int) {
	if !strings.HasPrefix(rest, "s") || !ends(rest[1:]) || v.whole%10 != 0 {
		return "", 0
	}
	switch {
	case 1000 <= v.whole && v.whole <= 2999:
		said = englishYear(v.whole)
	case 20 <= v.whole && v.whole <= 90 && s.mayBeDecade():
		said = englishCardinal(v.whole)
	default:
		return "", 0
	}
	if tens, ok := strings.CutSuffix(said, "y"); ok {
		return tens + "ies", 1
	}
	return said + "s", 1
}

// englishBeforeDecade are words before a decade, or before somebody's age: "30s"
// may be seconds.
var englishBeforeDecade = wordSet("the his her their my our your early mid late")

// mayBeDecade reports whether what stands before a number lets it be a decade.
func (s *scan) mayBeDecade() bool {
	last, _ := s.previous()
	word := strings.ToLower(last)
	return englishBeforeDecade[word] || slices.ContainsFunc([]string{"'", "’", "-"}, func(mark string) bool {
		return strings.HasSuffix(s.text[:s.at], mark)
	})
}
