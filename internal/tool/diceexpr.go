package tool

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The limits of an expression. A model writes it, so a slip or a player's joke
// must not be able to ask for a billion dice.
const (
	maxDice     = 100 // in the whole expression
	maxSides    = 1000
	maxConstant = 10000
	maxTerms    = 10
	maxExpr     = 200 // bytes, label included
)

// A diceExpr is a sum of terms, and what it is for.
type diceExpr struct {
	terms []term
	label string
}

// A term is dice or a constant.
type term struct {
	minus bool
	dice  bool
	n     int // how many dice, or the constant
	sides int // 0 for Fate dice
	keep  keep
	only  int // how many are kept; counts if keep is not keepAll
}

// keep says which dice of a term count.
type keep int

const (
	keepAll keep = iota
	keepHigh
	keepLow
)

func (t term) fate() bool { return t.dice && t.sides == 0 }

func (t term) kept() int {
	if t.keep == keepAll {
		return t.n
	}
	return t.only
}

func (t term) signed(n int) int {
	if t.minus {
		return -n
	}
	return n
}

func (e diceExpr) constant() int {
	sum := 0
	for _, t := range e.terms {
		if !t.dice {
			sum += t.signed(t.n)
		}
	}
	return sum
}

// String returns the expression in its plainest form, without the label.
func (e diceExpr) String() string {
	var b strings.Builder
	for i, t := range e.terms {
		switch {
		case t.minus:
			b.WriteByte('-')
		case i > 0:
			b.WriteByte('+')
		}
		b.WriteString(strconv.Itoa(t.n))
		if !t.dice {
			continue
		}
		b.WriteByte('d')
		if t.fate() {
			b.WriteByte('f')
		} else {
			b.WriteString(strconv.Itoa(t.sides))
		}
		switch t.keep {
		case keepHigh:
			fmt.Fprintf(&b, "kh%d", t.only)
		case keepLow:
			fmt.Fprintf(&b, "kl%d", t.only)
		case keepAll:
		}
	}
	return b.String()
}

// check says which limit the expression is beyond, if any.
func (e diceExpr) check() error {
	dice := 0
	for _, t := range e.terms {
		switch {
		case !t.dice && t.n > maxConstant:
			return fmt.Errorf("%d is too large: at most %d", t.n, maxConstant)
		case !t.dice:
			continue
		case t.n < 1:
			return errors.New("at least one die is needed")
		case t.sides > maxSides:
			return fmt.Errorf("dice with too many sides: at most %d", maxSides)
		case t.keep != keepAll && (t.only < 1 || t.only > t.n):
			return fmt.Errorf("cannot keep %d of %d dice", t.only, t.n)
		}
		if dice += t.n; dice > maxDice {
			return fmt.Errorf("too many dice: at most %d", maxDice)
		}
	}
	if dice == 0 {
		return errNoDice
	}
	return nil
}

// advantage makes the expression's only twenty-sided die the two of t.
func (e diceExpr) advantage(t term) error {
	at := -1
	for i, own := range e.terms {
		switch {
		case own.dice && own.sides == 20 && own.n == 2 && own.keep == t.keep:
			return nil // it says twice what it means
		case own.dice && own.sides == 20 && own.n == 1 && at < 0:
			at = i
		case own.dice && own.sides == 20:
			at = len(e.terms)
		}
	}
	if at < 0 || at == len(e.terms) {
		return errors.New(`advantage and disadvantage need a single d20: write "adv+5"`)
	}
	t.minus = e.terms[at].minus
	e.terms[at] = t
	return nil
}
