package mls

import "crypto/rand"

// A freshPath is a path of our own that is in the tree and not yet encrypted.
type freshPath struct {
	leaf    *leafNode
	steps   []step
	secrets []secret // of each step
	commit  secret   // what comes after the last
}

// newPath gives our leaf and the nodes of its filtered direct path in t new
// keys (sections 7.4 and 7.5), and puts their private halves into keys.
func (g *Group) newPath(t *tree, keys *keyring) *freshPath {
	self := keys.self
	p := &freshPath{steps: t.filteredPath(self)}

	// "path_secret[0] is sampled at random."
	rand.Read(p.commit[:])
	public := make([]publicKey, len(p.steps))
	clear(keys.keys)
	for k, s := range p.steps {
		p.secrets = append(p.secrets, p.commit)
		keys.keys[s.node.level()], public[k], p.commit = pathKey(p.commit)
	}
	parentHash := t.setPath(self, p.steps, public)

	leaf := *t.leaves[self]
	leaf.source = sourceCommit
	leaf.notBefore, leaf.notAfter = 0, 0
	leaf.parentHash = parentHash
	// The leaf's key "is a freshly sampled key pair", not one of the chain.
	keys.keys[0], leaf.encryptionKey = newPrivateKey()
	leaf.signature = g.signer.sign(signLeafNode, leaf.toBeSigned(g.context.groupID, self))
	t.setLeaf(self, &leaf)
	p.leaf = &leaf
	return p
}

// seal encrypts each path secret to those below the copath, but for the members
// that the same commit adds, and returns what goes into the commit. The context
// is the provisional GroupContext.
func (p *freshPath) seal(t *tree, added []LeafIndex, context []byte) (*updatePath, error) {
	u := &updatePath{leaf: p.leaf}
	for k, s := range p.steps {
		n := pathNode{key: *t.encryptionKey(s.node)}
		for _, x := range t.recipients(s.copath, added) {
			c, err := t.encryptionKey(x).encrypt(encryptPath, context, p.secrets[k][:])
			if err != nil {
				return nil, err
			}
			n.secrets = append(n.secrets, c)
		}
		u.nodes = append(u.nodes, n)
	}
	return u, nil
}
