package tool

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"
)

// Case: R01, R02, R03, R04, R05, R06, R07, R08.
func TestDice(t *testing.T) {
	tests := []struct {
		name, in string
		want     string // the beginning of the line, or a part of the error
		label    string
		fails    bool
	}{
		{name: "plain", in: "2d6+3", want: "2d6+3: "},
		{name: "one die", in: "d20", want: "1d20: "},
		{name: "upper case", in: "2D6", want: "2d6: "},
		{name: "german", in: "2W6 + 3", want: "2d6+3: "},
		{name: "percent", in: "d% luck", want: "1d100: ", label: "luck"},
		{name: "several terms", in: "2d6+1d4+2", want: "2d6+1d4+2: "},
		{name: "minus sign of typographers", in: "1d20−2", want: "1d20-2: "},
		{name: "keep high", in: "4d6kh3", want: "4d6kh3: "},
		{name: "keep, short", in: "4d6k3 strength", want: "4d6kh3: ", label: "strength"},
		{name: "keep low", in: "2d20kl", want: "2d20kl1: "},
		{name: "drop low", in: "4d6dl1", want: "4d6kh3: "},
		{name: "drop high", in: "4d6 dh1", want: "4d6kl3: "},
		{name: "label with its case", in: "1d8+2 Longsword of Élan", want: "1d8+2: ", label: "Longsword of Élan"},
		{name: "label in parentheses", in: "1d20 (stealth)", want: "1d20: ", label: "stealth"},
		{name: "label that begins like keep", in: "1d20 kick the door", want: "1d20: ", label: "kick the door"},
		{name: "label that begins like german dice", in: "1d20+6 wisdom", want: "1d20+6: ", label: "wisdom"},
		{name: "advantage behind", in: "1d20+5 advantage on stealth", want: "2d20kh1+5: ", label: "on stealth"},
		{name: "advantage twice", in: "2d20kh1+5 advantage", want: "2d20kh1+5: "},

		{name: "R01 label that begins with d", in: "1d20+6 dex save", want: "1d20+6: ", label: "dex save"},
		{name: "R02 leading plus", in: "+d20 + 1", want: "1d20+1: "},
		{name: "R02 leading plus and comment", in: "+d20+5 ! testing", want: "1d20+5: ", label: "testing"},
		{name: "R03 fate dice", in: "4df+1", want: "4df+1: "},
		{name: "R04 explode with a space", in: "10 d20 e", want: "exploding dice are not supported", fails: true},
		{name: "R04 explode with a target", in: "10d20 e20", want: "exploding dice are not supported", fails: true},
		{name: "R05 many dice", in: "100000000d20", want: "at most 100", fails: true},
		{name: "R05 very many dice", in: "999999999999999999999999d6", want: "at most 100", fails: true},
		{name: "R05 many dice in sum", in: "60d6+60d6", want: "at most 100", fails: true},
		{name: "R05 many sides", in: "1d1001", want: "at most 1000", fails: true},
		{name: "R05 many terms", in: strings.Repeat("1+", 10) + "1d6", want: "at most 10 terms", fails: true},
		{name: "R05 long", in: "1d6 " + strings.Repeat("x", 200), want: "at most 200", fails: true},
		{name: "R06 endless explosion", in: "1d1!", want: "exploding", fails: true},
		{name: "R06 explosion with a condition", in: "10d10!>=1", want: "exploding", fails: true},
		{name: "R06 endless reroll", in: "1d10000ro<10000", want: "rerolls", fails: true},
		{name: "R07 power", in: "(99^99)d20", want: "parentheses", fails: true},
		{name: "R07 float", in: "1e3d6", want: "not supported", fails: true},
		{name: "R08 advantage", in: "adv+5", want: "2d20kh1+5: "},
		{name: "R08 disadvantage", in: "dis-2", want: "2d20kl1-2: "},
		{name: "R08 in full", in: "advantage", want: "2d20kh1: "},
		{name: "R08 advanced is not advantage", in: "advanced", want: "no dice", fails: true},
		{name: "R08 advanced as a label", in: "1d20+5 advanced tactics", want: "1d20+5: ", label: "advanced tactics"},
		{name: "R08 advantage without a d20", in: "2d6 adv", want: "single d20", fails: true},

		{name: "nothing", in: "  ", want: "no dice", fails: true},
		{name: "a number", in: "20", want: "no dice", fails: true},
		{name: "words", in: "some dice please", want: "no dice", fails: true},
		{name: "no dice", in: "0d6", want: "at least one", fails: true},
		{name: "no sides", in: "1d0", want: "at least one side", fails: true},
		{name: "keep too many", in: "2d20kh3", want: "cannot keep 3 of 2", fails: true},
		{name: "keep none", in: "4d6dl4", want: "cannot keep 0 of 4", fails: true},
		{name: "times", in: "2d6*2", want: "only sums", fails: true},
		{name: "two expressions", in: "4d6 2d8", want: "join", fails: true},
		{name: "two dice", in: "4d6 d20", want: "join", fails: true},
		{name: "glued words", in: "2d6fire", want: "space", fails: true},
		{name: "large number", in: "1d6+10001", want: "at most 10000", fails: true},
		{name: "plus nothing", in: "1d6+", want: "no dice", fails: true},
	}
	dice := NewDice(rand.NewPCG(1, 2))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			began := time.Now()
			roll, err := dice.Roll(tt.in)
			if took := time.Since(began); took > time.Second {
				t.Errorf("took %v", took)
			}
			switch {
			case tt.fails && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("got %v, %v; want an error with %q", roll, err, tt.want)
			case tt.fails:
			case err != nil:
				t.Errorf("refused: %v", err)
			case !strings.HasPrefix(roll.String(), tt.want) || roll.Label != tt.label:
				t.Errorf("got %s, label %q; want %s, label %q", roll, roll.Label, tt.want, tt.label)
			}
		})
	}
}

// fixed is luck known beforehand.
type fixed struct{ values []uint64 }

func (f *fixed) Uint64() uint64 {
	v := f.values[0]
	f.values = f.values[1:]
	return v
}

// eyes returns luck that makes dice of that many sides fall so.
func eyes(sides uint64, values ...uint64) *fixed {
	f := new(fixed)
	for _, v := range values {
		// IntN multiplies the upper 32 bits, as a fraction, by the sides.
		f.values = append(f.values, ((v-1)<<32+1<<31)/sides<<32)
	}
	return f
}

// Case: R03.
func TestRollString(t *testing.T) {
	tests := []struct {
		in   string
		luck *fixed
		want string
	}{
		{"2d6+3", eyes(6, 4, 2), "2d6+3: 4 + 2 + 3 = 9"},
		{"d20", eyes(20, 17), "1d20: 17 = 17"},
		{"1d20-2 dex save", eyes(20, 14), "1d20-2: 14 - 2 = 12 (dex save)"},
		{"4d6kh3 stats", eyes(6, 5, 1, 4, 3), "4d6kh3: 5 + 4 + 3 = 12, dropped 1 (stats)"},
		{"dis-2", eyes(20, 11, 7), "2d20kl1-2: 7 - 2 = 5, dropped 11"},
		{"4df+1", eyes(3, 3, 1, 1, 2), "4df+1: 1 - 1 - 1 + 0 + 1 = 0"},
		{"1d6-1d6", eyes(6, 2, 5), "1d6-1d6: 2 - 5 = -3"},
	}
	for _, tt := range tests {
		roll, err := NewDice(tt.luck).Roll(tt.in)
		if err != nil {
			t.Errorf("%s: %v", tt.in, err)
			continue
		}
		if got := roll.String(); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestDiceTogether(t *testing.T) {
	dice := NewDice(nil)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 100 {
				if r, err := dice.Roll("3d6"); err != nil || r.Total < 3 || r.Total > 18 {
					t.Errorf("got %v, %v", r, err)
				}
			}
		})
	}
	wg.Wait()
}

// FuzzDice: whatever is accepted is within the limits, and reads back the same
// from its plain form.
func FuzzDice(f *testing.F) {
	for _, s := range []string{"2d6+3", "+d20 + 1", "4d6kh3", "adv+5 x", "4df+1", "(99^99)d20", "1e3d6", "d%", "10 d20 e", "1d20 (a)", "2w6-1 Ä"} {
		f.Add(s)
	}
	dice := NewDice(rand.NewPCG(3, 4))
	f.Fuzz(func(t *testing.T, s string) {
		e, err := parseDice(s)
		if err != nil {
			return
		}
		low, high, n := e.constant(), e.constant(), 0
		for _, term := range e.terms {
			if !term.dice {
				continue
			}
			n += term.n
			least, most := 1, term.sides
			if term.fate() {
				least, most = -1, 1
			}
			if term.minus {
				least, most = -most, -least
			}
			low += least * term.kept()
			high += most * term.kept()
		}
		roll, err := dice.Roll(s)
		if err != nil || n > maxDice || len(roll.Dice) != n || roll.Total < low || roll.Total > high {
			t.Fatalf("%q: %v, %v; total wanted from %d to %d of %d dice", s, roll, err, low, high, n)
		}
		again, err := parseDice(e.String())
		if err != nil || again.String() != e.String() {
			t.Fatalf("%q reads back from %q as %q, %v", s, e.String(), again.String(), err)
		}
	})
}
