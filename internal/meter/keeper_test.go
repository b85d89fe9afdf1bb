package meter

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/transcript"
)

// A ledger is a store that remembers when it was written to.
type ledger struct {
	start time.Time
	delay time.Duration // of each writing
	fails int           // so many writings, the first ones

	mu  sync.Mutex
	got []string
}

func (l *ledger) AddUsage(ctx context.Context, u transcript.Usage) error {
	select {
	case <-time.After(l.delay):
	case <-ctx.Done():
		return ctx.Err()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fails > 0 {
		l.fails--
		return errors.New("disk full")
	}
	l.got = append(l.got, fmt.Sprintf("%v %s %s %s %d", time.Since(l.start), u.Session, u.Provider, u.Unit, u.Amount))
	return nil
}

// TestKeeper runs for 100 seconds of a session, in fake time.
func TestKeeper(t *testing.T) {
	type at struct {
		after  time.Duration
		unit   Unit
		amount float64
	}
	for _, tt := range []struct {
		name  string
		delay time.Duration // of the store
		fails int
		used  []at
		want  string
		err   string
	}{
		{name: "nothing"},
		{
			name: "in pieces, and the rest at the end",
			used: []at{{10, Characters, 5}, {20, Characters, 7}, {40, Characters, 1}, {99, Characters, 2}},
			want: "30s s openai characters 12|1m0s s openai characters 1|1m40s s openai characters 2",
		},
		{
			name: "fractions add up",
			used: []at{{1, Seconds, 1.25}, {31, Seconds, 1.25}, {61, Seconds, 1.25}, {91, Seconds, 1.25}},
			want: "30s s openai seconds 1|1m0s s openai seconds 2|1m30s s openai seconds 1|1m40s s openai seconds 1",
		},
		{
			name: "what was not taken stays due", fails: 2,
			used: []at{{10, InputTokens, 5}, {10, OutputTokens, 1}, {40, InputTokens, 2}},
			want: "1m0s s openai input_tokens 7|1m0s s openai output_tokens 1",
		},
		{
			name: "one of two is taken", fails: 1,
			used: []at{{10, InputTokens, 5}, {10, OutputTokens, 1}},
			want: "30s s openai output_tokens 1|1m0s s openai input_tokens 5",
		},
		{
			name: "nothing is ever taken", fails: 1000,
			used: []at{{10, Seconds, 5}},
			err:  "keep 5 seconds of openai: disk full",
		},
		{
			name: "a store that hangs is left after 5 s", delay: time.Hour,
			used: []at{{10, Seconds, 5}},
			err:  "keep 5 seconds of openai: context deadline exceeded",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				to := &ledger{start: time.Now(), delay: tt.delay, fails: tt.fails}
				m := New(Options{})
				k := NewKeeper(slog.New(slog.NewTextHandler(t.Output(), nil)), m, to, "s")
				ctx, end := context.WithCancel(t.Context())
				for _, u := range tt.used {
					time.AfterFunc(u.after*time.Second, func() { m.add("openai", use{unit: u.unit, amount: u.amount}) })
				}
				time.AfterFunc(100*time.Second, end)
				err := k.Run(ctx)
				if took := time.Since(to.start); took > 105*time.Second {
					t.Errorf("ended %v after the beginning, want 5 s behind the end at the most", took)
				}
				if got := strings.Join(to.got, "|"); got != tt.want {
					t.Errorf("written\n%s\nwant\n%s", got, tt.want)
				}
				if (err == nil) != (tt.err == "") || err != nil && err.Error() != tt.err {
					t.Errorf("the error is %v, want %q", err, tt.err)
				}
			})
		})
	}
}

// What is used after the end is written by hand, and what was written is not
// written again, by however many.
func TestKeeperFlush(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		to := &ledger{start: time.Now(), delay: time.Second}
		m := New(Options{})
		k := NewKeeper(slog.New(slog.DiscardHandler), m, to, "s")
		ctx, end := context.WithCancel(t.Context())
		end()
		m.add("openai", use{unit: Characters, amount: 3})
		if err := k.Run(ctx); err != nil {
			t.Fatal(err)
		}
		m.add("openai", use{unit: InputTokens, amount: 4})
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				if err := k.Flush(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		const want = "1s s openai characters 3|2s s openai input_tokens 4"
		if got := strings.Join(to.got, "|"); got != want {
			t.Errorf("written\n%s\nwant\n%s", got, want)
		}
	})
}
