package tool

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

var errNoDice = errors.New(`no dice in it: write something like "1d20+5", "4d6kh3" or "adv+5"`)

// parseDice reads an expression. The letter of dice is d or, as Germans write
// it, w. A label stands behind, after a space.
func parseDice(s string) (diceExpr, error) {
	if len(s) > maxExpr {
		return diceExpr{}, fmt.Errorf("too long: at most %d characters", maxExpr)
	}
	p := diceParser{rest: strings.ToLower(normalSpace(s)), label: normalSpace(s)}
	e, err := p.expr()
	if err != nil {
		return diceExpr{}, err
	}
	return e, e.check()
}

// normalSpace returns s with single plain spaces and a plain minus sign.
func normalSpace(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, ""), "−", "-")
	return strings.Join(strings.Fields(s), " ")
}

// A diceParser reads an expression from the front.
type diceParser struct {
	rest  string // what is left, in lower case
	label string // the whole in its own case, from whose end the label is taken
}

func (p *diceParser) expr() (diceExpr, error) {
	var e diceExpr
	minus := false
	switch { // a leading sign
	case p.take("+"):
	case p.take("-"):
		minus = true
	}
	for {
		if len(e.terms) == maxTerms {
			return e, fmt.Errorf("too long: at most %d terms", maxTerms)
		}
		t, err := p.term()
		if err != nil {
			return e, err
		}
		t.minus = minus
		e.terms = append(e.terms, t)
		switch {
		case p.take("+"):
			minus = false
		case p.take("-"):
			minus = true
		default:
			return p.end(e)
		}
	}
}

// term reads dice or a constant.
func (p *diceParser) term() (term, error) {
	p.take("")
	if t, ok := p.advantage(); ok {
		return t, nil
	}
	n, isNumber := p.number()
	after, isDice := p.dieLetter()
	switch {
	case isDice:
		p.rest = after
	case isNumber:
		return term{n: n}, nil
	case strings.HasPrefix(p.rest, "("):
		return term{}, errors.New("parentheses are not supported: write the numbers out")
	default:
		return term{}, errNoDice
	}
	t := term{dice: true, n: 1}
	if isNumber {
		t.n = n
	}
	switch sides, ok := p.number(); {
	case ok && sides == 0:
		return term{}, errors.New("a die needs at least one side")
	case ok:
		t.sides = sides
	case p.rest[0] == '%':
		t.sides = 100
		p.rest = p.rest[1:]
	default: // "f"
		p.rest = p.rest[1:]
	}
	p.keep(&t)
	return t, nil
}

// dieLetter reports whether the text goes on with dice, and what comes after
// their letter. "6 dex save" does not, "6 d20" does.
func (p *diceParser) dieLetter() (after string, ok bool) {
	s := strings.TrimPrefix(p.rest, " ")
	if s == "" || s[0] != 'd' && s[0] != 'w' {
		return "", false
	}
	s = s[1:]
	switch {
	case s == "":
		return "", false
	case isDigit(s[0]), s[0] == '%':
		return s, true
	case s[0] == 'f':
		return s, len(s) == 1 || !isLetter(s[1])
	}
	return "", false
}

// keep reads kh3, kl1, k3, dh1 and dl1.
func (p *diceParser) keep(t *term) {
	before := p.rest
	p.rest = strings.TrimPrefix(p.rest, " ")
	for _, way := range []struct {
		word string
		keep keep
		drop bool
	}{
		{"kh", keepHigh, false},
		{"kl", keepLow, false},
		{"k", keepHigh, false},
		{"dh", keepLow, true},
		{"dl", keepHigh, true},
	} {
		rest, ok := strings.CutPrefix(p.rest, way.word)
		if !ok || rest != "" && isLetter(rest[0]) {
			continue
		}
		p.rest = rest
		n, ok := p.number()
		if !ok {
			n = 1
		}
		if way.drop {
			n = t.n - n
		}
		t.keep, t.only = way.keep, n
		return
	}
	p.rest = before
}

// advantage reads "adv", "advantage", "dis" or "disadvantage" as the two dice
// that they mean.
func (p *diceParser) advantage() (term, bool) {
	t := term{dice: true, n: 2, sides: 20, only: 1}
	switch word := p.word(); word {
	case "adv", "advantage":
		t.keep = keepHigh
	case "dis", "disadv", "disadvantage":
		t.keep = keepLow
	default:
		return term{}, false
	}
	p.rest = strings.TrimLeft(p.rest, "abcdefghijklmnopqrstuvwxyz")
	return t, true
}

// word returns the word that comes next, or "".
func (p *diceParser) word() string {
	end := strings.IndexFunc(p.rest, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		end = len(p.rest)
	}
	return p.rest[:end]
}

// end reads what follows the last term: nothing, a label, or a mistake.
func (p *diceParser) end(e diceExpr) (diceExpr, error) {
	if p.rest == "" {
		return e, nil
	}
	rest, spaced := strings.CutPrefix(p.rest, " ")
	if comment, ok := strings.CutPrefix(rest, "! "); ok && spaced {
		rest = comment
	}
	p.rest = rest
	if err := p.unsupported(spaced); err != nil {
		return e, err
	}
	if t, ok := p.advantage(); ok {
		if err := e.advantage(t); err != nil {
			return e, err
		}
		p.rest = strings.TrimPrefix(p.rest, " ")
	}
	// Lowering the case may have changed the length, so count from the end.
	words := strings.Fields(p.label)
	words = words[len(words)-len(strings.Fields(p.rest)):]
	e.label = strings.Trim(strings.Join(words, " "), `#"()`)
	return e, nil
}

// unsupported says what is wrong with the text behind the last term.
func (p *diceParser) unsupported(spaced bool) error {
	if p.rest == "" {
		return nil
	}
	word := p.word()
	after := p.rest[len(word):]
	first, size := utf8.DecodeRuneInString(p.rest)
	next, _ := utf8.DecodeRuneInString(p.rest[size:])
	_, dice := p.dieLetter()
	switch {
	case first == '!', (word == "e" || word == "ie") && (after == "" || isDigit(after[0]) || after[0] == ' '):
		return errors.New("exploding dice are not supported: roll again for each highest number")
	case !spaced && first == 'r':
		return errors.New("rerolls are not supported: roll again")
	case first == '*', first == 'x' && word == "x", first == '/', first == '^':
		return fmt.Errorf("%q is not supported: only sums of dice and numbers are", first)
	case !spaced && first == 'k':
		return errors.New(`write "kh1" to keep the highest die, "kl1" to keep the lowest`)
	case !spaced:
		return errors.New("put a space before words that say what the roll is for")
	case dice, !unicode.IsLetter(first) && (!strings.ContainsRune(`#"(`, first) || !unicode.IsLetter(next)):
		return errors.New(`join the parts with "+" or "-"`)
	}
	return nil
}

// take takes a space, the text, and a space behind it, if they come next.
func (p *diceParser) take(text string) bool {
	rest, ok := strings.CutPrefix(strings.TrimPrefix(p.rest, " "), text)
	if ok {
		p.rest = strings.TrimPrefix(rest, " ")
	}
	return ok
}

// number takes a whole number. One that is beyond every limit is taken as a
// number that is.
func (p *diceParser) number() (n int, ok bool) {
	for p.rest != "" && isDigit(p.rest[0]) {
		n = min(n*10+int(p.rest[0]-'0'), 1_000_000)
		ok = true
		p.rest = p.rest[1:]
	}
	return n, ok
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || c >= 0x80 }
