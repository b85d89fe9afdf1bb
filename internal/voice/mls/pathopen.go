package mls

import "bytes"

// mergePath validates the path of a commit by leaf i and puts it into t, to
// which the proposals have been applied (sections 12.4.2 and 7.5). It returns
// the filtered direct path that the nodes belong to.
func (t *tree) mergePath(groupID []byte, i LeafIndex, p *updatePath, added []LeafIndex) ([]step, error) {
	// The leaf's own rules, and where it must come from (section 7.3).
	if p.leaf.source != sourceCommit {
		return nil, invalid("the leaf of a path was not made for a commit")
	}
	if err := p.leaf.check(groupID, i); err != nil {
		return nil, err
	}
	steps := t.filteredPath(i)
	if len(p.nodes) != len(steps) {
		return nil, invalid("path of %d nodes, want %d", len(p.nodes), len(steps))
	}
	for k, s := range steps {
		if n := &p.nodes[k]; len(n.secrets) != len(t.recipients(s.copath, added)) {
			return nil, invalid("path secret of node %d is not encrypted to whom it should be", s.node)
		}
	}
	if err := t.checkFresh(i, p); err != nil {
		return nil, err
	}
	keys := make([]publicKey, len(steps))
	for k, n := range p.nodes {
		keys[k] = n.key
	}
	if want := t.setPath(i, steps, keys); !bytes.Equal(p.leaf.parentHash, want) {
		return nil, invalid("parent hash of the committer's leaf")
	}
	t.setLeaf(i, p.leaf)
	return steps, nil
}

// checkFresh verifies that "none of the public keys in the UpdatePath appear in
// any node of the new ratchet tree" (section 12.4.2), each being usable and in
// the path once, and that no other member has the new leaf's signature key.
func (t *tree) checkFresh(i LeafIndex, p *updatePath) error {
	seen := t.encryptionKeys()
	fresh := func(k publicKey) bool {
		_, old := seen[k]
		seen[k] = struct{}{}
		return !old
	}
	if !fresh(p.leaf.encryptionKey) {
		return invalid("the path has a key that is in the tree")
	}
	for _, n := range p.nodes {
		if !fresh(n.key) {
			return invalid("the path has a key that is in the tree")
		}
		if !n.key.onCurve() {
			return invalid("the path has a key that is not on the curve")
		}
	}
	for k, l := range t.leaves {
		if l != nil && LeafIndex(k) != i && l.signatureKey == p.leaf.signatureKey {
			return invalid("two members have one signature key")
		}
	}
	return nil
}

// openPath decrypts the path secret that is for us and climbs from it
// (section 7.5). The path has been merged into t. It returns the commit secret.
func (k *keyring) openPath(t *tree, steps []step, p *updatePath, added []LeafIndex, context []byte) (secret, error) {
	for at, s := range steps {
		if !s.copath.covers(k.self) {
			continue
		}
		// "Identify a node in the resolution of the copath node for which the
		// recipient has a private key." That may be a node above one that is
		// nearer to us but blank, or our own leaf where we are unmerged.
		for n, x := range t.recipients(s.copath, added) {
			key := k.key(x)
			if key == nil {
				continue
			}
			b, err := decrypt(key, encryptPath, context, p.nodes[at].secrets[n])
			if err != nil {
				return secret{}, err
			}
			if len(b) != len(secret{}) {
				return secret{}, malformed("path secret")
			}
			return k.climb(t, steps[at:], secret(b))
		}
	}
	return secret{}, invalid("the path has no secret for us")
}
