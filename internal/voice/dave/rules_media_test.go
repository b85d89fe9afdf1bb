package dave

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestRule07SwitchAtExecute(t *testing.T) {
	tb := newTableOf(t, 3)
	a, b, gone := tb.seats[1], tb.seats[2], tb.seats[3]
	tb.spoil = func(_ *seat, m *Message) {
		if m.Op == OpExecuteTransition {
			m.Transition = 999 // op 22 does not come yet
		}
	}
	before := a.mustEncrypt(t, []byte("before"))
	tb.leave(3)
	tb.settle()
	if a.State().Transitions != 1 || b.State().Transitions != 1 {
		t.Fatalf("transitions: %+v, %+v", a.State(), b.State())
	}
	installed := tb.now
	// Between op 23 and op 22 all speak in the old epoch, and can hear the new.
	between := a.mustEncrypt(t, []byte("between"))
	if _, err := gone.Decrypt(nil, 1, between, tb.now); err != nil {
		t.Errorf("the old key is not in use any more: %v", err)
	}
	early := b.newest.seal(nil, []byte("early"))
	for _, f := range []struct {
		by     *seat
		from   uint64
		sealed []byte
	}{{b, 1, before}, {b, 1, between}, {a, 2, early}} {
		if _, err := f.by.Decrypt(nil, f.from, f.sealed, tb.now); err != nil {
			t.Errorf("between: %v", err)
		}
	}
	old := a.mustEncrypt(t, []byte("on its way for long"))
	older := a.mustEncrypt(t, []byte("on its way for too long"))
	id := a.open[0].id
	tb.handle(a.Session, Message{Op: OpExecuteTransition, Transition: id})
	tb.handle(b.Session, Message{Op: OpExecuteTransition, Transition: id})
	after := a.mustEncrypt(t, []byte("after"))
	if _, err := gone.Decrypt(nil, 1, after, tb.now); !errors.Is(err, ErrTag) {
		t.Errorf("who has left hears what is said after op 22: %v", err)
	}
	if _, err := b.Decrypt(nil, 1, after, tb.now); err != nil {
		t.Errorf("after: %v", err)
	}
	if _, err := b.Decrypt(nil, 1, old, installed.Add(grace-150*time.Millisecond)); err != nil {
		t.Errorf("the old key within the grace time: %v", err)
	}
	if _, err := b.Decrypt(nil, 1, older, installed.Add(grace)); !errors.Is(err, ErrTag) {
		t.Errorf("the old key after the grace time: %v", err)
	}
}

func TestRule08CountersGoOn(t *testing.T) {
	a, _, tb := pair(t)
	nonce := func() uint32 {
		f, ok := parseFrame(a.mustEncrypt(t, []byte("opus")))
		if !ok {
			t.Fatal("not encrypted")
		}
		return f.nonce
	}
	last := nonce()
	key := a.speaker.published.Load().key
	for _, f := range []func() ([]Message, error){
		func() ([]Message, error) { return a.Handle(Message{Op: OpPrepareTransition, Version: 1}, tb.now) },
		func() ([]Message, error) { return a.Handle(Message{Op: OpPrepareTransition, Version: 0}, tb.now) },
		func() ([]Message, error) { return a.Handle(Message{Op: OpExecuteTransition}, tb.now) },
		func() ([]Message, error) { return a.Begin(1, tb.now) },
		func() ([]Message, error) {
			return a.Handle(Message{Op: OpExternalSender, Payload: tb.sender.Append(nil)}, tb.now)
		},
		func() ([]Message, error) {
			return a.Handle(Message{Op: OpPrepareEpoch, Version: 1, Epoch: 2}, tb.now)
		},
		func() ([]Message, error) { return a.Tick(tb.now.Add(time.Hour)) },
	} {
		out, err := f()
		if err != nil || len(out) > 0 {
			t.Errorf("sends %q, %v", ops(out), err)
		}
		if n := nonce(); n != last+1 || a.speaker.published.Load().key != key {
			t.Errorf("nonce %d after %d", n, last)
		}
		last++
	}
	// To the same version again: the key is the same, and its counter goes on.
	if got := tb.handle(a.Session, Message{Op: OpPrepareTransition, Transition: 3, Version: 1}, Message{Op: OpExecuteTransition, Transition: 3}); got != "23/3" {
		t.Errorf("sends %s", got)
	}
	if n := nonce(); n != last+1 {
		t.Errorf("nonce %d after %d", n, last)
	}
}

func TestRule09NeverPlaintext(t *testing.T) {
	plain := []byte("in the clear")
	closed := func(t *testing.T, s *Session, now time.Time) {
		t.Helper()
		if out, err := s.Encrypt(nil, plain); !errors.Is(err, ErrNoEpoch) || out != nil || s.CanEncrypt() {
			t.Errorf("speaks without a key: %q, %v", out, err)
		}
		if _, err := s.Encrypt(nil, []byte{0xf8, 0xff, 0xfe}); !errors.Is(err, ErrNoEpoch) {
			t.Errorf("is silent aloud: %v", err)
		}
		if out, err := s.Decrypt(nil, 2, plain, now); !errors.Is(err, ErrPlaintext) || out != nil {
			t.Errorf("hears what is in the clear: %q, %v", out, err)
		}
	}
	t.Run("before op 4", func(t *testing.T) { closed(t, New(1, channel, Options{}), start) })
	t.Run("alone", func(t *testing.T) {
		tb := newTableOf(t, 1)
		closed(t, tb.seats[1].Session, tb.now)
	})
	t.Run("the only one left", func(t *testing.T) {
		tb := newTableOf(t, 2)
		tb.leave(2)
		tb.settle()
		closed(t, tb.seats[1].Session, tb.now)
		tb.handle(tb.seats[1].Session, Message{Op: OpPrepareTransition, Version: 0}) // seen in the wild
		closed(t, tb.seats[1].Session, tb.now)
	})
	t.Run("in a group", func(t *testing.T) {
		a, _, tb := pair(t)
		if _, err := a.Decrypt(nil, 2, plain, tb.now); !errors.Is(err, ErrPlaintext) {
			t.Errorf("hears what is in the clear: %v", err)
		}
	})
	t.Run("after the last key has ended", func(t *testing.T) {
		tb := newTableOf(t, 3)
		s := tb.seats[2].Session
		_, err := s.Handle(Message{Op: OpAnnounceCommit, Transition: 8, Payload: []byte("garbage")}, tb.now)
		wantError(t, "garbage", err, ErrOutOfStep)
		_, err = s.Tick(tb.now.Add(grace - 1))
		check(t, err)
		if out, err := s.Encrypt(nil, plain); err != nil || bytes.Contains(out, plain) {
			t.Errorf("the old key is for ten seconds: %q, %v", out, err)
		}
		_, err = s.Tick(tb.now.Add(grace))
		check(t, err)
		closed(t, s, tb.now.Add(grace))
	})
	t.Run("windows", func(t *testing.T) {
		a, _, tb := pair(t)
		hears := func(at time.Time) bool {
			_, err := a.Decrypt(nil, 2, plain, at)
			return err == nil
		}
		tb.handle(a.Session, Message{Op: OpPrepareTransition, Transition: 3, Version: 0},
			Message{Op: OpPrepareTransition, Transition: 9, Version: 1}, Message{Op: OpExecuteTransition, Transition: 9})
		if at := tb.now.Add(upgradeWindow); !hears(at.Add(-1)) || hears(at) {
			t.Error("a downgrade that is overtaken leaves the window open")
		}
		tb.handle(a.Session, Message{Op: OpPrepareTransition, Transition: 4, Version: 0})
		if at := tb.now.Add(downgradeWindow); !hears(at.Add(-1)) || hears(at) {
			t.Error("a downgrade that does not come leaves the window open, or never opened it")
		}
		if out := a.mustEncrypt(t, plain); bytes.Contains(out, plain) {
			t.Error("speaks in the clear before op 22")
		}
		tb.handle(a.Session, Message{Op: OpExecuteTransition, Transition: 4})
		if out := a.mustEncrypt(t, plain); !bytes.Equal(out, plain) || !hears(tb.now.Add(time.Hour)) || a.State().Version != 0 {
			t.Errorf("in the clear: %q", out)
		}
	})
}

func TestRule10Removed(t *testing.T) {
	tb := newTableOf(t, 3)
	a, s := tb.seats[1], tb.seats[3].Session
	remove := tb.goer(2)
	if got := tb.handle(s, appendMsg(remove)); got != "" {
		t.Errorf("commits its own removal: %s", got)
	}
	commit, _ := tb.foreign(a.Session, remove)
	onItsWay := a.mustEncrypt(t, []byte("on its way"))
	late := a.mustEncrypt(t, []byte("late"))
	out, err := s.Handle(Message{Op: OpAnnounceCommit, Transition: 3, Payload: commit}, tb.now)
	if err != nil || ops(out) != "26/0" {
		t.Errorf("removed: sends %q, %v, want a key package", ops(out), err)
	}
	if s.State().Established {
		t.Error("still in the group")
	}
	if _, err := s.Decrypt(nil, 1, onItsWay, tb.now.Add(grace-1)); err != nil {
		t.Errorf("within the grace time: %v", err)
	}
	if _, err := s.Decrypt(nil, 1, late, tb.now.Add(grace)); !errors.Is(err, ErrUnknownUser) {
		t.Errorf("after the grace time: %v", err)
	}

	// A pending member is told of a commit that makes the group without it.
	fresh := New(9, channel, Options{})
	_, err = fresh.Connected(start, 1, 2)
	check(t, err)
	_, err = fresh.Begin(1, start)
	check(t, err)
	before := fresh.snapshot()
	for _, payload := range [][]byte{commit, []byte("garbage"), nil} {
		out, err := fresh.Handle(Message{Op: OpAnnounceCommit, Payload: payload}, start)
		if err != nil || len(out) > 0 || fresh.snapshot() != before {
			t.Errorf("pending: sends %q, %v", ops(out), err)
		}
	}
}

func TestRule12NothingSecretIsTold(t *testing.T) {
	a, _, tb := pair(t)
	secret := base(a.group, 1)
	hexish := regexp.MustCompile(`[0-9a-f]{16}|[0-9]{15}`)
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%x"} {
		got := fmt.Sprintf(format, a.Session)
		if got != "dave.Session" || strings.Contains(got, fmt.Sprintf("%x", secret)) {
			t.Errorf("%s prints %s", format, got)
		}
	}
	typed := []error{ErrMalformed, ErrOutOfTurn, ErrPolicy, ErrVersion, ErrOutOfStep, ErrRejoin}
	for _, m := range hostileMessages(t, tb) {
		s, _, tb := pair(t)
		_, err := s.Handle(m, tb.now)
		if err == nil {
			continue
		}
		if !slices.ContainsFunc(typed, func(e error) bool { return errors.Is(err, e) }) {
			t.Errorf("%v: %v is none of the errors that are documented", m.Op, err)
		}
		if hexish.MatchString(err.Error()) {
			t.Errorf("%v: %v tells bytes", m.Op, err)
		}
	}
	// What a frame is refused for can be told apart.
	distinct := []error{ErrNoEpoch, ErrUnknownUser, ErrPlaintext, ErrTag, ErrReplay, ErrGeneration}
	for i, e := range distinct {
		for _, f := range distinct[i+1:] {
			if errors.Is(e, f) || e.Error() == f.Error() {
				t.Errorf("%v and %v are the same", e, f)
			}
		}
	}
}

func TestRule13OldEpochsAreForgotten(t *testing.T) {
	tb := newTableOf(t, 4)
	for range 20 {
		tb.turn() // two epochs
	}
	s := tb.seats[2]
	if n := len(s.hearer.published.Load().epochs); n < 2 || n > maxEpochs {
		t.Errorf("keys of %d epochs within the grace time", n)
	}
	at, ok := s.Deadline()
	if !ok || at.After(tb.now.Add(grace)) {
		t.Errorf("deadline %v, %v", at.Sub(tb.now), ok)
	}
	tb.run(grace)
	if n := len(s.hearer.published.Load().epochs); n != 1 {
		t.Errorf("keys of %d epochs after the grace time", n)
	}
	// The rest is TestLateEpoch, and BenchmarkAge.
}

func TestRule14BackOff(t *testing.T) {
	tb := newTableOf(t, 3)
	s := tb.seats[2].Session
	garbage := func(id uint16, at time.Duration) (string, error) {
		out, err := s.Handle(Message{Op: OpWelcome, Transition: id, Payload: []byte("garbage")}, tb.now.Add(at))
		return ops(out), err
	}
	out, err := s.Handle(Message{Op: OpAnnounceCommit, Transition: 1, Payload: []byte("garbage")}, tb.now)
	if ops(out) != "31/1 26/0" || !errors.Is(err, ErrOutOfStep) {
		t.Errorf("first: %q, %v", ops(out), err)
	}
	if got, err := garbage(1, time.Second); got != "26/0" || !errors.Is(err, ErrOutOfStep) {
		t.Errorf("the same transition again: %q, %v", got, err)
	}
	if got, err := garbage(2, 2*time.Second); got != "31/2 26/0" || !errors.Is(err, ErrOutOfStep) {
		t.Errorf("third: %q, %v", got, err)
	}
	at := 3 * time.Second
	if got, err := garbage(3, at); got != "" || !errors.Is(err, ErrRejoin) {
		t.Errorf("fourth: %q, %v", got, err)
	}
	if st := s.State(); !st.Rejoin.Equal(tb.now.Add(at+backOff)) || st.Invalid != 2 {
		t.Errorf("state %+v", st)
	}
	if got, err := garbage(4, at); got != "" || !errors.Is(err, ErrOutOfTurn) {
		t.Errorf("given up: %q, %v", got, err)
	}
	// The server may begin anew by itself.
	out, err = s.Handle(Message{Op: OpPrepareEpoch, Version: 1, Epoch: 1}, tb.now.Add(at))
	if ops(out) != "26/0" || err != nil || !s.State().Rejoin.IsZero() {
		t.Errorf("anew: %q, %v, %+v", ops(out), err, s.State())
	}
	// After a while the count begins again.
	if got, err := garbage(5, invalidWindow+4*time.Second); got != "31/5 26/0" || !errors.Is(err, ErrOutOfStep) {
		t.Errorf("later: %q, %v", got, err)
	}
}
