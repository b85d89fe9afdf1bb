package spoken

import (
	"strconv"
	"strings"
)

func english() *tongue {
	return &tongue{
		group: ',', decimal: '.',
		point: "point", to: "to", plus: "plus", minus: "minus", times: "times", over: "divided by",
		equals: "equals", and: "and", d: "d", of: "of", street: "Street", openA: "ah", compounds: true,
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
		clock:   englishClock,
		ordinal: englishSuffix,
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
			"min":  {one: "minute", many: "minutes", dotted: true},
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
				pp pages`,
			saint: `st Saint`,
		}),
		rulers: wordSet(`king queen emperor empress pope prince princess duke duchess tsar czar sultan lord lady baron
			baroness count countess earl archduke`),
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
