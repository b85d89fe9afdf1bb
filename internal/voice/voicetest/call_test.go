package voicetest

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// TestCall takes a call through everything that happens to one, with members
// that do only what MLS says.
func TestCall(t *testing.T) {
	for _, o := range []CallOptions{{}, {Split: true}, {Gather: 50 * time.Millisecond}, {Gather: 50 * time.Millisecond, Split: true, Execute: 300 * time.Millisecond}} {
		for _, latency := range []time.Duration{0, 80 * time.Millisecond} {
			t.Run(fmt.Sprintf("gather=%v split=%v latency=%v", o.Gather, o.Split, latency), func(t *testing.T) {
				r := NewRoom(NewCall(channel, o), RoomOptions{Seed: 7, Latency: latency})
				join := func(u User) { check(t, r.Join(u, newPlain(u))) }
				join(1)
				check(t, r.Settle(time.Minute))
				join(2)
				settled(t, r)
				join(3)
				join(4)
				settled(t, r)
				r.Leave(2)
				settled(t, r)
				// One comes back, another reconnects, a third goes, all at once.
				join(2)
				join(3)
				r.Leave(4)
				settled(t, r)
				r.Expel(1)
				check(t, r.Settle(time.Minute))
				settled(t, r)
				r.Leave(1)
				r.Leave(2)
				check(t, r.Settle(time.Minute))
				if got := r.Call.Epoch(); got != 0 {
					t.Errorf("epoch %d, though one is left", got)
				}
				join(5)
				settled(t, r)
			})
		}
	}
}

// TestCallChurn has plain members come and go for a while, with everything that
// a call can do to them.
func TestCallChurn(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	c := NewCall(channel, CallOptions{Gather: 40 * time.Millisecond})
	r := NewRoom(c, RoomOptions{Seed: 3, Latency: 100 * time.Millisecond})
	next := User(1)
	for c.Stats().Commits < 60 {
		users := r.Users()
		switch n := rng.IntN(10); {
		case len(users) < 3 || n < 5 && len(users) < 9:
			check(t, r.Join(next, newPlain(next)))
			next++
		case n < 8:
			r.Leave(users[rng.IntN(len(users))])
		default:
			u := users[rng.IntN(len(users))]
			check(t, r.Join(u, r.Member(u)))
		}
		if rng.IntN(3) == 0 {
			r.Run(time.Duration(rng.IntN(100)) * time.Millisecond)
			continue
		}
		check(t, r.Settle(time.Minute))
		if len(r.Users()) > 1 {
			check(t, r.Agree())
		}
	}
	// A member that has begun anew may still be told of the old group.
	for _, c := range r.Complaints() {
		t.Log(c)
	}
	t.Logf("%+v", c.Stats())
}
