package speech

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// slowEar takes a second for each utterance and answers with the first of its
// names. It keeps count of how many it hears at once.
type slowEar struct {
	mu        sync.Mutex
	now, most int
	order     []string
}

func (e *slowEar) Recognize(ctx context.Context, hints Hints, sound iter.Seq[[]int16]) iter.Seq2[Hypothesis, error] {
	return func(yield func(Hypothesis, error) bool) {
		e.mu.Lock()
		e.now++
		e.most = max(e.most, e.now)
		e.order = append(e.order, hints.Names[0])
		e.mu.Unlock()
		samples := 0
		for s := range sound {
			samples += len(s)
		}
		err := pause(ctx, time.Second)
		e.mu.Lock()
		e.now--
		e.mu.Unlock()
		if err != nil {
			yield(Hypothesis{}, err)
			return
		}
		yield(Hypothesis{Text: strings.Repeat(hints.Names[0], samples), Final: true}, nil)
	}
}

// Four players finish within 200 ms and the provider takes two at a time.
// Case: S12.
func TestLimitAsksForTheAddressedFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ear := &slowEar{}
		r := Limit(ear, 2)
		var wg sync.WaitGroup
		got := make(map[string]time.Duration)
		var mu sync.Mutex
		start := time.Now()
		for i, who := range []string{"a", "b", "c", "D"} {
			wg.Go(func() {
				time.Sleep(time.Duration(i) * 50 * time.Millisecond)
				hints := Hints{Names: []string{who}}
				if who == "D" {
					hints.Priority = 1 // speaks to an NPC
				}
				for h, err := range r.Recognize(t.Context(), hints, slices.Values([][]int16{{0}, {0}})) {
					if err != nil || h.Text != who+who {
						t.Errorf("%s: %q, %v; want all of its sound heard", who, h.Text, err)
					}
					mu.Lock()
					got[who] = time.Since(start)
					mu.Unlock()
				}
			})
		}
		wg.Wait()
		want := map[string]time.Duration{
			"a": 1000 * time.Millisecond, "b": 1050 * time.Millisecond,
			"D": 2000 * time.Millisecond, "c": 2050 * time.Millisecond,
		}
		if !maps.Equal(got, want) {
			t.Errorf("they were heard at %v, want %v", got, want)
		}
		if ear.most != 2 {
			t.Errorf("%d at once, want 2", ear.most)
		}
	})
}

func TestLimitTakesNoPlaceWhileSomebodySpeaks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := Limit(&slowEar{}, 1)
		var wg sync.WaitGroup
		wg.Go(func() {
			long := func(yield func([]int16) bool) { time.Sleep(time.Minute); yield([]int16{0}) }
			for _, err := range r.Recognize(t.Context(), Hints{Names: []string{"long"}}, long) {
				if err != nil {
					t.Error(err)
				}
			}
		})
		synctest.Wait()
		start := time.Now()
		for _, err := range r.Recognize(t.Context(), Hints{Names: []string{"short"}}, slices.Values([][]int16{{0}})) {
			if d := time.Since(start); err != nil || d != time.Second {
				t.Errorf("it took %v, %v; want a second", d, err)
			}
		}
		wg.Wait()
	})
}

func TestLimitLosesNoPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := Limit(&slowEar{}, 1)
		hear := func(ctx context.Context, stop bool) error {
			for _, err := range r.Recognize(ctx, Hints{Names: []string{"x"}}, slices.Values([][]int16{{0}})) {
				if err != nil || stop {
					return err
				}
			}
			return nil
		}
		var wg sync.WaitGroup
		// One is cancelled while it is heard, one while it waits, one at the very
		// moment of its turn, one before it begins; and one breaks out.
		for _, d := range []time.Duration{500 * time.Millisecond, 300 * time.Millisecond, 500 * time.Millisecond, 0} {
			wg.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), d)
				defer cancel()
				if err := hear(ctx, false); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("the error is %v, want %v", err, context.DeadlineExceeded)
				}
			})
		}
		wg.Wait()
		if err := hear(t.Context(), true); err != nil {
			t.Error(err)
		}
		start := time.Now()
		if err := hear(t.Context(), false); err != nil || time.Since(start) != time.Second {
			t.Errorf("afterwards it takes %v, %v; want a second", time.Since(start), err)
		}
	})
}
