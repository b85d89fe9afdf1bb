package voice

import (
	"context"
	"errors"
	"iter"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/audio"
)

// lost is a table that is connected to nothing, and what has left it.
func lost(t *testing.T) (*Table, *[]Packet) {
	t.Helper()
	var left []Packet
	table, err := NewTable(TableOptions{Out: func(p Packet, _ time.Time) {
		p.Opus = nil
		left = append(left, p)
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(table.Close)
	table.through(nil)
	return table, &left
}

func frames(n int) iter.Seq2[*audio.Frame, error] {
	return func(yield func(*audio.Frame, error) bool) {
		for range n {
			if !yield(&audio.Frame{}, nil) {
				return
			}
		}
	}
}

// A frame that cannot be sent waits for the next connection, counts only when
// it has left, and no sequence number is spent on it.
//
// Case: V17.
func TestWhatCannotBeSentWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table, left := lost(t)
		time.AfterFunc(2*time.Second, func() { table.through(func(Packet) bool { return true }) })
		began := time.Now()
		sent, err := table.Speak(t.Context(), frames(10))
		if sent != 10 || err != nil {
			t.Fatalf("Speak = %d, %v, want all 10 frames", sent, err)
		}
		if took := time.Since(began); took < 2*time.Second || took > 2300*time.Millisecond {
			t.Errorf("it took %v, want what the connection took and 200 ms", took)
		}
		for i, p := range (*left)[1:] {
			if before := (*left)[i]; p.Seq != before.Seq+1 || p.Timestamp != before.Timestamp+frameSamples {
				t.Errorf("packet %d has number %d and time %d after %d and %d", i+1, p.Seq, p.Timestamp, before.Seq, before.Timestamp)
			}
		}
	})
}

// While the connection is lost the timestamp moves on by the clock.
func TestTimeGoesOnWhileNothingLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table, left := lost(t)
		table.through(func(Packet) bool { return true })
		time.AfterFunc(100*time.Millisecond, func() { table.through(nil) })
		time.AfterFunc(1100*time.Millisecond, func() { table.through(func(Packet) bool { return true }) })
		if sent, err := table.Speak(t.Context(), frames(20)); sent != 20 || err != nil {
			t.Fatalf("Speak = %d, %v", sent, err)
		}
		var jumps []uint32
		for i, p := range (*left)[1:] {
			if before := (*left)[i]; p.Timestamp != before.Timestamp+frameSamples {
				jumps = append(jumps, (p.Timestamp-before.Timestamp)/frameSamples)
			}
		}
		if len(jumps) != 1 || jumps[0] < 49 || jumps[0] > 53 {
			t.Errorf("the timestamp jumps by %v frames, want once, by the second that was lost", jumps)
		}
	})
}

// An answer that nobody can be told is given up, and never called heard; nor is the
// rest of it asked for.
//
// Case: V17.
func TestWhatCannotBeSentIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table, _ := lost(t)
		began := time.Now()
		asked := 0
		sent, err := table.Speak(t.Context(), func(yield func(*audio.Frame, error) bool) {
			for f := range frames(1000) {
				asked++
				if !yield(f, nil) {
					return
				}
			}
		})
		if sent != 0 || !errors.Is(err, ErrUnheard) {
			t.Errorf("Speak = %d, %v, want 0 and ErrUnheard", sent, err)
		}
		if took := time.Since(began); took < unheardAfter || took > unheardAfter+time.Second || asked > 2 {
			t.Errorf("it took %v and %d frames, want %v, and one waiting beside the one that could not be sent", took, asked, unheardAfter)
		}
		table.through(func(Packet) bool { return true })
		if sent, err := table.Speak(t.Context(), frames(3)); sent != 3 || err != nil {
			t.Errorf("afterwards Speak = %d, %v, want all 3", sent, err)
		}
	})
}

// A greeting is five frames of silence.
//
// Case: V21.
func TestGreetIsSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table, left := lost(t)
		table.through(func(Packet) bool { return true })
		table.mouth.greet()
		time.Sleep(time.Second)
		synctest.Wait()
		if len(*left) != silenceFrames {
			t.Errorf("%d packets left, want %d", len(*left), silenceFrames)
		}
	})
}

// How long frames wait is counted from when they were to leave. That others had
// waited before, and were called off, is not their fault.
func TestWaitIsCountedAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table, _ := lost(t)
		ctx, cancel := context.WithTimeout(t.Context(), 8*time.Second)
		defer cancel()
		if sent, err := table.Speak(ctx, frames(10)); sent != 0 || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Speak = %d, %v, want nothing sent, and to have been called off", sent, err)
		}
		time.Sleep(time.Hour)
		time.AfterFunc(5*time.Second, func() { table.through(func(Packet) bool { return true }) })
		if sent, err := table.Speak(t.Context(), frames(10)); sent != 10 || err != nil {
			t.Errorf("Speak = %d, %v, want all 10 frames", sent, err)
		}
	})
}
