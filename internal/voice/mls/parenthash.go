package mls

import (
	"bytes"
	"slices"
)

// A parent hash binds the key of a node to the one above it, so that nobody but
// who set both can have put them there (section 7.9).

// parentHash is the hash of ParentHashInput for the node of s: what the next
// node below it on the path that was set carries.
func (t *tree) parentHash(s step) []byte {
	p := t.parent(s.node)
	b := make([]byte, 0, 160)
	b = appendVector(b, p.encryptionKey[:])
	b = appendVector(b, p.parentHash)
	b = appendVector(b, t.hashWithout(s.copath, p.unmerged)[:])
	h := hash(b)
	return h[:]
}

// checkParentHashes verifies that each parent that is not blank was set
// together with something below it (section 7.9.2). Unmerged leaves must have
// been checked.
func (t *tree) checkParentHashes() error {
	for i, p := range t.parents {
		x := nodeIndex(2*i + 1)
		if p != nil && !t.linked(x, x.left(), x.right()) && !t.linked(x, x.right(), x.left()) {
			return invalid("parent hash of node %d is in nobody below it", x)
		}
	}
	return nil
}

// linked reports whether a node in the resolution of child c of x carries the
// parent hash of x with respect to the other child s, and whether the rest of
// the resolution are leaves that came later: "the intersection of P's
// unmerged_leaves with the subtree under C is equal to the resolution of C with
// D removed".
func (t *tree) linked(x, c, s nodeIndex) bool {
	want := t.parentHash(step{x, s})
	unmerged := t.parent(x).unmerged
	from, _ := slices.BinarySearch(unmerged, c.first())
	to, _ := slices.BinarySearch(unmerged, c.last()+1)
	later := unmerged[from:to]

	resolution := t.appendResolution(nil, c)
	if len(resolution) != len(later)+1 {
		return false
	}
	found := false
	for _, d := range resolution {
		if d.level() == 0 {
			if _, ok := slices.BinarySearch(later, d.leaf()); ok {
				continue
			}
		}
		if found || !bytes.Equal(t.carriedHash(d), want) {
			return false
		}
		found = true
	}
	return found
}

// carriedHash returns the parent hash that a node has of the one above it. A
// leaf has one only if it was made by a commit.
func (t *tree) carriedHash(x nodeIndex) []byte {
	if x.level() == 0 {
		return t.leaves[x.leaf()].parentHash
	}
	return t.parent(x).parentHash
}
