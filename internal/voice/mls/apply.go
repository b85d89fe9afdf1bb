package mls

// A change is what a list of proposals makes of a tree.
type change struct {
	tree      *tree
	added     []LeafIndex   // in the order of the Adds
	packs     []*KeyPackage // whose leaves they are
	needsPath bool
}

// removes reports whether somebody who was at leaf i is gone. The leaf may have
// been given to another.
func removes(list []*Proposal, i LeafIndex) bool {
	for _, p := range list {
		if p.add == nil && p.remove == i {
			return true
		}
	}
	return false
}

// apply validates a list of proposals for a commit by leaf committer (section
// 12.2), and applies it to a copy of the tree: first the Removes, and then "any
// Add proposals, in the order they appear in the list" (section 12.3).
func (g *Group) apply(list []*Proposal, committer LeafIndex) (*change, error) {
	c := &change{tree: g.tree.clone()}
	for _, p := range list {
		if p.epoch != g.context.epoch {
			return nil, ErrEpoch
		}
		if p.add != nil {
			continue
		}
		if p.remove == committer {
			return nil, invalid("the committer removes himself")
		}
		// Blank now if two Removes are for one leaf.
		if c.tree.leaf(p.remove) == nil {
			return nil, invalid("remove of leaf %d, where nobody is", p.remove)
		}
		c.tree.remove(p.remove)
		c.needsPath = true
	}
	for _, p := range list {
		if p.add == nil {
			continue
		}
		i, err := c.tree.add(p.add.leaf)
		if err != nil {
			return nil, err
		}
		c.added = append(c.added, i)
		c.packs = append(c.packs, p.add)
	}
	// Two Adds of one client, or an Add of a member, show by their keys. What
	// counts is the tree at the end: a client may be removed and added at once.
	if len(c.added) > 0 {
		if err := c.tree.checkKeys(); err != nil {
			return nil, err
		}
	}
	// "If len(commit.proposals) == 0 || pathRequired" (section 12.4).
	c.needsPath = c.needsPath || len(list) == 0
	return c, nil
}
