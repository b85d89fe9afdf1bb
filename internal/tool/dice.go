package tool

import (
	crand "crypto/rand"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
)

// Dice rolls dice. It may be used by several goroutines.
type Dice struct {
	mu  sync.Mutex
	rng *rand.Rand
}

// NewDice returns dice whose luck comes from src. Nil means luck that nobody
// can foresee.
func NewDice(src rand.Source) *Dice {
	if src == nil {
		var seed [32]byte
		_, _ = crand.Read(seed[:]) // never fails since Go 1.24
		src = rand.NewChaCha8(seed)
	}
	return &Dice{rng: rand.New(src)}
}

// A Roll is what came of rolling an expression.
type Roll struct {
	Expr  string // as it was understood, such as "2d20kh1+5"
	Label string // what it was for; may be empty
	Dice  []Die  // in the order of the expression
	Total int
}

// A Die is one die that was rolled.
type Die struct {
	Sides int // 0 for a Fate die
	Value int
	Kept  bool // it counts
	minus bool // it is subtracted
}

// Roll rolls expr, such as "2d6+3", "4d6kh3 strength", "adv+5" or "4df". An
// expression that is not understood, or is beyond the limits, rolls nothing;
// the error says what is wrong with it.
func (d *Dice) Roll(expr string) (Roll, error) {
	e, err := parseDice(expr)
	if err != nil {
		return Roll{}, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	roll := Roll{Expr: e.String(), Label: e.label, Total: e.constant()}
	for _, t := range e.terms {
		if !t.dice {
			continue
		}
		dice := d.throw(t)
		for _, die := range dice {
			if die.Kept {
				roll.Total += t.signed(die.Value)
			}
		}
		roll.Dice = append(roll.Dice, dice...)
	}
	return roll, nil
}

// throw rolls the dice of t and decides which of them count.
func (d *Dice) throw(t term) []Die {
	dice := make([]Die, t.n)
	order := make([]int, t.n)
	for i := range dice {
		value := 0
		if t.fate() {
			value = d.rng.IntN(3) - 1
		} else {
			value = d.rng.IntN(t.sides) + 1
		}
		dice[i] = Die{Sides: t.sides, Value: value, minus: t.minus}
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return dice[a].Value - dice[b].Value })
	if t.keep == keepHigh {
		slices.Reverse(order)
	}
	for _, i := range order[:t.kept()] {
		dice[i].Kept = true
	}
	return dice
}

// String returns the roll on one line: "2d6+3: 4 + 2 + 3 = 9", with what was
// dropped behind it, and the label in parentheses.
func (r Roll) String() string {
	var b strings.Builder
	b.WriteString(r.Expr)
	b.WriteString(":")
	first := true
	add := func(n int, minus bool) {
		if n < 0 {
			n, minus = -n, !minus
		}
		switch {
		case first && minus:
			b.WriteString(" -")
		case first:
			b.WriteString(" ")
		case minus:
			b.WriteString(" - ")
		default:
			b.WriteString(" + ")
		}
		first = false
		fmt.Fprint(&b, n)
	}
	rest := r.Total
	var dropped []string
	for _, die := range r.Dice {
		if !die.Kept {
			dropped = append(dropped, fmt.Sprint(die.Value))
			continue
		}
		add(die.Value, die.minus)
		if die.minus {
			rest += die.Value
		} else {
			rest -= die.Value
		}
	}
	if rest != 0 || first { // the constants together
		add(rest, false)
	}
	fmt.Fprintf(&b, " = %d", r.Total)
	if len(dropped) > 0 {
		b.WriteString(", dropped " + strings.Join(dropped, ", "))
	}
	if r.Label != "" {
		b.WriteString(" (" + r.Label + ")")
	}
	return b.String()
}
