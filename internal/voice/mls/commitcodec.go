package mls

// A commitBody is Commit of section 12.4.
type commitBody struct {
	proposals []proposalOrRef
	path      *updatePath // nil: none
}

// A proposalOrRef is ProposalOrRef: a proposal that was sent before, by its
// name, or one that comes with the commit.
type proposalOrRef struct {
	ref    Ref
	inline *Proposal // nil: by reference
}

const (
	byValue     = 1
	byReference = 2
)

// append appends a commit of ours, which refers to all its proposals.
func (c *commitBody) append(dst []byte) []byte {
	var list []byte
	for _, p := range c.proposals {
		list = appendVector(append(list, byReference), p.ref[:])
	}
	dst = appendVector(dst, list)
	return appendOptional(dst, c.path != nil, func(b []byte) []byte { return c.path.append(b) })
}

func (r *reader) commit() (c commitBody) {
	r.list(func(r *reader) {
		var p proposalOrRef
		switch r.uint8() {
		case byValue:
			p.inline = &Proposal{}
			p.inline.add, p.inline.remove = r.proposal()
		case byReference:
			p.ref = Ref(r.secret())
		default:
			r.fail(malformed("commit: neither a proposal nor a reference"))
		}
		c.proposals = append(c.proposals, p)
	})
	if r.optional() {
		c.path = r.path()
	}
	return c
}
