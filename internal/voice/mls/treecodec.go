package mls

import (
	"encoding/binary"
	"math/bits"
)

// Node types of a tree that is sent, and of what is hashed (sections 7.8 and
// 12.4.3.3).
const (
	nodeLeaf   = 1
	nodeParent = 2
)

func (p *parentNode) append(dst []byte) []byte {
	dst = appendVector(dst, p.encryptionKey[:])
	dst = appendVector(dst, p.parentHash)
	unmerged := make([]byte, 0, 4*len(p.unmerged))
	for _, i := range p.unmerged {
		unmerged = binary.BigEndian.AppendUint32(unmerged, uint32(i))
	}
	return appendVector(dst, unmerged)
}

func (r *reader) parent() *parentNode {
	p := &parentNode{encryptionKey: r.key(), parentHash: append([]byte(nil), r.vector()...)}
	b := r.vector()
	if len(b)%4 != 0 {
		r.fail(malformed("parent node: half an index"))
	}
	if r.err != nil {
		return nil
	}
	if len(b) > 0 {
		p.unmerged = make([]LeafIndex, 0, len(b)/4)
		for in := (reader{b: b}); len(in.b) > 0; {
			p.unmerged = append(p.unmerged, LeafIndex(in.uint32()))
		}
	}
	return p
}

// append appends the content of the ratchet_tree extension: the nodes from left
// to right, up to the last that is not blank (section 12.4.3.3).
func (t *tree) append(dst []byte) []byte {
	end := t.size()
	for end > 0 && t.blank(end-1) {
		end--
	}
	var nodes []byte
	for x := range end {
		nodes = appendOptional(nodes, !t.blank(x), func(b []byte) []byte {
			if x.level() == 0 {
				return t.leaves[x.leaf()].append(append(b, nodeLeaf))
			}
			return t.parent(x).append(append(b, nodeParent))
		})
	}
	return appendVector(dst, nodes)
}

func (t *tree) blank(x nodeIndex) bool {
	if x.level() == 0 {
		return t.leaves[x.leaf()] == nil
	}
	return t.parent(x) == nil
}

// parseTree reads the content of a ratchet_tree extension. Each node is of the
// kind that its place asks for; everything else is for [tree.check].
func parseTree(b []byte) (*tree, error) {
	var (
		leaves  []*leafNode
		parents []*parentNode
		last    bool // whether the last node is there
	)
	r := reader{b: b}
	r.list(func(r *reader) {
		if len(leaves) == MaxMembers && len(parents) == MaxMembers-1 {
			r.fail(unsupported("tree of more than %d members", MaxMembers))
			return
		}
		isLeaf := len(leaves) == len(parents)
		var l *leafNode
		var p *parentNode
		if last = r.optional(); last {
			switch kind := r.uint8(); {
			case kind == nodeLeaf && isLeaf:
				l = r.leaf()
			case kind == nodeParent && !isLeaf:
				p = r.parent()
			default:
				r.fail(malformed("tree: a node is not of the kind that belongs there"))
			}
		}
		if isLeaf {
			leaves = append(leaves, l)
		} else {
			parents = append(parents, p)
		}
	})
	if err := r.end(); err != nil {
		return nil, err
	}
	// "The receiver MUST check that the last node in ratchet_tree is non-blank",
	// and then fill the tree up with blank nodes.
	if !last {
		return nil, malformed("tree: the last node is blank")
	}
	// One leaf more than parents, or as many if the last node is a parent.
	n := max(len(leaves), len(parents)+1)
	t := &tree{leaves: leaves, parents: parents}
	t.resize(1 << bits.Len(uint(n-1)))
	return t, nil
}
