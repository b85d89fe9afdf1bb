package meter

import (
	"context"
	"sync"
)

// A slip adds up what is used in one context, beside the meter that counts it.
type slip struct {
	mu   sync.Mutex
	used map[account]float64
}

type slipKey struct{}

// Tally returns a context in which what the metered providers are used for is
// added up, whichever of m's they are, and a function that says what that costs
// so far. What a request was abandoned for is counted when it is, which may be
// after somebody has asked.
func (m *Meter) Tally(ctx context.Context) (context.Context, func() float64) {
	s := &slip{used: make(map[account]float64)}
	return context.WithValue(ctx, slipKey{}, s), func() (cost float64) {
		s.mu.Lock()
		defer s.mu.Unlock()
		for a, amount := range s.used {
			_, c := charge(m.o.Prices, Use{Provider: a.provider, Unit: a.unit, Amount: amount})
			cost += c
		}
		return cost
	}
}

// addIn is add for what is used in ctx.
func (m *Meter) addIn(ctx context.Context, provider string, uses ...use) {
	note(ctx, provider, uses)
	m.add(provider, uses...)
}

// note adds uses to the slip in ctx, if there is one.
func note(ctx context.Context, provider string, uses []use) {
	s, ok := ctx.Value(slipKey{}).(*slip)
	if !ok {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, u := range uses {
		s.used[account{provider, u.unit}] += max(u.amount, 0)
	}
}
