package voicetest

import (
	"errors"
	"testing"
	"time"

	"glyphoxa/internal/voice/dave"
)

func TestNoNode(t *testing.T) {
	if _, err := StartNode(t.Context(), t.TempDir()); !errors.Is(err, ErrNoNode) {
		t.Errorf("without davey: %v, want ErrNoNode", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := StartNode(t.Context(), "peer"); !errors.Is(err, ErrNoNode) {
		t.Errorf("without node: %v, want ErrNoNode", err)
	}
}

// TestNodeEnds: a process that is gone is an error, and no wait.
func TestNodeEnds(t *testing.T) {
	n := openNode(t)
	v, err := n.Version()
	check(t, err)
	if v != "0.1.12" {
		t.Errorf("davey %s, want 0.1.12: the facts about it are of that version", v)
	}
	gone, err := StartNode(t.Context(), "peer")
	check(t, err)
	check(t, gone.Close())
	if _, err := gone.Version(); err == nil {
		t.Error("an answer of a process that has ended")
	}
	d := gone.Davey(1, channel)
	if err := d.Reset(); err == nil {
		t.Error("a session in a process that has ended")
	}
	if _, err := n.ask(question{Call: "nonsense"}); !errors.Is(err, errDavey) {
		t.Errorf("nonsense: %v, want davey's error", err)
	}
}

// TestVerificationCodes: ours and davey's show the same digits for each other.
func TestVerificationCodes(t *testing.T) {
	n := openNode(t)
	s := newSeats(t, CallOptions{}, RoomOptions{})
	us, them := NewOurs(anna, channel, dave.Options{}), n.Davey(ben, channel)
	check(t, s.Join(anna, us))
	check(t, s.Join(ben, them))
	s.rest()
	s.same("two")
	a, err := us.VerificationCode(uint64(ben))
	check(t, err)
	b, err := them.VerificationCode(anna)
	check(t, err)
	if a, b = digits(a), digits(b); a != b || len(a) != 45 {
		t.Errorf("ours shows %s, davey %s; want the same 45 digits", a, b)
	}
}

// BenchmarkFrame measures a frame of 120 bytes in ours and in davey, in one run:
// what counts is how they compare.
func BenchmarkFrame(b *testing.B) {
	var ours [2]time.Duration // encrypt, decrypt
	b.Run("ours", func(b *testing.B) {
		s := newSeats(b, CallOptions{}, RoomOptions{})
		from, to := NewOurs(anna, channel, dave.Options{}), NewOurs(ben, channel, dave.Options{})
		check(b, s.Join(anna, from))
		check(b, s.Join(ben, to))
		s.rest()
		b.Run("encrypt", func(b *testing.B) {
			frame, dst := make([]byte, frameSize), make([]byte, 0, frameSize+dave.Overhead)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := from.Session.Encrypt(dst, frame); err != nil {
					b.Fatal(err)
				}
			}
			ours[0] = b.Elapsed() / time.Duration(b.N)
		})
		b.Run("decrypt", func(b *testing.B) {
			frame, dst := make([]byte, frameSize), make([]byte, 0, frameSize)
			sealed, now := make([][]byte, 4096), s.Now()
			b.ReportAllocs()
			for i := range b.N {
				// None is accepted twice.
				if i %= len(sealed); i == 0 {
					b.StopTimer()
					for k := range sealed {
						var err error
						sealed[k], err = from.Session.Encrypt(sealed[k][:0], frame)
						check(b, err)
					}
					b.StartTimer()
				}
				if _, err := to.Session.Decrypt(dst, uint64(anna), sealed[i], now); err != nil {
					b.Fatal(err)
				}
			}
			ours[1] = b.Elapsed() / time.Duration(b.N)
		})
	})
	b.Run("davey", func(b *testing.B) {
		n := openNode(b)
		s := newSeats(b, CallOptions{}, RoomOptions{})
		from, to := n.Davey(anna, channel), n.Davey(ben, channel)
		check(b, s.Join(anna, from))
		check(b, s.Join(ben, to))
		s.rest()
		const count = 50_000
		_, _, err := n.Time(from, to, frameSize, count) // so that the code is warm
		check(b, err)
		b.ReportMetric(0, "ns/op") // of fifty thousand frames: of no interest
		for range b.N {
			encrypt, decrypt, err := n.Time(from, to, frameSize, count)
			check(b, err)
			b.ReportMetric(float64(encrypt), "encrypt-ns")
			b.ReportMetric(float64(decrypt), "decrypt-ns")
			b.ReportMetric(float64(encrypt)/float64(max(ours[0], 1)), "encrypt/ours")
			b.ReportMetric(float64(decrypt)/float64(max(ours[1], 1)), "decrypt/ours")
		}
	})
}
