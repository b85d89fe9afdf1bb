package mls

import "slices"

// An updatePath is UpdatePath of section 7.6: new keys for a member's leaf and
// for the nodes of his filtered direct path.
type updatePath struct {
	leaf  *leafNode
	nodes []pathNode
}

// A pathNode is UpdatePathNode: the new key, and its path secret for each
// recipient below the other child.
type pathNode struct {
	key     publicKey
	secrets []sealed
}

func (p *updatePath) append(dst []byte) []byte {
	dst = p.leaf.append(dst)
	var nodes []byte
	for _, n := range p.nodes {
		nodes = appendVector(nodes, n.key[:])
		var secrets []byte
		for _, s := range n.secrets {
			secrets = s.append(secrets)
		}
		nodes = appendVector(nodes, secrets)
	}
	return appendVector(dst, nodes)
}

// path reads an UpdatePath. The ciphertexts alias the message.
func (r *reader) path() *updatePath {
	p := &updatePath{leaf: r.leaf()}
	r.list(func(r *reader) {
		n := pathNode{key: r.key()}
		r.list(func(r *reader) { n.secrets = append(n.secrets, r.sealed()) })
		p.nodes = append(p.nodes, n)
	})
	return p
}

// setPath blanks the direct path of a leaf, puts keys on steps, its filtered
// one, and returns the parent hash that the leaf has to carry. Each hash takes
// in the one above, so they are worked out from the root (section 7.5).
func (t *tree) setPath(i LeafIndex, steps []step, keys []publicKey) (parentHash []byte) {
	for _, x := range t.path(i) {
		t.setParent(x, nil)
	}
	for k, s := range slices.Backward(steps) {
		t.setParent(s.node, &parentNode{encryptionKey: keys[k], parentHash: parentHash})
		parentHash = t.parentHash(s)
	}
	return parentHash
}
