package mls

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// What holds keys does not print them, whatever the verb, and errors have none.
func TestSecretsDoNotPrint(t *testing.T) {
	tb := newTable(t, 2)
	g, c := tb.any(), tb.client()
	commit, err := g.Commit(verify(t, g, tb.propose([]*Client{c}, nil)))
	check(t, err)
	var secrets [][]byte
	for _, k := range g.keys.keys {
		if k == nil {
			continue
		}
		b, err := k.Bytes()
		check(t, err)
		secrets = append(secrets, b)
	}
	scalar, err := g.signer.private.Bytes()
	check(t, err)
	secrets = append(secrets, scalar, g.secrets.exporter[:], g.secrets.init[:], g.Authenticator())

	var out strings.Builder
	for _, v := range []any{g, *g, c, *c, g.signer, *g.signer, commit, g.secrets.exporter} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%X", "%d", "%q"} {
			fmt.Fprintf(&out, verb+"\n", v)
		}
		slog.New(slog.NewTextHandler(&out, nil)).LogAttrs(t.Context(), slog.LevelInfo, "text", slog.Any("v", v))
		slog.New(slog.NewJSONHandler(&out, nil)).LogAttrs(t.Context(), slog.LevelInfo, "json", slog.Any("v", v))
	}
	for _, s := range secrets {
		for _, form := range []string{hex.EncodeToString(s), strings.ToUpper(hex.EncodeToString(s)), string(s), strings.Trim(fmt.Sprintf("%v", s), "[]"), strconv.Quote(string(s))} {
			if strings.Contains(out.String(), form) {
				t.Errorf("a secret is printed: %s", form)
			}
		}
	}
}

// A Group may be read, and asked for its next epoch, by many at once.
func TestGroupIsShared(t *testing.T) {
	tb := newTable(t, 4)
	g, by := tb.groups["m000"], tb.groups["m001"]
	messages := tb.propose([]*Client{tb.client()}, []string{"m002"})
	c, err := by.Commit(verify(t, by, messages))
	check(t, err)
	known := verify(t, g, messages)
	before := g.context.bytes()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			next, err := g.Process(parseOne(t, c.Message), known)
			if err != nil || !bytes.Equal(next.Authenticator(), c.Next.Authenticator()) {
				t.Errorf("process: %v", err)
			}
			if _, err := g.Commit(known); err != nil {
				t.Error(err)
			}
			g.Export("label", nil, 16)
			for m := range g.Members() {
				g.Member(m.Index)
			}
		})
	}
	wg.Wait()
	same(t, "context", g.context.bytes(), before)
}

// What a message says can be read before it is verified, and what it leads to
// keeps nothing of the message's bytes.
func TestMessage(t *testing.T) {
	tb := newTable(t, 3)
	me, by := tb.groups["m000"], tb.groups["m001"]
	client := tb.client()
	messages := tb.propose([]*Client{client}, []string{"m002"})
	theirs := verify(t, by, messages)
	c, err := by.Commit(theirs)
	check(t, err)

	add, remove := parseOne(t, messages[1]), parseOne(t, messages[0])
	if string(add.GroupID()) != string(groupID) || add.Epoch() != me.Epoch() || add.Kind() != KindProposal || add.Sender() != (Sender{SenderExternal, 0}) {
		t.Errorf("proposal of %s, epoch %d, kind %d, from %v", add.GroupID(), add.Epoch(), add.Kind(), add.Sender())
	}
	pa, err := me.Verify(add)
	check(t, err)
	pr, err := me.Verify(remove)
	check(t, err)
	if i, ok := pr.Removed(); !ok || i != 2 || pr.Added() != nil {
		t.Errorf("Removed() = %d, %v", i, ok)
	}
	if _, ok := pa.Removed(); ok || pa.Added().Ref() != client.KeyPackage().Ref() {
		t.Error("an Add does not say whom it adds")
	}
	m := parseOne(t, c.Message)
	if refs, inline := m.References(); len(refs) != 2 || refs[0] != pr.Ref() || refs[1] != pa.Ref() || inline != 0 {
		t.Errorf("the commit refers to %x and %d more", refs, inline)
	}
	if m.Kind() != KindCommit || m.Sender() != (Sender{SenderMember, uint32(by.Self())}) {
		t.Errorf("kind %d from %v", m.Kind(), m.Sender())
	}
	next, err := me.Process(m, []*Proposal{pa, pr})
	check(t, err)
	joined, err := client.Join(c.Welcome)
	check(t, err)
	for _, b := range append(messages, c.Message, c.Welcome) {
		scribble(b)
	}
	for _, g := range []*Group{next, joined} {
		tree := g.tree.clone()
		clear(tree.hashes)
		if tree.hash() != g.context.treeHash || string(g.ID()) != string(groupID) {
			t.Error("the group has kept bytes of a message")
		}
	}
	if _, ok := next.Member(99); ok {
		t.Error("somebody is at leaf 99")
	}
}

// The key of the working group's vector for DeriveTreeSecret is not here, so the
// function is held to what section 9.1 says it is.
func TestDeriveTreeSecret(t *testing.T) {
	s := secret{1, 2, 3}
	same(t, "DeriveTreeSecret", DeriveTreeSecret(s[:], "key", 0x01020304, 16), expandWithLabel(s[:], "key", []byte{1, 2, 3, 4}, 16))
}
