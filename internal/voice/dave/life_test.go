package dave

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// TestLife goes through a call from its first member to the last: alone, joins,
// leaves, coming back, and being the only one left, in each seat.
func TestLife(t *testing.T) {
	for seat := range 3 {
		tb := newTable(t)
		tb.join(1, 0)
		tb.settle()
		first := tb.seats[1]
		if st := first.State(); st.Established || st.Invalid != 0 || !st.Rejoin.IsZero() {
			t.Fatalf("alone: %+v", st)
		}
		for u := uint64(2); u <= 3; u++ {
			tb.join(u, 0)
			tb.settle()
			tb.agree()
			tb.hear()
		}
		gone := uint64(seat + 1)
		tb.leave(gone)
		tb.settle()
		tb.agree()
		tb.hear()
		tb.join(gone, 0)
		tb.settle()
		tb.agree()
		tb.hear()
		for _, u := range []uint64{gone, gone%3 + 1} {
			tb.leave(u)
			tb.settle()
		}
		last := tb.seats[(gone+1)%3+1]
		if st := last.State(); st.Established || last.CanEncrypt() {
			t.Fatalf("the last one: %+v", st)
		}
		tb.run(time.Minute) // alone for long, and nothing wrong with it
		tb.join(7, 0)
		tb.settle()
		tb.agree()
		tb.hear()
		for u, s := range tb.seats {
			if s.invalid != 0 {
				t.Errorf("%d sent %d op 31", u, s.invalid)
			}
		}
	}
}

// TestChurn has up to 50 members come and go for 300 epochs: in batches, with
// commits of anybody, proposals taken back, members who lose the thread and are
// let in anew. Nobody else notices.
func TestChurn(t *testing.T) {
	epochs, most := uint64(300), 50
	if testing.Short() {
		epochs, most = 60, 12
	}
	rng := rand.New(rand.NewPCG(31, 9))
	tb := newTableOf(t, 3)
	tb.batch = true
	tb.picks = func(*seat) bool { return rng.IntN(8) > 0 }
	var spoilt *seat
	tb.spoil = func(s *seat, m *Message) {
		if s == spoilt && m.Op == OpAnnounceCommit {
			m.Payload[len(m.Payload)-40] ^= 1
			spoilt = nil
		}
	}
	refused := 0
	tb.failed = func(s *seat, err error) { refused++ }
	next, peak, growing := uint64(100), 0, true
	spoils, revoked := 0, 0
	for tb.epoch < epochs {
		peak = max(peak, len(tb.order))
		if len(tb.order) >= most {
			growing = false
		} else if len(tb.order) < 5 {
			growing = true
		}
		if spoilt == nil && rng.IntN(12) == 0 {
			spoilt = tb.seats[tb.order[rng.IntN(len(tb.order))]]
			spoils++
		}
		comes, goes := rng.IntN(3), rng.IntN(2)
		if growing {
			comes++
		} else {
			goes += 2
		}
		for range comes {
			if len(tb.order) < most {
				next++
				tb.join(next, 0)
			}
		}
		for range min(goes, len(tb.order)-4) {
			if u := tb.order[rng.IntN(len(tb.order))]; tb.seats[u] != spoilt {
				tb.leave(u)
			}
		}
		if rng.IntN(5) == 0 && len(tb.inflight) == 0 { // one is added and thought better of
			revoked++
			tb.after(0, func() {
				k := New(1<<60+tb.epoch, channel, Options{})
				out, _ := k.Begin(1, tb.now)
				b := tb.outside.Add(groupID, tb.epoch, out[0].Payload)
				for _, u := range tb.leaves {
					if s := tb.seats[u]; s != nil && s.alive && s.member {
						tb.send(s, appendOp(inflight{bytes: b}))
						tb.send(s, revokeOp(refOf(t, b)))
					}
				}
			})
		}
		tb.run(300 * time.Millisecond)
		// Whoever won nothing has to be asked again: any op 27 makes all commit.
		for range 50 {
			if len(tb.inflight) == 0 {
				break
			}
			tb.nudge()
		}
		tb.run(300 * time.Millisecond)
	}
	tb.picks, spoilt = nil, nil
	tb.run(5 * time.Second)
	tb.nudge()
	tb.run(5 * time.Second)
	tb.agree()
	tb.hear()
	invalid := 0
	for _, s := range tb.seats {
		invalid += s.invalid
	}
	t.Logf("%d epochs, up to %d members, %d commits spoilt, %d op 31, %d refusals, %d adds taken back", tb.epoch, peak, spoils, invalid, refused, revoked)
	if invalid > spoils {
		t.Errorf("%d op 31 for %d spoilt commits", invalid, spoils)
	}
	if invalid == 0 {
		t.Error("nobody had to recover")
	}
}

// nudge sends a proposal that is taken back at once, so that everybody commits
// again.
func (tb *table) nudge() {
	k := New(1<<61, channel, Options{})
	out, _ := k.Begin(1, tb.now)
	b := tb.outside.Add(groupID, tb.epoch, out[0].Payload)
	for _, u := range tb.leaves {
		if s := tb.seats[u]; s != nil && s.alive && s.member {
			tb.send(s, appendOp(inflight{bytes: b}))
			tb.send(s, revokeOp(refOf(tb.t, b)))
		}
	}
	tb.settle()
}

// TestTransitionsLoseNothing has three members speak every 20 ms while others
// come and go, with gateways of different delays. What the three say to each
// other is heard to the last frame; who comes is heard from his first; who has
// gone hears nothing that was said in the new epoch.
func TestTransitionsLoseNothing(t *testing.T) {
	delays := []time.Duration{0, 100 * time.Millisecond, 400 * time.Millisecond, 1500 * time.Millisecond}
	for _, near := range delays {
		for _, far := range delays {
			t.Run(near.String()+" and "+far.String(), func(t *testing.T) { testTransitions(t, near, far) })
		}
	}
}

const network = 40 * time.Millisecond // of a frame on its way

func testTransitions(t *testing.T, near, far time.Duration) {
	t.Helper()
	tb := newTable(t)
	for u, d := range []time.Duration{near, far, near} {
		tb.join(uint64(u+1), d)
		tb.run(12 * time.Second)
	}
	tb.agree()

	type pair struct{ from, to uint64 }
	sent, heard := make(map[pair]int), make(map[pair]int)
	late := 0 // frames of the new epoch that the one who left could open
	speaking := true
	var speak func(s *seat)
	speak = func(s *seat) {
		if !s.alive || !speaking {
			return
		}
		if sealed, err := s.Encrypt(nil, []byte("a frame of Opus, or so")); err == nil {
			switched := s.speaker.published.Load().key == s.newest
			members := s.State().Members
			for u, o := range tb.seats {
				if o == s {
					continue
				}
				sent[pair{s.user, u}]++
				tb.after(network, func() {
					_, err := o.Decrypt(nil, s.user, sealed, tb.now)
					if err == nil {
						heard[pair{s.user, u}]++
						if switched && !slices.Contains(members, u) {
							late++
						}
					}
				})
			}
		}
		tb.after(20*time.Millisecond, func() { speak(s) })
	}
	for _, s := range tb.seats {
		speak(s)
	}
	tb.run(time.Second)
	for _, d := range []time.Duration{near, far} {
		s := tb.join(10, d)
		speak(s)
		tb.run(12 * time.Second)
		tb.agree()
		tb.leave(10)
		tb.run(12 * time.Second)
		tb.agree()
		if late > 0 {
			t.Errorf("who left opened %d frames of after op 22", late)
		}
		delete(tb.seats, 10) // who comes next is somebody else
	}
	// Two at once, and one of them leaves in the middle of it.
	speak(tb.join(11, near))
	speak(tb.join(12, far))
	tb.run(2 * time.Second)
	tb.leave(11)
	tb.run(12 * time.Second)
	tb.agree()
	speaking = false
	tb.run(time.Second)

	for _, from := range []uint64{1, 2, 3, 10, 12} {
		for _, to := range []uint64{1, 2, 3} {
			p := pair{from, to}
			if from != to && (sent[p] < 50 || heard[p] != sent[p]) {
				t.Errorf("%d heard %d of %d frames of %d", to, heard[p], sent[p], from)
			}
		}
	}
	if p := (pair{1, 12}); heard[p] < 100 {
		t.Errorf("who came heard %d frames", heard[p])
	}
}
