package voicetest

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"glyphoxa/internal/voice/dave"
	"glyphoxa/internal/voice/mls"
)

// welcome returns a Welcome for two.
func welcome(t testing.TB) (b []byte, to []*mls.Client) {
	t.Helper()
	outside := mls.Proposer{Key: mls.GenerateSigningKey()}
	g := mls.NewClient(mls.GenerateSigningKey(), []byte("a")).Create([]byte("g"), mls.ExternalSender{SignatureKey: outside.Key.Public()})
	var list []*mls.Proposal
	for _, name := range []string{"b", "c"} {
		c := mls.NewClient(mls.GenerateSigningKey(), []byte(name))
		m, _, err := mls.ParseMessage(outside.Add(g.ID(), 0, c.KeyPackage().Bytes()))
		check(t, err)
		p, err := g.Verify(m)
		check(t, err)
		list, to = append(list, p), append(to, c)
	}
	c, err := g.Commit(list)
	check(t, err)
	return c.Welcome, to
}

// TestSplitWelcome: each gets a Welcome by which he can join, and which is of no
// use to the other.
func TestSplitWelcome(t *testing.T) {
	b, to := welcome(t)
	parts, err := splitWelcome(b)
	check(t, err)
	if len(parts) != 2 {
		t.Fatalf("%d parts, want 2", len(parts))
	}
	own, other := parts[to[0].KeyPackage().Ref()], parts[to[1].KeyPackage().Ref()]
	if _, err := to[0].Join(other); err == nil {
		t.Error("joined by what was for another")
	}
	if _, err := to[0].Join(own); err != nil {
		t.Error(err)
	}
}

// FuzzSplitWelcome: what is split is split again to the same.
func FuzzSplitWelcome(f *testing.F) {
	b, _ := welcome(f)
	f.Add(b)
	f.Add([]byte{0, 2, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		parts, err := splitWelcome(b)
		if err != nil && parts != nil {
			t.Fatal("a refused Welcome left something behind")
		}
		for ref, part := range parts {
			again, err := splitWelcome(part)
			if err != nil || len(again) != 1 || !bytes.Equal(again[ref], part) {
				t.Fatalf("%x: split again: %v, %v", part, again, err)
			}
		}
	})
}

// FuzzCall: bytes that are not genuine are refused, whatever op they come with,
// and leave nothing behind.
func FuzzCall(f *testing.F) {
	var commit []byte
	r := NewRoom(NewCall(channel, CallOptions{}), RoomOptions{Upset: func(l Letter) []Letter {
		if l.Message.Op == dave.OpCommitWelcome && l.From == 2 {
			commit = l.Message.Data
		}
		return []Letter{l}
	}})
	for u := User(1); u <= 3; u++ {
		check(f, r.Join(u, newPlain(u)))
	}
	check(f, r.Settle(time.Minute))
	// An epoch with something proposed, which nobody has committed.
	c := mls.NewClient(mls.GenerateSigningKey(), []byte{0, 0, 0, 0, 0, 0, 0, 9})
	r.Call.Join(r.now, 9)
	r.Call.Receive(r.now, 9, Message{dave.OpKeyPackage, c.KeyPackage().Bytes()})
	want := fmt.Sprint(r.Call.Epoch(), r.Call.Members(), r.Call.proposals, r.Call.Stats().Commits)

	broken := bytes.Clone(c.KeyPackage().Bytes())
	broken[len(broken)-9] ^= 1
	f.Add(byte(dave.OpKeyPackage), broken)
	f.Add(byte(dave.OpCommitWelcome), commit)
	f.Add(byte(dave.OpCommitWelcome), r.Call.proposals[0].message)
	f.Add(byte(dave.OpTransitionReady), []byte(`{"transition_id":"1"}`))
	f.Fuzz(func(t *testing.T, op byte, b []byte) {
		if op == byte(dave.OpInvalidCommit) {
			return // says what it has to say by being sent
		}
		out := r.Call.Receive(r.now, 2, Message{dave.Op(op), b})
		got := fmt.Sprint(r.Call.Epoch(), r.Call.Members(), r.Call.proposals, r.Call.Stats().Commits)
		if len(out) > 0 || got != want {
			t.Fatalf("%d messages were sent, and the call is %s, was %s", len(out), got, want)
		}
	})
}
