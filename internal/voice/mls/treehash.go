package mls

import (
	"encoding/binary"
	"slices"
)

// Tree hashes (section 7.8). A node's hash goes into those above it and nowhere
// else, so a change makes the hashes of one path stale; the rest is kept.

// forget drops the hashes that node x went into.
func (t *tree) forget(x nodeIndex) {
	t.hashes[x] = nil
	for x != t.root() {
		x = x.parent()
		t.hashes[x] = nil
	}
}

// hash returns the hash of the whole tree, and leaves the hash of each node
// known. After that, and until the next change, nothing is written.
func (t *tree) hash() secret { return *t.nodeHash(t.root()) }

func (t *tree) nodeHash(x nodeIndex) *secret {
	if h := t.hashes[x]; h != nil {
		return h
	}
	var h secret
	if x.level() == 0 {
		h = hashLeaf(x.leaf(), t.leaves[x.leaf()])
	} else {
		h = hashParent(t.parent(x), t.nodeHash(x.left()), t.nodeHash(x.right()))
	}
	t.hashes[x] = &h
	return &h
}

// hashLeaf is the hash of TreeHashInput with a LeafNodeHashInput.
func hashLeaf(i LeafIndex, l *leafNode) secret {
	b := append(make([]byte, 0, 384), nodeLeaf)
	b = binary.BigEndian.AppendUint32(b, uint32(i))
	return hash(appendOptional(b, l != nil, func(b []byte) []byte { return l.append(b) }))
}

// hashParent is the hash of TreeHashInput with a ParentNodeHashInput.
func hashParent(p *parentNode, left, right *secret) secret {
	b := append(make([]byte, 0, 192), nodeParent)
	b = appendOptional(b, p != nil, func(b []byte) []byte { return p.append(b) })
	b = appendVector(b, left[:])
	return hash(appendVector(b, right[:]))
}

// hashWithout returns the hash that x had when the leaves in gone, ascending,
// were not there yet: blank, and in no list of unmerged leaves (section 7.9).
func (t *tree) hashWithout(x nodeIndex, gone []LeafIndex) *secret {
	from, _ := slices.BinarySearch(gone, x.first())
	to, _ := slices.BinarySearch(gone, x.last()+1)
	if gone = gone[from:to]; len(gone) == 0 {
		return t.nodeHash(x)
	}
	var h secret
	if x.level() == 0 {
		h = hashLeaf(x.leaf(), nil)
		return &h
	}
	p := t.parent(x)
	if p != nil {
		q := *p
		q.unmerged = slices.DeleteFunc(slices.Clone(p.unmerged), func(i LeafIndex) bool {
			_, ok := slices.BinarySearch(gone, i)
			return ok
		})
		p = &q
	}
	h = hashParent(p, t.hashWithout(x.left(), gone), t.hashWithout(x.right(), gone))
	return &h
}
