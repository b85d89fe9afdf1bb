package voice

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/voice/opus"
)

// A left is a packet that has left, and when.
type left struct {
	at      time.Duration // since the recorder was made
	seq     uint16
	ts      uint32
	silence bool
}

// A recorder is the members' end of a table.
type recorder struct {
	start time.Time
	mu    sync.Mutex
	all   []left
}

func (r *recorder) out(p Packet, at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, left{at.Sub(r.start), p.Seq, p.Timestamp, opus.IsSilence(p.Opus)})
}

func (r *recorder) packets() []left {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.all)
}

// pattern writes a packet of speech as "s", one of silence as ".".
func (r *recorder) pattern() string {
	var b bytes.Buffer
	for _, p := range r.packets() {
		if p.silence {
			b.WriteByte('.')
		} else {
			b.WriteByte('s')
		}
	}
	return b.String()
}

// wantSteady checks that from packet i to packet j one leaves every 20 ms, and
// that numbers and timestamps say so.
func (r *recorder) wantSteady(t *testing.T, i, j int) {
	t.Helper()
	all := r.packets()
	for n := i + 1; n <= j; n++ {
		a, b := all[n-1], all[n]
		if b.at-a.at != audio.FrameDuration || b.seq != a.seq+1 || b.ts != a.ts+960 {
			t.Fatalf("packet %d: %+v after %+v", n, b, a)
		}
	}
}

func newTable(t *testing.T, opts TableOptions) (*Table, *recorder) {
	t.Helper()
	r := &recorder{start: time.Now()}
	opts.Out = r.out
	table, err := NewTable(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(table.Close)
	return table, r
}

// say yields n frames of speech, each in the same memory, spoilt afterwards.
// before, if not nil, is called before frame i.
func say(t *testing.T, n int, before func(i int)) iter.Seq2[*audio.Frame, error] {
	t.Helper()
	frames := sentence(t)
	return func(yield func(*audio.Frame, error) bool) {
		var f audio.Frame
		for i := range n {
			if before != nil {
				before(i)
			}
			f = frames[i%len(frames)]
			if !yield(&f, nil) {
				return
			}
			for k := range f { // a reader that kept it now plays noise
				f[k] = 0x5a5a
			}
		}
	}
}

// One sentence is followed by exactly five silence frames, and then by nothing.
// Each packet leaves at its instant. Case: V22.
func TestSpeakPaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table, r := newTable(t, TableOptions{})
		sent, err := table.Speak(t.Context(), say(t, 50, nil))
		if sent != 50 || err != nil {
			t.Fatalf("Speak: %d, %v; want 50", sent, err)
		}
		if d := time.Since(r.start); d != 980*ms {
			t.Errorf("Speak returns after %v, want 980ms, when the last frame leaves", d)
		}
		time.Sleep(10 * time.Second)
		if got, want := r.pattern(), string(bytes.Repeat([]byte("s"), 50))+"....."; got != want {
			t.Errorf("packets: %s\nwant:    %s", got, want)
		}
		r.wantSteady(t, 0, 54)
	})
}

// Between sentences that follow each other there is no silence. Case: V22.
func TestSpeakBackToBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table, r := newTable(t, TableOptions{})
		for range 3 {
			if sent, err := table.Speak(t.Context(), say(t, 4, nil)); sent != 4 || err != nil {
				t.Fatalf("Speak: %d, %v; want 4", sent, err)
			}
		}
		time.Sleep(time.Second)
		if got, want := r.pattern(), "ssssssssssss....."; got != want {
			t.Errorf("packets: %s, want %s", got, want)
		}
		r.wantSteady(t, 0, 16)
	})
}

// A hold, or a voice that is slower than real time: five silence frames, then
// nothing, and afterwards the timestamp has moved on by the time that passed.
func TestSpeakHolds(t *testing.T) {
	for _, tt := range []struct {
		hold time.Duration
		want string
		gap  time.Duration // between the last packet before and the next
	}{
		{19 * ms, "ssssssss.....", 20 * ms},
		{50 * ms, "ssss.ssss.....", 20 * ms}, // two frames were ahead
		{500 * ms, "ssss.....ssss.....", 380 * ms},
		{507 * ms, "ssss.....ssss.....", 387 * ms},
	} {
		t.Run(tt.hold.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				table, r := newTable(t, TableOptions{})
				sent, err := table.Speak(t.Context(), say(t, 8, func(i int) {
					if i == 4 {
						time.Sleep(tt.hold)
					}
				}))
				if sent != 8 || err != nil {
					t.Fatalf("Speak: %d, %v; want 8", sent, err)
				}
				time.Sleep(time.Second)
				if got := r.pattern(); got != tt.want {
					t.Fatalf("packets: %s, want %s", got, tt.want)
				}
				all := r.packets()
				for i := 1; i < len(all); i++ {
					passed, d := all[i].at-all[i-1].at, all[i].ts-all[i-1].ts
					if all[i].seq != all[i-1].seq+1 || d%960 != 0 || (audio.Discord.Duration(int(d))-passed).Abs() >= audio.FrameDuration {
						t.Errorf("packet %d: %+v after %+v", i, all[i], all[i-1])
					}
				}
				if n := bytes.IndexByte([]byte(tt.want[4:]), 's') + 4; all[n].at-all[n-1].at != tt.gap {
					t.Errorf("goes on after %v, want %v", all[n].at-all[n-1].at, tt.gap)
				}
			})
		})
	}
}

func TestSpeakIsAtMostTwoAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table, r := newTable(t, TableOptions{})
		sent, err := table.Speak(t.Context(), say(t, 40, func(i int) {
			synctest.Wait()
			if n := len(r.packets()); i-n > 2 {
				t.Errorf("frame %d is asked for when %d have left", i, n)
			}
		}))
		if sent != 40 || err != nil {
			t.Errorf("Speak: %d, %v", sent, err)
		}
	})
}

// Who is cut off is silent with the next packet, whatever the source of the
// frames does, and sent says what was heard.
func TestSpeakIsCut(t *testing.T) {
	for _, stubborn := range []time.Duration{0, 3 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			table, r := newTable(t, TableOptions{})
			ctx, cancel := context.WithCancelCause(t.Context())
			cut := errors.New("cut")
			time.AfterFunc(310*ms, func() { cancel(cut) })
			sent, err := table.Speak(ctx, say(t, 500, func(i int) {
				if i > 15 { // deaf to the cut
					time.Sleep(stubborn)
				}
			}))
			if sent != 16 || !errors.Is(err, cut) {
				t.Errorf("Speak: %d, %v; want 16, cut", sent, err)
			}
			time.Sleep(time.Second)
			if got, want := r.pattern(), "ssssssssssssssss....."; got != want {
				t.Errorf("packets: %s, want %s", got, want)
			}
			r.wantSteady(t, 0, 20)

			// The next is heard from its first frame on.
			if sent, err := table.Speak(t.Context(), say(t, 3, nil)); sent != 3 || err != nil {
				t.Errorf("afterwards Speak: %d, %v; want 3", sent, err)
			}
		})
	}
}

func TestSpeakTakesTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table, r := newTable(t, TableOptions{})
		var wg sync.WaitGroup
		wg.Go(func() {
			if sent, err := table.Speak(t.Context(), say(t, 10, nil)); sent != 10 || err != nil {
				t.Errorf("first: %d, %v", sent, err)
			}
		})
		time.Sleep(time.Millisecond)
		ctx, cancel := context.WithTimeout(t.Context(), 50*ms)
		defer cancel()
		if sent, err := table.Speak(ctx, say(t, 10, nil)); sent != 0 || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("second: %d, %v; want 0 and a deadline", sent, err)
		}
		wg.Wait()
		time.Sleep(time.Second)
		if got, want := r.pattern(), "ssssssssss....."; got != want {
			t.Errorf("packets: %s, want %s", got, want)
		}
	})
}

func TestSpeakErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table, r := newTable(t, TableOptions{})
		boom := errors.New("boom")
		sent, err := table.Speak(t.Context(), func(yield func(*audio.Frame, error) bool) {
			for f := range say(t, 5, nil) {
				if !yield(f, nil) {
					return
				}
			}
			yield(nil, boom)
		})
		if sent != 5 || !errors.Is(err, boom) {
			t.Errorf("Speak: %d, %v; want 5, boom", sent, err)
		}
		if sent, err := table.Speak(t.Context(), say(t, 0, nil)); sent != 0 || err != nil {
			t.Errorf("Speak of nothing: %d, %v", sent, err)
		}
		time.AfterFunc(210*ms, table.Close)
		sent, err = table.Speak(t.Context(), say(t, 100, nil))
		if sent != 10 || !errors.Is(err, ErrClosed) {
			t.Errorf("Speak into Close: %d, %v; want 10, closed", sent, err)
		}
		n := len(r.packets())
		time.Sleep(time.Second)
		if sent, err := table.Speak(t.Context(), say(t, 1, nil)); sent != 0 || !errors.Is(err, ErrClosed) {
			t.Errorf("Speak after Close: %d, %v", sent, err)
		}
		if len(r.packets()) != n {
			t.Error("packets leave after Close")
		}
		if _, err := NewTable(TableOptions{Encoder: opus.EncoderOptions{Bitrate: 1}}); err == nil {
			t.Error("a bitrate of 1 is accepted")
		}
	})
}

func TestMouthDoesNotAllocate(t *testing.T) {
	bytes := 0
	m, err := newMouth(opus.EncoderOptions{}, func(p Packet, _ time.Time) bool { bytes += len(p.Opus); return true })
	if err != nil {
		t.Fatal(err)
	}
	frames := sentence(t)
	i := 0
	if n := testing.AllocsPerRun(100, func() {
		m.frame, m.full, m.due = frames[i%len(frames)], true, time.Now()
		m.beat()
		i++
	}); n != 0 {
		t.Errorf("%v allocations a frame, want 0", n)
	}
	if bytes == 0 || m.sent != i {
		t.Errorf("%d bytes in %d packets", bytes, m.sent)
	}
}
