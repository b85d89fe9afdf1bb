package dave

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"
)

// hostileMessages are some that no honest server sends, and what their lengths
// claim is far from what is there.
func hostileMessages(t testing.TB, tb *table) (list []Message) {
	t.Helper()
	var payloads [][]byte
	for n := range 12 {
		payloads = append(payloads, bytes.Repeat([]byte{0xff}, n), make([]byte, n))
	}
	huge := []byte{0xbf, 0xff, 0xff, 0xff} // a vector of 2³⁰-1 bytes
	payloads = append(payloads,
		huge, slices.Concat([]byte{0}, huge), slices.Concat([]byte{1}, huge),
		slices.Concat([]byte{0, 1, 0, 1}, huge), slices.Concat([]byte{0, 2}, huge),
		slices.Concat([]byte{0, 2, 0x40, 0x98}, bytes.Repeat(huge, 40)),
		slices.Concat([]byte{0}, vector(nil, slices.Concat([]byte{0, 1, 0, 1}, huge))),
		slices.Concat([]byte{0}, vector(nil, bytes.Repeat([]byte{0, 1, 0, 1, 0}, 5000))),
		slices.Concat([]byte{1}, vector(nil, bytes.Repeat([]byte{0}, 60_000))),
		bytes.Repeat(vector(nil, groupID), 3000),
	)
	for _, p := range payloads {
		for op := OpPrepareTransition; op <= OpInvalidCommit+1; op++ {
			list = append(list, Message{Op: op, Payload: p, Transition: uint16(len(p)), Version: uint16(len(p) % 4), Epoch: uint64(len(p) % 3)})
		}
	}
	return list
}

// allocated returns how many bytes f takes from the heap in all.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// allowance bounds what a message may cost: a small multiple of its length, and
// what a new key package, a commit to the queue and an epoch's keys take.
func allowance(n int) uint64 { return uint64(64*n) + 1<<18 }

// TestRule11Bounds: memory is bounded by what has come, before it is taken.
func TestRule11Bounds(t *testing.T) {
	a, _, tb := pair(t)
	for _, m := range hostileMessages(t, tb) {
		s := a.Session
		if !s.joined { // it lost the thread, as it should
			a, _, tb = pair(t)
			s = a.Session
		}
		if n := allocated(func() { _, _ = s.Handle(m, tb.now) }); n > allowance(len(m.Payload)) {
			t.Errorf("%v of %d bytes (%.8x) takes %d bytes", m.Op, len(m.Payload), m.Payload, n)
		}
	}
	// A pending member, too.
	for _, m := range hostileMessages(t, tb) {
		_, s := tb.comer(77)
		if n := allocated(func() { _, _ = s.Handle(m, tb.now) }); n > allowance(len(m.Payload)) {
			t.Errorf("pending, %v of %d bytes takes %d bytes", m.Op, len(m.Payload), n)
		}
	}
	if _, err := a.Connected(tb.now, make([]uint64, 10)...); err != nil {
		t.Errorf("op 11: %v", err)
	}
	var err error
	for u := uint64(0); err == nil && u < 1<<20; u++ {
		_, err = a.Connected(tb.now, u)
	}
	wantError(t, "a million users", err, ErrPolicy)
}

// A refusal leaves the session as it was, unless it asks to be let in anew.
func checkRefusal(t testing.TB, s *Session, m Message, now time.Time) (lost bool) {
	t.Helper()
	_, err := s.Tick(now) // so that nothing is due
	check(t, err)
	before := s.snapshot()
	var out []Message
	n := allocated(func() { out, err = s.Handle(m, now) })
	if n > allowance(len(m.Payload)) {
		t.Errorf("%v of %d bytes takes %d bytes", m.Op, len(m.Payload), n)
	}
	switch {
	case err == nil:
	case errors.Is(err, ErrOutOfStep), errors.Is(err, ErrRejoin):
		if s.joined {
			t.Errorf("%v: out of step, and still in the group", m.Op)
		}
		return true
	case m.Op == OpProposals && len(s.queue.list) > 0 && s.commit == nil:
		// Sound proposals that do not go together are kept: others may be to come.
	default:
		if s.snapshot() != before || len(out) > 0 {
			t.Errorf("%v: refused with %v, and has changed something", m.Op, err)
		}
	}
	return false
}

// mutate changes a few bytes: flips, cuts, repetitions, lengths.
func mutate(rng *rand.Rand, b []byte) []byte {
	b = slices.Clone(b)
	for range 1 + rng.IntN(3) {
		if len(b) < 4 {
			return append(b, byte(rng.Uint32()))
		}
		i := rng.IntN(len(b))
		switch rng.IntN(6) {
		case 0, 1:
			b[i] ^= 1 << rng.IntN(8)
		case 2:
			b[i] = byte(rng.Uint32())
		case 3:
			b = b[:i]
		case 4:
			j := i + rng.IntN(len(b)-i)
			b = slices.Concat(b[:j], b[i:])
		case 5:
			binary.BigEndian.PutUint32(b[min(i, len(b)-4):], rng.Uint32())
		}
	}
	return b
}

// fork returns a session in the same state, with a media path of its own.
func (s *Session) fork() *Session {
	f := &Session{
		self: s.self, id: s.id, signer: s.signer, users: maps.Clone(s.users), outside: s.outside,
		begun: s.begun, version: s.version, next: s.next, client: s.client, group: s.group, joined: s.joined,
		queue: queue{slices.Clone(s.queue.list)}, commit: s.commit, delayed: slices.Clone(s.delayed),
		open: slices.Clone(s.open), keyless: slices.Clone(s.keyless),
		recovery: recovery{speakUntil: s.recovery.speakUntil, strangerUntil: s.recovery.strangerUntil},
		newest:   s.newest, ticked: s.ticked,
	}
	f.hearer.init()
	f.hearer.published.Store(s.hearer.published.Load())
	f.speaker.published.Store(s.speaker.published.Load())
	return f
}

// TestMutatedSessions plays the recorded sessions, and before each message has
// copies of the session take some that are like it. What is refused changes
// nothing, and what breaks a commit or a Welcome makes the copy ask to be let in
// anew, and no more. It runs for a bounded time; the fuzz targets have no bound.
func TestMutatedSessions(t *testing.T) {
	limit := 4 * time.Second
	if testing.Short() {
		limit = time.Second / 2
	}
	for name, r := range map[string]recording{"davey": readDavey(t), "libdave": readLibdave(t)} {
		t.Run(name, func(t *testing.T) {
			refused, lost, runs := 0, 0, 0
			began := time.Now()
			for ; runs == 0 || time.Since(began) < limit; runs++ {
				rng := rand.New(rand.NewPCG(uint64(runs), 27))
				s := r.session(t)
				now := start
				for i, st := range r.Steps {
					now = now.Add(time.Second)
					for _, m := range r.messages(&st, uint16(i+1)) {
						if m.Op == OpProposals && !s.joined {
							continue
						}
						if m.Op == OpProposals {
							s.meet(t, m.Payload, now)
						}
						for range 3 {
							f, bad := s.fork(), m
							if !s.joined {
								f = r.session(t) // a key package is good for one copy
							}
							if bad.Payload = mutate(rng, m.Payload); bytes.Equal(bad.Payload, m.Payload) {
								continue
							}
							if checkRefusal(t, f, bad, now) {
								lost++
							} else {
								refused++
							}
							// Whatever it was, the copy lives.
							_, err := f.Handle(Message{Op: OpPrepareEpoch, Version: 1, Epoch: 1}, now)
							check(t, err)
						}
						if _, err := s.Handle(m, now); err != nil {
							t.Fatalf("run %d, step %d: %v: %v", runs, i, m.Op, err)
						}
					}
				}
			}
			t.Logf("%d runs; %d mutants were refused or harmless, %d had a copy ask to be let in anew", runs, refused, lost)
			if refused == 0 || lost == 0 {
				t.Error("the mutants are all of one kind")
			}
		})
	}
}

// TestSpoiltFrames opens mutants of recorded frames: none opens, and none keeps a
// good one from it.
func TestSpoiltFrames(t *testing.T) {
	r := readLibdave(t)
	s := r.session(t)
	rng := rand.New(rand.NewPCG(4, 4))
	now := start
	for i, st := range r.Steps {
		now = now.Add(time.Second)
		r.play(t, s, &st, uint16(i), now)
		for range 200 {
			bad := mutate(rng, st.Frame)
			if bytes.Equal(bad, st.Frame) || isSilence(bad) {
				continue
			}
			if got, err := s.Decrypt(nil, st.FrameFrom, bad, now); err == nil {
				t.Fatalf("%x opens as %x", bad, got)
			}
		}
		if got, err := s.Decrypt(nil, st.FrameFrom, st.Frame, now); err != nil || !bytes.Equal(got, st.Plain) {
			t.Fatalf("step %d: %x, %v", i, got, err)
		}
	}
}

// TestHostileMember has a member of the group make commits that MLS allows and
// DAVE does not.
func TestHostileMember(t *testing.T) {
	for _, tt := range []struct {
		name string
		make func(tb *table) (told []Message, commit []byte)
	}{
		{"to what nobody proposed", func(tb *table) ([]Message, []byte) {
			tb.meetAll(10)
			add, _ := tb.comer(10)
			commit, _ := tb.foreign(tb.seats[1].Session, add)
			return nil, commit
		}},
		{"to what was taken back", func(tb *table) ([]Message, []byte) {
			tb.meetAll(10)
			add, _ := tb.comer(10)
			commit, _ := tb.foreign(tb.seats[1].Session, add)
			return []Message{appendMsg(add), revokeOp(refOf(tb.t, add))}, commit
		}},
		{"to nothing", func(tb *table) ([]Message, []byte) {
			commit, _ := tb.foreign(tb.seats[1].Session)
			return nil, commit
		}},
		{"with one byte changed", func(tb *table) ([]Message, []byte) {
			tb.meetAll(10)
			add, _ := tb.comer(10)
			commit, _ := tb.foreign(tb.seats[1].Session, add)
			commit[len(commit)/2] ^= 1
			return []Message{appendMsg(add)}, commit
		}},
		{"with a rest", func(tb *table) ([]Message, []byte) {
			tb.meetAll(10)
			add, _ := tb.comer(10)
			commit, welcome := tb.foreign(tb.seats[1].Session, add)
			return []Message{appendMsg(add)}, append(commit, welcome...)
		}},
		{"a proposal in its place", func(tb *table) ([]Message, []byte) {
			return nil, tb.goer(0)
		}},
		{"of our own, but not the latest", func(tb *table) ([]Message, []byte) {
			tb.meetAll(10)
			add, _ := tb.comer(10)
			commit, _ := tb.foreign(tb.seats[2].Session, add)
			return []Message{appendMsg(add)}, commit
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := newTableOf(t, 3)
			s := tb.seats[2].Session
			told, commit := tt.make(tb)
			tb.handle(s, told...)
			before := s.group
			out, err := s.Handle(Message{Op: OpAnnounceCommit, Transition: 6, Payload: commit}, tb.now)
			if !errors.Is(err, ErrOutOfStep) || ops(out) != "31/6 26/0" {
				t.Errorf("sends %q, %v", ops(out), err)
			}
			if s.joined || s.group == before {
				t.Error("still in the group")
			}
		})
	}
	t.Run("checkCommitter", func(t *testing.T) {
		// A commit that changes who its committer is cannot be made with our own
		// code; two groups whose members differ show that it would be seen.
		one, two := newTableOf(t, 2), newTableOf(t, 3)
		wantError(t, "another key", checkCommitter(one.seats[1].group, two.seats[1].group, 0), ErrPolicy)
		wantError(t, "nobody", checkCommitter(one.seats[1].group, two.seats[1].group, 2), ErrPolicy)
		if err := checkCommitter(one.seats[1].group, one.seats[1].group, 1); err != nil {
			t.Error(err)
		}
	})
}

// TestHostileWelcome lets the server offer groups that are not the call's.
func TestHostileWelcome(t *testing.T) {
	for _, tt := range []struct {
		name string
		make func(tb *table, joiner *Session) []byte // the Welcome
		want error
	}{
		{"of another channel", func(tb *table, joiner *Session) []byte {
			other := New(5, channel+1, Options{})
			return welcomeBy(tb, other, joiner, binary.BigEndian.AppendUint64(nil, channel+1))
		}, ErrPolicy},
		{"with another external sender", func(tb *table, joiner *Session) []byte {
			elsewhere := newTable(tb.t)
			return welcomeBy(elsewhere, New(5, channel, Options{}), joiner, groupID)
		}, ErrPolicy},
		{"of one who has our name", func(tb *table, joiner *Session) []byte {
			return welcomeBy(tb, New(77, channel, Options{}), joiner, groupID)
		}, ErrPolicy},
		{"for somebody else", func(tb *table, joiner *Session) []byte {
			_, other := tb.comer(78)
			return welcomeBy(tb, New(5, channel, Options{}), other, groupID)
		}, ErrOutOfStep},
		{"of nothing", func(*table, *Session) []byte { return nil }, ErrOutOfStep},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := newTable(t)
			_, s := tb.comer(77)
			out, err := s.Handle(Message{Op: OpWelcome, Transition: 3, Payload: tt.make(tb, s)}, start)
			if !errors.Is(err, tt.want) || !errors.Is(err, ErrOutOfStep) || ops(out) != "31/3 26/0" || s.joined {
				t.Errorf("sends %q, %v", ops(out), err)
			}
		})
	}
	t.Run("who was not announced", func(t *testing.T) {
		// The library of Discord only warns: so does State.
		tb := newTable(t)
		_, s := tb.comer(77)
		w := welcomeBy(tb, New(5, channel, Options{}), s, groupID)
		if got := tb.handle(s, Message{Op: OpWelcome, Payload: w}); got != "" {
			t.Errorf("sends %s", got)
		}
		if st := s.State(); !st.Established || !slices.Equal(st.Unannounced, []uint64{5}) {
			t.Errorf("%+v", st)
		}
	})
	t.Run("again", func(t *testing.T) {
		a, _, tb := pair(t)
		before := a.snapshot()
		if got := tb.handle(a.Session, Message{Op: OpWelcome, Transition: 3, Payload: []byte("anything")}); got != "" || a.snapshot() != before {
			t.Errorf("sends %s", got)
		}
	})
}

// welcomeBy has a session make a group and invite another.
func welcomeBy(tb *table, by, joiner *Session, id []byte) []byte {
	tb.t.Helper()
	_, err := by.Begin(1, tb.now)
	check(tb.t, err)
	_, err = by.Handle(Message{Op: OpExternalSender, Payload: tb.sender.Append(nil)}, tb.now)
	check(tb.t, err)
	_, welcome := tb.foreign(by, tb.outside.Add(id, 0, joiner.client.KeyPackage().Bytes()))
	return welcome
}

// TestMessages reads what comes, and writes what goes.
func TestMessages(t *testing.T) {
	for _, tt := range []struct {
		op   Op
		data string
		want Message
	}{
		{OpPrepareTransition, `{"protocol_version":1,"transition_id":0}`, Message{Transition: 0, Version: 1}},
		{OpPrepareTransition, `{"protocol_version":"0","transition_id":"65535","more":[1]}`, Message{Transition: 65535}},
		{OpExecuteTransition, `{"transition_id":7}`, Message{Transition: 7}},
		{OpPrepareEpoch, `{"protocol_version":1,"epoch":1}`, Message{Version: 1, Epoch: 1}},
		{OpPrepareEpoch, `{"protocol_version":1,"epoch":"18446744073709551615","d":{}}`, Message{Version: 1, Epoch: 1<<64 - 1}},
		{OpInvalidCommit, `{"transition_id":7}`, Message{Transition: 7}},
		{OpTransitionReady, `{"transition_id":0}`, Message{}},
		{OpWelcome, "\x01\x02abc", Message{Transition: 0x102, Payload: []byte("abc")}},
		{OpAnnounceCommit, "\x00\x00", Message{Payload: []byte{}}},
		{OpProposals, "", Message{Payload: []byte{}}},
	} {
		got, err := ParseMessage(tt.op, []byte(tt.data))
		tt.want.Op = tt.op
		if err != nil || fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("%v %q: %+v, %v, want %+v", tt.op, tt.data, got, err, tt.want)
		}
	}
	for _, tt := range []struct {
		op   Op
		data string
	}{
		{OpPrepareTransition, `{"protocol_version":1}`},
		{OpPrepareTransition, `{"transition_id":1}`},
		{OpPrepareTransition, `{"protocol_version":65536,"transition_id":1}`},
		{OpExecuteTransition, `{"transition_id":-1}`},
		{OpExecuteTransition, `{"transition_id":null}`},
		{OpExecuteTransition, `{"transition_id":1.5}`},
		{OpExecuteTransition, `{"transition_id":65536}`},
		{OpExecuteTransition, `null`},
		{OpExecuteTransition, `[]`},
		{OpExecuteTransition, ``},
		{OpPrepareEpoch, `{"protocol_version":1}`},
		{OpWelcome, "\x00"},
		{OpAnnounceCommit, ""},
		{20, "{}"},
		{32, "{}"},
	} {
		if m, err := ParseMessage(tt.op, []byte(tt.data)); !errors.Is(err, ErrMalformed) || fmt.Sprint(m) != fmt.Sprint(Message{}) {
			t.Errorf("%v %q: %+v, %v", tt.op, tt.data, m, err)
		}
	}
	if !OpWelcome.Binary() || OpInvalidCommit.Binary() || OpPrepareEpoch.Binary() || !OpExternalSender.Binary() {
		t.Error("what is binary and what is not")
	}
}
