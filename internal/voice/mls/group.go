package mls

import (
	"fmt"
	"iter"
)

// A Group is one epoch of a group as one member sees it. It does not change
// and may be shared between goroutines; it does not print its keys.
type Group struct {
	context groupContext
	tree    *tree
	interim []byte // interim_transcript_hash
	secrets epochSecrets
	keys    keyring
	signer  *SigningKey
}

// A Member is somebody in a group. Its slices must not be changed.
type Member struct {
	Index        LeafIndex
	Identity     []byte // of the basic credential
	SignatureKey []byte // an uncompressed point of P-256
}

// ID returns the group's ID. It must not be changed.
func (g *Group) ID() []byte { return g.context.groupID }

// Epoch counts the commits since the group was made.
func (g *Group) Epoch() uint64 { return g.context.epoch }

// Self returns our own leaf.
func (g *Group) Self() LeafIndex { return g.keys.self }

// Members yields the members in the order of their leaves.
func (g *Group) Members() iter.Seq[Member] {
	return func(yield func(Member) bool) {
		for i, l := range g.tree.leaves {
			if l != nil && !yield(l.member(LeafIndex(i))) {
				return
			}
		}
	}
}

// Member returns who sits at leaf i, if anybody does.
func (g *Group) Member(i LeafIndex) (Member, bool) {
	l := g.tree.leaf(i)
	if l == nil {
		return Member{}, false
	}
	return l.member(i), true
}

func (l *leafNode) member(i LeafIndex) Member {
	return Member{i, l.identity, l.signatureKey[:]}
}

// Senders returns who may propose from outside, by index.
func (g *Group) Senders() []ExternalSender {
	s, err := g.context.senders()
	if err != nil {
		panic("mls: a group with bad external senders: " + err.Error())
	}
	return s
}

// Format prints the type and the epoch, and none of the keys.
func (g Group) Format(s fmt.State, _ rune) {
	fmt.Fprintf(s, "mls.Group[epoch %d, redacted]", g.context.epoch)
}
