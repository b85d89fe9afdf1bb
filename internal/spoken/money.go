package spoken

import (
	"strings"
	"unicode/utf8"
)

// A currency is what a sign stands for.
type currency struct {
	whole, part unit
	// with joins them: "five dollars and ten cents". Empty means that the part
	// follows without its name: "drei Euro zehn".
	with string
}

// price knows "$5" and "€ 3.50": the sign, of n bytes, is before the number.
func (s *scan) price(cur currency, n int) (said string, size int) {
	rest := s.rest()
	n += spaces(rest[n:])
	v, ok := s.tongue.number(rest[n:])
	if !ok {
		return "", 0
	}
	after := rest[n+v.n:]
	if scale := following(after); s.tongue.scales[scale] {
		return s.tongue.say(v) + " " + scale + " " + cur.whole.many, n + v.n + spaces(after) + len(scale)
	}
	if !endsNumber(after) && s.per(n+v.n) == 0 {
		return "", 0
	}
	return s.tongue.price(v, cur), n + v.n
}

// currency knows the sign behind an amount: " €".
func (t *tongue) currency(after string) (cur currency, n int, ok bool) {
	n = spaces(after)
	r, size := utf8.DecodeRuneInString(after[n:])
	cur, ok = t.money[r]
	return cur, n + size, ok && ends(after[n+size:])
}

// price says v of a currency.
func (t *tongue) price(v number, cur currency) string {
	if len(v.frac) != 2 {
		return t.amount(v, cur.whole)
	}
	part := number{whole: value(v.frac)}
	whole := number{whole: v.whole}
	switch {
	case part.whole == 0:
		return t.amount(whole, cur.whole)
	case v.whole == 0:
		return t.amount(part, cur.part)
	case cur.with == "":
		return t.amount(whole, cur.whole) + " " + t.cardinal(part.whole)
	}
	return strings.Join([]string{t.amount(whole, cur.whole), cur.with, t.amount(part, cur.part)}, " ")
}
