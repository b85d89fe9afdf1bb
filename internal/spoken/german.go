package spoken

func german() *tongue {
	return &tongue{
		group: '.', decimal: ',',
		point: "Komma", to: "bis", plus: "plus", minus: "minus", times: "mal", over: "geteilt durch",
		equals: "ist gleich", by: "mal", odds: "zu", about: "etwa", hash: "Nummer", per: "pro", once: "einmal", and: "und", d: "W", oclock: "Uhr", of: "von", genitive: "s",
		cardinal: germanCardinal,
		year:     germanYear,
		one: func(g gender) string {
			if g == feminine {
				return "eine"
			}
			return "ein"
		},
		single:   germanSingle,
		fraction: germanFraction,
		andPart: func(whole, top, bottom uint64) string {
			if top == 1 && bottom == 2 {
				return germanStem(whole) + "einhalb"
			}
			return germanStem(whole) + " " + germanFraction(top, bottom)
		},
		partOf:   germanPart,
		multiple: germanTimes,
		decade:   germanDecade,
		clock:    germanClock,
		ordinal:  germanDot,
		ruler:    germanRuler,
		numeral:  germanNumeral,
		units: map[string]unit{
			"ft":   {one: "Fuß", many: "Fuß"},
			"m":    {one: "Meter", many: "Meter", spaced: true},
			"cm":   {one: "Zentimeter", many: "Zentimeter"},
			"mm":   {one: "Millimeter", many: "Millimeter"},
			"km":   {one: "Kilometer", many: "Kilometer"},
			"km/h": {one: "Kilometer pro Stunde", many: "Kilometer pro Stunde"},
			"kg":   {one: "Kilogramm", many: "Kilogramm", gender: neuter},
			"g":    {one: "Gramm", many: "Gramm", gender: neuter},
			"lb":   {one: "Pfund", many: "Pfund", gender: neuter},
			"lbs":  {one: "Pfund", many: "Pfund", gender: neuter},
			"Pfd":  {one: "Pfund", many: "Pfund", gender: neuter, dotted: true},
			"l":    {one: "Liter", many: "Liter"},
			"ml":   {one: "Milliliter", many: "Milliliter"},
			"h":    {one: "Stunde", many: "Stunden", gender: feminine},
			"Std":  {one: "Stunde", many: "Stunden", gender: feminine, dotted: true},
			"Min":  {one: "Minute", many: "Minuten", gender: feminine, dotted: true},
			"min":  {one: "Minute", many: "Minuten", gender: feminine, dotted: true},
			"Sek":  {one: "Sekunde", many: "Sekunden", gender: feminine, dotted: true},
			"Uhr":  {one: "Uhr", many: "Uhr", spaced: true},
			"%":    {one: "Prozent", many: "Prozent", gender: neuter},
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
				mrd Milliarden
				jh Jahrhundert
				jhd Jahrhundert`,
			beforeName: `dr Doktor
				hr Herr
				fr Frau
				prof Professor`,
			beforeNumber: `nr Nummer
				kap Kapitel
				bd Band
				abs Absatz
				s Seite
				abb Abbildung
				tab Tabelle`,
			beforeLevel: `lvl Level
				lv Level`,
			ofMonth: `jan Januar
				jän Jänner
				feb Februar
				febr Februar
				mär März
				mrz März
				apr April
				jun Juni
				jul Juli
				aug August
				sep September
				sept September
				okt Oktober
				nov November
				dez Dezember`,
			ofWeek: `mo Montag
				di Dienstag
				mi Mittwoch
				do Donnerstag
				sa Samstag
				so Sonntag`,
			saint: `st Sankt`,
		}),
		rulers: wordSet(`könig königs königin kaiser kaisers kaiserin papst papstes herzog herzogs herzogin fürst fürsten
			fürstin prinz prinzen graf grafen gräfin zar zaren`),
		counted: wordSet(`tp lp hp ep ap mp asp kap xp mana trefferpunkte trefferpunkten lebenspunkte lebenspunkten leben punkte
			punkten plätze plätzen platz zauberplätze zauberplätzen zauberplatz slots slot ladung ladungen anwendungen
			nutzungen runde runden zug zügen züge stufe stufen level lvl lv wunden phase welle erfolge fehlschläge
			züge versuche würfel`),
		halved:   wordSet("runde ladung stufe zug phase platz welle punkt"),
		rated:    wordSet("hg herausforderungsgrad"),
		whole:    wordSet("der des davon von dieser dieses"),
		stats:    wordSet("RK SG HG TP LP HP EP XP DC AC KO"),
		months:   wordSet(germanMonths),
		roughly:  wordSet("etwa ungefähr circa zirka rund fast knapp"),
		other:    map[string]short{"fr": {"Freitag", ofWeek}},
		ofPlural: "n",
		onDay:    wordSet("am bis ab seit vom zum jeden nächsten letzten diesen kommenden den"),
	}
}

const germanMonths = "januar jänner februar märz april mai juni juli august september oktober november dezember"
