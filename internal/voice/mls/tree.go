package mls

import "slices"

// A parentNode is ParentNode of section 7.1. Like a leaf it is not changed once
// it is in a tree.
type parentNode struct {
	encryptionKey publicKey
	parentHash    []byte
	unmerged      []LeafIndex // ascending
}

// A tree is the public side of a ratchet tree (section 4.1). It is always full,
// nil standing for a blank node. Trees share their nodes, so a clone is cheap;
// a tree that is part of a Group is no longer changed.
type tree struct {
	leaves  []*leafNode   // a power of two
	parents []*parentNode // one fewer; the parent with node index x is at x/2
	hashes  []*secret     // by node index: what treehash.go has worked out, or nil
}

// newTree returns a tree with one leaf.
func newTree(l *leafNode) *tree {
	return &tree{leaves: []*leafNode{l}, hashes: make([]*secret, 1)}
}

func (t *tree) clone() *tree {
	return &tree{slices.Clone(t.leaves), slices.Clone(t.parents), slices.Clone(t.hashes)}
}

// size is the number of nodes, root the one above all others.
func (t *tree) size() nodeIndex { return nodeIndex(2*len(t.leaves) - 1) }
func (t *tree) root() nodeIndex { return nodeIndex(len(t.leaves) - 1) }

// leaf returns leaf i, or nil if it is blank or does not exist.
func (t *tree) leaf(i LeafIndex) *leafNode {
	if uint64(i) >= uint64(len(t.leaves)) {
		return nil
	}
	return t.leaves[i]
}

func (t *tree) parent(x nodeIndex) *parentNode { return t.parents[x/2] }

// setLeaf and setParent put a node into its place. They forget the hashes that
// the node went into.
func (t *tree) setLeaf(i LeafIndex, l *leafNode) {
	t.leaves[i] = l
	t.forget(i.node())
}

func (t *tree) setParent(x nodeIndex, p *parentNode) {
	t.parents[x/2] = p
	t.forget(x)
}

// path returns the nodes above leaf i up to the root: its direct path (4.1.2).
func (t *tree) path(i LeafIndex) []nodeIndex {
	var path []nodeIndex
	for x := i.node(); x != t.root(); {
		x = x.parent()
		path = append(path, x)
	}
	return path
}

// A step is a node of a filtered direct path, and its child that is not on it.
type step struct{ node, copath nodeIndex }

// filteredPath returns the direct path of leaf i without the nodes whose other
// child has nobody below it (4.1.2).
func (t *tree) filteredPath(i LeafIndex) []step {
	var steps []step
	for x := i.node(); x != t.root(); x = x.parent() {
		if s := x.sibling(); !t.empty(s) {
			steps = append(steps, step{x.parent(), s})
		}
	}
	return steps
}

// empty reports whether the resolution of x is.
func (t *tree) empty(x nodeIndex) bool {
	if x.level() == 0 {
		return t.leaves[x.leaf()] == nil
	}
	return t.parent(x) == nil && t.empty(x.left()) && t.empty(x.right())
}

// appendResolution appends the fewest nodes that reach everybody below x
// (4.1.1): the node and its unmerged leaves, or, if it is blank, what its
// children resolve to.
func (t *tree) appendResolution(dst []nodeIndex, x nodeIndex) []nodeIndex {
	if x.level() == 0 {
		if t.leaves[x.leaf()] != nil {
			dst = append(dst, x)
		}
		return dst
	}
	p := t.parent(x)
	if p == nil {
		return t.appendResolution(t.appendResolution(dst, x.left()), x.right())
	}
	dst = append(dst, x)
	for _, u := range p.unmerged {
		dst = append(dst, u.node())
	}
	return dst
}

// recipients returns the resolution of x without the leaves in added: those to
// whom a path secret is encrypted (7.5). New members get it in their Welcome.
func (t *tree) recipients(x nodeIndex, added []LeafIndex) []nodeIndex {
	return slices.DeleteFunc(t.appendResolution(nil, x), func(n nodeIndex) bool {
		return n.level() == 0 && slices.Contains(added, n.leaf())
	})
}

// encryptionKey returns the key of a node that is not blank.
func (t *tree) encryptionKey(x nodeIndex) *publicKey {
	if x.level() == 0 {
		return &t.leaves[x.leaf()].encryptionKey
	}
	return &t.parent(x).encryptionKey
}

// add puts l into the leftmost blank leaf, doubling the tree if there is none
// (7.7), and returns which it was.
func (t *tree) add(l *leafNode) (LeafIndex, error) {
	at := slices.Index(t.leaves, nil)
	if at < 0 {
		at = len(t.leaves)
		if 2*at > MaxMembers {
			return 0, invalid("more than %d members", MaxMembers)
		}
		t.resize(2 * at)
	}
	i := LeafIndex(at)
	t.setLeaf(i, l)
	// Nobody has told the new member the keys of the nodes above him, so he is
	// unmerged there (section 12.1.1).
	for _, x := range t.path(i) {
		if p := t.parent(x); p != nil {
			q := *p
			k, _ := slices.BinarySearch(p.unmerged, i)
			q.unmerged = slices.Insert(slices.Clone(p.unmerged), k, i)
			t.setParent(x, &q)
		}
	}
	return i, nil
}

// remove blanks leaf i and the nodes above it, and then cuts off the right half
// of the tree for as long as nobody is in it (7.7).
func (t *tree) remove(i LeafIndex) {
	t.setLeaf(i, nil)
	for _, x := range t.path(i) {
		t.setParent(x, nil)
	}
	n := len(t.leaves)
	for n > 1 && !slices.ContainsFunc(t.leaves[n/2:n], func(l *leafNode) bool { return l != nil }) {
		n /= 2
	}
	if n < len(t.leaves) {
		t.resize(n)
	}
}

// resize makes the tree one of n leaves, keeping what is in the left.
func (t *tree) resize(n int) {
	next := tree{make([]*leafNode, n), make([]*parentNode, n-1), make([]*secret, 2*n-1)}
	copy(next.leaves, t.leaves)
	copy(next.parents, t.parents)
	copy(next.hashes, t.hashes)
	*t = next
}
