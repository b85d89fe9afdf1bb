package voicetest

import (
	"slices"
	"testing"
	"time"

	"glyphoxa/internal/voice/dave"
	"glyphoxa/internal/voice/mls"
)

// TestRefusedCommits: the call accepts a commit only if it does all that was
// proposed, is of this epoch, and comes from the one who signed it.
func TestRefusedCommits(t *testing.T) {
	// Nothing that is sent to the server arrives by itself.
	var sent []Letter
	deaf := false
	r := NewRoom(NewCall(channel, CallOptions{}), RoomOptions{Upset: func(l Letter) []Letter {
		if deaf && l.Message.Op == dave.OpCommitWelcome {
			sent = append(sent, l)
			return nil
		}
		return []Letter{l}
	}})
	for u := User(1); u <= 3; u++ {
		check(t, r.Join(u, newPlain(u)))
	}
	settled(t, r)
	deaf = true
	check(t, r.Join(4, newPlain(4)))
	r.Run(time.Second)
	early := sent // for 4 alone
	sent = nil
	check(t, r.Join(5, newPlain(5)))
	r.Run(time.Second)

	full := sent[0]
	m, welcome, err := mls.ParseMessage(full.Message.Data)
	check(t, err)
	if refs, _ := m.References(); len(refs) != 2 {
		t.Fatalf("a commit of %d proposals, want 2", len(refs))
	}
	commit := full.Message.Data[:len(full.Message.Data)-len(welcome)]
	another := sent[1].From
	for _, tt := range []struct {
		name string
		from User
		data []byte
		want bool
	}{
		{"one proposal is missing", early[0].From, early[0].Message.Data, false},
		{"nobody is let in", full.From, commit, false},
		{"the welcome is cut short", full.From, full.Message.Data[:len(full.Message.Data)-1], false},
		{"it is another's", another, full.Message.Data, false},
		{"it is from one who is in no group", 5, full.Message.Data, false},
		{"a proposal is no commit", full.From, r.Call.proposals[0].message, false},
		{"nothing", full.From, nil, false},
		{"as it should be", full.From, full.Message.Data, true},
		{"once more", full.From, full.Message.Data, false},
	} {
		before := r.Call.Epoch()
		out := r.Call.Receive(r.Now(), tt.from, Message{dave.OpCommitWelcome, tt.data})
		if got := r.Call.Epoch() != before; got != tt.want {
			t.Errorf("%s: accepted %v, want %v", tt.name, got, tt.want)
		}
		if (len(out) > 0) != tt.want {
			t.Errorf("%s: %d messages were sent", tt.name, len(out))
		}
	}
	if got, want := r.Call.Members(), []User{1, 2, 3, 4, 5}; !slices.Equal(got, want) {
		t.Errorf("members %v, want %v", got, want)
	}
}

// TestNotReady: a transition does not wait for ever.
func TestNotReady(t *testing.T) {
	r := NewRoom(NewCall(channel, CallOptions{}), RoomOptions{Upset: lose(2, dave.OpTransitionReady)})
	for u := User(1); u <= 2; u++ {
		check(t, r.Join(u, newPlain(u)))
	}
	settled(t, r)
	began := r.Now()
	check(t, r.Join(3, newPlain(3)))
	settled(t, r)
	if got := r.Now().Sub(began); got != 2*time.Second {
		t.Errorf("it took %v, want 2s", got)
	}
	if got := r.Call.Stats().Late; got != 1 {
		t.Errorf("%d transitions without all, want 1", got)
	}
}

// TestGoneWhileAdded: somebody leaves while the commit that lets him in is on
// its way, and is removed again.
func TestGoneWhileAdded(t *testing.T) {
	r := NewRoom(NewCall(channel, CallOptions{}), RoomOptions{})
	for u := User(1); u <= 2; u++ {
		check(t, r.Join(u, newPlain(u)))
	}
	settled(t, r)
	p := newPlain(3)
	check(t, r.Join(3, p))
	for r.Call.Epoch() == 1 {
		r.step(r.Now())
	}
	r.Leave(3)
	settled(t, r)
	if got := r.Call.Epoch(); got != 3 {
		t.Errorf("epoch %d, want 3", got)
	}
}
