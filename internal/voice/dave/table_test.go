package dave

import (
	"bytes"
	"cmp"
	"container/heap"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"glyphoxa/internal/voice/mls"
)

const channel = 1090000000000000001

var groupID = binary.BigEndian.AppendUint64(nil, channel)

// start is when the tests' clock begins.
var start = time.Date(2026, 3, 2, 20, 0, 0, 0, time.UTC)

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A table is a call: the members, and a server that proposes, picks commits and
// runs transitions. It has a clock of its own; each seat has its distance.
type table struct {
	t       testing.TB
	now     time.Time
	outside mls.Proposer
	sender  mls.ExternalSender

	seats map[uint64]*seat
	order []uint64 // of seats, by arrival

	established bool
	epoch       uint64
	leaves      []uint64
	inflight    []inflight
	lastID      uint16
	waiting     map[uint16]map[uint64]bool // open transitions: for whose op 23

	events events
	serial int

	batch   bool                   // all changes of one moment in one op 27
	spoil   func(*seat, *Message)  // may change what the server sends
	picks   func(*seat) bool       // whether a commit of that seat may win
	trace   func(*seat, *Message)  // sees what seats send
	failed  func(*seat, error)     // sees what seats refuse
	commits map[uint64]map[int]int // wins by user and number of references
}

type inflight struct {
	user   uint64 // added, or 0
	leaf   mls.LeafIndex
	ref    mls.Ref
	bytes  []byte
	remove bool
}

type seat struct {
	*Session
	user       uint64
	delay      time.Duration // of the gateway, each way
	keyPackage []byte
	ref        mls.Ref
	member     bool
	alive      bool
	invalid    int
	sent       []Message
}

type event struct {
	at     time.Time
	serial int
	run    func()
}

type events []event

func (e events) Len() int { return len(e) }

func (e events) Less(i, j int) bool {
	return cmp.Or(e[i].at.Compare(e[j].at), e[i].serial-e[j].serial) < 0
}

func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }

func (e *events) Push(x any) { *e = append(*e, x.(event)) }

func (e *events) Pop() any {
	x := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return x
}

func newTable(t testing.TB) *table {
	t.Helper()
	key := mls.GenerateSigningKey()
	return &table{
		t: t, now: start, outside: mls.Proposer{Key: key},
		sender:  mls.ExternalSender{SignatureKey: key.Public(), Identity: []byte{0}},
		seats:   make(map[uint64]*seat),
		commits: make(map[uint64]map[int]int),
		waiting: make(map[uint16]map[uint64]bool),
	}
}

// after runs f in that time.
func (tb *table) after(d time.Duration, f func()) {
	tb.serial++
	heap.Push(&tb.events, event{tb.now.Add(d), tb.serial, f})
}

// run lets time pass, and does what is due.
func (tb *table) run(d time.Duration) {
	until := tb.now.Add(d)
	for len(tb.events) > 0 && !tb.events[0].at.After(until) {
		e := heap.Pop(&tb.events).(event)
		tb.now = e.at
		e.run()
	}
	tb.now = until
	for _, u := range tb.order {
		if s := tb.seats[u]; s.alive {
			out, err := s.Tick(tb.now)
			tb.from(s, out, err)
		}
	}
}

// settle runs until nothing is to come but for op 22 by its time limit.
func (tb *table) settle() { tb.run(100 * time.Millisecond) }

// to delivers to a seat what f gives it.
func (tb *table) to(s *seat, f func() ([]Message, error)) {
	tb.after(s.delay, func() {
		if s.alive {
			out, err := f()
			tb.from(s, out, err)
		}
	})
}

func (tb *table) send(s *seat, m Message) {
	m.Payload = slices.Clone(m.Payload)
	if tb.spoil != nil {
		tb.spoil(s, &m)
	}
	tb.to(s, func() ([]Message, error) {
		out, err := s.Handle(m, tb.now)
		for i := range m.Payload { // whoever kept it keeps noise
			m.Payload[i] = 0x5a
		}
		return out, err
	})
}

// from takes what a seat sends.
func (tb *table) from(s *seat, out []Message, err error) {
	if err != nil && tb.failed == nil {
		tb.t.Errorf("%d at %v: %v", s.user, tb.now.Sub(start), err)
	}
	if err != nil && tb.failed != nil {
		tb.failed(s, err)
	}
	for _, m := range out {
		s.sent = append(s.sent, m)
		if tb.trace != nil {
			tb.trace(s, &m)
		}
		tb.after(s.delay, func() {
			if s.alive {
				tb.take(s, m)
			}
		})
	}
}

// join seats a user.
func (tb *table) join(user uint64, delay time.Duration) *seat {
	return tb.seat(New(user, channel, Options{}), user, delay)
}

func (tb *table) seat(session *Session, user uint64, delay time.Duration) *seat {
	s := &seat{Session: session, user: user, delay: delay, alive: true}
	tb.seats[user] = s
	tb.order = append(tb.order, user)
	var others []uint64
	for _, u := range tb.order {
		if o := tb.seats[u]; o != s && o.alive {
			others = append(others, u)
			tb.to(o, func() ([]Message, error) { return o.Connected(tb.now, user) })
		}
	}
	tb.to(s, func() ([]Message, error) { return s.Connected(tb.now, others...) })
	tb.to(s, func() ([]Message, error) { return s.Begin(1, tb.now) })
	tb.send(s, Message{Op: OpExternalSender, Payload: tb.sender.Append(nil)})
	if len(others) == 0 {
		tb.send(s, Message{Op: OpPrepareTransition, Version: 1})
	}
	return s
}

// leave takes a user from the table.
func (tb *table) leave(user uint64) {
	s := tb.seats[user]
	s.alive = false
	tb.order = slices.DeleteFunc(tb.order, func(u uint64) bool { return u == user })
	for _, u := range tb.order {
		o := tb.seats[u]
		tb.to(o, func() ([]Message, error) { o.Disconnected(tb.now, user); return nil, nil })
	}
	switch {
	case len(tb.order) == 1:
		tb.reset(tb.seats[tb.order[0]])
	case len(tb.order) == 0:
		tb.reset(nil)
	case tb.established && tb.batch:
		tb.soon()
	case tb.established:
		tb.drop(user)
	}
}

// soon proposes all that is to be proposed by then.
func (tb *table) soon() { tb.after(time.Millisecond, tb.catchUp) }

// drop proposes to remove a user, or takes back the proposal to add him.
func (tb *table) drop(user uint64) {
	if i := slices.Index(tb.leaves, user); i >= 0 {
		tb.propose(inflight{leaf: mls.LeafIndex(i), remove: true})
	}
}

// reset forgets the group.
func (tb *table) reset(only *seat) {
	tb.established, tb.epoch, tb.leaves, tb.inflight = false, 0, nil, nil
	clear(tb.waiting)
	if only != nil {
		only.member, only.keyPackage = false, nil
		tb.send(only, Message{Op: OpPrepareEpoch, Version: 1, Epoch: 1})
		tb.send(only, Message{Op: OpPrepareTransition})
	}
}

// take takes a message that a seat has sent.
func (tb *table) take(s *seat, m Message) {
	switch m.Op {
	case OpKeyPackage:
		k, err := mls.ParseKeyPackage(m.Payload)
		check(tb.t, err)
		s.keyPackage, s.ref = m.Payload, k.Ref()
		if tb.established && tb.batch {
			tb.soon()
			return
		}
		if tb.established {
			tb.propose(inflight{user: s.user})
			return
		}
		// Nobody is in a group, so each gets the others' proposals.
		tb.inflight = slices.DeleteFunc(tb.inflight, func(p inflight) bool { return p.user == s.user })
		if len(tb.inflight) > 0 {
			tb.send(s, appendOp(tb.inflight...))
		}
		p := tb.make(inflight{user: s.user})
		tb.inflight = append(tb.inflight, p)
		for _, u := range tb.order {
			if o := tb.seats[u]; o != s && o.keyPackage != nil {
				tb.send(o, appendOp(p))
			}
		}
	case OpCommitWelcome:
		tb.commit(s, m.Payload)
	case OpTransitionReady:
		delete(tb.waiting[m.Transition], s.user)
		if len(tb.waiting[m.Transition]) == 0 {
			tb.execute(m.Transition)
		}
	case OpInvalidCommit:
		s.invalid++
		s.member = false
		if len(tb.order) == 2 {
			tb.t.Fatal("a table of two cannot recover here")
		}
		if tb.batch {
			s.keyPackage = nil // another follows, and both go together
		} else {
			tb.drop(s.user)
		}
	default:
		tb.t.Errorf("%d sends %v", s.user, m.Op)
	}
}

// agree checks that all seats are in one group, with everybody in it.
func (tb *table) agree() {
	tb.t.Helper()
	var want State
	for i, u := range tb.order {
		got := tb.seats[u].State()
		if !got.Established {
			tb.t.Fatalf("%d is in no group at %v", u, tb.now.Sub(start))
		}
		if i == 0 {
			want = got
		}
		if got.Epoch != want.Epoch || !bytes.Equal(got.Authenticator, want.Authenticator) || got.PrivacyCode != want.PrivacyCode {
			tb.t.Fatalf("%d is in epoch %d, %d in %d, or in another group", u, got.Epoch, tb.order[0], want.Epoch)
		}
		if members := slices.Sorted(slices.Values(got.Members)); !slices.Equal(members, slices.Sorted(slices.Values(tb.order))) {
			tb.t.Fatalf("%d sees members %v, want %v", u, members, tb.order)
		}
	}
}

// hear checks that everybody hears everybody.
func (tb *table) hear() {
	tb.t.Helper()
	for _, u := range tb.order {
		frame := fmt.Appendf(nil, "frame of %d", u)
		sealed, err := tb.seats[u].Encrypt(nil, frame)
		if err != nil {
			tb.t.Fatalf("%d speaks: %v", u, err)
		}
		for _, o := range tb.order {
			if o == u {
				continue
			}
			got, err := tb.seats[o].Decrypt(nil, u, sealed, tb.now)
			if err != nil || !bytes.Equal(got, frame) {
				tb.t.Fatalf("%d hears %d: %q, %v", o, u, got, err)
			}
		}
	}
}

// newTableOf returns a table with users 1 to n, who are in one group and have
// done with its last transition.
func newTableOf(t testing.TB, n int) *table {
	t.Helper()
	tb := newTable(t)
	for u := range n {
		tb.join(uint64(u+1), 0)
		tb.settle()
	}
	if n > 1 {
		tb.agree()
	}
	return tb
}

// ops returns the ops of messages, with their transition ids.
func ops(out []Message) string {
	var b bytes.Buffer
	for _, m := range out {
		fmt.Fprintf(&b, "%d/%d ", m.Op, m.Transition)
	}
	return string(bytes.TrimSpace(b.Bytes()))
}

// wantError checks the class of an error.
func wantError(t testing.TB, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: got %v, want %v", what, err, want)
	}
}
