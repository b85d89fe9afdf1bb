package mls

import "math/bits"

// A LeafIndex counts the leaves of the tree from the left, blank ones too. A
// member keeps his index as long as he stays.
type LeafIndex uint32

// A nodeIndex counts all nodes from the left, so that leaves are even and
// parents odd (appendix C). Trees are full: a number of leaves that is a power
// of two, and one parent fewer.
type nodeIndex uint32

// MaxMembers is how many leaves a tree may have. RFC 9420 has no limit; this
// one keeps a few bytes of a stranger from becoming a tree of billions, and is
// far above what a call holds.
const MaxMembers = 1 << 12

// node returns where a leaf is among all nodes.
func (i LeafIndex) node() nodeIndex { return nodeIndex(2 * i) }

// level is how far above the leaves x is.
func (x nodeIndex) level() int { return bits.TrailingZeros32(^uint32(x)) }

// leaf returns which leaf x is; x must be one.
func (x nodeIndex) leaf() LeafIndex { return LeafIndex(x / 2) }

// left and right are the children of a parent node.
func (x nodeIndex) left() nodeIndex  { return x ^ 1<<(x.level()-1) }
func (x nodeIndex) right() nodeIndex { return x ^ 3<<(x.level()-1) }

// parent and sibling are those of a node that is not the root.
func (x nodeIndex) parent() nodeIndex {
	k := x.level()
	return (x | 1<<k) &^ (1 << (k + 1))
}

func (x nodeIndex) sibling() nodeIndex {
	return x ^ 2<<x.level()
}

// first and last are the outermost leaves below x.
func (x nodeIndex) first() LeafIndex { return LeafIndex((x + 1 - 1<<x.level()) / 2) }
func (x nodeIndex) last() LeafIndex  { return LeafIndex((x - 1 + 1<<x.level()) / 2) }

// covers reports whether x is leaf i or above it.
func (x nodeIndex) covers(i LeafIndex) bool { return x.first() <= i && i <= x.last() }
