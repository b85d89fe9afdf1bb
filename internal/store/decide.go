package store

import (
	"context"
	"errors"
	"fmt"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// errLeft ends a decision that is left to a word of its own.
var errLeft = errors.New("it contradicts what is established")

// Decide implements [knowledge.Store]: the decision and what it changes in the
// graph are one transaction. What an approved write names and the graph does
// not have becomes an entry of its own, so that an approval cannot fail for a
// name that somebody made up.
func (c *Campaign) Decide(ctx context.Context, d knowledge.Decision) (p knowledge.Proposal, changed bool, err error) {
	if d.Status != knowledge.Approved && d.Status != knowledge.Rejected {
		return p, false, fmt.Errorf("decide proposal: %q is no decision", d.Status)
	}
	err = c.db.write(ctx, func(tx conn) error {
		if _, err := c.lock(ctx, tx); err != nil {
			return err
		}
		n, err := tx.exec(ctx, `
			UPDATE proposals SET status = $3, decided = $4, decided_by = $5, batch = $6
			WHERE campaign_id = $1 AND id = $2 AND status = 'pending'`, c.id, d.Proposal, d.Status, d.At, d.By, d.Batch)
		if err != nil {
			return err
		}
		if p, err = c.proposal(ctx, tx, d.Proposal); err != nil {
			return err
		}
		if changed = n > 0; !changed {
			return nil
		}
		steps, err := c.carryOut(ctx, tx, d, p)
		if err != nil || d.Batch == "" {
			return err
		}
		_, err = tx.exec(ctx, `UPDATE proposals SET undo = $3 WHERE campaign_id = $1 AND id = $2`, c.id, d.Proposal, steps)
		return err
	})
	if errors.Is(err, errLeft) {
		p, err = c.proposal(ctx, c.db.read(), d.Proposal)
		changed = false
	}
	if err != nil {
		return knowledge.Proposal{}, false, fmt.Errorf("decide proposal: %w", err)
	}
	return p, changed, nil
}

// proposal reads one proposal, without what it contradicts.
func (c *Campaign) proposal(ctx context.Context, db conn, id transcript.ProposalID) (p knowledge.Proposal, err error) {
	ok, err := db.row(ctx, `SELECT `+proposalColumns+` FROM proposals WHERE campaign_id = $1 AND id = $2`,
		[]any{c.id, id}, proposalFields(&p)...)
	if err == nil && !ok {
		err = knowledge.ErrNoProposal
	}
	return p, err
}

// carryOut does what a decision on p changes beside p, and returns how to undo
// it.
func (c *Campaign) carryOut(ctx context.Context, tx conn, d knowledge.Decision, p knowledge.Proposal) ([]step, error) {
	if d.Status == knowledge.Rejected {
		if !d.NeverHappened {
			return nil, nil
		}
		return c.neverHappened(ctx, tx, d, p)
	}
	g := &growth{conflict: d.Conflict}
	switch d.Conflict {
	case knowledge.KeepBoth, knowledge.Replace, knowledge.Rumour:
	case knowledge.Leave:
		one := []knowledge.Proposal{p}
		one[0].Status = knowledge.Pending // as it was
		if err := c.against(ctx, tx, one); err != nil {
			return nil, err
		}
		if len(one[0].Contradicts) > 0 {
			return nil, errLeft
		}
	default:
		return nil, fmt.Errorf("%q is no way with a contradiction", d.Conflict)
	}
	if p.Write.Claim != "" { // it is not so: it replaces nothing
		d.Conflict = knowledge.Rumour
		g.conflict = d.Conflict
	}
	var err error
	if g.known, err = c.audience(ctx, tx, d.Audience, p.Scene); err != nil {
		return nil, err
	}
	if d.Conflict == knowledge.Replace || d.Conflict == knowledge.Rumour {
		if g.words, err = c.conflictWords(ctx, tx); err != nil {
			return nil, err
		}
	}
	w := p.Write
	if d.Conflict == knowledge.Rumour {
		if w, err = c.rumour(ctx, tx, p, g.words); err != nil {
			return nil, err
		}
	}
	if err := c.apply(ctx, tx, w, g); err != nil {
		return nil, err
	}
	return g.steps, nil
}

// A growth is what one approval adds to the graph: with whom, in which way, and
// what has been done so far.
type growth struct {
	known
	conflict knowledge.Conflict
	words    conflictWords // to replace, and for a rumour
	steps    []step
}

// A known says who is to know what is added.
type known struct {
	campaign.Visibility
	party bool
}

// audience resolves a GM's choice. The witnesses are the entries of the agents
// that were present; without any, only the GM and the party know it.
func (c *Campaign) audience(ctx context.Context, tx conn, a knowledge.Audience, scene transcript.SceneID) (known, error) {
	switch a {
	case knowledge.Everyone:
		return known{party: true}, nil
	case knowledge.OnlyGM:
		return known{Visibility: campaign.Visibility{Secret: true}}, nil
	case knowledge.Witnesses, "":
		nodes, err := all(ctx, tx, func(id *transcript.NodeID) []any { return []any{id} }, `
			SELECT DISTINCT n.id FROM played_cast p
			JOIN agents a ON a.campaign_id = p.campaign_id AND a.id = p.agent_id
			JOIN nodes n ON n.campaign_id = a.campaign_id AND n.id = a.node_id
			WHERE p.campaign_id = $1 AND p.scene_id = $2 ORDER BY n.id`, c.id, scene)
		return known{campaign.Visibility{Secret: true, Nodes: nodes}, true}, err
	}
	return known{}, fmt.Errorf("%q is no audience", a)
}

// ErrWrite is [knowledge.ErrWrite].
var ErrWrite = knowledge.ErrWrite

func (c *Campaign) apply(ctx context.Context, tx conn, w tool.Write, g *growth) error {
	if w.V != tool.WriteVersion {
		return ErrWrite
	}
	switch w.Kind {
	case tool.WriteFact:
		node, err := c.ensure(ctx, tx, w, g)
		if err != nil {
			return err
		}
		if g.conflict == knowledge.Replace {
			if err := c.makePast(ctx, tx, node, w, g); err != nil {
				return err
			}
		}
		return c.addStatement(ctx, tx, node, label(w), w.Text, g)
	case tool.WriteEdge:
		from, err := c.ensure(ctx, tx, w, g)
		if err != nil {
			return err
		}
		to, err := c.ensure(ctx, tx, tool.Write{Subject: w.Target}, g)
		if err != nil {
			return err
		}
		return c.addEdge(ctx, tx, from, to, w, g)
	case tool.WriteNode:
		node, ok, err := c.subject(ctx, tx, w)
		if err != nil {
			return err
		}
		if ok { // somebody made it meanwhile
			return c.addStatement(ctx, tx, node, label(w), w.Text, g)
		}
		_, err = c.addNode(ctx, tx, w.Subject, campaign.NodeType(w.Type), w.Text, g)
		return err
	}
	return ErrWrite
}
