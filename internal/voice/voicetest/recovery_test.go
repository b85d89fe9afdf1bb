package voicetest

import (
	"testing"
	"time"

	"glyphoxa/internal/voice/dave"
)

// makes are the others that one of ours sits with.
var makes = []struct {
	name string
	open func(t testing.TB) func(User) Member
}{
	{"ours", func(testing.TB) func(User) Member { return ours }},
	{"davey", openDavey},
}

func openDavey(t testing.TB) func(User) Member {
	t.Helper()
	n := openNode(t)
	return func(u User) Member { return n.Davey(u, channel) }
}

const latency = 30 * time.Millisecond

// three seats anna, ben, who is ours, and cleo.
func three(t *testing.T, o CallOptions, ro RoomOptions, other func(User) Member) *seats {
	t.Helper()
	s := newSeats(t, o, ro)
	s.join(anna, other)
	s.join(ben, ours)
	s.join(cleo, other)
	s.same("three have joined")
	s.calm("three have joined")
	return s
}

// TestSpoiltCommit: one of ours who cannot follow a commit asks to be let in
// anew, once, and is.
func TestSpoiltCommit(t *testing.T) {
	for _, m := range makes {
		t.Run(m.name, func(t *testing.T) {
			other := m.open(t)
			for _, split := range []bool{false, true} {
				n := 0
				s := three(t, CallOptions{Split: split}, RoomOptions{Latency: latency, Upset: spoil(ben, dave.OpAnnounceCommit, &n)}, other)
				n = 1
				s.join(dora, other)
				s.both("after the recovery")
				if got := s.Call.Stats().Invalid; got != 1 {
					t.Errorf("op 31 came %d times, want once", got)
				}
				for _, c := range s.Complaints() {
					if c.User != ben {
						t.Errorf("not the one who was spoilt: %v", c)
					}
				}
			}
		})
	}
}

// TestSpoiltWelcome: the same for one who is let in for the first time.
func TestSpoiltWelcome(t *testing.T) {
	for _, m := range makes {
		t.Run(m.name, func(t *testing.T) {
			other := m.open(t)
			n := 0
			s := newSeats(t, CallOptions{}, RoomOptions{Latency: latency, Upset: spoil(ben, dave.OpWelcome, &n)})
			s.join(anna, other)
			s.join(cleo, other)
			n = 1
			s.join(ben, ours)
			s.both("after the recovery")
			if got := s.Call.Stats().Invalid; got != 1 {
				t.Errorf("op 31 came %d times, want once", got)
			}
		})
	}
}

// TestPeerRecovers: another is taken out and let in anew, in two commits or in
// one, and ours follows without asking for anything.
func TestPeerRecovers(t *testing.T) {
	for _, m := range makes {
		t.Run(m.name, func(t *testing.T) {
			other := m.open(t)
			for _, gather := range []time.Duration{0, 200 * time.Millisecond} {
				n := 0
				s := three(t, CallOptions{Gather: gather}, RoomOptions{Latency: latency, Upset: spoil(cleo, dave.OpAnnounceCommit, &n)}, other)
				n = 1
				s.join(dora, other)
				s.both("after the peer's recovery")
				if got := s.Call.Stats().Invalid; got != 1 {
					t.Errorf("op 31 came %d times, want once, from the peer", got)
				}
				for _, c := range s.Complaints() {
					if c.User == ben {
						t.Error(c)
					}
				}
			}
		})
	}
}

// TestReconnect: another comes back on a new connection before the old one is
// given up: Remove and Add of one user, in one commit.
func TestReconnect(t *testing.T) {
	for _, m := range makes {
		t.Run(m.name, func(t *testing.T) {
			other := m.open(t)
			s := three(t, CallOptions{Gather: 100 * time.Millisecond}, RoomOptions{Latency: latency}, other)
			check(t, s.Join(cleo, s.Member(cleo)))
			s.rest()
			s.both("cleo is on a new connection")
			check(t, s.Join(ben, s.Member(ben)))
			s.rest()
			s.both("ben is on a new connection")
			s.calm("reconnections")
		})
	}
}

// TestResume: what was missed is replayed, and nothing has to be mended.
func TestResume(t *testing.T) {
	for _, m := range makes {
		t.Run(m.name, func(t *testing.T) {
			other := m.open(t)
			s := three(t, CallOptions{}, RoomOptions{Latency: latency}, other)
			s.Cut(ben)
			check(t, s.Join(dora, other(dora)))
			s.Run(3 * time.Second)
			s.Mend(ben)
			s.rest()
			s.both("somebody joined meanwhile")
			s.Cut(ben)
			s.Run(time.Second)
			s.Mend(ben)
			s.both("nothing happened meanwhile")
			s.calm("resume")
			if got := s.Call.Stats(); got.Invalid != 0 || got.Late != 1 {
				t.Errorf("op 31 %d times, %d transitions without all; want 0 and 1", got.Invalid, got.Late)
			}
		})
	}
}

// TestTwoAtOnce: two join in the same moment, and two join as a call begins.
func TestTwoAtOnce(t *testing.T) {
	for _, m := range makes {
		t.Run(m.name, func(t *testing.T) {
			other := m.open(t)
			for seed := range uint64(4) {
				s := newSeats(t, CallOptions{}, RoomOptions{Latency: latency, Seed: seed})
				check(t, s.Join(anna, other(anna)))
				check(t, s.Join(ben, ours(ben)))
				check(t, s.Join(cleo, other(cleo)))
				s.rest()
				s.both("three come at once")
				check(t, s.Join(dora, other(dora)))
				check(t, s.Join(emil, other(emil)))
				s.rest()
				s.both("two more come at once")
				s.calm("two at once")
				if got := s.Call.Stats().Invalid; got != 0 {
					t.Errorf("op 31 came %d times, want never", got)
				}
			}
		})
	}
}

// TestRepeated: what the server says twice, as it may after a resume, is
// ignored the second time.
func TestRepeated(t *testing.T) {
	for _, m := range makes {
		t.Run(m.name, func(t *testing.T) {
			other := m.open(t)
			for _, after := range []time.Duration{0, 350 * time.Millisecond} {
				s := three(t, CallOptions{}, RoomOptions{Latency: latency, Upset: repeat(ben, after,
					OpClientsConnect, dave.OpProposals, dave.OpAnnounceCommit, dave.OpWelcome, dave.OpExecuteTransition)}, other)
				check(t, s.Join(dora, other(dora)))
				s.Run(60 * time.Millisecond)
				check(t, s.Join(emil, other(emil)))
				s.rest()
				s.Run(time.Second)
				s.both("everything came twice")
				s.calm("repeated")
				if got := s.Call.Stats().Invalid; got != 0 {
					t.Errorf("op 31 came %d times, want never", got)
				}
			}
		})
	}
}

// TestLateAnnouncement: the proposal to add somebody overtakes the word that he
// is there.
func TestLateAnnouncement(t *testing.T) {
	for _, m := range makes {
		t.Run(m.name, func(t *testing.T) {
			other := m.open(t)
			s := three(t, CallOptions{}, RoomOptions{Latency: latency, Upset: delay(ben, 300*time.Millisecond, OpClientsConnect)}, other)
			s.join(dora, other)
			s.Run(time.Second)
			s.both("the announcement came late")
			s.calm("late announcement")
		})
	}
}

// TestLostCommit: one whose commits never arrive follows those of others.
func TestLostCommit(t *testing.T) {
	for _, m := range makes {
		t.Run(m.name, func(t *testing.T) {
			other := m.open(t)
			s := three(t, CallOptions{}, RoomOptions{Latency: latency, Upset: lose(ben, dave.OpCommitWelcome)}, other)
			s.join(dora, other)
			s.leave(anna)
			s.both("without ben's commits")
			s.calm("lost commits")
			if got := s.Call.Stats().Won[ben]; got != 0 {
				t.Errorf("ben has won %d times, though nothing of his arrived", got)
			}
		})
	}
}

// TestRevoked: somebody joins and is gone before he is in.
func TestRevoked(t *testing.T) {
	for _, m := range makes {
		t.Run(m.name, func(t *testing.T) {
			other := m.open(t)
			revoked := 0
			for seed := range uint64(6) {
				s := three(t, CallOptions{}, RoomOptions{Latency: latency, Seed: seed}, other)
				check(t, s.Join(dora, other(dora)))
				s.Run(2 * latency)
				s.Leave(dora)
				s.rest()
				s.both("dora was hardly there")
				s.calm("revoked")
				revoked += s.Call.Stats().Revoked
			}
			if revoked == 0 {
				t.Error("nothing was ever revoked")
			}
		})
	}
}

// TestExpelled: one of ours is removed while he is there, and let in again by a
// new key package, without op 31.
func TestExpelled(t *testing.T) {
	s := three(t, CallOptions{}, RoomOptions{Latency: latency}, ours)
	s.Expel(ben)
	s.rest()
	s.rest()
	s.both("ben was expelled")
	s.calm("expelled")
	if got := s.Call.Stats(); got.Invalid != 0 || got.Won[ben] > 2 {
		t.Errorf("%+v: want no op 31", got)
	}
}

// TestNothingFits: one who can follow nothing asks three times, waits, and then
// leaves and comes again.
func TestNothingFits(t *testing.T) {
	for _, m := range makes {
		t.Run(m.name, func(t *testing.T) {
			other := m.open(t)
			n := 0
			s := three(t, CallOptions{}, RoomOptions{Latency: latency, Upset: upsets(spoil(ben, dave.OpAnnounceCommit, &n), spoil(ben, dave.OpWelcome, &n))}, other)
			n = 1000
			check(t, s.Join(dora, other(dora)))
			s.Run(9 * time.Second)
			if got := s.Call.Stats().Invalid; got != 3 {
				t.Errorf("op 31 came %d times, want 3", got)
			}
			n = 0
			s.Run(30 * time.Second)
			if got := s.Call.Stats().Invalid; got != 3 {
				t.Errorf("op 31 came %d times, want none after the rejoin", got-3)
			}
			s.both("after the rejoin")
		})
	}
}

// TestVersions: a call goes from the clear to encryption and back, twice.
func TestVersions(t *testing.T) {
	for _, m := range makes {
		t.Run(m.name, func(t *testing.T) {
			other := m.open(t)
			s := newSeats(t, CallOptions{Plain: true}, RoomOptions{Latency: latency})
			s.join(anna, other)
			s.join(ben, ours)
			s.pairs("in the clear")
			for range 2 {
				s.SetVersion(1)
				s.rest()
				s.both("encrypted")
				s.SetVersion(0)
				s.rest()
				s.pairs("in the clear again")
			}
			s.calm("versions")
		})
	}
}
