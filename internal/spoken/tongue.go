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
	by             string // between the sides of what is measured: "10x10"
	odds           string // between the two of "3:1"
	about          string // what "~" stands for
	hash           string // what "#" stands for
	per, once      string // the slash of "3/day", and the "1" of "1/day"
	am, pm         string // halves of a day, without the last dot; empty if it has none
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
	// single says a 1 that stands at s.at and has after behind it; "" if how
	// cannot be told. Nil means as any number.
	single func(s *scan, after string) string
	// fraction says "three quarters", andPart "two and three quarters".
	fraction func(top, bottom uint64) string
	andPart  func(whole, top, bottom uint64) string
	// partOf says a fraction that n bytes at s.at write, and how many bytes it
	// has with what belongs to it. Nil means that fraction says it.
	partOf func(s *scan, top, bottom uint64, n int) (said string, size int)
	// multiple says "3x", decade "1990s": v and what of rest belongs to it.
	multiple func(t *tongue, v number, rest string) (said string, n int)
	decade   func(s *scan, v number, rest string) (said string, n int)

	// These three say how much of rest, what follows the number, belongs to it;
	// 0 means that it is none for ordinal and ruler.
	clock   func(hour, minute uint64, rest string) (said string, n int)
	ordinal func(s *scan, v number, rest string) (said string, n int)
	ruler   func(s *scan, v uint64, rest string) (said string, n int)

	// numeral says a Roman one that is an ordinal by what it has behind it.
	numeral func(s *scan, v uint64, rest string) (said string, n int)

	units  map[string]unit
	coins  map[string]unit // of games
	money  map[rune]currency
	scales map[string]bool // "million"
	dated  map[string]bool // words before a year, in lower case
	eras   map[string]bool // words behind one
	shorts map[string]short
	rulers map[string]bool // titles before a name with a numeral

	counted map[string]bool   // words beside a counter, "7/10 HP", in lower case
	halved  map[string]bool   // those of them of which a half is one
	rated   map[string]bool   // words before a fraction that look like such
	whole   map[string]bool   // words behind a fraction: "of"
	stats   map[string]bool   // what a number may be glued to: "DC15"
	slashes map[string]string // "w/o"
	roughly map[string]bool   // words that say what "~" does
	other   map[string]short  // shorts of two meanings
	// ofPlural is what a plural in "e" has more behind of: "von vier Plätzen".
	ofPlural string
	months   map[string]bool // in full, in lower case
	onDay    map[string]bool // words before a day of the week
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
