package spoken

import "strings"

func english() *tongue {
	return &tongue{
		group: ',', decimal: '.',
		point: "point", to: "to", plus: "plus", minus: "minus", times: "times", over: "divided by",
		equals: "equals", by: "by", odds: "to", about: "about", hash: "number", per: "per", once: "once",
		am: "a.m", pm: "p.m", and: "and", d: "d", of: "of", street: "Street", openA: "ah", compounds: true,
		cardinal: englishCardinal,
		year:     englishYear,
		one:      func(gender) string { return "one" },
		fraction: englishFraction,
		andPart: func(whole, top, bottom uint64) string {
			part := englishFraction(top, bottom)
			if top == 1 {
				part = "a " + strings.TrimPrefix(part, "one ")
			}
			return englishCardinal(whole) + " and " + part
		},
		clock:    englishClock,
		ordinal:  englishDay,
		multiple: englishTimes,
		decade:   englishDecade,
		ruler: func(_ *scan, v uint64, _ string) (string, int) {
			return "the " + englishOrdinal(v), 0
		},
		units: map[string]unit{
			"ft":   {one: "foot", many: "feet", dotted: true},
			"yd":   {one: "yard", many: "yards", dotted: true},
			"mi":   {one: "mile", many: "miles", spaced: true, dotted: true},
			"mph":  {one: "mile per hour", many: "miles per hour"},
			"lb":   {one: "pound", many: "pounds", dotted: true},
			"lbs":  {one: "pound", many: "pounds", dotted: true},
			"oz":   {one: "ounce", many: "ounces", dotted: true},
			"m":    {one: "metre", many: "metres", spaced: true},
			"cm":   {one: "centimetre", many: "centimetres"},
			"mm":   {one: "millimetre", many: "millimetres"},
			"km":   {one: "kilometre", many: "kilometres"},
			"km/h": {one: "kilometre per hour", many: "kilometres per hour"},
			"kg":   {one: "kilogram", many: "kilograms"},
			"hr":   {one: "hour", many: "hours", dotted: true},
			"hrs":  {one: "hour", many: "hours", dotted: true},
			"h":    {one: "hour", many: "hours"},
			"min":  {one: "minute", many: "minutes", dotted: true},
			"mins": {one: "minute", many: "minutes", dotted: true},
			"sec":  {one: "second", many: "seconds", dotted: true},
			"secs": {one: "second", many: "seconds", dotted: true},
			"gal":  {one: "gallon", many: "gallons", dotted: true},
			"%":    {one: "percent", many: "percent"},
			"°C":   {one: "degree Celsius", many: "degrees Celsius"},
			"°F":   {one: "degree Fahrenheit", many: "degrees Fahrenheit"},
			"°":    {one: "degree", many: "degrees"},
		},
		coins: upperToo(map[string]unit{
			"cp": {one: "copper piece", many: "copper pieces"},
			"sp": {one: "silver piece", many: "silver pieces"},
			"ep": {one: "electrum piece", many: "electrum pieces"},
			"gp": {one: "gold piece", many: "gold pieces"},
			"pp": {one: "platinum piece", many: "platinum pieces"},
		}),
		money: map[rune]currency{
			'$': {unit{one: "dollar", many: "dollars"}, unit{one: "cent", many: "cents"}, "and"},
			'€': {unit{one: "euro", many: "euros"}, unit{one: "cent", many: "cents"}, "and"},
			'£': {unit{one: "pound", many: "pounds"}, unit{one: "penny", many: "pence"}, "and"},
		},
		scales: wordSet("thousand million billion trillion"),
		dated: wordSet(`in year since until till circa anno around before after january february march april may june
			july august september october november december spring summer autumn winter`),
		eras: wordSet("AD BC CE BCE DR"),
		shorts: shorts(map[shortKind]string{
			anywhere: `e.g for example
				i.e that is
				etc et cetera
				vs versus
				approx approximately
				ca circa
				jr Junior
				sr Senior`,
			beforeName: `dr Doctor
				mr Mister
				mrs Missus
				prof Professor
				mt Mount
				capt Captain
				sgt Sergeant
				lt Lieutenant
				gen General
				col Colonel
				maj Major
				rev Reverend
				gov Governor`,
			beforeNumber: `no number
				nos numbers
				vol volume
				fig figure
				p page
				pp pages
				ch chapter
				pt part`,
			beforeLevel: `lv level
				lvl level`,
			ofMonth: `jan January
				feb February
				mar March
				apr April
				jun June
				jul July
				aug August
				sep September
				sept September
				oct October
				nov November
				dec December`,
			ofWeek: `mon Monday
				tue Tuesday
				tues Tuesday
				wed Wednesday
				thu Thursday
				thur Thursday
				thurs Thursday
				fri Friday
				sat Saturday
				sun Sunday`,
			saint: `st Saint`,
		}),
		rulers: wordSet(`king queen emperor empress pope prince princess duke duchess tsar czar sultan lord lady baron
			baroness count countess earl archduke`),
		counted: wordSet(`hp xp mp ap ki mana hit health points point slots slot charges charge uses use level levels lv lvl round
			rounds turn turns dice spell wounds lives stage step wave successes failures saves attempt attempts phase tries`),
		halved:  wordSet("turn round level stage step phase point use charge slot attempt"),
		rated:   wordSet("cr rating"),
		whole:   wordSet("of"),
		stats:   wordSet("AC DC HP XP CR DR SR MP"),
		roughly: wordSet("about around roughly approximately circa nearly almost"),
		slashes: map[string]string{"w/": "with", "w/o": "without"},
		months:  wordSet("january february march april may june july august september october november december"),
		onDay:   wordSet("on by next last this every until till since from"),
	}
}

// upperToo adds units in capitals.
func upperToo(units map[string]unit) map[string]unit {
	both := map[string]unit{}
	for k, u := range units {
		both[k], both[strings.ToUpper(k)] = u, u
	}
	return both
}

// englishClock says a time as people do: "nine oh five". What follows, such as
// "a.m.", stays, but makes "o'clock" superfluous.
func englishClock(hour, minute uint64, rest string) (said string, n int) {
	after := rest[spaces(rest):]
	half := begins(after, "a.m") || begins(after, "p.m") || begins(after, "am") && ends(after[2:]) || begins(after, "pm") && ends(after[2:])
	called := begins(after, "o'clock") || begins(after, "o’clock")
	switch {
	case minute == 0 && (half || called):
		return englishCardinal(hour), 0
	case minute == 0 && (hour == 0 || hour == 24):
		return "midnight", 0
	case minute == 0 && hour > 12:
		return englishCardinal(hour) + " hundred", 0
	case minute == 0:
		return englishCardinal(hour) + " o'clock", 0
	case minute < 10:
		return englishCardinal(hour) + " oh " + englishCardinal(minute), 0
	}
	return englishCardinal(hour) + " " + englishCardinal(minute), 0
}

// begins reports whether text begins with prefix in any case.
func begins(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}
