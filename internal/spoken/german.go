package spoken

import "strings"

func german() *tongue {
	return &tongue{
		group: '.', decimal: ',',
		point: "Komma", to: "bis", plus: "plus", minus: "minus", times: "mal", over: "geteilt durch",
		equals: "gleich", and: "und", d: "W", oclock: "Uhr", of: "von", genitive: "s",
		cardinal: germanCardinal,
		year:     germanYear,
		one: func(g gender) string {
			if g == feminine {
				return "eine"
			}
			return "ein"
		},
		bare:     func(next string) bool { return next != "" },
		fraction: germanFraction,
		andPart: func(whole, top, bottom uint64) string {
			if top == 1 && bottom == 2 {
				return germanStem(whole) + "einhalb"
			}
			return germanStem(whole) + " " + germanFraction(top, bottom)
		},
		clock:   germanClock,
		ordinal: germanDot,
		ruler:   germanRuler,
		units: map[string]unit{
			"ft":   {one: "Fuß", many: "Fuß"},
			"m":    {one: "Meter", many: "Meter", spaced: true},
			"cm":   {one: "Zentimeter", many: "Zentimeter"},
			"mm":   {one: "Millimeter", many: "Millimeter"},
			"km":   {one: "Kilometer", many: "Kilometer"},
			"km/h": {one: "Kilometer pro Stunde", many: "Kilometer pro Stunde"},
			"kg":   {one: "Kilogramm", many: "Kilogramm"},
			"lb":   {one: "Pfund", many: "Pfund"},
			"lbs":  {one: "Pfund", many: "Pfund"},
			"Std":  {one: "Stunde", many: "Stunden", gender: feminine, dotted: true},
			"Min":  {one: "Minute", many: "Minuten", gender: feminine, dotted: true},
			"Uhr":  {one: "Uhr", many: "Uhr", spaced: true},
			"%":    {one: "Prozent", many: "Prozent"},
			"°C":   {one: "Grad Celsius", many: "Grad Celsius"},
			"°":    {one: "Grad", many: "Grad"},
		},
		coins: map[string]unit{
			"KM": {one: "Kupfermünze", many: "Kupfermünzen", gender: feminine},
			"SM": {one: "Silbermünze", many: "Silbermünzen", gender: feminine},
			"EM": {one: "Elektrummünze", many: "Elektrummünzen", gender: feminine},
			"GM": {one: "Goldmünze", many: "Goldmünzen", gender: feminine},
			"PM": {one: "Platinmünze", many: "Platinmünzen", gender: feminine},
		},
		money: map[rune]currency{
			'$': {unit{one: "Dollar", many: "Dollar"}, unit{one: "Cent", many: "Cent"}, ""},
			'€': {unit{one: "Euro", many: "Euro"}, unit{one: "Cent", many: "Cent"}, ""},
			'£': {unit{one: "Pfund", many: "Pfund"}, unit{one: "Penny", many: "Pence"}, ""},
		},
		scales: wordSet("Million Millionen Milliarde Milliarden"),
		dated:  wordSet("jahr jahre jahres anno seit bis um " + germanMonths),
		eras:   wordSet("DR"),
		shorts: shorts(map[shortKind]string{
			anywhere: `bzw beziehungsweise
				z.b zum Beispiel
				d.h das heißt
				u.a unter anderem
				u.u unter Umständen
				v.a vor allem
				o.ä oder Ähnliches
				s.o siehe oben
				s.u siehe unten
				z.t zum Teil
				i.d.r in der Regel
				m.e meines Erachtens
				usw und so weiter
				etc et cetera
				ca circa
				evtl eventuell
				ggf gegebenenfalls
				vgl vergleiche
				bspw beispielsweise
				inkl inklusive
				exkl exklusive
				mind mindestens
				mio Millionen
				mrd Milliarden`,
			beforeName: `dr Doktor
				hr Herr
				fr Frau
				prof Professor`,
			beforeNumber: `nr Nummer
				kap Kapitel
				bd Band
				abs Absatz
				s Seite`,
			saint: `st Sankt`,
		}),
		rulers: wordSet(`könig königs königin kaiser kaisers kaiserin papst papstes herzog herzogs herzogin fürst fürsten
			fürstin prinz prinzen graf grafen gräfin zar zaren`),
	}
}

const germanMonths = "januar jänner februar märz april mai juni juli august september oktober november dezember"

var (
	germanMonth = wordSet(germanMonths)
	// These say what ending an ordinal has behind them.
	germanDefinite = wordSet("der die das dies diese dieser dieses jeder jede jedes eine ins")
	germanOblique  = wordSet(`dem den des im am vom zum zur beim jedem jeden einem einen einer eines diesem diesen
		ab bis seit`)
	// Behind these "der" is dative: "in der dritten Straße".
	germanDative = wordSet("in an auf aus bei hinter mit nach neben seit über unter von vor zu zwischen")
	// Behind these a name is accusative.
	germanAccusative = wordSet("für gegen durch ohne um den")
)

// germanClock says "zwanzig Uhr fünfzehn".
func germanClock(hour, minute uint64, rest string) (said string, n int) {
	if following(rest) == "Uhr" {
		n = spaces(rest) + len("Uhr")
	}
	said = germanStem(hour) + " Uhr"
	if minute > 0 {
		said += " " + germanCardinal(minute)
	}
	return said, n
}

// germanDot knows "der 3. Versuch" and "am 1. Mai": a number, a dot, and words
// around it that tell its ending. Where they do not it stays, as in "ein 3.".
func germanDot(s *scan, v number, rest string) (said string, n int) {
	if v.whole == 0 || v.whole > 999 || !strings.HasPrefix(rest, ".") {
		return "", 0
	}
	next := following(rest[1:])
	if next == "" || isDigit(next[0]) {
		return "", 0
	}
	last, before := s.previous()
	last, before = strings.ToLower(last), strings.ToLower(before)
	switch {
	case last == "der" && germanDative[before], germanOblique[last]:
		return germanOrdinal(v.whole, "en"), 1
	case germanDefinite[last]:
		return germanOrdinal(v.whole, "e"), 1
	case germanMonth[strings.ToLower(next)] && last != "ein":
		return germanOrdinal(v.whole, "er"), 1
	}
	return "", 0
}

// germanRuler says "der Achte", in the case that the words before tell.
func germanRuler(s *scan, v uint64, rest string) (said string, n int) {
	if strings.HasPrefix(rest, ".") && strings.TrimFunc(rest, func(r rune) bool { return !isVoiced(r) }) != "" {
		n = 1 // at the end it is the sentence's, too
	}
	name, at := wordBefore(s.text[:s.at])
	title, at := wordBefore(s.text[:at])
	before, _ := wordBefore(s.text[:at])
	title, before = strings.ToLower(title), strings.ToLower(before)
	woman := strings.HasSuffix(title, "in")
	dative := germanDative[before] || before == "vom" || before == "zum" || before == "beim" || before == "dem" || before == "zur"
	accusative := germanAccusative[before]
	genitive := before == "des" || strings.HasSuffix(title, "s")
	article, ending := "der", "e"
	switch {
	case strings.HasSuffix(name, "s") && !genitive && !dative && !accusative:
		return "", 0 // Heinrichs is a genitive, Charles is none
	case woman && (genitive || dative):
		ending = "en"
	case woman:
		article = "die"
	case genitive:
		article, ending = "des", "en"
	case dative:
		article, ending = "dem", "en"
	case accusative:
		article, ending = "den", "en"
	}
	ordinal := germanOrdinal(v, ending)
	return article + " " + strings.ToUpper(ordinal[:1]) + ordinal[1:], n
}
