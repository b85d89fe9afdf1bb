package mls

import (
	"crypto/hmac"
	"fmt"
)

// Process follows a commit of another member, and returns the next epoch
// (section 12.4.2). known are the verified proposals that it may refer to; it
// need not carry them all out. On an error the group stays as it is and nothing
// is lost.
//
// A commit that is genuine and removes us is [ErrRemoved]. One of our own is
// [Commit.Next], and cannot be processed.
//
// Two things are for the caller to see in what comes out: whether the members
// there may be in the group, and whether the committer is still who he was, for
// a commit may put another identity and signature key into his leaf.
func (g *Group) Process(m *Message, known []*Proposal) (*Group, error) {
	if m.kind != KindCommit {
		return nil, invalid("not a commit")
	}
	if err := g.authenticate(m); err != nil {
		return nil, fmt.Errorf("commit: %w", err)
	}
	committer := LeafIndex(m.sender.Index)
	if committer == g.keys.self {
		return nil, invalid("a commit of our own")
	}
	list, err := g.resolve(m.commit.proposals, known)
	if err != nil {
		return nil, err
	}
	c, err := g.apply(list, committer)
	if err != nil {
		return nil, err
	}
	path := m.commit.path
	if path == nil && c.needsPath {
		return nil, invalid("a commit without the path it needs")
	}
	if removes(list, g.keys.self) {
		return nil, ErrRemoved
	}

	keys := g.keys.fit(c.tree)
	var commit secret // "the all-zero vector of length KDF.Nh" without a path
	if path != nil {
		steps, err := c.tree.mergePath(g.context.groupID, committer, path, c.added)
		if err != nil {
			return nil, err
		}
		keys = keys.fit(c.tree) // the path has blanked some nodes
		if commit, err = keys.openPath(c.tree, steps, path, c.added, g.provisional(c.tree)); err != nil {
			return nil, err
		}
	}
	a := g.advance(m, c.tree, keys, commit)
	if !hmac.Equal(a.tag[:], m.confirmationTag) {
		return nil, fmt.Errorf("commit: confirmation: %w", ErrTag)
	}
	return a.group, nil
}

// resolve returns the proposals of a commit, each verified.
func (g *Group) resolve(list []proposalOrRef, known []*Proposal) ([]*Proposal, error) {
	byRef := make(map[Ref]*Proposal, len(known))
	for _, p := range known {
		byRef[p.ref] = p
	}
	out := make([]*Proposal, 0, len(list))
	for _, e := range list {
		if e.inline != nil {
			p := *e.inline
			p.epoch = g.context.epoch
			if err := g.checkProposal(&p); err != nil {
				return nil, err
			}
			out = append(out, &p)
			continue
		}
		p := byRef[e.ref]
		if p == nil {
			return nil, ErrUnknownProposal
		}
		delete(byRef, e.ref) // so that naming it twice is an error
		out = append(out, p)
	}
	return out, nil
}
