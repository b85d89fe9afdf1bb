package voicetest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/voice/dave"
)

// openNode starts davey's process, or skips the test.
func openNode(t testing.TB) *Node {
	t.Helper()
	// The test's context ends before what is cleaned up.
	n, err := StartNode(context.Background(), "peer")
	if errors.Is(err, ErrNoNode) && !strings.Contains(os.Getenv("REQUIRE"), "node") {
		t.Skipf("needs node: %v", err)
	}
	check(t, err)
	t.Cleanup(func() {
		if err := n.Close(); err != nil {
			t.Error(err)
		}
	})
	return n
}

// A seats makes the members of a room and judges them.
type seats struct {
	*Room
	t      testing.TB
	make   func(u User) Member // the members that join next
	checks int
}

func ours(u User) Member { return NewOurs(u, channel, dave.Options{}) }

func newSeats(t testing.TB, o CallOptions, ro RoomOptions) *seats {
	t.Helper()
	return &seats{Room: NewRoom(NewCall(channel, o), ro), t: t, make: ours}
}

// join lets somebody new in and lets things settle.
func (s *seats) join(u User, by func(User) Member) {
	s.t.Helper()
	check(s.t, s.Join(u, by(u)))
	s.rest()
}

func (s *seats) leave(u User) {
	s.t.Helper()
	s.Leave(u)
	s.rest()
}

// rest lets the room come to rest.
func (s *seats) rest() {
	s.t.Helper()
	if err := s.Settle(time.Minute); err != nil {
		s.t.Error(err)
	}
}

// same checks that all are in one group.
func (s *seats) same(when string) {
	s.t.Helper()
	s.checks++
	if err := s.Agree(); err != nil {
		s.t.Errorf("%s: %v", when, err)
	}
}

// pairs checks that everybody hears everybody.
func (s *seats) pairs(when string) {
	s.t.Helper()
	s.checks++
	s.Hush()
	users := s.Users()
	const frames = 15
	s.Talk(frames*frameTime, users...)
	s.Run(frames*frameTime + time.Second)
	for _, from := range users {
		for _, to := range users {
			if from != to {
				s.wantAll(when, from, to, frames)
			}
		}
	}
}

// wantAll checks that of so many frames each was heard, as it was said.
func (s *seats) wantAll(when string, from, to User, said int) {
	s.t.Helper()
	if got := s.Score(from, to); got.Said != said || got.Heard != said {
		s.t.Errorf("%s: of user %d, user %d heard %s, want all of %d", when, from, to, got, said)
	}
}

func (s Score) String() string {
	return fmt.Sprintf("%d/%d (%d held, %d wrong, errors %v)", s.Heard, s.Said, s.Held, s.Wrong, firsts(s.Errors))
}

// firsts counts errors that read the same.
func firsts(list []error) map[string]int {
	n := make(map[string]int)
	for _, err := range list {
		n[err.Error()]++
	}
	return n
}

// calm checks that nobody has complained.
func (s *seats) calm(when string) {
	s.t.Helper()
	for _, c := range s.Complaints() {
		s.t.Errorf("%s: %v", when, c)
	}
}
