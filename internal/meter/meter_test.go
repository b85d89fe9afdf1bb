package meter

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
)

func TestCost(t *testing.T) {
	prices := []Price{
		{Provider: "openai", Unit: InputTokens, Per: 1_000_000, Price: 0.5},
		{Provider: "openai", Unit: Characters, Per: 1000, Price: 0.25},
		{Provider: "command", Unit: Seconds, Per: 60, Price: 0.6},
		{Provider: "piper", Unit: Characters, Price: 2},
	}
	for _, tt := range []struct {
		provider string
		unit     Unit
		amount   float64
		charge   Charge
		cost     float64
	}{
		{"openai", InputTokens, 200_000, Priced, 0.1},
		{"openai", Characters, 500, Priced, 0.125},
		{"openai", OutputTokens, 500, Unpriced, 0},
		{"openai", Seconds, 500, Unpriced, 0},
		{"offline", InputTokens, 500, Free, 0},
		{"command", Seconds, 30, Priced, 0.3}, // the program is a door to somebody
		{"command", Characters, 30, Free, 0},
		{"piper", Characters, 3, Priced, 6}, // without per: each
		{"somebody", Seconds, 1, Unpriced, 0},
	} {
		t.Run(fmt.Sprintf("%s %s", tt.provider, tt.unit), func(t *testing.T) {
			m := New(Options{Prices: prices})
			m.add(tt.provider, use{unit: tt.unit, amount: tt.amount})
			b := m.Bill()
			if len(b.Uses) != 1 {
				t.Fatalf("got %+v, want one use", b.Uses)
			}
			if u := b.Uses[0]; u.Charge != tt.charge || u.Cost != tt.cost || b.Cost != tt.cost {
				t.Errorf("charge %v, cost %v, in all %v; want %v, %v", u.Charge, u.Cost, b.Cost, tt.charge, tt.cost)
			}
		})
	}
}

// TestWatch spends step by step and writes down what the watcher is told.
func TestWatch(t *testing.T) {
	for _, tt := range []struct {
		name      string
		warn, cap float64
		spend     []float64
		want      []string
	}{
		{"below both", 3, 6, []float64{1, 1.5}, nil},
		{"each once", 3, 6, []float64{2, 1, 1, 1.5, 0.5, 4}, []string{"warned at 3", "capped at 6"}},
		{"both in one use", 3, 6, []float64{7, 7}, []string{"capped at 7"}},
		{"no warning", 0, 6, []float64{5, 2}, []string{"capped at 7"}},
		{"no cap", 3, 0, []float64{5, 2}, []string{"warned at 5"}},
		{"neither", 0, 0, []float64{1e6}, nil},
		{"a warning above the cap", 3, 2, []float64{1, 1, 1, 1}, []string{"capped at 2"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := New(Options{
				Prices: []Price{{Provider: "openai", Unit: Seconds, Per: 1, Price: 1}},
				Warn:   tt.warn, Cap: tt.cap,
			})
			var got []string
			m.Watch(func(b Bill) {
				got = append(got, fmt.Sprintf("%s at %v", map[Level]string{Warned: "warned", Capped: "capped"}[b.Level], b.Cost))
			})
			for _, s := range tt.spend {
				m.add("openai", use{unit: Seconds, amount: s})
				m.add("openai", use{unit: Characters, amount: 1000}) // unpriced: not a part of the cost
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("told %q, want %q", got, tt.want)
			}
		})
	}
}

// Who begins to watch late is told what was passed before, and who is told last
// is not told again.
func TestWatchLate(t *testing.T) {
	m := New(Options{Prices: []Price{{Provider: "openai", Unit: Seconds, Price: 1}}, Warn: 3, Cap: 6})
	m.Watch(nil)
	m.add("openai", use{unit: Seconds, amount: 4})
	var got []Level
	m.Watch(func(b Bill) { got = append(got, b.Level) })
	m.Watch(func(b Bill) { got = append(got, b.Level) })
	m.add("openai", use{unit: Seconds, amount: 4})
	if want := []Level{Warned, Capped}; !slices.Equal(got, want) {
		t.Errorf("told %v, want %v", got, want)
	}
}

// Two uses that pass a limit each are told as two, though the second is counted
// before the watcher has heard of the first.
func TestWatchOvertaken(t *testing.T) {
	m := New(Options{Prices: []Price{{Provider: "openai", Unit: Seconds, Price: 1}}, Warn: 3, Cap: 6})
	var got []Level
	m.Watch(func(b Bill) { got = append(got, b.Level) })
	m.telling.Lock() // it is busy
	var wg sync.WaitGroup
	for _, cost := range []float64{4, 8} {
		wg.Go(func() { m.add("openai", use{unit: Seconds, amount: 4}) })
		for m.Bill().Cost < cost {
			runtime.Gosched()
		}
	}
	m.telling.Unlock()
	wg.Wait()
	if want := []Level{Warned, Capped}; !slices.Equal(got, want) {
		t.Errorf("told %v, want %v", got, want)
	}
}

// TestWatchInOrder spends from many goroutines at once.
func TestWatchInOrder(t *testing.T) {
	m := New(Options{Prices: []Price{{Provider: "openai", Unit: Seconds, Price: 1}}, Warn: 100, Cap: 101})
	var got []Level // without a lock of its own: the meter tells one thing at a time
	m.Watch(func(b Bill) {
		runtime.Gosched() // let the next limit be passed meanwhile
		got = append(got, b.Level)
	})
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			for range 25 {
				m.add("openai", use{unit: Seconds, amount: 1}, use{unit: Characters, amount: 2})
			}
		})
	}
	wg.Wait()
	if want := []Level{Warned, Capped}; !slices.Equal(got, want) {
		t.Errorf("told %v, want %v", got, want)
	}
	if got := uses(m); got["openai seconds"] != 400 || got["openai characters"] != 800 {
		t.Errorf("counted %v, want 400 and 800", got)
	}
}
