package meter

import "testing"

// TestTally: what is used in a context is added up there, and nothing else.
func TestTally(t *testing.T) {
	m := New(Options{Prices: []Price{{Provider: "p", Unit: Seconds, Price: 2}, {Provider: "q", Unit: Characters, Per: 10, Price: 1}}})
	one, oneCost := m.Tally(t.Context())
	two, twoCost := m.Tally(t.Context())
	m.addIn(one, "p", use{unit: Seconds, amount: 3})
	m.addIn(one, "q", use{unit: Characters, amount: 5})
	m.addIn(two, "q", use{unit: Characters, amount: 20}, use{unit: Seconds, amount: 9}) // has no price there
	m.addIn(t.Context(), "p", use{unit: Seconds, amount: 100})
	if got, want := oneCost(), 6.5; got != want {
		t.Errorf("the first costs %v, want %v", got, want)
	}
	if got, want := twoCost(), 2.0; got != want {
		t.Errorf("the second costs %v, want %v", got, want)
	}
	if got, want := m.Bill().Cost, 208.5; got != want {
		t.Errorf("all cost %v, want %v", got, want)
	}
}
