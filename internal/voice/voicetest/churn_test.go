package voicetest

import (
	"math/rand/v2"
	"testing"
	"time"

	"glyphoxa/internal/voice/dave"
)

// A churn has members come and go at random.
type churn struct {
	*seats
	rng  *rand.Rand
	next User
	most int // in the room
	acts map[string]int

	// The unhappy one, unless 0, cannot follow the next commit.
	unhappy User
	fate    int

	// deaf says that the server hears no commits.
	deaf bool
}

func newChurn(t testing.TB, seed uint64, most int, o CallOptions) *churn {
	t.Helper()
	c := &churn{rng: rand.New(rand.NewPCG(seed, 9420)), next: 1000, most: most, acts: make(map[string]int)}
	c.seats = newSeats(t, o, RoomOptions{Seed: seed, Latency: 60 * time.Millisecond, Upset: func(l Letter) []Letter {
		if c.deaf && l.Message.Op == dave.OpCommitWelcome {
			return nil
		}
		if c.unhappy == 0 || l.To != c.unhappy {
			return []Letter{l}
		}
		out := spoil(c.unhappy, dave.OpAnnounceCommit, &c.fate)(l)
		if c.fate == 0 {
			c.unhappy = 0
		}
		return out
	}})
	return c
}

// any returns somebody in the room.
func (c *churn) any() User {
	users := c.Users()
	return users[c.rng.IntN(len(users))]
}

// come lets somebody in.
func (c *churn) come() {
	if len(c.Users()) < c.most {
		u := c.next
		c.next++
		check(c.t, c.Join(u, c.make(u)))
	}
}

// act does one thing to one member, or has somebody come.
func (c *churn) act(growing bool) {
	users := len(c.Users())
	n := c.rng.IntN(20)
	if growing {
		n -= 5
	}
	name := "join"
	switch {
	case n < 8 || users < 3:
		c.come()
	case n < 13:
		name = "leave"
		c.Leave(c.any())
	case n < 15:
		name = "reconnect"
		u := c.any()
		check(c.t, c.Join(u, c.Member(u)))
	case n < 17:
		name = "outage"
		u := c.any()
		c.Cut(u)
		c.at(c.Now().Add(time.Second), func() { c.Mend(u) })
	case n < 18:
		name = "recovery"
		c.unhappy, c.fate = c.any(), 1
	default:
		name = "hardly there"
		c.hardly()
	}
	c.acts[name]++
}

// hardly has somebody come and go again before anybody could let him in. What
// else was to be committed is, since all commit anew when a proposal is revoked.
func (c *churn) hardly() {
	if len(c.Users()) == c.most {
		return
	}
	c.deaf = true
	u := c.next
	c.come()
	c.Run(300 * time.Millisecond)
	c.deaf = false
	c.Leave(u)
}

// settle lets the room come to rest, outages included, and checks that all
// agree.
func (c *churn) settle() {
	c.t.Helper()
	c.Run(1100 * time.Millisecond)
	check(c.t, c.Settle(time.Minute))
	if len(c.Users()) > 1 {
		check(c.t, c.Agree())
	}
}

// hear checks that a few hear each other.
func (c *churn) hear() {
	c.t.Helper()
	users := c.Users()
	c.rng.Shuffle(len(users), func(i, j int) { users[i], users[j] = users[j], users[i] })
	users = users[:min(4, len(users))]
	c.Hush()
	c.Talk(5*frameTime, users...)
	c.Run(time.Second)
	for _, from := range users {
		for _, to := range c.Users() {
			if from != to {
				c.wantAll("churn", from, to, 5)
			}
		}
	}
}

// TestChurn: members of ours come, go, come again, lose their connections and
// their way, in ones and in batches, up to 50 at a time, for 300 epochs. After
// each all agree, and those who speak are heard by all.
func TestChurn(t *testing.T) {
	epochs, most := 300, 50
	if testing.Short() {
		epochs, most = 60, 12
	}
	c := newChurn(t, 2, 12, CallOptions{Gather: 40 * time.Millisecond})
	growing, peak := true, 0
	for c.Call.Stats().Commits < epochs {
		// All commit, each time: an epoch of fifty costs as much as twenty of ten.
		if c.Call.Stats().Commits > epochs*6/10 {
			c.most = most
		}
		for range 1 + c.rng.IntN(4) {
			c.act(growing)
		}
		c.settle()
		n := len(c.Users())
		peak = max(peak, n)
		switch {
		case n == c.most:
			growing = false
		case n < 5:
			growing = true
		}
		c.hear()
	}
	s := c.Call.Stats()
	t.Logf("%d epochs, %d with a path, up to %d members; %v; %d stale and %d other commits refused, %d proposals revoked, op 31 %d times, %d resets, %d transitions late",
		s.Commits, s.Path, peak, c.acts, s.Stale, s.Refused, s.Revoked, s.Invalid, s.Resets, s.Late)
	if peak < most || s.Invalid < epochs/30 || s.Revoked == 0 || s.Path < epochs/10 {
		t.Error("that was too quiet a life")
	}
	c.onlySpoilt(func(User) bool { return true })
}

// onlySpoilt checks that those of ours complained of nothing but the commits that
// were spoilt.
func (c *churn) onlySpoilt(ours func(User) bool) {
	c.t.Helper()
	spoilt := c.acts["recovery"]
	for _, complaint := range c.Complaints() {
		if !ours(complaint.User) {
			continue
		}
		if spoilt--; spoilt < 0 || complaint.Message.Op != dave.OpAnnounceCommit {
			c.t.Error(complaint)
		}
	}
}

// TestChurnDavey: the same for 60 steps with members of both makes, who make
// commits and welcomes for each other.
func TestChurnDavey(t *testing.T) {
	n := openNode(t)
	for seed := range uint64(3) {
		c := newChurn(t, seed, 8, CallOptions{})
		c.make = func(u User) Member {
			if u%2 == 0 {
				return n.Davey(u, channel)
			}
			return ours(u)
		}
		for range 60 {
			c.act(false)
			c.settle()
			c.hear()
		}
		s := c.Call.Stats()
		won := map[bool]int{}
		for u, n := range s.Won {
			won[u%2 == 1] += n
		}
		t.Logf("seed %d: %d commits, %d by ours, %d with a path; %v; op 31 %d times, %d resets", seed, s.Commits, won[true], s.Path, c.acts, s.Invalid, s.Resets)
		if won[true] == 0 || won[false] == 0 {
			t.Errorf("commits by %v: want both makes", won)
		}
		c.onlySpoilt(func(u User) bool { return u%2 == 1 })
	}
}
