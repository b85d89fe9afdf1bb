package mls

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// What somebody may send who is no member, a member, or the one who lets us in.

// refused checks that err is of a kind, and about something.
func refused(t *testing.T, name string, err, kind error, about string) {
	t.Helper()
	if !errors.Is(err, kind) || !strings.Contains(fmt.Sprint(err), about) {
		t.Errorf("%s: %v, want %v about %q", name, err, kind, about)
	}
}

// forge signs and tags a commit body as the member g is, whatever is in it. The
// confirmation tag is wrong, as nobody can know the right one without following
// the commit; all other rules are looked at before it.
func forge(g *Group, body []byte) []byte {
	m := &Message{groupID: g.context.groupID, epoch: g.context.epoch, sender: Sender{SenderMember, uint32(g.Self())}, kind: KindCommit}
	m.content = append(m.appendHeader(nil), body...)
	signed := m.toBeSigned(g.context.bytes())
	m.signature = g.signer.sign(signFramedContent, signed)
	m.confirmationTag = make([]byte, 32)
	tag := m.membership(g.secrets.membership, signed)
	m.membershipTag = tag[:]
	return m.append(nil)
}

// forgePath makes a commit of g with a path that tamper has had its hands on.
func forgePath(t *testing.T, g *Group, list []*Proposal, tamper func(*updatePath)) []byte {
	t.Helper()
	c, err := g.apply(list, g.Self())
	check(t, err)
	keys := g.keys.fit(c.tree)
	fresh := g.newPath(c.tree, &keys)
	var body commitBody
	for _, p := range list {
		body.proposals = append(body.proposals, proposalOrRef{ref: p.ref})
	}
	body.path, err = fresh.seal(c.tree, c.added, g.provisional(c.tree))
	check(t, err)
	tamper(body.path)
	return forge(g, body.append(nil))
}

// resign gives a leaf a good signature again.
func resign(g *Group, l *leafNode) {
	l.signature = g.signer.sign(signLeafNode, l.toBeSigned(groupID, g.Self()))
}

func refs(list ...Ref) []byte {
	var body commitBody
	for _, r := range list {
		body.proposals = append(body.proposals, proposalOrRef{ref: r})
	}
	return body.append(nil)
}

func TestProposalRefused(t *testing.T) {
	tb := newTable(t, 3)
	g := tb.any()
	stranger := Proposer{Key: GenerateSigningKey()}
	second := Proposer{Key: tb.outside.Key, Index: 1}
	pack := func(tamper func(*KeyPackage)) []byte {
		c := tb.client()
		tamper(c.pack)
		return tb.outside.Add(groupID, g.Epoch(), c.pack.Bytes())
	}
	signed := func(tamper func(*KeyPackage)) []byte {
		key := GenerateSigningKey()
		c := NewClient(key, []byte("x"))
		leaf := *c.pack.leaf
		c.pack.leaf = &leaf
		tamper(c.pack)
		leaf.signature = key.sign(signLeafNode, leaf.toBeSigned(nil, 0))
		c.pack.signature = key.sign(signKeyPackage, c.pack.toBeSigned())
		return tb.outside.Add(groupID, g.Epoch(), c.pack.Bytes())
	}
	for _, tt := range []struct {
		name    string
		message []byte
		kind    error
		about   string
	}{
		{"another group", tb.outside.Remove([]byte("other"), g.Epoch(), 1), ErrGroup, ""},
		{"an epoch gone by", tb.outside.Remove(groupID, g.Epoch()-1, 1), ErrEpoch, ""},
		{"an epoch to come", tb.outside.Remove(groupID, g.Epoch()+1, 1), ErrEpoch, ""},
		{"another key", stranger.Remove(groupID, g.Epoch(), 1), ErrSignature, ""},
		{"a sender that is not listed", second.Remove(groupID, g.Epoch(), 1), ErrInvalid, "does not exist"},
		{"remove of a blank leaf", tb.outside.Remove(groupID, g.Epoch(), 3), ErrInvalid, "nobody"},
		{"remove of a leaf far outside", tb.outside.Remove(groupID, g.Epoch(), 1<<32-1), ErrInvalid, "nobody"},
		{"remove of leaf 2^31, whose node is 0 in 32 bits", tb.outside.Remove(groupID, g.Epoch(), 1<<31), ErrInvalid, "nobody"},
		{"a key package signed by nobody", pack(func(k *KeyPackage) { k.signature = append([]byte(nil), k.signature[:8]...) }), ErrSignature, "key package"},
		{"a leaf signed by nobody", pack(func(k *KeyPackage) { k.leaf.signature = nil }), ErrSignature, ""},
		{"one key for two purposes", signed(func(k *KeyPackage) { k.initKey = k.leaf.encryptionKey }), ErrInvalid, "two purposes"},
		{"an init key off the curve", signed(func(k *KeyPackage) { k.initKey[40] ^= 1 }), ErrInvalid, "curve"},
		{"a leaf key off the curve", signed(func(k *KeyPackage) { k.leaf.encryptionKey[40] ^= 1 }), ErrInvalid, "curve"},
		{"a leaf for a commit", signed(func(k *KeyPackage) { k.leaf.source = sourceCommit }), ErrInvalid, "not made for one"},
		{"a leaf that cannot do the suite", signed(func(k *KeyPackage) { k.leaf.capabilities = []byte{2, 0, 1, 2, 0, 1, 0, 0, 2, 0, 1} }), ErrInvalid, "cannot do"},
		{"an extension it does not support", signed(func(k *KeyPackage) { k.leaf.extensions = appendExtension(nil, 0xf000, nil) }), ErrInvalid, "extension"},
	} {
		m, _, err := ParseMessage(tt.message)
		if err == nil {
			_, err = g.Verify(m)
		}
		refused(t, tt.name, err, tt.kind, tt.about)
	}
	// What is unknown and said to be supported is fine.
	m := parseOne(t, signed(func(k *KeyPackage) {
		k.leaf.capabilities = []byte{4, 0, 1, 0x0a, 0x0a, 4, 0x1a, 0x1a, 0, 2, 2, 0xf0, 0, 0, 2, 0, 1}
		k.leaf.extensions = appendExtension(nil, 0xf000, []byte("?"))
		k.extensions = appendExtension(nil, 0x2a2a, []byte("grease"))
	}))
	_, err := g.Verify(m)
	check(t, err)
}

func TestCommitRefused(t *testing.T) {
	tb := newTable(t, 5)
	me, by := tb.groups["m000"], tb.groups["m001"]
	clients := []*Client{tb.client(), NewClient(by.signer, []byte("copy"))}
	messages := append(tb.propose(clients, []string{"m002"}), tb.outside.Remove(groupID, me.Epoch(), by.Self()))
	known := verify(t, me, messages)
	theirs := verify(t, by, messages)
	remove, add, twin, self := known[0], known[1], known[2], known[3]

	good, err := by.Commit(theirs[:2])
	check(t, err)
	tagged := func(at int) []byte {
		b := append([]byte(nil), good.Message...)
		b[len(b)-at] ^= 1
		return b
	}
	untagged := func() []byte { // of a member, signed but by another
		g := *by
		g.signer = GenerateSigningKey()
		return forge(&g, refs(add.ref))
	}
	wrongTag := forgePath(t, by, theirs[:1], func(*updatePath) {})
	path := func(tamper func(*updatePath)) []byte { return forgePath(t, by, theirs[:1], tamper) }
	for _, tt := range []struct {
		name    string
		message []byte
		kind    error
		about   string
	}{
		{"a membership tag that is off by a bit", tagged(1), ErrTag, ""},
		{"a confirmation tag that is off by a bit", tagged(34), ErrTag, ""},
		{"another's signature", untagged(), ErrSignature, ""},
		{"all good but the confirmation", wrongTag, ErrTag, "confirmation"},
		{"a proposal nobody has seen", forge(by, refs(Ref{1})), ErrUnknownProposal, ""},
		{"one proposal twice", forge(by, refs(add.ref, add.ref)), ErrUnknownProposal, ""},
		{"a remove without a path", forge(by, refs(remove.ref)), ErrInvalid, "path it needs"},
		{"nothing, without a path", forge(by, refs()), ErrInvalid, "path it needs"},
		{"its own removal", forge(by, refs(self.ref)), ErrInvalid, "himself"},
		{"an add of a member's key", forge(by, refs(twin.ref)), ErrInvalid, "signature key"},
		{"a leaf made for a key package", path(func(p *updatePath) {
			p.leaf.source = sourceKeyPackage
			resign(by, p.leaf)
		}), ErrInvalid, "not made for a commit"},
		{"a leaf that is not signed", path(func(p *updatePath) { p.leaf.signature = nil }), ErrSignature, "leaf"},
		{"a leaf signed for another place", path(func(p *updatePath) {
			p.leaf.signature = by.signer.sign(signLeafNode, p.leaf.toBeSigned(groupID, by.Self()+1))
		}), ErrSignature, "leaf"},
		{"the key it had", path(func(p *updatePath) {
			p.leaf.encryptionKey = by.tree.leaf(by.Self()).encryptionKey
			resign(by, p.leaf)
		}), ErrInvalid, "in the tree"},
		{"the key of another", path(func(p *updatePath) { p.nodes[0].key = me.tree.leaf(0).encryptionKey }), ErrInvalid, "in the tree"},
		{"one key for two nodes", path(func(p *updatePath) { p.nodes[1].key = p.nodes[0].key }), ErrInvalid, "in the tree"},
		{"a key off the curve", path(func(p *updatePath) { p.nodes[0].key[40] ^= 1 }), ErrInvalid, "curve"},
		{"a node too few", path(func(p *updatePath) { p.nodes = p.nodes[1:] }), ErrInvalid, "nodes"},
		{"a node too many", path(func(p *updatePath) { p.nodes = append(p.nodes, p.nodes[0]) }), ErrInvalid, "nodes"},
		{"a secret too few", path(func(p *updatePath) { p.nodes[0].secrets = nil }), ErrInvalid, "encrypted"},
		{"another parent hash", path(func(p *updatePath) {
			p.leaf.parentHash = append([]byte{1}, p.leaf.parentHash[1:]...)
			resign(by, p.leaf)
		}), ErrInvalid, "parent hash"},
		{"the signature key of another", path(func(p *updatePath) {
			p.leaf.signatureKey = me.signer.public
			p.leaf.signature = me.signer.sign(signLeafNode, p.leaf.toBeSigned(groupID, by.Self()))
		}), ErrInvalid, "signature key"},
		{"a secret that does not open", path(func(p *updatePath) {
			for k := range p.nodes {
				p.nodes[k].secrets[0].ciphertext[0] ^= 1
			}
		}), ErrDecrypt, ""},
	} {
		m, _, err := ParseMessage(tt.message)
		if err == nil {
			_, err = me.Process(m, known)
		}
		refused(t, tt.name, err, tt.kind, tt.about)
	}
	_, err = by.Process(parseOne(t, good.Message), theirs)
	refused(t, "one's own commit", err, ErrInvalid, "our own")
	_, err = me.Commit([]*Proposal{known[3], known[0], known[0]})
	refused(t, "two removes of one", err, ErrInvalid, "nobody")

	// All of this has left no trace: the good one is still followed.
	next, err := me.Process(parseOne(t, good.Message), known)
	check(t, err)
	same(t, "authenticator", next.Authenticator(), good.Next.Authenticator())

	// Proposals of an epoch that has passed are of no use in the next.
	_, err = next.Commit(known)
	refused(t, "proposals of the last epoch", err, ErrEpoch, "")
}

// An identity in the place of another is not refused, for RFC 9420 leaves it to
// the application; it must be able to see it.
func TestCommitMayChangeIdentity(t *testing.T) {
	tb := newTable(t, 3)
	me, by := tb.groups["m000"], tb.groups["m001"]
	liar := *by
	liar.tree = by.tree.clone()
	leaf := *liar.tree.leaf(by.Self())
	leaf.identity = []byte("somebody else")
	liar.tree.leaves[by.Self()] = &leaf
	c, err := liar.Commit(nil)
	check(t, err)
	next, err := me.Process(parseOne(t, c.Message), nil)
	check(t, err)
	before, _ := me.Member(by.Self())
	after, _ := next.Member(by.Self())
	if string(before.Identity) == string(after.Identity) {
		t.Error("the change of identity does not show")
	}
}

// letIn makes a Welcome for c into a group that g has tampered with: insider
// knows all secrets, and can sign, so that only the rules of the tree are left.
func letIn(t *testing.T, g *Group, c *Client, tamper func(info *groupInfo, tr *tree, s *groupSecrets) []byte) []byte {
	t.Helper()
	leaf := c.pack.leaf
	tr := g.tree.clone()
	_, err := tr.add(leaf)
	check(t, err)
	s := groupSecrets{joiner: secret{1}}
	member := memberSecret(s.joiner, noPSK)
	info := groupInfo{context: g.context, signer: g.Self()}
	encoded := tamper(&info, tr, &s)
	info.extensions = append(info.extensions, appendExtension(nil, extRatchetTree, encoded)...)
	if encoded == nil {
		info.extensions = nil
	}
	e := newEpochSecrets(epochSecret(member, info.context.bytes()))
	tag := confirmationTag(e.confirmation, info.context.confirmed)
	info.tag = tag[:]
	info.signature = g.signer.sign(signGroupInfo, info.appendContent(nil))
	gcm, nonce := welcomeAEAD(member)
	w := welcome{info: gcm.Seal(nil, nonce, info.append(nil), nil)}
	sealed, err := c.pack.initKey.encrypt(encryptWelcome, w.info, s.append(nil))
	check(t, err)
	w.secrets = []encryptedSecrets{{c.pack.Ref(), sealed}}
	return w.append(nil)
}

func TestWelcomeRefused(t *testing.T) {
	tb := newTable(t, 5)
	tb.step(0, []string{"m002"}) // so that there are parents
	tb.step(1, nil)              // and one who is unmerged
	g := tb.any()
	honest := func(info *groupInfo, tr *tree, _ *groupSecrets) []byte {
		info.context.treeHash = tr.hash()
		return tr.append(nil)
	}
	// edit changes a copy of each node, so that the group itself stays.
	edit := func(f func(tr *tree)) func(*groupInfo, *tree, *groupSecrets) []byte {
		return func(info *groupInfo, tr *tree, s *groupSecrets) []byte {
			for i, l := range tr.leaves {
				if l != nil {
					c := *l
					tr.setLeaf(LeafIndex(i), &c)
				}
			}
			for i, p := range tr.parents {
				if p != nil {
					c := *p
					tr.setParent(nodeIndex(2*i+1), &c)
				}
			}
			f(tr)
			clear(tr.hashes)
			return honest(info, tr, s)
		}
	}
	root := func(tr *tree) *parentNode { return tr.parent(tr.root()) }
	for _, tt := range []struct {
		name   string
		tamper func(*groupInfo, *tree, *groupSecrets) []byte
		kind   error
		about  string
	}{
		{"another tree", func(_ *groupInfo, tr *tree, _ *groupSecrets) []byte { return tr.append(nil) }, ErrInvalid, "another hash"},
		{"no tree", func(*groupInfo, *tree, *groupSecrets) []byte { return nil }, ErrUnsupported, "without a tree"},
		{"a tree of blanks", func(*groupInfo, *tree, *groupSecrets) []byte { return appendVector(nil, make([]byte, 1<<20)) }, ErrUnsupported, "members"},
		{"a blank at the end", func(_ *groupInfo, tr *tree, _ *groupSecrets) []byte { return appendVector(nil, make([]byte, 3)) }, ErrMalformed, "last node"},
		{"pre-shared keys", func(info *groupInfo, tr *tree, s *groupSecrets) []byte {
			s.psks = []byte{1, 1, 'x', 0}
			return honest(info, tr, s)
		}, ErrUnsupported, "pre-shared"},
		{"an extension of the group that is not known", func(info *groupInfo, tr *tree, s *groupSecrets) []byte {
			info.context.extensions = appendExtension(slices.Clip(info.context.extensions), extRequired, []byte{0, 0, 0})
			return honest(info, tr, s)
		}, ErrUnsupported, "extension 3"},
		{"external senders that are not", func(info *groupInfo, tr *tree, s *groupSecrets) []byte {
			info.context.extensions = appendExtension(nil, extExternalSenders, []byte{1, 2})
			return honest(info, tr, s)
		}, ErrMalformed, ""},
		{"one extension twice", func(info *groupInfo, tr *tree, s *groupSecrets) []byte {
			info.extensions = appendExtension(appendExtension(nil, 0x0a0a, nil), 0x0a0a, nil)
			return honest(info, tr, s)
		}, ErrMalformed, "two of one type"},
		{"a signer who is not there", func(info *groupInfo, tr *tree, s *groupSecrets) []byte {
			info.signer = 1<<32 - 1
			return honest(info, tr, s)
		}, ErrInvalid, "nobody"},
		{"another signer", func(info *groupInfo, tr *tree, s *groupSecrets) []byte {
			info.signer = g.Self() + 1
			return honest(info, tr, s)
		}, ErrSignature, ""},
		{"a tree without us", func(info *groupInfo, _ *tree, s *groupSecrets) []byte {
			return honest(info, g.tree.clone(), s)
		}, ErrInvalid, "not in the tree"},
		{"one signature key twice", edit(func(tr *tree) { tr.leaves[1].signatureKey = tr.leaves[0].signatureKey }), ErrInvalid, "signature key"},
		{"one encryption key twice", edit(func(tr *tree) { tr.leaves[1].encryptionKey = tr.leaves[0].encryptionKey }), ErrInvalid, "encryption key"},
		{"a parent with a leaf's key", edit(func(tr *tree) { root(tr).encryptionKey = tr.leaves[0].encryptionKey }), ErrInvalid, "encryption key"},
		{"a parent key that is nobody's", edit(func(tr *tree) { root(tr).encryptionKey = GenerateSigningKey().public }), ErrInvalid, "parent hash"},
		{"a parent key off the curve", edit(func(tr *tree) { root(tr).encryptionKey[40] ^= 1 }), ErrInvalid, "curve"},
		{"an unmerged leaf that does not exist", edit(func(tr *tree) { root(tr).unmerged = []LeafIndex{1<<32 - 1} }), ErrInvalid, "unmerged"},
		{"unmerged leaves out of order", edit(func(tr *tree) { root(tr).unmerged = []LeafIndex{5, 2} }), ErrInvalid, "ascend"},
		{"one unmerged leaf twice", edit(func(tr *tree) { root(tr).unmerged = []LeafIndex{5, 5} }), ErrInvalid, "ascend"},
		{"everybody unmerged", edit(func(tr *tree) { root(tr).unmerged = []LeafIndex{0, 1, 2, 3, 4} }), ErrInvalid, ""},
		{"a leaf that is not signed", edit(func(tr *tree) { tr.leaves[2].signature = nil }), ErrSignature, "leaf 2"},
		{"an identity that was changed", edit(func(tr *tree) { tr.leaves[2].identity = []byte("other") }), ErrSignature, "leaf 2"},
		{"a signed leaf that was changed below a parent", edit(func(tr *tree) { tr.leaves[1].identity = []byte("other") }), ErrInvalid, "parent hash"},
		{"a path secret of no path", func(info *groupInfo, tr *tree, s *groupSecrets) []byte {
			s.hasPath = true
			return honest(info, tr, s)
		}, ErrInvalid, "path secret"},
	} {
		c := tb.client()
		_, err := c.Join(letIn(t, g, c, tt.tamper))
		refused(t, tt.name, err, tt.kind, tt.about)

		// The client can still be let in, once.
		good := letIn(t, g, c, honest)
		_, err = c.Join(good)
		if err != nil {
			t.Fatalf("after %s: %v", tt.name, err)
		}
		_, err = c.Join(good)
		refused(t, "a second time", err, ErrInvalid, "has been used")
	}
	_, err := tb.client().Join(letIn(t, g, tb.client(), honest))
	refused(t, "a welcome for another", err, ErrNotInvited, "")
}

// A Remove and an Add of one user, with one signature key, in one commit, is how
// somebody comes back whose connection broke.
func TestRemoveAndAddOfOneKey(t *testing.T) {
	tb := newTable(t, 4)
	again := NewClient(tb.groups["m003"].signer, []byte("m003"))
	tb.commit(tb.groups["m001"], []*Client{again}, []string{"m003"}, tb.propose([]*Client{again}, []string{"m003"}))

	// The last but one leaves: the committer is alone in his path.
	for _, name := range []string{"m000", "m002", "m003"} {
		tb.step(0, []string{name})
	}
	if n := len(tb.someone().tree.leaves); n != 2 || len(tb.groups) != 1 {
		t.Errorf("%d leaves for %d members", n, len(tb.groups))
	}
	tb.step(2, nil)
}

func TestVectorLengths(t *testing.T) {
	for _, tt := range []struct {
		name string
		b    []byte
		n    int
		ok   bool
	}{
		{"one byte", []byte{0x3f}, 63, true},
		{"two bytes", []byte{0x40, 0x40}, 64, true},
		{"four bytes", []byte{0x80, 0, 0x40, 0}, 1 << 14, true},
		{"63 in two bytes", []byte{0x40, 0x3f}, 0, false},
		{"16383 in four bytes", []byte{0x80, 0, 0x3f, 0xff}, 0, false},
		{"eight bytes", []byte{0xc0, 0, 0, 0, 0, 0, 0, 1}, 0, false},
		{"cut short", []byte{0x80, 0}, 0, false},
		{"nothing", nil, 0, false},
	} {
		r := reader{b: tt.b}
		if n := r.length(); n != tt.n || (r.err == nil) != tt.ok {
			t.Errorf("%s: %d, %v, want %d (%v)", tt.name, n, r.err, tt.n, tt.ok)
		}
	}
	// A length of a gigabyte in front of nothing takes no memory.
	b := binary.BigEndian.AppendUint32(nil, 0x8000_0000|1<<30-1)
	r := reader{b: b}
	if n := allocated(func() { r.vector() }); n > 4096 || r.err == nil {
		t.Errorf("%d bytes, %v", n, r.err)
	}
}
