package mls

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"
)

// hexBytes is a JSON string of hexadecimal digits.
type hexBytes []byte

func (h *hexBytes) UnmarshalText(s []byte) (err error) {
	*h, err = hex.DecodeString(string(s))
	return err
}

// readJSON reads a file of test data.
func readJSON(t testing.TB, file string, v any) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, v); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// same compares what came out with what should have.
func same(t testing.TB, what string, got, want []byte) {
	t.Helper()
	if !bytes.Equal(got, want) {
		t.Errorf("%s = %x, want %x", what, got, want)
	}
}

// parseAll reads messages that stand one after the other.
func parseAll(t testing.TB, b []byte) []*Message {
	t.Helper()
	var all []*Message
	for len(b) > 0 {
		m, rest, err := ParseMessage(b)
		check(t, err)
		all = append(all, m)
		b = rest
	}
	return all
}

func parseOne(t testing.TB, b []byte) *Message {
	t.Helper()
	m, rest, err := ParseMessage(b)
	check(t, err)
	if len(rest) > 0 {
		t.Fatalf("%d bytes behind the message", len(rest))
	}
	return m
}

// scribble spoils a buffer that its reader no longer has a right to.
func scribble(b []byte) {
	for i := range b {
		b[i] = 0x5a
	}
}

var groupID = []byte("a channel")

// A table is a group of our own members, and somebody outside who proposes.
type table struct {
	t       testing.TB
	outside Proposer
	groups  map[string]*Group // by identity
	next    int
}

// newTable returns a group of n members, made by the first.
func newTable(t testing.TB, n int) *table {
	t.Helper()
	tb := &table{t: t, outside: Proposer{Key: GenerateSigningKey()}, groups: make(map[string]*Group)}
	first := tb.client()
	sender := ExternalSender{SignatureKey: tb.outside.Key.Public(), Identity: []byte{0}}
	tb.groups[string(first.KeyPackage().Identity())] = first.Create(groupID, sender)
	if n > 1 {
		tb.step(n-1, nil)
	}
	return tb
}

func (tb *table) client() *Client {
	tb.next++
	return NewClient(GenerateSigningKey(), fmt.Appendf(nil, "m%03d", tb.next-1))
}

// any returns a member of the lowest leaf but skip.
func (tb *table) any(skip ...string) *Group {
	tb.t.Helper()
	for m := range tb.someone().Members() {
		if g := tb.groups[string(m.Identity)]; g != nil && !slices.Contains(skip, string(m.Identity)) {
			return g
		}
	}
	tb.t.Fatal("nobody is left")
	return nil
}

// someone returns a member, whoever it is.
func (tb *table) someone() *Group {
	for _, g := range tb.groups {
		return g
	}
	tb.t.Fatal("nobody is left")
	return nil
}

// leaf returns where a member sits.
func (tb *table) leaf(name string) LeafIndex { return tb.groups[name].Self() }

// propose returns the messages that add clients and remove members.
func (tb *table) propose(add []*Client, remove []string) [][]byte {
	epoch := tb.someone().Epoch()
	var out [][]byte
	for _, name := range remove {
		out = append(out, tb.outside.Remove(groupID, epoch, tb.leaf(name)))
	}
	for _, c := range add {
		out = append(out, tb.outside.Add(groupID, epoch, c.KeyPackage().Bytes()))
	}
	return out
}

// verify has a member verify proposals.
func verify(t testing.TB, g *Group, messages [][]byte) []*Proposal {
	t.Helper()
	var list []*Proposal
	for _, b := range messages {
		p, err := g.Verify(parseOne(t, b))
		check(t, err)
		list = append(list, p)
	}
	return list
}

// step adds n members and removes some in one commit, which the lowest leaf
// that stays makes.
func (tb *table) step(add int, remove []string) {
	tb.t.Helper()
	var clients []*Client
	for range add {
		clients = append(clients, tb.client())
	}
	by := tb.any(remove...)
	tb.commit(by, clients, remove, tb.propose(clients, remove))
}

// commit has by commit what messages propose, and everybody follow. The revoked
// ones are known to all and not carried out.
func (tb *table) commit(by *Group, add []*Client, remove []string, messages [][]byte, revoked ...[]byte) {
	tb.t.Helper()
	c, err := by.Commit(verify(tb.t, by, messages))
	check(tb.t, err)
	messages = append(slices.Clip(messages), revoked...)
	for _, name := range remove {
		g := tb.groups[name]
		if _, err := g.Process(parseOne(tb.t, c.Message), verify(tb.t, g, messages)); !errors.Is(err, ErrRemoved) {
			tb.t.Fatalf("%s, who is removed: %v", name, err)
		}
		delete(tb.groups, name)
	}
	for name, g := range tb.groups {
		if g == by {
			tb.groups[name] = c.Next
			continue
		}
		next, err := g.Process(parseOne(tb.t, c.Message), verify(tb.t, g, messages))
		if err != nil {
			tb.t.Fatalf("%s follows to epoch %d: %v", name, c.Next.Epoch(), err)
		}
		tb.groups[name] = next
	}
	for _, client := range add {
		g, err := client.Join(c.Welcome)
		check(tb.t, err)
		tb.groups[string(client.KeyPackage().Identity())] = g
	}
	tb.agree(c.Next)
}

// agree checks that all members are in the state of one, and hold no key that
// is not the one in the tree.
func (tb *table) agree(with *Group) {
	tb.t.Helper()
	members := 0
	for range with.Members() {
		members++
	}
	if members != len(tb.groups) {
		tb.t.Fatalf("%d members in the tree, want %d", members, len(tb.groups))
	}
	for name, g := range tb.groups {
		same(tb.t, name+": authenticator", g.Authenticator(), with.Authenticator())
		same(tb.t, name+": context", g.context.bytes(), with.context.bytes())
		checkKeyring(tb.t, name, g)
	}
}

// checkKeyring holds each private key to the public one in the tree.
func checkKeyring(t testing.TB, name string, g *Group) {
	t.Helper()
	if got := publicOf(g.keys.keys[0]); got != g.tree.leaf(g.Self()).encryptionKey {
		t.Errorf("%s: the leaf's key is not in the tree", name)
	}
	for _, x := range g.tree.path(g.Self()) {
		p, key := g.tree.parent(x), g.keys.key(x)
		switch {
		case p == nil && key != nil:
			t.Errorf("%s: a key for blank node %d", name, x)
		case p != nil && key == nil && !slices.Contains(p.unmerged, g.Self()):
			t.Errorf("%s: no key for node %d", name, x)
		case key != nil && publicOf(key) != p.encryptionKey:
			t.Errorf("%s: another key for node %d", name, x)
		}
	}
}
