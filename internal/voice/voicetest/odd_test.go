package voicetest

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"time"

	"glyphoxa/internal/voice/dave"
)

// TestResetInTheClear: after the last other has left, the server's op 21 says
// version 0, as one report has it. The version of op 24 is what counts.
func TestResetInTheClear(t *testing.T) {
	s := newSeats(t, CallOptions{}, RoomOptions{Upset: func(l Letter) []Letter {
		if d, err := Decode[Transition](l.Message); l.Message.Op == dave.OpPrepareTransition && err == nil && d.ID == 0 {
			l.Message = prepare(0, 0)
		}
		return []Letter{l}
	}})
	s.join(ben, ours)
	s.join(anna, ours)
	s.leave(anna)
	if _, err := s.Member(ben).Encrypt(bytes.Repeat([]byte{0x78}, frameSize)); err == nil {
		t.Error("alone in an encrypted call, and speaks")
	}
	s.join(anna, ours)
	s.both("anna is back")
	s.calm("reset")
}

// TestLateSender: op 25 comes when everything else has come.
func TestLateSender(t *testing.T) {
	s := newSeats(t, CallOptions{}, RoomOptions{Upset: delay(ben, time.Second, dave.OpExternalSender)})
	s.join(ben, ours)
	s.join(anna, ours)
	s.both("anna has joined")
	s.calm("late sender")
}

// TestSecondDescription: op 4 and op 25 come twice, and nothing begins anew.
func TestSecondDescription(t *testing.T) {
	s := three(t, CallOptions{}, RoomOptions{Upset: repeat(ben, time.Second, OpSessionDescription, dave.OpExternalSender)}, ours)
	epoch := s.Call.Epoch()
	s.Run(2 * time.Second)
	s.rest()
	if got := s.Call.Epoch(); got != epoch {
		t.Errorf("epoch %d, want still %d", got, epoch)
	}
	s.both("nothing happened")
	s.calm("second description")
}

// TestEverythingAtOnce: fifty come in one moment, half of them not ours.
func TestEverythingAtOnce(t *testing.T) {
	other := openDavey(t)
	n := User(50)
	if testing.Short() {
		n = 16
	}
	s := newSeats(t, CallOptions{Gather: 100 * time.Millisecond}, RoomOptions{Latency: latency})
	for u := range n {
		by := ours
		if u%2 == 0 {
			by = other
		}
		check(t, s.Join(anna+u, by(anna+u)))
	}
	s.rest()
	s.same("all have come")
	for u := range n - 2 {
		s.Leave(anna + u)
	}
	s.rest()
	s.both("two are left")
	s.calm("a crowd")
}

// TestHeals: for a while a part of what one of ours is sent is changed, cut
// short, lost or repeated. He neither panics nor speaks in the clear, and when
// it is over he comes back into the group by himself.
func TestHeals(t *testing.T) {
	seeds := uint64(60)
	if testing.Short() {
		seeds = 10
	}
	invalid, rejoined := 0, 0
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 31))
		storm := false
		s := three(t, CallOptions{Gather: 50 * time.Millisecond}, RoomOptions{Seed: seed, Latency: latency, Upset: func(l Letter) []Letter {
			if !storm || l.To != ben || l.Message.Op < dave.OpPrepareTransition || rng.IntN(4) > 0 {
				return []Letter{l}
			}
			return mangle(rng, l)
		}}, ours)
		storm = true
		last := s.last
		for u := range User(6) {
			check(t, s.Join(dora+u, ours(dora+u)))
			s.Run(700 * time.Millisecond)
			if sealed, err := s.Member(ben).Encrypt(bytes.Repeat([]byte{0x78}, frameSize)); err == nil && !isSealed(sealed) {
				t.Fatalf("seed %d: ben speaks in the clear", seed)
			}
			if u%2 == 0 {
				s.Leave(dora + u)
				s.Run(700 * time.Millisecond)
			}
		}
		storm = false
		s.Run(time.Minute)
		s.rest()
		s.join(emil+100, ours) // whoever is in no group notices at the next change
		s.Run(time.Minute)
		s.both("the storm is over")
		if t.Failed() {
			for _, c := range s.Complaints() {
				t.Log(c)
			}
			t.Fatalf("seed %d", seed)
		}
		for _, c := range s.Complaints() {
			if c.User != ben {
				t.Errorf("seed %d: %v", seed, c)
			}
		}
		invalid += s.Call.Stats().Invalid
		rejoined += s.last - last - 7
	}
	t.Logf("%d storms: op 31 %d times, %d rejoins", seeds, invalid, rejoined)
	if invalid == 0 {
		t.Error("nothing had to heal")
	}
}

// mangle does something bad to a letter.
func mangle(rng *rand.Rand, l Letter) []Letter {
	b := bytes.Clone(l.Message.Data)
	switch rng.IntN(5) {
	case 0:
		return nil
	case 1:
		return []Letter{l, l}
	case 2:
		b = b[:rng.IntN(len(b)+1)]
	case 3:
		b = append(b, b[rng.IntN(len(b)):]...)
	default:
		for range 1 + rng.IntN(3) {
			b[rng.IntN(len(b))] ^= 1 << rng.IntN(8)
		}
	}
	l.Message.Data = b
	return []Letter{l}
}
