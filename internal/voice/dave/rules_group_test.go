package dave

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"glyphoxa/internal/voice/mls"
)

// The rules below are what measuring the implementations that exist has taught.

// comer returns the proposal to add a user, and his session.
func (tb *table) comer(user uint64) (add []byte, s *Session) {
	tb.t.Helper()
	s = New(user, channel, Options{})
	out, err := s.Begin(1, tb.now)
	check(tb.t, err)
	_, err = s.Handle(Message{Op: OpExternalSender, Payload: tb.sender.Append(nil)}, tb.now)
	check(tb.t, err)
	return tb.outside.Add(groupID, tb.epoch, out[0].Payload), s
}

// goer returns the proposal to remove the user at a leaf.
func (tb *table) goer(leaf int) []byte {
	return tb.outside.Remove(groupID, tb.epoch, mls.LeafIndex(leaf))
}

// appendMsg returns op 27 that appends proposals.
func appendMsg(proposals ...[]byte) Message {
	return Message{Op: OpProposals, Payload: vector([]byte{proposalsAppend}, slices.Concat(proposals...))}
}

// handle gives messages to a seat, and returns the ops of its answers.
func (tb *table) handle(s *Session, list ...Message) string {
	tb.t.Helper()
	var all []Message
	for _, m := range list {
		out, err := s.Handle(m, tb.now)
		check(tb.t, err)
		all = append(all, out...)
	}
	return ops(all)
}

// foreign returns the commit and Welcome that a member makes to proposals.
func (tb *table) foreign(by *Session, proposals ...[]byte) (commit, welcome []byte) {
	tb.t.Helper()
	var list []*mls.Proposal
	for _, b := range proposals {
		m, _, err := mls.ParseMessage(b)
		check(tb.t, err)
		p, err := by.group.Verify(m)
		check(tb.t, err)
		list = append(list, p)
	}
	c, err := by.group.Commit(list)
	check(tb.t, err)
	return c.Message, c.Welcome
}

// meetAll announces users to all.
func (tb *table) meetAll(users ...uint64) {
	for _, s := range tb.seats {
		_, err := s.Connected(tb.now, users...)
		check(tb.t, err)
	}
}

func refsOf(t testing.TB, commit []byte) []mls.Ref {
	t.Helper()
	m, _, err := mls.ParseMessage(commit)
	check(t, err)
	refs, inline := m.References()
	if inline != 0 {
		t.Errorf("%d proposals inline", inline)
	}
	return refs
}

// snapshot is all that a refusal must leave as it is.
func (s *Session) snapshot() string {
	return fmt.Sprintf("%p %p %v %v %v %p %v %v %d %p %p", s.group, s.client, s.joined, s.version, s.next, s.commit, s.queue, s.open,
		len(s.delayed), s.speaker.published.Load(), s.hearer.published.Load())
}

func TestRule01WholeQueue(t *testing.T) {
	tb := newTableOf(t, 3)
	s := tb.seats[2].Session
	tb.meetAll(10, 11, 12)
	x, _ := tb.comer(10)
	y, _ := tb.comer(11)
	z, _ := tb.comer(12)
	one := tb.goer(slices.Index(tb.leaves, 1))
	g := s.group
	for _, tt := range []struct {
		name string
		m    Message
		want [][]byte // nil for no commit
	}{
		{"two in one", appendMsg(x, y), [][]byte{x, y}},
		{"again", appendMsg(x), nil},
		{"one more", appendMsg(z), [][]byte{x, y, z}},
		{"a Remove", appendMsg(one), [][]byte{x, y, z, one}},
		{"one taken back", revokeOp(refOf(t, y)), [][]byte{x, z, one}},
		{"taken back again", revokeOp(refOf(t, y)), nil},
	} {
		out, err := s.Handle(tt.m, tb.now)
		check(t, err)
		if tt.want == nil {
			if len(out) > 0 {
				t.Errorf("%s: sends %s", tt.name, ops(out))
			}
			continue
		}
		if ops(out) != "28/0" {
			t.Fatalf("%s: sends %q, want a commit", tt.name, ops(out))
		}
		got := refsOf(t, out[0].Payload)
		if len(got) != len(tt.want) {
			t.Errorf("%s: %d references, want %d", tt.name, len(got), len(tt.want))
		}
		for i, b := range tt.want {
			if i < len(got) && got[i] != refOf(t, b) {
				t.Errorf("%s: reference %d is another", tt.name, i)
			}
		}
		if s.group != g {
			t.Fatalf("%s: our own commit is applied before it is announced", tt.name)
		}
	}
	for len(s.queue.list) > 0 {
		out, err := s.Handle(revokeOp(s.queue.list[0].proposal.Ref()), tb.now)
		check(t, err)
		if last := len(s.queue.list) == 0; last != (len(out) == 0) {
			t.Errorf("with %d left: sends %q", len(s.queue.list), ops(out))
		}
	}
	if s.commit != nil {
		t.Error("a commit to nothing is still there")
	}
}

func TestRule02StaleIsIgnored(t *testing.T) {
	tb := newTableOf(t, 3)
	s := tb.seats[2].Session
	tb.meetAll(10)
	out, err := New(10, channel, Options{}).Begin(1, tb.now)
	check(t, err)
	kp := out[0].Payload
	otherID := slices.Concat(groupID[:7], []byte{9})
	liar := mls.Proposer{Key: mls.GenerateSigningKey()}
	for _, tt := range []struct {
		name string
		m    Message
		want error
	}{
		{"an old epoch", appendMsg(tb.outside.Add(groupID, tb.epoch-1, kp)), nil},
		{"an old epoch, forged", appendMsg(liar.Add(groupID, tb.epoch-1, kp)), nil},
		{"another group", appendMsg(tb.outside.Add(otherID, tb.epoch, kp)), nil},
		{"another group, forged", appendMsg(liar.Add(otherID, tb.epoch, kp)), nil},
		{"forged", appendMsg(liar.Add(groupID, tb.epoch, kp)), ErrPolicy},
		{"forged behind a good one", appendMsg(tb.goer(0), liar.Add(groupID, tb.epoch, kp)), ErrPolicy},
		{"a sender that is not there", appendMsg(mls.Proposer{Key: tb.outside.Key, Index: 1}.Add(groupID, tb.epoch, kp)), ErrPolicy},
		{"an epoch to come", appendMsg(tb.outside.Add(groupID, tb.epoch+1, kp)), ErrPolicy},
		{"no key package", appendMsg(tb.outside.Add(groupID, tb.epoch, kp[:50])), ErrMalformed},
		{"a leaf that is not there", appendMsg(tb.goer(7)), ErrPolicy},
		{"half a message", appendMsg(tb.goer(0)[:40]), ErrMalformed},
		{"bare references", Message{Op: OpProposals, Payload: vector([]byte{proposalsRevoke}, make([]byte, 32))}, ErrMalformed},
		{"a short reference", Message{Op: OpProposals, Payload: vector([]byte{proposalsRevoke}, vector(nil, make([]byte, 31)))}, ErrMalformed},
		{"another operation", Message{Op: OpProposals, Payload: []byte{2, 0}}, ErrMalformed},
		{"nothing", Message{Op: OpProposals}, ErrMalformed},
		{"a rest", Message{Op: OpProposals, Payload: []byte{0, 0, 0}}, ErrMalformed},
		{"a long length", Message{Op: OpProposals, Payload: []byte{0, 0x40, 0}}, ErrMalformed},
		{"an empty vector", appendMsg(), nil},
		{"an unknown reference", revokeOp(mls.Ref{1}), nil},
	} {
		before := s.snapshot()
		out, err := s.Handle(tt.m, tb.now)
		if !errors.Is(err, tt.want) || len(out) > 0 {
			t.Errorf("%s: sends %q, %v, want %v", tt.name, ops(out), err, tt.want)
		}
		if after := s.snapshot(); after != before {
			t.Errorf("%s: has changed something", tt.name)
		}
	}
	// A commit of an epoch that is over, as after a resume, is none either. Nor
	// is one of our own that has lost.
	add, _ := tb.comer(10)
	commit, _ := tb.foreign(tb.seats[1].Session, add)
	tb.handle(s, appendMsg(add))
	own := s.commit.Message
	tb.handle(s, Message{Op: OpAnnounceCommit, Transition: 9, Payload: commit})
	before := s.snapshot()
	for _, payload := range [][]byte{commit, own} {
		if got := tb.handle(s, Message{Op: OpAnnounceCommit, Transition: 9, Payload: payload}, appendMsg(add)); got != "" || s.snapshot() != before {
			t.Errorf("again: sends %s", got)
		}
	}
}

func TestRule03TransitionsByID(t *testing.T) {
	tb := newTableOf(t, 3)
	s := tb.seats[2].Session
	speaking := func() *voiceKey { return s.speaker.published.Load().key }
	// follow has seat 1 commit, and seat 2 follow.
	user := uint64(10)
	follow := func(id uint16) string {
		user++
		tb.meetAll(user)
		add, _ := tb.comer(user)
		one := tb.seats[1].Session
		out, err := one.Handle(appendMsg(add), tb.now)
		check(t, err)
		_, welcome, err := mls.ParseMessage(out[0].Payload)
		check(t, err)
		announced := Message{Op: OpAnnounceCommit, Transition: id, Payload: out[0].Payload[:len(out[0].Payload)-len(welcome)]}
		tb.handle(one, announced)
		tb.epoch++
		return tb.handle(s, appendMsg(add), announced)
	}
	execute := func(id uint16) {
		t.Helper()
		if got := tb.handle(s, Message{Op: OpExecuteTransition, Transition: id}); got != "" {
			t.Errorf("op 22 brings %s", got)
		}
	}

	old := speaking()
	if got := follow(5); got != "28/0 23/5" {
		t.Errorf("transition 5: %s", got)
	}
	five := s.newest
	if got := follow(6); got != "28/0 23/6" {
		t.Errorf("transition 6: %s", got)
	}
	six := s.newest
	if speaking() != old {
		t.Error("speaks in a new epoch before op 22")
	}
	execute(99)
	if speaking() != old || len(s.open) != 2 {
		t.Error("an unknown op 22 does something")
	}
	execute(5)
	if speaking() != five {
		t.Error("op 22 for 5 does not switch to its epoch")
	}
	execute(6)
	execute(6)
	execute(5)
	if speaking() != six {
		t.Error("op 22 for 6 does not switch to its epoch, and stay there")
	}

	follow(7)
	follow(8)
	execute(8)
	eight := s.newest
	execute(7)
	if speaking() != eight {
		t.Error("a late op 22 goes back to an older epoch")
	}

	// Id 0 is an id, and means at once.
	if got := follow(0); got != "28/0" {
		t.Errorf("transition 0: %s", got)
	}
	if speaking() != s.newest || speaking() == eight || len(s.open) != 0 {
		t.Error("transition 0 does not switch at once")
	}
	execute(0)
	if speaking() != s.newest {
		t.Error("op 22 for 0 does something")
	}
	// However many are opened, few are kept.
	for id := range uint16(100) {
		tb.handle(s, Message{Op: OpPrepareTransition, Transition: id + 1000, Version: 1})
	}
	if len(s.open) > maxOpen {
		t.Errorf("%d transitions are open", len(s.open))
	}
}

func TestRule04Announcements(t *testing.T) {
	t.Run("an Add before its op 11", func(t *testing.T) {
		tb := newTableOf(t, 3)
		s := tb.seats[2].Session
		add, _ := tb.comer(10)
		if got := tb.handle(s, appendMsg(add)); got != "" {
			t.Errorf("commits a stranger: %s", got)
		}
		if at, ok := s.Deadline(); !ok || at.After(tb.now.Add(strangerWait)) {
			t.Errorf("deadline %v, %v", at.Sub(tb.now), ok)
		}
		out, err := s.Connected(tb.now.Add(time.Second), 10)
		if err != nil || ops(out) != "28/0" {
			t.Errorf("announced: sends %q, %v", ops(out), err)
		}
		s.Disconnected(tb.now, 10) // He was announced all the same
		if s.queue.strange() {
			t.Error("who leaves was never there")
		}
	})
	t.Run("a commit before its op 11", func(t *testing.T) {
		tb := newTableOf(t, 3)
		s := tb.seats[2].Session
		add, _ := tb.comer(10)
		commit, _ := tb.foreign(tb.seats[1].Session, add)
		epoch := s.group.Epoch()
		got := tb.handle(s, appendMsg(add), Message{Op: OpAnnounceCommit, Transition: 4, Payload: bytes.Clone(commit)}, Message{Op: OpExecuteTransition, Transition: 4})
		if got != "" || s.group.Epoch() != epoch {
			t.Errorf("follows a stranger: %q", got)
		}
		out, err := s.Connected(tb.now.Add(time.Second), 10)
		if err != nil || ops(out) != "23/4" || s.group.Epoch() != epoch+1 || s.speaker.published.Load().key != s.newest {
			t.Errorf("announced: sends %q, %v, epoch %d", ops(out), err, s.group.Epoch())
		}
	})
	t.Run("never announced", func(t *testing.T) {
		tb := newTableOf(t, 3)
		s := tb.seats[2].Session
		add, _ := tb.comer(10)
		commit, _ := tb.foreign(tb.seats[1].Session, add)
		tb.handle(s, appendMsg(add), Message{Op: OpAnnounceCommit, Transition: 4, Payload: commit})
		out, err := s.Tick(tb.now.Add(strangerWait - 1))
		check(t, err)
		if len(out) > 0 {
			t.Errorf("too early: sends %q", ops(out))
		}
		out, err = s.Tick(tb.now.Add(strangerWait))
		if !errors.Is(err, ErrOutOfStep) || ops(out) != "31/4 26/0" {
			t.Errorf("a stranger in the group: sends %q, %v", ops(out), err)
		}
	})
	t.Run("never announced nor committed", func(t *testing.T) {
		tb := newTableOf(t, 3)
		s := tb.seats[2].Session
		add, _ := tb.comer(10)
		tb.handle(s, appendMsg(add))
		out, err := s.Tick(tb.now.Add(strangerWait))
		if !errors.Is(err, ErrPolicy) || len(out) > 0 || len(s.queue.list) > 0 {
			t.Errorf("sends %q, %v", ops(out), err)
		}
		if got := tb.handle(s, appendMsg(tb.goer(slices.Index(tb.leaves, 1)))); got != "28/0" {
			t.Errorf("what comes then: %s", got)
		}
	})
	t.Run("too much waits", func(t *testing.T) {
		tb := newTableOf(t, 3)
		s := tb.seats[2].Session
		add, _ := tb.comer(10)
		commit, _ := tb.foreign(tb.seats[1].Session, add)
		tb.handle(s, appendMsg(add), Message{Op: OpAnnounceCommit, Transition: 4, Payload: commit})
		var err error
		for i := 0; err == nil; i++ {
			if i > maxDelayed {
				t.Fatal("keeps whatever comes")
			}
			_, err = s.Handle(Message{Op: OpExecuteTransition, Transition: 77}, tb.now)
		}
		wantError(t, "overflow", err, ErrOutOfStep)
	})
	t.Run("a user twice", func(t *testing.T) {
		tb := newTableOf(t, 3)
		s := tb.seats[2].Session
		again, _ := tb.comer(3) // with another signature key
		out, err := s.Handle(appendMsg(again), tb.now)
		if !errors.Is(err, ErrPolicy) || len(out) > 0 || s.commit != nil {
			t.Errorf("commits: %q, %v", ops(out), err)
		}
		commit, _ := tb.foreign(tb.seats[1].Session, again)
		out, err = s.Handle(Message{Op: OpAnnounceCommit, Transition: 4, Payload: commit}, tb.now)
		if !errors.Is(err, ErrPolicy) || ops(out) != "31/4 26/0" {
			t.Errorf("follows: %q, %v", ops(out), err)
		}
	})
	t.Run("us twice", func(t *testing.T) {
		tb := newTableOf(t, 3)
		s := tb.seats[2].Session
		again, _ := tb.comer(2)
		out, err := s.Handle(appendMsg(again), tb.now)
		if !errors.Is(err, ErrPolicy) || len(out) > 0 {
			t.Errorf("commits: %q, %v", ops(out), err)
		}
	})
	t.Run("gone and back in one commit", func(t *testing.T) {
		tb := newTableOf(t, 3)
		tb.reconnect(3)
		tb.settle()
		tb.agree()
		tb.hear()
	})
}

// reconnect has a user come back with the signature key of before, in one op 27
// with the removal of what he was.
func (tb *table) reconnect(user uint64) {
	tb.t.Helper()
	leaf := slices.Index(tb.leaves, user)
	old := tb.seats[user]
	s := &seat{Session: New(user, channel, Options{SigningKey: old.signer}), user: user, alive: true}
	others := slices.DeleteFunc(slices.Clone(tb.order), func(u uint64) bool { return u == user })
	_, err := s.Connected(tb.now, others...)
	check(tb.t, err)
	out, err := s.Begin(1, tb.now)
	check(tb.t, err)
	_, err = s.Handle(Message{Op: OpExternalSender, Payload: tb.sender.Append(nil)}, tb.now)
	check(tb.t, err)
	s.keyPackage = out[0].Payload
	tb.seats[user] = s
	tb.batch = true
	tb.propose(inflight{leaf: mls.LeafIndex(leaf), remove: true}, inflight{user: user})
}

// TestRule05PathsOpen has each member of a group of nine come back, several
// times: the reference library loses the thread at that now and then, because it
// looks for its key at the wrong node.
func TestRule05PathsOpen(t *testing.T) {
	tb := newTableOf(t, 9)
	for range 4 {
		for user := range uint64(9) {
			tb.reconnect(user + 1)
			tb.settle()
			tb.agree()
		}
		tb.leave(tb.leaves[len(tb.leaves)/2])
		tb.settle()
		tb.join(100+tb.epoch, 0)
		tb.settle()
		tb.agree()
		for u := range uint64(9) { // back to users 1 to 9
			if !slices.Contains(tb.order, u+1) {
				tb.leave(tb.order[len(tb.order)-1])
				tb.settle()
				tb.join(u+1, 0)
				tb.settle()
			}
		}
	}
	tb.hear()
	for u, s := range tb.seats {
		if s.invalid > 0 {
			t.Errorf("%d lost the thread %d times", u, s.invalid)
		}
	}
}
