package spoken

import "strings"

// A tongue is a language that is read.
type tongue struct {
	group, decimal byte   // as in "1.000,50"
	point          string // how the decimal mark is said
	to             string // between the ends of a range
	plus, minus    string
	times, over    string
	equals, and    string
	d              string // what dice are called
	oclock         string // the word behind "20.15", where times are written so
	of             string // the word between a ruler's numeral and the country
	street         string // "St." behind a name; empty if it is none
	genitive       string // what a name may end in: the "s" of "Mirelas"
	compounds      bool   // "10-ft" is a ten-foot, and not a ten-feet
	openA          string // how the last syllable of "mi-REL-a" is to be spelled

	cardinal func(n uint64) string
	year     func(n uint64) string
	// one is the number 1 before a noun of a gender.
	one func(g gender) string
	// bare reports whether how a 1 is said before next cannot be told.
	bare func(next string) bool
	// fraction says "three quarters", andPart "two and three quarters".
	fraction func(top, bottom uint64) string
	andPart  func(whole, top, bottom uint64) string

	// These three say how much of rest, what follows the number, belongs to it;
	// 0 means that it is none for ordinal and ruler.
	clock   func(hour, minute uint64, rest string) (said string, n int)
	ordinal func(s *scan, v number, rest string) (said string, n int)
	ruler   func(s *scan, v uint64, rest string) (said string, n int)

	units  map[string]unit
	coins  map[string]unit // of games
	money  map[rune]currency
	scales map[string]bool // "million"
	dated  map[string]bool // words before a year, in lower case
	eras   map[string]bool // words behind one
	shorts map[string]short
	rulers map[string]bool // titles before a name with a numeral
}

// A gender is of a noun. English has but one.
type gender int

const (
	masculine gender = iota
	feminine
	neuter
)

// A unit is what an amount is of.
type unit struct {
	one, many string
	gender    gender
	spaced    bool // it stands apart from the number: "5m" may be anything
	dotted    bool // it may be written with a dot
}

// tongues are the languages that are read, by their codes.
var tongues = map[string]*tongue{"en": english(), "de": german()}

func wordSet(words string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// digitByDigit says digits one at a time: "five zero".
func (t *tongue) digitByDigit(digits string) string {
	said := make([]string, len(digits))
	for i, d := range []byte(digits) {
		said[i] = t.cardinal(uint64(d - '0'))
	}
	return strings.Join(said, " ")
}
