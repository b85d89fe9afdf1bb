package conversation

import (
	"testing"
	"time"
)

// TestLag: an answer is begun when the last words have come, or ought to have.
// The benchmarks' guard holds that nothing is thrown away then.
func TestLag(t *testing.T) {
	for _, tt := range []struct {
		name      string
		lags      []time.Duration // of the utterances before
		came, now time.Duration   // the words, and what the time is, after the last voiced sample
		want      bool
		wake      time.Duration // when to look again; 0 for never
	}{
		{name: "nothing is known", came: -200 * ms, now: 96 * ms, want: true},
		{name: "they are still to come", lags: []time.Duration{300 * ms}, came: -200 * ms, now: 96 * ms, wake: 320 * ms},
		{name: "they have come", lags: []time.Duration{300 * ms}, came: 285 * ms, now: 285 * ms, want: true},
		{name: "nothing more came", lags: []time.Duration{300 * ms}, came: -200 * ms, now: 320 * ms, want: true},
		{name: "it was late once", lags: []time.Duration{100 * ms, 900 * ms, 120 * ms}, came: 96 * ms, now: 96 * ms, want: true},
		{name: "it was quick long ago", lags: []time.Duration{0, 200 * ms, 200 * ms, 200 * ms, 200 * ms}, came: 0, now: 96 * ms, wake: 220 * ms},
		{name: "it is always late", lags: []time.Duration{time.Second}, came: 0, now: 96 * ms, wake: 420 * ms},
		{name: "it knows words before they are said", lags: []time.Duration{-time.Second}, came: 0, now: 96 * ms, want: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := &running{streams: true}
			for _, d := range tt.lags {
				r.lag = r.lag.with(d)
			}
			voiced := time.Unix(100, 0)
			var wake time.Duration
			due := func(at time.Time) bool {
				wake = at.Sub(voiced)
				return wake <= tt.now
			}
			if got := r.caughtUp(&utterance{lastVoiced: voiced}, &guess{at: voiced.Add(tt.came)}, due); got != tt.want {
				t.Errorf("caught up: %v, want %v", got, tt.want)
			}
			if !tt.want && wake != tt.wake {
				t.Errorf("looks again after %v, want %v", wake, tt.wake)
			}
		})
	}
}
