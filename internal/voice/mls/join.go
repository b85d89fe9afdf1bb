package mls

import (
	"crypto/hmac"
	"crypto/hpke"
	"fmt"
)

// Join enters the group that a bare Welcome is from (section 12.4.3.1). It can
// succeed once, for an init key is not to be used again: the client forgets it.
// On an error the client stays as it was.
//
// Whether it is the group one wants to be in, with the members and the external
// senders that one expects, is for the caller to see.
func (c *Client) Join(b []byte) (*Group, error) {
	w, s, err := c.openSecrets(b)
	if err != nil {
		return nil, fmt.Errorf("welcome: %w", err)
	}
	if len(s.psks) > 0 {
		return nil, unsupported("welcome with pre-shared keys")
	}
	member := memberSecret(s.joiner, noPSK)
	info, err := openInfo(w.info, member)
	if err != nil {
		return nil, fmt.Errorf("welcome: %w", err)
	}
	data, ok := info.extensions.find(extRatchetTree)
	if !ok {
		return nil, unsupported("welcome without a tree")
	}
	t, err := parseTree(data)
	if err != nil {
		return nil, fmt.Errorf("welcome: %w", err)
	}
	g, err := c.enter(info, t, member, s)
	if err != nil {
		return nil, fmt.Errorf("welcome: %w", err)
	}
	c.initKey = nil
	return g, nil
}

// openSecrets reads a Welcome and decrypts what it has for us.
func (c *Client) openSecrets(b []byte) (*welcome, groupSecrets, error) {
	r := reader{b: b}
	w := r.welcome()
	if err := r.end(); err != nil {
		return nil, groupSecrets{}, err
	}
	ref := c.pack.Ref()
	for _, e := range w.secrets {
		if e.member != ref {
			continue
		}
		if c.initKey == nil {
			return nil, groupSecrets{}, invalid("the key package has been used")
		}
		b, err := decrypt(c.initKey, encryptWelcome, w.info, e.sealed)
		if err != nil {
			return nil, groupSecrets{}, err
		}
		r := reader{b: b}
		s := r.groupSecrets()
		return w, s, r.end()
	}
	return nil, groupSecrets{}, ErrNotInvited
}

// openInfo decrypts and reads the GroupInfo of a Welcome.
func openInfo(ciphertext []byte, member secret) (*groupInfo, error) {
	gcm, nonce := welcomeAEAD(member)
	b, err := gcm.Open(nil, nonce, ciphertext, nil)
	if err != nil {
		return nil, ErrDecrypt
	}
	r := reader{b: b}
	info := r.groupInfo()
	return info, r.end()
}

// enter builds the group of a GroupInfo and its tree, after verifying them, the
// cheapest rules first.
func (c *Client) enter(info *groupInfo, t *tree, member secret, s groupSecrets) (*Group, error) {
	if err := info.context.check(); err != nil {
		return nil, err
	}
	if t.hash() != info.context.treeHash {
		return nil, invalid("the tree is not the group's: another hash")
	}
	signer := t.leaf(info.signer)
	if signer == nil {
		return nil, invalid("signed by leaf %d, where nobody is", info.signer)
	}
	if !signer.signatureKey.verify(signGroupInfo, info.signed, info.signature) {
		return nil, ErrSignature
	}
	g := &Group{context: info.context, tree: t, signer: c.signer}
	g.secrets = newEpochSecrets(epochSecret(member, g.context.bytes()))
	tag := confirmationTag(g.secrets.confirmation, g.context.confirmed)
	if !hmac.Equal(tag[:], info.tag) {
		return nil, fmt.Errorf("confirmation: %w", ErrTag)
	}
	g.interim = interimHash(g.context.confirmed, tag[:])
	if err := t.check(g.context.groupID); err != nil {
		return nil, err
	}
	if err := c.takeSeat(g, info.signer, s); err != nil {
		return nil, err
	}
	return g, nil
}

// takeSeat finds our leaf in the tree, and with it our keys.
func (c *Client) takeSeat(g *Group, signer LeafIndex, s groupSecrets) error {
	self := LeafIndex(len(g.tree.leaves))
	for i, l := range g.tree.leaves {
		if l != nil && l.signatureKey == c.pack.leaf.signatureKey && l.equal(c.pack.leaf) {
			self = LeafIndex(i)
		}
	}
	if g.tree.leaf(self) == nil || self == signer {
		return invalid("we are not in the tree, or are said to have signed it")
	}
	k := keyring{self, []hpke.PrivateKey{c.leafKey}}
	g.keys = k.fit(g.tree)
	if !s.hasPath {
		return nil
	}
	// From the lowest node above both of us up to the root. A committer has no
	// blank nodes on his filtered direct path.
	steps := g.tree.filteredPath(signer)
	for len(steps) > 0 && !steps[0].node.covers(self) {
		steps = steps[1:]
	}
	for _, st := range steps {
		if g.tree.parent(st.node) == nil {
			return invalid("a path secret for node %d, which is blank", st.node)
		}
	}
	_, err := g.keys.climb(g.tree, steps, s.path)
	return err
}
