package mls

// A Commit is one that we made and nobody has accepted yet.
type Commit struct {
	// Message is for the members: an MLSMessage.
	Message []byte

	// Welcome is for those who are added, a bare Welcome. It is nil if nobody is.
	// It has the whole tree in it, so it is most of what a Commit takes in memory.
	Welcome []byte

	// Next is the group if the commit is accepted. If another is, [Group.Process]
	// that on the group that this was made from.
	Next *Group
}

// Commit carries out proposals that were verified in this epoch, by reference
// and in the order given (section 12.4.1). The group stays as it is. If it has
// to, or if there are no proposals, the commit also gives us new keys.
func (g *Group) Commit(proposals []*Proposal) (*Commit, error) {
	c, err := g.apply(proposals, g.keys.self)
	if err != nil {
		return nil, err
	}
	keys := g.keys.fit(c.tree)
	var body commitBody
	for _, p := range proposals {
		body.proposals = append(body.proposals, proposalOrRef{ref: p.ref})
	}
	fresh := &freshPath{} // without a path the commit secret is zero
	if c.needsPath {
		fresh = g.newPath(c.tree, &keys)
		if body.path, err = fresh.seal(c.tree, c.added, g.provisional(c.tree)); err != nil {
			return nil, err
		}
	}
	m := &Message{
		groupID: g.context.groupID,
		epoch:   g.context.epoch,
		sender:  Sender{SenderMember, uint32(g.keys.self)},
		kind:    KindCommit,
	}
	m.content = body.append(m.appendHeader(nil))
	// It is signed with the context of the old epoch, and tagged with its key.
	signed := m.toBeSigned(g.context.bytes())
	m.signature = g.signer.sign(signFramedContent, signed)
	a := g.advance(m, c.tree, keys, fresh.commit)
	m.confirmationTag = a.tag[:]
	membership := m.membership(g.secrets.membership, signed)
	m.membershipTag = membership[:]

	out := &Commit{Message: m.append(make([]byte, 0, len(m.content)+200)), Next: a.group}
	if len(c.added) > 0 {
		if out.Welcome, err = a.welcome(c, fresh); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// provisional returns the provisional GroupContext, which path secrets are
// encrypted in: that of the new epoch, but with the old transcript.
func (g *Group) provisional(t *tree) []byte {
	c := g.context
	c.epoch++
	c.treeHash = t.hash()
	return c.bytes()
}

// An advance is the epoch after a commit, and what came up on the way to it.
type advance struct {
	group  *Group
	joiner secret
	tag    secret // the confirmation tag
}

// advance returns the epoch that follows when m, of which all but the tags is
// set, is committed (section 8).
func (g *Group) advance(m *Message, t *tree, keys keyring, commit secret) advance {
	n := &Group{context: g.context, tree: t, keys: keys, signer: g.signer}
	n.context.epoch++
	n.context.treeHash = t.hash()
	n.context.confirmed = confirmedHash(g.interim, m.content, m.signature)
	context := n.context.bytes()

	joiner := joinerSecret(g.secrets.init, commit, context)
	n.secrets = newEpochSecrets(epochSecret(memberSecret(joiner, noPSK), context))
	tag := confirmationTag(n.secrets.confirmation, n.context.confirmed)
	n.interim = interimHash(n.context.confirmed, tag[:])
	return advance{n, joiner, tag}
}
