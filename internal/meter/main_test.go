package meter

import (
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// uses returns what m has counted.
func uses(m *Meter) map[string]float64 {
	got := make(map[string]float64)
	for _, u := range m.Bill().Uses {
		key := u.Provider + " " + string(u.Unit)
		if u.Estimated {
			key += " about"
		}
		got[key] = u.Amount
	}
	return got
}
