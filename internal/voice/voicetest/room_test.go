package voicetest

import (
	"errors"
	"testing"
	"time"

	"glyphoxa/internal/voice/dave"
)

// TestRoomJudges: the room says so when all is not well.
func TestRoomJudges(t *testing.T) {
	for _, tt := range []struct {
		name  string
		upset func(Letter) []Letter
		busy  bool // it never comes to rest
	}{
		{"no key package", lose(3, dave.OpKeyPackage), false},
		{"no commits", func(l Letter) []Letter {
			if l.Message.Op == dave.OpCommitWelcome && l.At.Second() > 0 {
				return nil
			}
			return []Letter{l}
		}, true},
		{"no welcome", delay(3, time.Hour, dave.OpWelcome), true},
	} {
		r := NewRoom(NewCall(channel, CallOptions{}), RoomOptions{Upset: tt.upset})
		check(t, r.Join(1, newPlain(1)))
		check(t, r.Join(2, newPlain(2)))
		settled(t, r)
		r.Run(time.Second)
		check(t, r.Join(3, newPlain(3)))
		if err := r.Settle(time.Minute); errors.Is(err, errBusy) != tt.busy {
			t.Errorf("%s: %v, want busy: %v", tt.name, err, tt.busy)
		}
		if err := r.Agree(); err == nil {
			t.Errorf("%s: all agree", tt.name)
		}
	}
}

// TestSeedDecides: the same seed is the same call, to the last message.
func TestSeedDecides(t *testing.T) {
	run := func(seed uint64) (all []Letter) {
		r := NewRoom(NewCall(channel, CallOptions{}), RoomOptions{Seed: seed, Latency: time.Second, Upset: func(l Letter) []Letter {
			all = append(all, Letter{l.At, l.From, l.To, Message{Op: l.Message.Op}})
			return []Letter{l}
		}})
		for u := User(1); u < 6; u++ {
			check(t, r.Join(u, newPlain(u)))
		}
		check(t, r.Settle(time.Minute))
		return all
	}
	same := func(a, b []Letter) bool {
		if len(a) != len(b) {
			return false
		}
		for i := range a {
			if a[i].At != b[i].At || a[i].From != b[i].From || a[i].To != b[i].To || a[i].Message.Op != b[i].Message.Op {
				return false
			}
		}
		return true
	}
	if !same(run(1), run(1)) {
		t.Error("one seed, two calls")
	}
	if same(run(1), run(2)) {
		t.Error("two seeds, one call")
	}
}

// TestOrder: on one connection no message overtakes another, however long each
// takes.
func TestOrder(t *testing.T) {
	last := make(map[[2]User]time.Time)
	r := NewRoom(NewCall(channel, CallOptions{}), RoomOptions{Latency: time.Second, Upset: func(l Letter) []Letter {
		way := [2]User{l.From, l.To}
		if l.At.Before(last[way]) {
			t.Errorf("%v to %d overtakes", l.Message, l.To)
		}
		last[way] = l.At
		return []Letter{l}
	}})
	for u := User(1); u < 8; u++ {
		check(t, r.Join(u, newPlain(u)))
	}
	settled(t, r)
}
