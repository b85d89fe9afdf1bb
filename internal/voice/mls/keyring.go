package mls

import (
	"crypto/hpke"
	"math/bits"
	"slices"
)

// A keyring is the private side of a ratchet tree, as one member has it: the
// key of his leaf, and those of nodes above it (section 4.2). On each level he
// is below one node, so the level finds the key. A key is nil if the node is
// blank or the member is unmerged there.
type keyring struct {
	self LeafIndex
	keys []hpke.PrivateKey
}

// key returns the private key of node x, or nil if we do not have it.
func (k *keyring) key(x nodeIndex) hpke.PrivateKey {
	if !x.covers(k.self) || x.level() >= len(k.keys) {
		return nil
	}
	return k.keys[x.level()]
}

// fit returns a copy for a later tree, without the keys of nodes that are blank
// in it.
func (k *keyring) fit(t *tree) keyring {
	levels := bits.Len(uint(len(t.leaves)))
	keys := slices.Clone(k.keys[:min(levels, len(k.keys))])
	keys = append(keys, make([]hpke.PrivateKey, levels-len(keys))...)
	for _, x := range t.path(k.self) {
		if t.parent(x) == nil {
			keys[x.level()] = nil
		}
	}
	return keyring{k.self, keys}
}

// pathKey returns the key pair that a path secret stands for, and the path
// secret of the next node (section 7.4).
func pathKey(s secret) (private hpke.PrivateKey, public publicKey, next secret) {
	private, public = deriveKeyPair(deriveSecret(s, "node"))
	return private, public, deriveSecret(s, "path")
}

// climb sets the keys of steps from the path secret of the first, up to the root
// (section 7.5), and returns the secret that comes after the last: what a commit
// contributes to the new epoch. The keys must be those that the tree has.
func (k *keyring) climb(t *tree, steps []step, s secret) (secret, error) {
	for _, st := range steps {
		private, public, next := pathKey(s)
		if public != *t.encryptionKey(st.node) {
			return secret{}, invalid("the path secret does not give the key of node %d", st.node)
		}
		k.keys[st.node.level()] = private
		s = next
	}
	return s, nil
}
