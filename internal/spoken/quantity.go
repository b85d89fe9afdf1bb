package spoken

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// quantity knows what begins with a digit, a sign or a currency.
func (s *scan) quantity(first rune) (said string, n int) {
	rest := s.rest()
	switch {
	case '0' <= first && first <= '9':
		return s.digitsFirst()
	case s.digits:
		return "", 0
	case first == '&' && s.alone(1):
		return s.tongue.and, 1
	case vulgar[first] != [2]uint64{}:
		f := vulgar[first]
		if n = utf8.RuneLen(first); !ends(rest[n:]) {
			return "", 0
		}
		return s.fraction(f[0], f[1], n)
	case first == '≈', first == '~':
		return s.about(utf8.RuneLen(first))
	case first == '#', first == '№':
		return s.hash(utf8.RuneLen(first))
	case first == '×':
		if said, n = s.times(); n > 0 {
			return said, n
		}
	}
	if cur, ok := s.tongue.money[first]; ok {
		return s.price(cur, utf8.RuneLen(first))
	}
	if said, n = s.operator(first); n > 0 {
		return said, n
	}
	return s.signed()
}

// digitsFirst knows what begins with a digit.
func (s *scan) digitsFirst() (said string, n int) {
	t, rest := s.tongue, s.rest()
	if s.digits {
		if said, n = s.dice(); n > 0 {
			return said, n
		}
		v, ok := t.number(rest)
		if u, size, found := lookUp(t.coins, rest[v.n:]); ok && found {
			return t.amount(v, u), v.n + size
		}
		return "", 0
	}
	said, n = s.firstOf((*scan).sum, (*scan).dice, (*scan).halfDay, (*scan).clock, (*scan).odds, (*scan).part, (*scan).height)
	if n > 0 {
		return said, n
	}
	v, ok := t.number(rest)
	if !ok {
		return "", 0
	}
	after := rest[v.n:]
	if v.frac == "" && !v.grouped {
		if said, size := t.ordinal(s, v, after); said != "" {
			return said, v.n + size
		}
		if said, size := t.decade(s, v, after); said != "" {
			return said, v.n + size
		}
	}
	if said, size := t.multiple(t, v, after); said != "" {
		return said, v.n + size
	}
	if said, n = s.interval(v, after); n > 0 {
		return said, n
	}
	return s.amountAt(v)
}

// amountAt says v, which stands at s.at, with what it is of.
func (s *scan) amountAt(v number) (said string, n int) {
	t := s.tongue
	after := s.rest()[v.n:]
	if u, size, ok := t.unit(after); ok {
		return t.amount(v, u), v.n + size
	}
	if cur, size, ok := t.currency(after); ok {
		return t.price(v, cur), v.n + size
	}
	if compound, ok := strings.CutPrefix(after, "-"); ok && t.compounds {
		if u, size, ok := lookUp(t.units, compound); ok && spaces(compound) == 0 {
			return t.say(v) + "-" + u.one, v.n + 1 + size
		}
		if u, size, ok := lookUp(t.coins, compound); ok && spaces(compound) == 0 {
			return t.say(v) + " " + u.one, v.n + 1 + size
		}
	}
	if strings.HasPrefix(after, "/") && s.per(v.n) > 0 {
		if v.one() {
			return t.once, v.n
		}
		return t.say(v), v.n
	}
	if said, size := t.mixed(v, after); size > 0 {
		if u, more, ok := t.unit(after[size:]); ok {
			return said + " " + u.many, v.n + size + more
		}
		return said, v.n + size
	}
	if !endsNumber(after) {
		return "", 0
	}
	if s.isYear(v, after) {
		return t.year(v.whole), v.n
	}
	if v.one() && t.single != nil {
		if said = t.single(s, after); said == "" {
			return "", 0
		}
		return said, v.n
	}
	return t.say(v), v.n
}

// endsNumber reports whether a number may end before text: what goes on, as in
// "B12", "555-1234" or "3:1", is something else.
func endsNumber(text string) bool {
	if !ends(text) {
		return false
	}
	r, size := utf8.DecodeRuneInString(text)
	if !strings.ContainsRune("-–/:.,'’", r) || size == 0 {
		return true
	}
	next, _ := utf8.DecodeRuneInString(text[size:])
	return !unicode.IsDigit(next) && (r != '/' || !unicode.IsLetter(next))
}

// interval knows "5-7" and "5 – 7 ft": from less to more.
func (s *scan) interval(low number, after string) (said string, n int) {
	t := s.tongue
	dash := 0
	switch gap := spaces(after); {
	case strings.HasPrefix(after, "-"):
		dash = 1
	case gap > 0 && strings.HasPrefix(after[gap:], "-") && gap == spaces(after[gap+1:]):
		dash = 2*gap + 1
	case strings.HasPrefix(after[gap:], "–") && gap == spaces(after[gap+len("–"):]):
		dash = 2*gap + len("–")
	case strings.HasPrefix(after, "—"):
		dash = len("—")
	default:
		return "", 0
	}
	at := low.n + dash
	high, ok := t.number(s.rest()[at:])
	if !ok || high.whole <= low.whole || !strings.Contains(after[:dash], "–") && !alike(low, high) || strings.HasPrefix(s.rest()[at+high.n:], "-") {
		return "", 0
	}
	tail := s.rest()[at+high.n:]
	if u, size, ok := t.unit(tail); ok {
		return t.say(low) + " " + t.to + " " + t.amount(high, u), at + high.n + size
	}
	if cur, size, ok := t.currency(tail); ok {
		return t.say(low) + " " + t.to + " " + t.price(high, cur), at + high.n + size
	}
	if half, size := t.half(tail); size > 0 && high.whole <= noon && high.frac == "" {
		return t.say(low) + " " + t.to + " " + t.say(high) + half, at + high.n + size
	}
	if !endsNumber(tail) {
		return "", 0
	}
	if s.isYear(low, tail) && s.isYear(high, tail) {
		return t.year(low.whole) + " " + t.to + " " + t.year(high.whole), at + high.n
	}
	return t.say(low) + " " + t.to + " " + t.say(high), at + high.n
}

// alike reports whether a hyphen between two numbers is likely to be "to": in
// "555-1234" it is not.
func alike(low, high number) bool { return low.whole < 1000 == (high.whole < 1000) }

// isYear reports whether v is a year: it looks like one, and a word beside it says
// so.
func (s *scan) isYear(v number, after string) bool {
	if v.grouped || v.frac != "" || v.whole < 1000 || v.whole > 2999 {
		return false
	}
	last, _ := s.previous()
	return s.tongue.dated[strings.ToLower(last)] || s.tongue.eras[following(after)] || s.behindMonth() || s.behindDay()
}

// isAmount reports whether what follows a number makes it more than that.
func (s *scan) isAmount(after string) bool {
	_, _, unit := s.tongue.unit(after)
	_, _, money := s.tongue.currency(after)
	return unit || money || !endsNumber(after)
}

// alone reports whether the n bytes at s.at stand between spaces.
func (s *scan) alone(n int) bool {
	before, _ := utf8.DecodeLastRuneInString(s.text[:s.at])
	return s.at > 0 && unicode.IsSpace(before) && spaces(s.rest()[n:]) > 0
}

// operator knows the signs of sums between words: "rope + hook = plan". A minus
// is one between numbers only.
func (s *scan) operator(first rune) (said string, n int) {
	t := s.tongue
	switch first {
	case '+':
		said = t.plus
	case '−':
		said = t.minus
	case '=':
		said = t.equals
	case '×':
		said = t.times
	case '÷':
		said = t.over
	default:
		return "", 0
	}
	n = utf8.RuneLen(first)
	before := strings.TrimRight(s.text[:s.at], " \u00a0")
	after := strings.TrimLeft(s.rest()[n:], " \u00a0")
	if !s.alone(n) || before == "" || after == "" {
		return "", 0
	}
	last, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(after)
	if first == '−' && (!unicode.IsDigit(last) || !unicode.IsDigit(next)) || !isVoiced(last) && s.tongue.money[last].whole.one == "" && last != '%' ||
		!isVoiced(next) && s.tongue.money[next].whole.one == "" {
		return "", 0
	}
	return said, n
}

// signed knows "+3", "−2" and "+2d6".
func (s *scan) signed() (said string, n int) {
	sign, size := s.tongue.sign(s.rest())
	if size == 0 {
		return "", 0
	}
	before, _ := utf8.DecodeLastRuneInString(s.text[:s.at])
	if s.at > 0 && !unicode.IsSpace(before) && before != '(' {
		return "", 0 // "a-2" and "5+-3" are anything
	}
	if die, more := s.tongue.die(s.rest()[size:]); more > 0 && ends(s.rest()[size+more:]) {
		return sign + " " + die, size + more
	}
	v, ok := s.tongue.number(s.rest()[size:])
	if !ok {
		return "", 0
	}
	if v.one() && s.tongue.single != nil && !s.isAmount(s.rest()[size+v.n:]) {
		return sign + " " + s.tongue.say(v), size + v.n // "ein +1 Schwert"
	}
	behind := &scan{Reader: s.Reader, text: s.text, at: s.at + size}
	if said, n = behind.amountAt(v); n == 0 {
		return "", 0
	}
	return sign + " " + said, size + n
}
