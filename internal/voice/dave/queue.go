package dave

import (
	"slices"

	"glyphoxa/internal/voice/mls"
)

// maxQueue is how many proposals an epoch may have: more than twice what a voice
// channel holds, and few enough that a commit to all of them takes some 30 ms.
const maxQueue = 512

// A queue holds the proposals of the current epoch that were not taken back, in
// the order in which they came.
type queue struct {
	list []queued
}

type queued struct {
	proposal *mls.Proposal
	user     uint64 // who is added
	strange  bool   // nobody has told us yet that the user is in the call
}

func (q *queue) has(ref mls.Ref) bool {
	return slices.ContainsFunc(q.list, func(e queued) bool { return e.proposal.Ref() == ref })
}

func (q *queue) revoke(refs []mls.Ref) {
	q.list = slices.DeleteFunc(q.list, func(e queued) bool { return slices.Contains(refs, e.proposal.Ref()) })
}

// greet marks users as announced. That lasts: who leaves while his Add is in
// flight was announced all the same.
func (q *queue) greet(users []uint64) {
	for i := range q.list {
		if slices.Contains(users, q.list[i].user) {
			q.list[i].strange = false
		}
	}
}

// strange reports whether somebody in the queue was not announced.
func (q *queue) strange() bool {
	return slices.ContainsFunc(q.list, func(e queued) bool { return e.strange })
}

// waitsFor reports whether one of refs adds somebody who was not announced.
func (q *queue) waitsFor(refs []mls.Ref) bool {
	return slices.ContainsFunc(q.list, func(e queued) bool { return e.strange && slices.Contains(refs, e.proposal.Ref()) })
}

// dropStrange takes out who was not announced in time.
func (q *queue) dropStrange() {
	q.list = slices.DeleteFunc(q.list, func(e queued) bool { return e.strange })
}

// removes reports whether leaf i is to go.
func (q *queue) removes(i mls.LeafIndex) bool {
	return slices.ContainsFunc(q.list, func(e queued) bool {
		r, ok := e.proposal.Removed()
		return ok && r == i
	})
}

func (q *queue) proposals() []*mls.Proposal {
	out := make([]*mls.Proposal, len(q.list))
	for i, e := range q.list {
		out[i] = e.proposal
	}
	return out
}
