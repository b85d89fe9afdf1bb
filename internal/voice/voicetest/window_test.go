package voicetest

import (
	"fmt"
	"testing"
	"time"
)

// TestWindows: two talk without a break while somebody joins or leaves, and
// while op 22 is late. Nothing they say is lost, then or when the old keys end
// ten seconds later.
func TestWindows(t *testing.T) {
	for _, m := range makes {
		t.Run(m.name, func(t *testing.T) {
			other := m.open(t)
			for _, delay := range []time.Duration{0, 100 * time.Millisecond, 400 * time.Millisecond, 1500 * time.Millisecond} {
				for _, kind := range []string{"join", "leave", "two join"} {
					window(t, kind, delay, other)
				}
			}
		})
	}
}

func window(t *testing.T, kind string, delay time.Duration, other func(User) Member) {
	t.Helper()
	when := fmt.Sprintf("%s, op 22 after %v", kind, delay)
	s := newSeats(t, CallOptions{Execute: delay}, RoomOptions{})
	s.join(anna, other)
	s.join(ben, ours)
	if kind == "leave" {
		s.join(cleo, other)
	}
	const talk = 14 * time.Second
	s.Talk(talk, anna, ben)
	s.Run(time.Second)
	switch kind {
	case "join":
		check(t, s.Join(cleo, other(cleo)))
	case "leave":
		s.Leave(cleo)
	case "two join": // the second while the first one's transition is open
		check(t, s.Join(cleo, other(cleo)))
		s.Run(50 * time.Millisecond)
		check(t, s.Join(dora, other(dora)))
	}
	s.Run(talk)
	s.wantAll(when, anna, ben, int(talk/frameTime))
	s.wantAll(when, ben, anna, int(talk/frameTime))
	s.both(when + ", afterwards")
	s.calm(when)
}

// TestWindowsLatency is the same among ours when every message takes its time,
// and when one transition is open while the next begins.
func TestWindowsLatency(t *testing.T) {
	for seed := range uint64(8) {
		s := newSeats(t, CallOptions{Execute: 400 * time.Millisecond}, RoomOptions{Seed: seed, Latency: 80 * time.Millisecond})
		s.join(anna, ours)
		s.join(ben, ours)
		const talk = 14 * time.Second
		s.Talk(talk, anna, ben)
		for range 3 {
			check(t, s.Join(cleo, ours(cleo)))
			s.Run(200 * time.Millisecond)
			check(t, s.Join(dora, ours(dora)))
			s.Run(200 * time.Millisecond)
			s.Leave(cleo)
			s.Run(time.Second)
			s.Leave(dora)
			s.Run(time.Second)
		}
		s.Run(talk)
		when := fmt.Sprintf("seed %d", seed)
		s.wantAll(when, anna, ben, int(talk/frameTime))
		s.wantAll(when, ben, anna, int(talk/frameTime))
		s.calm(when)
	}
}

// TestVersionWindows: two talk while the call becomes encrypted, and while it
// ceases to be.
func TestVersionWindows(t *testing.T) {
	for _, m := range makes {
		t.Run(m.name, func(t *testing.T) {
			other := m.open(t)
			s := newSeats(t, CallOptions{Plain: true}, RoomOptions{})
			s.join(anna, other)
			s.join(ben, ours)
			for _, version := range []int{1, 0} {
				s.Hush()
				s.Talk(3*time.Second, anna, ben)
				s.Run(time.Second)
				s.SetVersion(version)
				s.Run(3 * time.Second)
				when := fmt.Sprintf("to version %d", version)
				s.wantAll(when, anna, ben, 150)
				s.wantAll(when, ben, anna, 150)
			}
			s.calm("versions")
		})
	}
}
