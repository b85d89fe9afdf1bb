package conversation

import (
	"context"
	"slices"
	"testing"
	"time"
)

// TestReady: while people talk the providers are made ready, once at a time, and
// nothing waits for that.
func TestReady(t *testing.T) {
	var begun []time.Duration
	start := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC) // when fake time begins
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, hello."},
			{joren, 3 * time.Second, time.Second, "pass the chips"}, // while it takes its time
			{kara, 6 * time.Second, time.Second, "Bart, and you?"},
		},
		mind: says(0, "Good day."), end: 12 * time.Second,
		opts: Options{Ready: func(ctx context.Context) {
			begun = append(begun, time.Since(start))
			until(ctx, time.Now().Add(4*time.Second))
		}},
	}
	ch, err := tb.run(t)
	if err != nil {
		t.Fatal(err)
	}
	if want := []time.Duration{100 * ms, 6100 * ms}; !slices.Equal(begun, want) {
		t.Errorf("made ready after %v, want %v", begun, want)
	}
	if ch.frames[0] != 1500*ms {
		t.Errorf("the answer begins after %v, want 1.5s", ch.frames[0])
	}
	if tb.took > tb.end+time.Second {
		t.Errorf("Run ended after %v", tb.took)
	}
}
