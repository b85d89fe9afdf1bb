package command

import (
	"context"
	"fmt"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// pending are n proposals; each is about the lamp, and from the same evening.
func pending(n int) []knowledge.Proposal {
	var list []knowledge.Proposal
	for i := range n {
		p := knowledge.Proposal{
			ID: transcript.ProposalID(fmt.Sprintf("p%d", i+1)), Session: "s", Line: int64(i + 1), Agent: "bart",
			Status: knowledge.Pending, Made: time.Now().Add(-time.Duration(i) * time.Minute),
		}
		p.Write.V, p.Write.Kind, p.Write.Node, p.Write.Subject = 1, "fact", "lamp", "Lamp"
		p.Write.Key, p.Write.Text = fmt.Sprint("state ", i+1), fmt.Sprintf("Is lit by %d.", i+1)
		list = append(list, p)
	}
	return list
}

func (b *book) Waiting(ctx context.Context) ([]knowledge.Waiting, error) {
	defer b.shelf.enter()()
	var out []knowledge.Waiting
	for _, p := range b.proposals {
		if p.Status != knowledge.Pending {
			continue
		}
		for _, n := range b.file.Nodes {
			if string(n.ID) == p.Write.Node {
				p.Contradicts = knowledge.Contradictions(n.Name, n.Aspects, p.Write)
			}
		}
		w := knowledge.Waiting{Proposal: p}
		for _, l := range b.lines {
			if l.N == p.Line {
				w.Line = l
			}
		}
		out = append(out, w)
	}
	return out, ctx.Err()
}

func (b *book) Decide(_ context.Context, dec knowledge.Decision) (knowledge.Proposal, bool, error) {
	defer b.shelf.enter()()
	for i := range b.proposals {
		p := &b.proposals[i]
		if p.ID != dec.Proposal {
			continue
		}
		if p.Status != knowledge.Pending {
			return *p, false, nil
		}
		if p.Write.V != 1 {
			return knowledge.Proposal{}, false, knowledge.ErrWrite
		}
		for _, n := range b.file.Nodes {
			if string(n.ID) == p.Write.Node && dec.Conflict == knowledge.Leave && len(knowledge.Contradictions(n.Name, n.Aspects, p.Write)) > 0 {
				return *p, false, nil
			}
		}
		p.Status, p.Decided, p.By = dec.Status, dec.At, dec.By
		b.applied++
		b.decisions = append(b.decisions, dec)
		return *p, true, nil
	}
	return knowledge.Proposal{}, false, knowledge.ErrNoProposal
}

func (b *book) Undo(_ context.Context, u knowledge.Undo) (done knowledge.Undone, err error) {
	defer b.shelf.enter()()
	for i, dec := range b.decisions {
		if dec.Batch != u.Batch || dec.Proposal == "" {
			continue
		}
		if dec.At.Before(u.After) {
			return done, knowledge.ErrTooLate
		}
		for j := range b.proposals {
			if b.proposals[j].ID == dec.Proposal {
				b.proposals[j].Status = knowledge.Pending
				if dec.NeverHappened {
					done.Lines = append(done.Lines, knowledge.LineID{Session: b.proposals[j].Session, N: b.proposals[j].Line})
				}
				done.Waiting++
			}
		}
		b.decisions[i] = knowledge.Decision{}
	}
	return done, nil
}

func (b *book) LastBatch(_ context.Context, by string, after time.Time) (last knowledge.Batch, ok bool, err error) {
	defer b.shelf.enter()()
	for _, dec := range b.decisions {
		if dec.Proposal == "" || dec.By != by || dec.At.Before(after) {
			continue
		}
		if dec.Batch != last.ID {
			last = knowledge.Batch{ID: dec.Batch}
		}
		last.N, last.At, ok = last.N+1, dec.At, true
	}
	return last, ok, nil
}

func (b *book) Revise(_ context.Context, r knowledge.Revision) (knowledge.Proposal, bool, error) {
	defer b.shelf.enter()()
	for i := range b.proposals {
		p := &b.proposals[i]
		if p.ID != r.Proposal && p.Digest == r.Digest && p.Status == knowledge.Pending {
			return knowledge.Proposal{}, false, knowledge.ErrWaits
		}
		if p.ID == r.Proposal && p.Status != knowledge.Pending {
			return *p, false, nil
		}
		if p.ID == r.Proposal {
			p.Write, p.Digest = r.Write, r.Digest
			return *p, true, nil
		}
	}
	return knowledge.Proposal{}, false, knowledge.ErrNoProposal
}

func (b *book) Agent(_ context.Context, id transcript.AgentID) (campaign.Agent, error) {
	defer b.shelf.enter()()
	for _, a := range b.file.Agents {
		if a.ID == id {
			return a, nil
		}
	}
	return campaign.Agent{}, campaign.ErrNoAgent
}
