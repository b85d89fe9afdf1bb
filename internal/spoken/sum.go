package spoken

import (
	"strings"
	"unicode/utf8"
)

// terms is how many terms a sum has at most.
const terms = 8

// A term is a part of a sum, and the sign before it.
type term struct {
	sign     rune
	said     string
	measured bool // it has a unit
	counted  bool // it is of dice or coins, of which there are no areas
}

// sum knows "5*3=15", "10 - 3 = 7" and "10x10 ft". A hyphen, a slash and a colon
// are signs of sums only where others, or what it comes to, show that it is one.
func (s *scan) sum() (said string, n int) {
	t, rest := s.tongue, s.rest()
	first, n := t.term(rest)
	if n == 0 {
		return "", 0
	}
	sum := []term{first}
	sure, times := false, first.counted
	for len(sum) < terms {
		gap := spaces(rest[n:])
		sign, size := utf8.DecodeRuneInString(rest[n+gap:])
		at := n + gap + size
		if !strings.ContainsRune("+-−*×·÷/:x=", sign) || size == 0 || spaces(rest[at:]) > 0 != (gap > 0) {
			break
		}
		at += spaces(rest[at:])
		next, more := t.term(rest[at:])
		if more == 0 || sign == 'x' && rest[0] == '0' {
			break
		}
		next.sign = sign
		sum, n = append(sum, next), at+more
		sure = sure || strings.ContainsRune("+*×·÷x=", sign)
		times = times || sign == '=' || next.counted
	}
	if !sure || !endsNumber(rest[n:]) {
		return "", 0
	}
	for _, p := range sum {
		if p.sign != 0 {
			p.said = " " + t.signed(p.sign, times, sum[len(sum)-1].measured) + " " + p.said
		}
		said += p.said
	}
	return said, n
}

// signed returns how a sign is said in a sum that is, or is not, certain to be no
// area, and ends in a unit.
func (t *tongue) signed(sign rune, times, measured bool) string {
	switch sign {
	case '+':
		return t.plus
	case '-', '−':
		return t.minus
	case '=':
		return t.equals
	case '÷', '/', ':':
		return t.over
	case 'x':
		if !times {
			return t.by
		}
	case '×':
		if !times && measured {
			return t.by
		}
	}
	return t.times
}

// term reads the term of a sum that text begins with: dice, or an amount.
func (t *tongue) term(text string) (term, int) {
	if said, n := t.die(text); n > 0 {
		return term{said: said, counted: true}, n
	}
	if digitRun(text) == 0 {
		return term{}, 0
	}
	v, ok := t.number(text)
	if !ok {
		return term{}, 0
	}
	if u, n, ok := lookUp(t.coins, text[v.n:]); ok {
		return term{said: t.amount(v, u), counted: true}, v.n + n
	}
	if u, n, ok := lookUp(t.units, text[v.n:]); ok {
		return term{said: t.amount(v, u), measured: true}, v.n + n
	}
	return term{said: t.say(v)}, v.n
}
