package dave

import (
	"bytes"
	"errors"
	"slices"
	"testing"
	"time"

	"glyphoxa/internal/voice/mls"
)

// TestUpgradeAndDowngrade takes a call of two from the clear to encryption and
// back, and up again.
func TestUpgradeAndDowngrade(t *testing.T) {
	tb := newTable(t)
	var seats []*seat
	for u := range uint64(2) {
		s := &seat{Session: New(u+1, channel, Options{}), user: u + 1, alive: true}
		tb.seats[s.user], tb.order = s, append(tb.order, s.user)
		seats = append(seats, s)
	}
	all := func(m Message) (got []string) {
		t.Helper()
		for _, s := range seats {
			out, err := s.Handle(m, tb.now)
			check(t, err)
			got = append(got, ops(out))
		}
		return got
	}
	plain := []byte("what is said")
	said := func(encrypted bool) {
		t.Helper()
		for i, s := range seats {
			out := s.mustEncrypt(t, plain)
			if bytes.Equal(out, plain) == encrypted {
				t.Errorf("%d says %q", s.user, out)
			}
			got, err := seats[1-i].Decrypt(nil, s.user, out, tb.now)
			if err != nil || !bytes.Equal(got, plain) {
				t.Errorf("%d is heard as %q, %v", s.user, got, err)
			}
		}
	}
	for i, s := range seats {
		out, err := s.Begin(0, tb.now)
		if err != nil || len(out) > 0 {
			t.Errorf("in the clear: sends %q, %v", ops(out), err)
		}
		_, err = s.Connected(tb.now, uint64(2-i))
		check(t, err)
	}
	said(false)

	for round := range 2 {
		tb.now = tb.now.Add(time.Minute)
		if got := all(Message{Op: OpPrepareEpoch, Version: 1, Epoch: 1}); !slices.Equal(got, []string{"26/0", "26/0"}) {
			t.Fatalf("op 24: %q", got)
		}
		said(false) // there is no group yet
		if round == 0 {
			all(Message{Op: OpExternalSender, Payload: tb.sender.Append(nil)})
		}
		if got := all(Message{Op: OpPrepareTransition, Transition: 3, Version: 1}); !slices.Equal(got, []string{"", ""}) {
			t.Errorf("ready without a key: %q", got)
		}
		kp := seats[1].client.KeyPackage().Bytes()
		out, err := seats[0].Handle(appendMsg(tb.outside.Add(groupID, 0, kp)), tb.now)
		check(t, err)
		welcome := cutWelcome(t, out[0].Payload)
		commit := out[0].Payload[:len(out[0].Payload)-len(welcome)]
		if got := tb.handle(seats[0].Session, Message{Op: OpAnnounceCommit, Transition: 2, Payload: commit}); got != "23/2 23/3" {
			t.Errorf("op 29: %s", got)
		}
		if got := tb.handle(seats[1].Session, Message{Op: OpWelcome, Transition: 2, Payload: welcome}); got != "23/2 23/3" {
			t.Errorf("op 30: %s", got)
		}
		if got := all(Message{Op: OpPrepareTransition, Version: 1}); !slices.Equal(got, []string{"", ""}) {
			t.Errorf("a bare op 21: %q", got)
		}
		said(false) // until op 22
		if len(seats[0].keyless) > 0 {
			t.Error("said to be ready, and not done with it")
		}
		onItsWay := seats[0].mustEncrypt(t, plain)
		all(Message{Op: OpExecuteTransition, Transition: 2})
		all(Message{Op: OpExecuteTransition, Transition: 3})
		said(true)
		if got, err := seats[1].Decrypt(nil, 1, onItsWay, tb.now.Add(upgradeWindow-1)); err != nil || !bytes.Equal(got, plain) {
			t.Errorf("in the clear, on its way: %q, %v", got, err)
		}
		if _, err := seats[1].Decrypt(nil, 1, onItsWay, tb.now.Add(upgradeWindow)); !errors.Is(err, ErrPlaintext) {
			t.Errorf("in the clear, too late: %v", err)
		}

		tb.now = tb.now.Add(time.Minute)
		if got := all(Message{Op: OpPrepareTransition, Transition: 7, Version: 0}); !slices.Equal(got, []string{"23/7", "23/7"}) {
			t.Errorf("op 21: %q", got)
		}
		said(true)
		sealed := seats[0].mustEncrypt(t, plain)
		all(Message{Op: OpExecuteTransition, Transition: 7})
		said(false)
		if got, err := seats[1].Decrypt(nil, 1, sealed, tb.now.Add(grace-1)); err != nil || !bytes.Equal(got, plain) {
			t.Errorf("encrypted, on its way: %q, %v", got, err)
		}
		if st := seats[0].State(); st.Established || st.Version != 0 || st.PrivacyCode != "" {
			t.Errorf("in the clear: %+v", st)
		}
	}
}

// cutWelcome returns the Welcome behind a commit.
func cutWelcome(t testing.TB, payload []byte) []byte {
	t.Helper()
	_, rest, err := mls.ParseMessage(payload)
	check(t, err)
	return rest
}

func TestOutOfTurn(t *testing.T) {
	s := New(1, channel, Options{})
	for _, tt := range []struct {
		name string
		m    Message
		want error
	}{
		{"op 21, version 2", Message{Op: OpPrepareTransition, Transition: 1, Version: 2}, ErrVersion},
		{"op 24, version 2", Message{Op: OpPrepareEpoch, Epoch: 1, Version: 2}, ErrVersion},
		{"op 24 before op 4", Message{Op: OpPrepareEpoch, Epoch: 1, Version: 1}, ErrOutOfTurn},
		{"op 27 before op 4", appendMsg(), ErrOutOfTurn},
		{"op 30 before op 4", Message{Op: OpWelcome}, ErrOutOfTurn},
		{"op 29 before op 4", Message{Op: OpAnnounceCommit}, nil},
		{"op 22 before op 4", Message{Op: OpExecuteTransition}, nil},
		{"op 21 before op 4", Message{Op: OpPrepareTransition, Version: 1}, nil},
		{"op 25 that is none", Message{Op: OpExternalSender, Payload: []byte{1}}, ErrMalformed},
		{"one of ours", Message{Op: OpKeyPackage}, ErrOutOfTurn},
		{"none of DAVE's", Message{Op: 5}, ErrMalformed},
	} {
		before := s.snapshot()
		out, err := s.Handle(tt.m, start)
		if !errors.Is(err, tt.want) || len(out) > 0 || s.snapshot() != before {
			t.Errorf("%s: sends %q, %v, want %v", tt.name, ops(out), err, tt.want)
		}
	}
	if _, err := s.Begin(2, start); !errors.Is(err, ErrVersion) {
		t.Errorf("version 2: %v", err)
	}
	if _, err := s.VerificationCode(2); !errors.Is(err, ErrUnknownUser) {
		t.Errorf("a code without a group: %v", err)
	}
	if _, ok := s.Deadline(); ok {
		t.Error("there is something to wait for")
	}
}

// TestSenderBeforeDescription has op 25 come before op 4, and another one before
// there is a group; a third, after that, is ignored.
func TestSenderBeforeDescription(t *testing.T) {
	tb, other := newTable(t), newTable(t)
	s := New(1, channel, Options{})
	tb.handle(s, Message{Op: OpExternalSender, Payload: other.sender.Append(nil)})
	out, err := s.Begin(1, start)
	if err != nil || ops(out) != "26/0" || s.group == nil {
		t.Fatalf("sends %q, %v", ops(out), err)
	}
	tb.handle(s, Message{Op: OpExternalSender, Payload: tb.sender.Append(nil)})
	_, err = s.Connected(start, 2)
	check(t, err)
	two := New(2, channel, Options{})
	kp, err := two.Begin(1, start)
	check(t, err)
	out, err = s.Handle(appendMsg(tb.outside.Add(groupID, 0, kp[0].Payload)), start)
	if err != nil || ops(out) != "28/0" {
		t.Fatalf("sends %q, %v", ops(out), err)
	}
	welcome := cutWelcome(t, out[0].Payload)
	commit := out[0].Payload[:len(out[0].Payload)-len(welcome)]
	tb.handle(s, Message{Op: OpAnnounceCommit, Payload: commit})
	before := s.snapshot()
	tb.handle(s, Message{Op: OpExternalSender, Payload: other.sender.Append(nil)})
	if s.snapshot() != before || !s.outside.Equal(tb.sender) {
		t.Error("the sender of a group that exists was changed")
	}
}

// TestStuck asks to join anew when there is no group although there are others.
func TestStuck(t *testing.T) {
	s := New(1, channel, Options{})
	_, err := s.Begin(1, start)
	check(t, err)
	_, err = s.Tick(start.Add(time.Hour))
	check(t, err) // alone is no reason
	at := start.Add(time.Hour)
	_, err = s.Connected(at, 2)
	check(t, err)
	if d, ok := s.Deadline(); !ok || !d.Equal(at.Add(stuckWait)) {
		t.Errorf("deadline %v, %v", d.Sub(at), ok)
	}
	_, err = s.Tick(at.Add(stuckWait - 1))
	check(t, err)
	_, err = s.Tick(at.Add(stuckWait))
	wantError(t, "stuck", err, ErrRejoin)
	if st := s.State(); !st.Rejoin.Equal(at.Add(stuckWait)) {
		t.Errorf("%+v", st)
	}
	_, err = s.Tick(at.Add(stuckWait + time.Second))
	check(t, err) // said once
	s.Disconnected(at, 2)
	_, err = s.Tick(at.Add(time.Hour))
	check(t, err)
}

// TestOneOrMany tells whose keys are wrong: frames of one user that do not open
// are his affair, frames of several are ours.
func TestOneOrMany(t *testing.T) {
	for _, tt := range []struct {
		name  string
		users []uint64
		every time.Duration
		want  bool // to ask to be let in anew
	}{
		{"one", []uint64{1}, 20 * time.Millisecond, false},
		{"two", []uint64{1, 3}, 20 * time.Millisecond, true},
		{"two, seldom", []uint64{1, 3}, grace + time.Second, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := newTableOf(t, 3)
			tb.run(grace + time.Second)
			s := tb.seats[2]
			spoil := func(u uint64) {
				sealed := tb.seats[u].mustEncrypt(t, opusFrame)
				sealed[0] ^= 1
				_, err := s.Decrypt(nil, u, sealed, tb.now)
				wantError(t, "spoilt", err, ErrTag)
			}
			for range 150 {
				for _, u := range tt.users {
					spoil(u)
				}
				tb.now = tb.now.Add(tt.every)
			}
			out, err := s.Tick(tb.now)
			if !tt.want && (err != nil || len(out) > 0) {
				t.Errorf("sends %q, %v", ops(out), err)
			}
			if tt.want && (!errors.Is(err, ErrOutOfStep) || len(out) != 2 || out[0].Op != OpInvalidCommit) {
				t.Errorf("sends %q, %v", ops(out), err)
			}
		})
	}
	t.Run("noticed after a transition", func(t *testing.T) {
		tb := newTableOf(t, 3)
		s := tb.seats[2]
		s.hearer.sick.Store(true)
		if out, err := s.Tick(tb.now); err != nil || len(out) > 0 {
			t.Errorf("sends %q, %v", ops(out), err)
		}
	})
	t.Run("right after a transition", func(t *testing.T) {
		tb := newTableOf(t, 3)
		s := tb.seats[2]
		for range 200 {
			for _, u := range []uint64{1, 3} {
				sealed := tb.seats[u].mustEncrypt(t, opusFrame)
				sealed[0] ^= 1
				_, _ = s.Decrypt(nil, u, sealed, tb.now)
			}
			tb.now = tb.now.Add(20 * time.Millisecond)
		}
		if out, err := s.Tick(tb.now); err != nil || len(out) > 0 {
			t.Errorf("sends %q, %v", ops(out), err)
		}
	})
	t.Run("good ones between", func(t *testing.T) {
		tb := newTableOf(t, 3)
		tb.run(grace + time.Second)
		s := tb.seats[2]
		for i := range 400 {
			for _, u := range []uint64{1, 3} {
				sealed := tb.seats[u].mustEncrypt(t, opusFrame)
				if i%40 > 0 {
					sealed[0] ^= 1
				}
				_, _ = s.Decrypt(nil, u, sealed, tb.now)
			}
			tb.now = tb.now.Add(20 * time.Millisecond)
		}
		if out, err := s.Tick(tb.now); err != nil || len(out) > 0 {
			t.Errorf("sends %q, %v", ops(out), err)
		}
	})
}

// TestVerificationCode: both sides see one code, and it lasts as long as their
// keys do.
func TestVerificationCode(t *testing.T) {
	a, b, tb := pair(t)
	one, err := a.VerificationCode(2)
	check(t, err)
	two, err := b.VerificationCode(1)
	check(t, err)
	if one != two || len(one) != 45 {
		t.Errorf("codes %s and %s", one, two)
	}
	privacy := a.State().PrivacyCode
	tb.join(3, 0)
	tb.settle()
	again, err := a.VerificationCode(2)
	check(t, err)
	if again != one {
		t.Errorf("the code was %s, and is %s", one, again)
	}
	if p := a.State().PrivacyCode; p == privacy || p != tb.seats[3].State().PrivacyCode || len(p) != 30 {
		t.Errorf("the privacy code was %s, and is %s", privacy, p)
	}
	for _, u := range []uint64{1, 4} {
		if _, err := a.VerificationCode(u); !errors.Is(err, ErrUnknownUser) {
			t.Errorf("with %d: %v", u, err)
		}
	}
}

// TestMediaBesideGateway has the three goroutines of a session run at once. It
// is for the race detector.
func TestMediaBesideGateway(t *testing.T) {
	tb := newTableOf(t, 3)
	a, b := tb.seats[1], tb.seats[2]
	stop := make(chan struct{})
	frames := make(chan []byte, 100)
	done := make(chan int, 2)
	go func() {
		n := 0
		defer func() { close(frames); done <- n }()
		for ; ; n++ {
			sealed, err := a.Encrypt(nil, opusFrame)
			if err != nil {
				t.Error(err)
				return
			}
			select {
			case frames <- sealed:
			case <-stop:
				return
			}
		}
	}()
	go func() {
		n := 0
		for sealed := range frames {
			if _, err := b.Decrypt(nil, 1, sealed, start); err == nil {
				n++
			}
			_, _ = b.Stats(), b.CanEncrypt()
		}
		done <- n
	}()
	for range 20 {
		tb.turn()
	}
	close(stop)
	if x, y := <-done, <-done; x == 0 || y == 0 {
		t.Errorf("%d and %d frames", x, y)
	}
}
