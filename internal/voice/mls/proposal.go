package mls

import "fmt"

// Proposal types (section 12.1).
const (
	proposalAdd    uint16 = 1
	proposalRemove uint16 = 3
)

// A Proposal is one that has been verified: whoever it is from may propose, and
// it could be carried out in the epoch it was made for.
type Proposal struct {
	ref    Ref
	epoch  uint64
	add    *KeyPackage // nil: a Remove
	remove LeafIndex
}

// Ref names the proposal; a commit, and whoever takes it back, calls it so.
func (p *Proposal) Ref() Ref { return p.ref }

// Added returns the KeyPackage that the proposal adds, or nil for a Remove.
func (p *Proposal) Added() *KeyPackage { return p.add }

// Removed returns the leaf that the proposal removes, unless it is an Add.
func (p *Proposal) Removed() (i LeafIndex, ok bool) { return p.remove, p.add == nil }

// proposal reads a Proposal: the KeyPackage of an Add, or else what a Remove
// removes.
func (r *reader) proposal() (add *KeyPackage, remove LeafIndex) {
	switch kind := r.uint16(); kind {
	case proposalAdd:
		return r.keyPackage(), 0
	case proposalRemove:
		return nil, LeafIndex(r.uint32())
	default:
		r.fail(unsupported("proposal type %d", kind))
		return nil, 0
	}
}

// Verify returns the proposal that m makes to this epoch, after verifying who it
// is from and that it is sound by itself (sections 6, 10.1 and 12.1). Whether
// proposals go together is found out when they are committed.
func (g *Group) Verify(m *Message) (*Proposal, error) {
	if m.kind != KindProposal {
		return nil, invalid("not a proposal")
	}
	if err := g.authenticate(m); err != nil {
		return nil, fmt.Errorf("proposal: %w", err)
	}
	p := &Proposal{ref: m.Ref(), epoch: m.epoch, add: m.add, remove: m.remove}
	if err := g.checkProposal(p); err != nil {
		return nil, err
	}
	return p, nil
}

// checkProposal validates a proposal whose sender is known.
func (g *Group) checkProposal(p *Proposal) error {
	if p.add != nil {
		if err := p.add.check(); err != nil {
			return fmt.Errorf("add: %w", err)
		}
		return nil
	}
	// The leaf must be one where somebody is (section 12.1.3).
	if g.tree.leaf(p.remove) == nil {
		return invalid("remove of leaf %d, where nobody is", p.remove)
	}
	return nil
}
