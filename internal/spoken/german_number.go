package spoken

import "strings"

var (
	germanOnes = strings.Fields(`null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn
		vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn`)
	germanTens   = strings.Fields(`- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig`)
	germanScales = []struct {
		size      uint64
		one, many string
	}{{1e12, "eine Billion", "Billionen"}, {1e9, "eine Milliarde", "Milliarden"}, {1e6, "eine Million", "Millionen"}}
	germanOrdinals = map[uint64]string{1: "erst", 3: "dritt", 7: "siebt", 8: "acht"}
)

// germanCardinal says a number below 10¹⁵: "eintausendzweihundertvierunddreißig".
func germanCardinal(n uint64) string {
	said := germanStem(n)
	if n%100 == 1 {
		said += "s"
	}
	return said
}

// germanStem is the number before a noun or another part: "ein", "hundertein".
func germanStem(n uint64) string {
	var said []string
	for _, s := range germanScales {
		switch k := n / s.size; {
		case k == 1:
			said = append(said, s.one)
		case k > 1:
			said = append(said, germanStem(k), s.many)
		}
		n %= s.size
	}
	if n > 0 || len(said) == 0 {
		said = append(said, germanBelowMillion(n))
	}
	return strings.Join(said, " ")
}

func germanBelowMillion(n uint64) string {
	var b strings.Builder
	if n >= 1000 {
		b.WriteString(germanBelowMillion(n / 1000))
		b.WriteString("tausend")
		n %= 1000
		if n == 0 {
			return b.String()
		}
	}
	if n >= 100 {
		b.WriteString(germanOnes[n/100])
		b.WriteString("hundert")
		n %= 100
		if n == 0 {
			return b.String()
		}
	}
	switch {
	case n < 20:
		b.WriteString(germanOnes[n])
	case n%10 == 0:
		b.WriteString(germanTens[n/10])
	default:
		b.WriteString(germanOnes[n%10] + "und" + germanTens[n/10])
	}
	return b.String()
}

// germanOrdinal says "dritte" and so on, with the ending that the case wants.
func germanOrdinal(n uint64, ending string) string {
	low := n % 100
	stem := germanOrdinals[low]
	switch {
	case stem != "":
		if n > low {
			stem = germanStem(n-low) + stem
		}
	case low > 0 && low < 20:
		stem = germanStem(n) + "t"
	default:
		stem = germanStem(n) + "st"
	}
	return stem + ending
}

// germanYear says a year as years are said: "vierzehnhundertzweiundneunzig".
func germanYear(n uint64) string {
	if n < 1100 || n >= 2000 {
		return germanCardinal(n)
	}
	said := germanStem(n/100) + "hundert"
	if low := n % 100; low > 0 {
		said += germanCardinal(low)
	}
	return said
}

// germanFraction says "drei Viertel".
func germanFraction(top, bottom uint64) string {
	if bottom == 2 {
		if top == 1 {
			return "einhalb"
		}
		return germanStem(top) + " halbe"
	}
	name := germanOrdinal(bottom, "el")
	return germanStem(top) + " " + strings.ToUpper(name[:1]) + name[1:]
}
