package config

import (
	"fmt"
	"regexp"
)

// prices checks the table of prices. What has no price counts for nothing
// against the cap, so a name that nothing goes by is a mistake.
func (r *report) prices(prices []Price) {
	type key struct{ provider, unit string }
	first := make(map[key]int) // lines
	for i := range prices {
		p := &prices[i]
		if p.Provider.Value == "" {
			r.at(&p.Provider, "is missing", "name the provider that charges it")
		} else {
			oneOf(r, &p.Provider, OpenAI, Offline, PocketSphinx, WhisperCLI, Flite, ESpeak, Piper, Command)
		}
		oneOf(r, &p.Unit, "seconds", "characters", "input_tokens", "output_tokens")
		within(r, &p.Per, 1, 1_000_000_000)
		within(r, &p.Price, 0, 1e9)

		k := key{p.Provider.Value, p.Unit.Value}
		switch line, twice := first[k]; {
		case k.provider == "" || k.unit == "":
		case twice:
			r.at(&p.Unit, fmt.Sprintf("%s of %s have a price already, on line %d", k.unit, k.provider, line), "remove one")
		default:
			first[k] = p.Unit.Line
		}
	}
}

// currency is a sign or a short word: "$", "R$", "EUR", "Fr.".
var currency = regexp.MustCompile(`^[\p{L}\p{Sc}.]{0,8}$`)

// spending checks the limits of spending. A default is never in the way of a
// limit that somebody wrote.
func (r *report) spending(s *Spending) {
	within(r, &s.Warn, 0, 1e9)
	within(r, &s.Cap, 0, 1e9)
	if s.Warn.Line > 0 && s.Cap.Value > 0 && s.Warn.Value > s.Cap.Value {
		r.at(&s.Warn, fmt.Sprintf("%v is above spending.cap, which is %v: it would never be said", s.Warn.Value, s.Cap.Value), "raise the cap, too, or set it to 0 for none")
	}
	if !currency.MatchString(s.Currency.Value) {
		r.at(&s.Currency, "is neither a sign nor a short word", "write it as $, R$ or EUR")
	}
}
