package spoken

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	// These say what ending an ordinal has behind them.
	germanDefinite = wordSet(`der die das dies diese dieser dieses jeder jede jedes eine ins
		jener jene jenes welche meine deine seine ihre unsere eure keine`)
	germanOblique = wordSet(`dem den des im am vom zum zur beim jedem jeden einem einen einer eines diesem diesen
		ab bis seit meinen meinem meiner meines deinen deinem deiner deines seinen seinem seiner seines ihren ihrem ihrer
		ihres unseren unserem unserer unseres euren eurem eurer eures keinen keinem keiner keines`)
	// Behind these a number at the end of a sentence is an ordinal. "die 3." are
	// three.
	germanBeforeDay = wordSet("der das dem des am im vom zum beim")
	// Behind these an ordinal tells the gender of what follows.
	germanIndefinite = wordSet("ein mein dein sein ihr unser euer kein")
	// Behind these "der" is dative: "in der dritten Straße".
	germanDative = wordSet("in an auf aus bei hinter mit nach neben seit über unter von vor zu zwischen")
	// Behind these a name is accusative.
	germanAccusative = wordSet("für gegen durch ohne um den")
)

// germanDot knows "der 3. Versuch" and "am 1. Mai": a number, a dot, and words
// around it that tell its ending. Where they do not it stays, as in "Es kostet 3.".
func germanDot(s *scan, v number, rest string) (said string, n int) {
	after, ok := strings.CutPrefix(rest, ".")
	if !ok || v.whole == 0 || v.whole > 999 {
		return "", 0
	}
	if ending := s.germanEnding(after); ending != "" {
		return germanOrdinal(v.whole, ending), 1
	}
	// "Komm am 3.": the dot is the sentence's, too.
	if last, _ := s.previous(); strings.TrimLeftFunc(after, func(r rune) bool { return !isVoiced(r) }) == "" {
		switch last = strings.ToLower(last); {
		case germanBeforeDay[last] && germanOblique[last]:
			return germanOrdinal(v.whole, "en"), 0
		case germanBeforeDay[last]:
			return germanOrdinal(v.whole, "e"), 0
		}
	}
	return "", 0
}

// germanEnding returns how an ordinal at s.at ends, of which after is what follows
// its dot; "" if there is none, or it cannot be told.
func (s *scan) germanEnding(after string) string {
	next := following(after)
	if next == "" || isDigit(next[0]) {
		return ""
	}
	last, before := s.previous()
	first, _ := utf8.DecodeRuneInString(last)
	last, before = strings.ToLower(last), strings.ToLower(before)
	g, known := germanGender(next)
	if ending := s.germanSeries(last); ending != "" {
		return ending
	}
	switch {
	case last == "der" && germanDative[before], germanOblique[last]:
		return "en"
	case germanDefinite[last]:
		return "e"
	case s.tongue.beginsMonth(after) && last != "ein":
		if s.behindDayOfWeek() {
			return "en"
		}
		return "er"
	case germanIndefinite[last]:
		if known && g == neuter {
			return "es"
		}
		if known || startsUpper(after) {
			return "er"
		}
		return ""
	}
	noun := strings.ToLower(next)
	if genitive, ok := strings.CutSuffix(noun, "s"); ok && (germanCounted[genitive] || germanCounted[strings.TrimSuffix(genitive, "e")]) {
		return "en" // "Zauber 3. Grades"
	}
	switch {
	case !germanCounted[noun], germanBeforeCardinal[last]:
		return ""
	case germanDative[last] && g != feminine:
		return "em"
	case germanDative[last], unicode.IsUpper(first) && g == feminine:
		return "er" // "in 3. Reihe", "Zauber 3. Stufe"
	}
	return map[gender]string{masculine: "er", feminine: "e", neuter: "es"}[g]
}

// germanSeries returns how the ordinal before "und", or "oder", ends: in "der 1. und
// 2. Rang" both do alike.
func (s *scan) germanSeries(last string) string {
	if last != "und" && last != "oder" {
		return ""
	}
	text := strings.TrimRight(s.text[:s.at], " \u00a0")
	text, ok := strings.CutSuffix(strings.TrimRight(text[:len(text)-len(last)], " \u00a0"), ".")
	if !ok {
		return ""
	}
	number, at := lastWord(text)
	if number == "" || digitRun(number) != len(number) {
		return ""
	}
	article, _ := wordBefore(text[:at])
	switch article = strings.ToLower(article); {
	case germanOblique[article]:
		return "en"
	case germanDefinite[article]:
		return "e"
	}
	return ""
}

// behindDayOfWeek reports whether a day of the week and a comma stand before s.at,
// in dative or accusative: "am Freitag, 5. Mai".
func (s *scan) behindDayOfWeek() bool {
	text, ok := strings.CutSuffix(strings.TrimRight(s.text[:s.at], " \u00a0"), ",")
	if !ok {
		return false
	}
	day, at := lastWord(strings.TrimSuffix(text, "."))
	before, _ := wordBefore(text[:at])
	return germanDays[strings.ToLower(day)] && germanOblique[strings.ToLower(before)]
}

// germanNumeral knows "der II. Rang", and "Friedrich II. war": in the middle of a
// sentence the dot is the numeral's.
func germanNumeral(s *scan, v uint64, rest string) (said string, n int) {
	after, ok := strings.CutPrefix(rest, ".")
	if !ok {
		return "", 0
	}
	name, _ := s.previous()
	first, _ := utf8.DecodeRuneInString(name)
	label := strings.ToLower(name)
	counted := germanCounted[strings.ToLower(following(after))]
	initial := v == 5 || v == 10 // "der V. Mann" may be anybody
	switch {
	case counted || !initial && (germanDefinite[label] || germanOblique[label]):
		if ending := s.germanEnding(after); ending != "" {
			return germanOrdinal(v, ending), 1
		}
	case unicode.IsUpper(first) && startsLower(after) && !initial && !germanBeforeCardinal[label] && !germanLabels[label]:
		return germanRuler(s, v, rest)
	}
	return "", 0
}

// germanLabels are nouns that have a numeral behind them and rule nothing.
var germanLabels = wordSet("akt band buch typ klasse weltkrieg krieg gruft tor abschnitt szene lied gesang")
