package meter

import (
	"cmp"
	"slices"
	"sync"

	"glyphoxa/internal/transcript"
)

// A Unit is what a provider charges by. Its text is that of
// [transcript.Usage.Unit].
type Unit string

// The units.
const (
	Seconds      Unit = "seconds" // of sound, heard by a recogniser
	InputTokens  Unit = "input_tokens"
	OutputTokens Unit = "output_tokens"
	Characters   Unit = "characters" // of text, spoken by a synthesiser
)

// Options say what use costs and how much of it is too much. With the zero
// Options everything is counted, nothing has a price, and no limit is passed.
type Options struct {
	Prices []Price
	// Currency is that of the prices: a sign such as "$", or a word such as
	// "EUR". Empty leaves sums bare.
	Currency string
	// Warn and Cap are costs. Zero means no such limit. A Warn at or above Cap
	// is never passed by itself.
	Warn, Cap float64
}

// A Meter counts the use of providers in one session. Its methods may be called
// by several goroutines.
type Meter struct {
	o Options

	telling sync.Mutex // held while watch runs, so that it hears things in order

	mu     sync.Mutex
	count  map[account]*tally
	watch  func(Bill)
	passed Level  // the highest limit of which the watcher knows, or soon will
	news   []Bill // of what was passed, that the watcher has not been told yet
}

// An account is what a provider charges for separately.
type account struct {
	provider string
	unit     Unit
}

// A tally is what was counted so far.
type tally struct {
	amount    float64
	estimated bool // a part of it
}

// New returns a meter that has counted nothing.
func New(o Options) *Meter {
	o.Prices = slices.Clone(o.Prices)
	return &Meter{o: o, count: make(map[account]*tally)}
}

// Bill returns what was counted so far and what it costs.
func (m *Meter) Bill() Bill {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.bill()
}

// Watch has f called when the cost passes a limit: with a bill at level
// [Warned], and with one at level [Capped], each once at the most. A single use
// that passes both is told as Capped alone, and what was passed before is told
// at once. There is one watcher; nil ends it.
//
// f is called by one of the goroutines whose uses are counted. It must be quick and
// may not use the metered providers.
func (m *Meter) Watch(f func(Bill)) {
	m.mu.Lock()
	m.watch = f
	m.notice()
	m.mu.Unlock()
	m.tell()
}

// A use is one amount to be counted.
type use struct {
	unit      Unit
	amount    float64
	estimated bool
}

// add counts uses of one provider together, so that no bill has half of them.
func (m *Meter) add(provider string, uses ...use) {
	m.mu.Lock()
	for _, u := range uses {
		if u.amount <= 0 {
			continue
		}
		a := account{provider, u.unit}
		t := m.count[a]
		if t == nil {
			t = new(tally)
			m.count[a] = t
		}
		t.amount += u.amount
		t.estimated = t.estimated || u.estimated
	}
	m.notice()
	m.mu.Unlock()
	m.tell()
}

// notice sees whether a limit has been passed. It is called with the use that may
// have done it: another one, before the watcher is told, may pass the next. m.mu is
// held.
func (m *Meter) notice() {
	if m.watch == nil {
		return
	}
	if b := m.bill(); b.Level > m.passed {
		m.passed = b.Level
		m.news = append(m.news, b)
	}
}

// tell tells the watcher what was noticed, in order.
func (m *Meter) tell() {
	m.telling.Lock()
	defer m.telling.Unlock()
	m.mu.Lock()
	news, watch := m.news, m.watch
	if watch != nil {
		m.news = nil
	}
	m.mu.Unlock()
	if watch == nil {
		return
	}
	for _, b := range news {
		watch(b)
	}
}

// bill adds up. m.mu is held.
func (m *Meter) bill() Bill {
	b := Bill{Currency: m.o.Currency, Warn: m.o.Warn, Cap: m.o.Cap}
	for a, t := range m.count {
		u := Use{Provider: a.provider, Unit: a.unit, Amount: t.amount, Estimated: t.estimated}
		u.Charge, u.Cost = charge(m.o.Prices, u)
		b.Uses = append(b.Uses, u)
	}
	slices.SortFunc(b.Uses, func(x, y Use) int {
		return cmp.Or(cmp.Compare(x.Provider, y.Provider), cmp.Compare(x.Unit.rank(), y.Unit.rank()))
	})
	for _, u := range b.Uses { // in order, so that the sum is always the same
		b.Cost += u.Cost
	}
	switch {
	case b.Cap > 0 && b.Cost >= b.Cap:
		b.Level = Capped
	case b.Warn > 0 && b.Cost >= b.Warn:
		b.Level = Warned
	}
	return b
}

// rank orders units as a turn uses them.
func (u Unit) rank() int {
	return slices.Index([]Unit{Seconds, InputTokens, OutputTokens, Characters}, u)
}

// Reckon returns what was used at some time, as a store kept it, and what it
// costs. The limits of o are for one session and play no part in it.
func Reckon(o Options, used []transcript.Usage) Bill {
	o.Warn, o.Cap = 0, 0
	m := New(o)
	for _, u := range used {
		m.add(u.Provider, use{unit: Unit(u.Unit), amount: float64(u.Amount)})
	}
	return m.Bill()
}
