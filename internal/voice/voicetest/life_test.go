package voicetest

import (
	"fmt"
	"testing"
	"time"
)

// The users of the tests.
const (
	anna User = 158049329150427101 + iota
	ben
	cleo
	dora
	emil
)

// TestLifeCycle takes one of ours through a call with davey members, as the
// first, the second and the third to come: 49 checks.
func TestLifeCycle(t *testing.T) {
	davey := openDavey(t)
	checks := 0
	for role := range 3 {
		t.Run(fmt.Sprintf("seat %d", role), func(t *testing.T) {
			checks += life(t, role, davey)
		})
	}
	if checks != 49 {
		t.Errorf("%d checks, want 49", checks)
	}
}

// TestLifeCycleOurs is the same with members of ours alone.
func TestLifeCycleOurs(t *testing.T) {
	for role := range 3 {
		life(t, role, ours)
	}
}

// life lets three come, of whom the one in the given seat is ours, and has each
// leave and come again.
func life(t *testing.T, role int, other func(User) Member) int {
	t.Helper()
	s := newSeats(t, CallOptions{Split: true}, RoomOptions{Seed: uint64(role), Latency: 30 * time.Millisecond})
	defer s.calm("life")
	var stay, gone, us User
	for i, u := range []User{anna, ben, cleo} {
		switch {
		case i == role:
			us = u
			s.join(u, ours)
		case stay == 0:
			stay = u
			s.join(u, other)
		default:
			gone = u
			s.join(u, other)
		}
		if i == 0 && i == role {
			s.alone("alone")
		}
		if i > 0 {
			s.both([]string{1: "the second joins", 2: "the third joins"}[i])
		}
	}
	s.leave(gone)
	s.both("another leaves")
	s.join(gone, other)
	s.both("and comes back")

	s.leave(us)
	s.same("ours leaves")
	s.join(us, ours)
	s.both("ours comes back")

	s.leave(stay)
	s.leave(gone)
	s.alone("the others leave")
	s.join(dora, other)
	s.both("one joins who was alone")

	s.leave(us)
	s.join(us, ours)
	s.both("ours comes back to one who was alone")
	return s.checks
}

// both checks agreement and sound.
func (s *seats) both(when string) {
	s.t.Helper()
	s.same(when)
	s.pairs(when)
}

// alone checks that the one who is left waits for others, and has asked for
// nothing.
func (s *seats) alone(when string) {
	s.t.Helper()
	s.checks++
	for _, u := range s.Users() {
		v, err := s.Member(u).View()
		check(s.t, err)
		if v.Ready || !v.Rejoin.IsZero() {
			s.t.Errorf("%s: %+v, want no group, and no wish to come anew", when, v)
		}
	}
	if got := s.Call.Stats().Invalid; got != 0 || len(s.Users()) != 1 {
		s.t.Errorf("%s: op 31 %d times, %d in the room", when, got, len(s.Users()))
	}
}

// TestDaveyAlone runs the life cycle without any of ours: what fails here is not
// our fault, but that of the call.
func TestDaveyAlone(t *testing.T) {
	davey := openDavey(t)
	s := newSeats(t, CallOptions{}, RoomOptions{Seed: 1, Latency: 30 * time.Millisecond})
	s.join(anna, davey)
	s.join(ben, davey)
	s.both("the second joins")
	s.join(cleo, davey)
	s.both("the third joins")
	s.leave(anna)
	s.both("the first leaves")
	check(t, s.Join(anna, davey(anna)))
	check(t, s.Join(dora, davey(dora)))
	s.rest()
	s.both("two join at once")
	check(t, s.Join(ben, s.Member(ben)))
	s.rest()
	s.both("one reconnects")
	s.leave(ben)
	s.leave(cleo)
	s.leave(dora)
	s.join(emil, davey)
	s.both("one joins who was alone")
	s.calm("davey alone")
}
