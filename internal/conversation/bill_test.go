package conversation

import (
	"context"
	"testing"
	"time"
)

// TestTurnBill: a turn says how long it was heard and what it cost.
func TestTurnBill(t *testing.T) {
	type key struct{}
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, hello."}}, mind: says(0, "Good evening."),
		opts: Options{Tally: func(ctx context.Context) (context.Context, func() float64) {
			return context.WithValue(ctx, key{}, true), func() float64 { return 0.25 }
		}},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	got := tb.book.turns[0]
	if want := letters("Good evening."); got.Stages.Play < want-100*ms || got.Stages.Play > want+100*ms {
		t.Errorf("heard for %v, want about %v", got.Stages.Play, want)
	}
	if got.Cost != 0.25 {
		t.Errorf("it cost %v, want 0.25", got.Cost)
	}
}
