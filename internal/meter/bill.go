package meter

import (
	"fmt"
	"math"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// A Use is what one provider was asked for, in one unit.
type Use struct {
	Provider  string
	Unit      Unit
	Amount    float64
	Estimated bool // Amount is partly a guess: the provider did not say
	Charge    Charge
	Cost      float64 // 0 unless Charge is Priced
}

// A Level says which limit a cost has passed.
type Level int

// The levels.
const (
	Within Level = iota // neither
	Warned              // Options.Warn
	Capped              // Options.Cap
)

// A Bill is what a session has used and what that costs. Its texts are for the
// GM.
type Bill struct {
	Uses      []Use   // by provider, and for each as a turn uses them
	Cost      float64 // of what is priced; the true cost is higher if something is [Unpriced]
	Level     Level
	Currency  string
	Warn, Cap float64 // 0 means no such limit
}

// Worthy reports whether there is anything to tell that costs money, or may.
func (b Bill) Worthy() bool { return b.Known(Priced) || b.Known(Unpriced) }

// Known reports whether some use is charged like that.
func (b Bill) Known(c Charge) bool {
	for _, u := range b.Uses {
		if u.Charge == c {
			return true
		}
	}
	return false
}

// Total returns the cost in words that leave no doubt about what is not in it.
// It is empty when nothing was used.
func (b Bill) Total() string {
	switch priced, unpriced := b.Known(Priced), b.Known(Unpriced); {
	case priced && unpriced:
		return b.Money(b.Cost) + ", and what is unpriced on top"
	case priced:
		return b.Money(b.Cost) + " in all"
	case unpriced && (b.Warn > 0 || b.Cap > 0):
		return "nothing is priced, so no limit of spending can be kept: fill in prices in the configuration"
	case unpriced:
		return "nothing is priced: fill in prices in the configuration"
	case len(b.Uses) > 0:
		return "nothing to pay"
	}
	return ""
}

// Summary returns one line with everything that is not free, and the total:
// "openai: 41s heard (unpriced), 912 characters spoken ($0.02); $0.02, and what
// is unpriced on top".
func (b Bill) Summary() string {
	var s strings.Builder
	provider := ""
	for _, u := range b.Uses {
		switch {
		case u.Charge == Free:
			continue
		case provider != u.Provider && provider != "":
			s.WriteString("; " + u.Provider + ": ")
		case provider != u.Provider:
			s.WriteString(u.Provider + ": ")
		default:
			s.WriteString(", ")
		}
		provider = u.Provider
		fmt.Fprintf(&s, "%s (%s)", u.amount(), b.charge(u))
	}
	if s.Len() > 0 {
		s.WriteString("; ")
	}
	return s.String() + b.Total()
}

// charge returns what u costs, in a word.
func (b Bill) charge(u Use) string {
	switch u.Charge {
	case Priced:
		return b.Money(u.Cost)
	case Free:
		return "free"
	default:
		return "unpriced"
	}
}

// Money writes a sum. What is too little to show is not shown as nothing.
func (b Bill) Money(sum float64) string {
	sign := b.Currency
	if last, _ := utf8.DecodeLastRuneInString(sign); unicode.IsLetter(last) {
		sign += " "
	}
	if sum > 0 && sum < 0.01 {
		return "less than " + sign + "0.01"
	}
	return fmt.Sprintf("%s%.2f", sign, sum)
}

// amount writes how much was used, of what.
func (u Use) amount() string {
	s := ""
	if u.Estimated {
		s = "about "
	}
	n := int64(math.Round(u.Amount))
	switch u.Unit {
	case Seconds:
		return s + (time.Duration(n) * time.Second).String() + " heard"
	case InputTokens:
		return s + counted(n, "token") + " read"
	case OutputTokens:
		return s + counted(n, "token") + " written"
	case Characters:
		return s + counted(n, "character") + " spoken"
	}
	return s + counted(n, string(u.Unit))
}

func counted(n int64, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
