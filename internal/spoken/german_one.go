package spoken

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A grammatical case, as far as the words before a noun tell it.
type germanCase int

const (
	nominative germanCase = iota
	accusative
	dative
)

var (
	germanWithDative = wordSet("mit von aus bei nach zu seit nebst samt außer vor in")
	// Behind these a noun is likely to be an object.
	germanWithObject = wordSet(`für ohne um durch gegen kostet kosten habe hast hat haben nimm nehme nimmt nehmt gib gebe gibt gebt
		brauche brauchst braucht brauchen kaufe kaufst kauft verliere verlierst verliert erhalte erhältst erhält bekomme
		bekommst bekommt zahle zahl zahlst zahlt trinke trinkt pro je`)
	germanPronouns = wordSet("mir dir ihm ihr uns euch ihnen nur noch genau ich du er sie es wir")
	germanArticles = wordSet("ein eine einen einem einer")
	// What follows a 1 that is no noun's.
	germanBehindOne = wordSet("und oder bis von mehr weniger zu ist war wäre mal plus minus aus auf im in am gegen bei als")
)

// germanCase returns the case of what stands at s.at.
func (s *scan) germanCase() germanCase {
	last, before := s.previous()
	last, before = strings.ToLower(last), strings.ToLower(before)
	switch {
	case germanWithDative[last]:
		return dative
	case germanWithObject[last], germanPronouns[last] && germanWithObject[before]:
		return accusative
	}
	return nominative
}

// germanOne says 1 before a noun of a gender.
func germanOne(g gender, c germanCase) string {
	switch {
	case g == feminine && c == dative:
		return "einer"
	case g == feminine:
		return "eine"
	case c == dative:
		return "einem"
	case g == masculine && c == accusative:
		return "einen"
	}
	return "ein"
}

// germanSingle says the 1 of "1 Goldmünze": "eine". Of a noun whose gender is not
// known it is "ein", and before an adjective its ending tells.
func germanSingle(s *scan, after string) string {
	if r, _ := utf8.DecodeRuneInString(strings.TrimPrefix(after, "-")); strings.HasPrefix(after, "-") && unicode.IsLetter(r) {
		return "ein" // "1-mal"
	}
	next := following(after)
	first, _ := utf8.DecodeRuneInString(next)
	switch {
	case !unicode.IsLetter(first), germanBehindOne[next]:
		return germanCardinal(1)
	case unicode.IsUpper(first):
		g, known := germanGender(next)
		if !known && s.germanCase() == accusative {
			return "ein"
		}
		return germanOne(g, s.germanCase())
	case strings.HasSuffix(next, "e"):
		return "eine"
	case strings.HasSuffix(next, "er"), strings.HasSuffix(next, "es"):
		return "ein"
	}
	return ""
}

// germanPart says "1/2 Laib" as "ein halber Laib", and "1/2 der Stadt" as "die
// Hälfte der Stadt". Before a noun whose gender is not known it is "einhalb".
func germanPart(s *scan, top, bottom uint64, n int) (said string, size int) {
	after := s.rest()[n:]
	u, more, measured := s.tongue.unit(after)
	if top != 1 || bottom != 2 {
		said = germanFraction(top, bottom)
		if measured {
			return said + " " + u.one, n + more
		}
		return said, n
	}
	next, c := following(after), s.germanCase()
	if s.tongue.whole[next] {
		if c == dative {
			return "der Hälfte", n
		}
		return "die Hälfte", n
	}
	g, known := germanGender(next)
	if first, _ := utf8.DecodeRuneInString(next); !unicode.IsUpper(first) {
		known = false
	}
	if measured {
		g, known = u.gender, true
	}
	if !known {
		return germanFraction(top, bottom), n
	}
	last, _ := s.previous()
	last = strings.ToLower(last)
	article := germanOne(g, c)
	said = article + " "
	switch {
	case germanArticles[last]:
		article, said = last, ""
	case germanDefinite[last]:
		article, said = "eine", "" // "die halbe Meile"
	case germanOblique[last]:
		article, said = "einen", ""
	}
	said += "halb" + map[string]string{"ein": map[gender]string{masculine: "er", neuter: "es"}[g], "eine": "e"}[article]
	if article != "ein" && article != "eine" {
		said += "en"
	}
	if measured {
		return said + " " + u.one, n + more
	}
	return said, n
}

// germanTimes knows "3x", "3mal" and "3fach".
func germanTimes(t *tongue, v number, rest string) (said string, n int) {
	said = germanStem(v.whole)
	if v.frac != "" {
		said = t.say(v) + " "
	}
	if n = timesMark(rest); n > 0 {
		return said + "mal", n
	}
	for _, end := range []string{"-mal", "mal", "-fach", "fach", "fache", "fachen", "facher", "faches"} {
		if strings.HasPrefix(rest, end) && ends(rest[len(end):]) {
			return said + strings.TrimPrefix(end, "-"), len(end)
		}
	}
	return "", 0
}

// germanDecade knows "1990er", "die 90er" and "10er".
func germanDecade(_ *scan, v number, rest string) (said string, n int) {
	for _, end := range []string{"er", "ern", "ers"} {
		if !strings.HasPrefix(rest, end) || !ends(rest[len(end):]) || v.whole == 0 || v.whole > 9999 {
			continue
		}
		said = germanYear(v.whole)
		if one, ok := strings.CutSuffix(said, "eins"); ok {
			said = one + "ein"
		}
		if v.whole == 100 || v.whole == 1000 {
			said = strings.TrimPrefix(said, "ein")
		}
		return said + end, len(end)
	}
	return "", 0
}
