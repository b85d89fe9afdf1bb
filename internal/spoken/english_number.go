package spoken

import "strings"

var (
	englishOnes = strings.Fields(`zero one two three four five six seven eight nine ten eleven twelve thirteen
		fourteen fifteen sixteen seventeen eighteen nineteen`)
	englishTens   = strings.Fields(`- - twenty thirty forty fifty sixty seventy eighty ninety`)
	englishScales = []struct {
		size uint64
		name string
	}{{1e12, "trillion"}, {1e9, "billion"}, {1e6, "million"}, {1e3, "thousand"}}
	// englishOrdinals are those that are more than "th" behind the cardinal.
	englishOrdinals = map[string]string{
		"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
		"nine": "ninth", "twelve": "twelfth",
	}
)

// englishCardinal says a number below 10¹⁵: "one thousand two hundred thirty-four".
func englishCardinal(n uint64) string {
	var said []string
	for _, s := range englishScales {
		if n >= s.size {
			said = append(said, englishCardinal(n/s.size), s.name)
			n %= s.size
		}
	}
	if n >= 100 {
		said = append(said, englishOnes[n/100], "hundred")
		n %= 100
	}
	switch {
	case n == 0 && len(said) > 0:
	case n < 20:
		said = append(said, englishOnes[n])
	case n%10 == 0:
		said = append(said, englishTens[n/10])
	default:
		said = append(said, englishTens[n/10]+"-"+englishOnes[n%10])
	}
	return strings.Join(said, " ")
}

// englishOrdinal says "twenty-first" for 21.
func englishOrdinal(n uint64) string {
	said := englishCardinal(n)
	at := strings.LastIndexAny(said, " -") + 1
	last := said[at:]
	switch {
	case englishOrdinals[last] != "":
		return said[:at] + englishOrdinals[last]
	case strings.HasSuffix(last, "y"):
		return said[:at] + strings.TrimSuffix(last, "y") + "ieth"
	}
	return said + "th"
}

// englishYear says a year as years are said: "nineteen oh five".
func englishYear(n uint64) string {
	switch high, low := n/100, n%100; {
	case n < 1100 || n >= 10000 || n%1000 < 10:
		return englishCardinal(n)
	case low == 0:
		return englishCardinal(high) + " hundred"
	case low < 10:
		return englishCardinal(high) + " oh " + englishCardinal(low)
	default:
		return englishCardinal(high) + " " + englishCardinal(low)
	}
}

// englishFraction says "three quarters".
func englishFraction(top, bottom uint64) string {
	name := englishOrdinal(bottom)
	switch bottom {
	case 2:
		name = "half"
	case 4:
		name = "quarter"
	}
	if top != 1 {
		name += "s"
	}
	return englishCardinal(top) + " " + name
}
