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

// Decide implements [knowledge.Store]: the decision and what it changes in the
// graph are one transaction. What an approved write names and the graph does
// not have becomes an entry of its own, so that an approval cannot fail for a
// name that somebody made up.
func (c *Campaign) Decide(ctx context.Context, d knowledge.Decision) (p knowledge.Proposal, changed bool, err error) {
	if d.Status != knowledge.Approved && d.Status != knowledge.Rejected {
		return p, false, fmt.Errorf("decide proposal: %q is no decision", d.Status)
	}
	err = c.db.write(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `
			UPDATE proposals SET status = $3, decided = $4, decided_by = $5
			WHERE campaign_id = $1 AND id = $2 AND status = 'pending'`, c.id, d.Proposal, d.Status, d.At, d.By)
		if err != nil {
			return err
		}
		ok, err := tx.row(ctx, `SELECT `+proposalColumns+` FROM proposals WHERE campaign_id = $1 AND id = $2`,
			[]any{c.id, d.Proposal}, proposalFields(&p)...)
		if err == nil && !ok {
			err = knowledge.ErrNoProposal
		}
		changed = n > 0
		if err != nil || !changed || d.Status != knowledge.Approved {
			return err
		}
		known, err := c.audience(ctx, tx, d.Audience, p.Scene)
		if err != nil {
			return err
		}
		return c.apply(ctx, tx, p.Write, known)
	})
	if err != nil {
		return knowledge.Proposal{}, false, fmt.Errorf("decide proposal: %w", err)
	}
	return p, changed, nil
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

// ErrWrite says that a proposal's write is not one that this program can
// carry out: of another version, or of a kind it does not know.
var ErrWrite = errors.New("this proposal was made by another version of the program and cannot be carried out: reject it")

func (c *Campaign) apply(ctx context.Context, tx conn, w tool.Write, k known) error {
	if w.V != tool.WriteVersion {
		return ErrWrite
	}
	switch w.Kind {
	case tool.WriteFact:
		node, err := c.ensure(ctx, tx, w, k)
		if err != nil {
			return err
		}
		return c.addStatement(ctx, tx, node, label(w), w.Text, k)
	case tool.WriteEdge:
		from, err := c.ensure(ctx, tx, w, k)
		if err != nil {
			return err
		}
		to, err := c.ensure(ctx, tx, tool.Write{Subject: w.Target}, k)
		if err != nil {
			return err
		}
		return c.addEdge(ctx, tx, from, to, w, k)
	case tool.WriteNode:
		node, ok, err := c.subject(ctx, tx, w)
		if err != nil {
			return err
		}
		if ok { // somebody made it meanwhile
			return c.addStatement(ctx, tx, node, label(w), w.Text, k)
		}
		_, err = c.addNode(ctx, tx, w.Subject, campaign.NodeType(w.Type), w.Text, k)
		return err
	}
	return ErrWrite
}
