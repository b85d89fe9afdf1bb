package mls

import "slices"

// check validates a tree that somebody else sent (section 12.4.3.1), cheapest
// rules first. That its hash is the expected one is for the caller to see.
func (t *tree) check(groupID []byte) error {
	if err := t.checkKeys(); err != nil {
		return err
	}
	for i, p := range t.parents {
		if p == nil {
			continue
		}
		x := nodeIndex(2*i + 1)
		if !p.encryptionKey.onCurve() {
			return invalid("node %d has a key that is not on the curve", x)
		}
		if err := t.checkUnmerged(x, p); err != nil {
			return err
		}
	}
	if err := t.checkParentHashes(); err != nil {
		return err
	}
	for i, l := range t.leaves {
		if l == nil {
			continue
		}
		if err := l.check(groupID, LeafIndex(i)); err != nil {
			return err
		}
	}
	return nil
}

// checkKeys verifies that no two members have one signature key, and that no
// encryption key is in the tree twice, be it of a leaf or of a parent (sections
// 7.3 and 12.4.3.1).
func (t *tree) checkKeys() error {
	members, nodes := 0, 0
	signature := make(map[publicKey]struct{}, len(t.leaves))
	for _, l := range t.leaves {
		if l != nil {
			members++
			signature[l.signatureKey] = struct{}{}
		}
	}
	if len(signature) != members {
		return invalid("two members have one signature key")
	}
	for _, p := range t.parents {
		if p != nil {
			nodes++
		}
	}
	if len(t.encryptionKeys()) != members+nodes {
		return invalid("an encryption key is in the tree twice")
	}
	return nil
}

// encryptionKeys returns the keys of all nodes that are not blank.
func (t *tree) encryptionKeys() map[publicKey]struct{} {
	keys := make(map[publicKey]struct{}, t.size())
	for _, l := range t.leaves {
		if l != nil {
			keys[l.encryptionKey] = struct{}{}
		}
	}
	for _, p := range t.parents {
		if p != nil {
			keys[p.encryptionKey] = struct{}{}
		}
	}
	return keys
}

// checkUnmerged validates the unmerged leaves of node x: they ascend, are there
// and below x, and each parent between that is not blank lists them too.
func (t *tree) checkUnmerged(x nodeIndex, p *parentNode) error {
	for k, i := range p.unmerged {
		if k > 0 && i <= p.unmerged[k-1] {
			return invalid("unmerged leaves of node %d do not ascend", x)
		}
		if t.leaf(i) == nil || !x.covers(i) {
			return invalid("unmerged leaf %d of node %d is not below it", i, x)
		}
		for y := i.node().parent(); y != x; y = y.parent() {
			q := t.parent(y)
			if q == nil {
				continue
			}
			if _, ok := slices.BinarySearch(q.unmerged, i); !ok {
				return invalid("unmerged leaf %d of node %d is merged below it", i, x)
			}
		}
	}
	return nil
}
