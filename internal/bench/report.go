package bench

import (
	"context"
	"encoding/json"
	"math"
	"runtime"
	"slices"
	"time"
)

// A Report is all that was measured.
type Report struct {
	Machine    Machine     `json:"machine"`
	Work       []Cost      `json:"work,omitempty"`
	Connection *Connection `json:"connection,omitempty"`
	Databases  []Database  `json:"databases,omitempty"`
	Answers    []Answers   `json:"answers,omitempty"`
	Table      *Table      `json:"table,omitempty"`
	Real       []Real      `json:"real,omitempty"`
	// Verdicts say of each budget of the design whether it is kept.
	Verdicts []Verdict `json:"budgets"`
}

// A Machine is where it was measured.
type Machine struct {
	Cores int    `json:"cores"`
	OS    string `json:"os"`
	Arch  string `json:"arch"`
	Go    string `json:"go"`
	// Late is by how much timers are late while nothing is measured. Where it
	// is more than a millisecond the machine has other things to do, and times
	// say more about those than about this program.
	Late Spread `json:"timers_late"`
}

func thisMachine(ctx context.Context) (Machine, error) {
	late := make([]time.Duration, 50)
	for i := range late {
		due := time.Now().Add(5 * time.Millisecond)
		if err := pause(ctx, due); err != nil {
			return Machine{}, err
		}
		late[i] = time.Since(due)
	}
	return Machine{
		Cores: runtime.NumCPU(),
		OS:    runtime.GOOS,
		Arch:  runtime.GOARCH,
		Go:    runtime.Version(),
		Late:  spread(late),
	}, nil
}

// A Spread is what a figure was in the middle, in the worst of twenty, and at
// worst.
type Spread struct {
	P50 Millis `json:"p50_ms"`
	P95 Millis `json:"p95_ms"`
	Max Millis `json:"max_ms"`
}

// spread sorts took, of which there must be one at least.
func spread(took []time.Duration) Spread {
	slices.Sort(took)
	n := len(took)
	return Spread{
		P50: Millis(took[(n-1)/2]),
		P95: Millis(took[(n*95+99)/100-1]), // the nearest rank
		Max: Millis(took[n-1]),
	}
}

// spreadOf is the spread of something of each of all, of which there must be one
// at least.
func spreadOf[T any](all []T, of func(T) time.Duration) Spread {
	took := make([]time.Duration, len(all))
	for i, x := range all {
		took[i] = of(x)
	}
	return spread(took)
}

// Millis is a duration that JSON gives in milliseconds, to the microsecond.
type Millis time.Duration

// MarshalJSON implements [json.Marshaler].
func (m Millis) MarshalJSON() ([]byte, error) { return json.Marshal(m.ms()) }

func (m Millis) ms() float64 { return rounded(time.Duration(m).Seconds()*1e3, 1e3) }

// rounded rounds x to a whole number of parts of which there are so many in 1:
// more digits than that are not known.
func rounded(x, parts float64) float64 { return math.Round(x*parts) / parts }
