package store

import (
	"context"
	"fmt"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

const proposalColumns = `id, session_id, scene_id, line, agent_id, write, digest, status, made, decided, decided_by`

func proposalFields(p *knowledge.Proposal) []any {
	return []any{
		&p.ID, &p.Session, &p.Scene, &p.Line, &p.Agent, fromJSON(&p.Write), &p.Digest, &p.Status,
		micros(&p.Made), micros(&p.Decided), &p.By,
	}
}

// AddProposal implements [knowledge.Store]. An empty ID gets a new one; the
// status is pending whatever p says.
func (c *Campaign) AddProposal(ctx context.Context, p knowledge.Proposal) (added bool, err error) {
	if p.ID == "" {
		p.ID = transcript.ProposalID(transcript.NewID())
	}
	err = c.db.write(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `
			INSERT INTO proposals (campaign_id, id, session_id, scene_id, line, agent_id, write, about, digest, status, made)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'pending', $10)
			ON CONFLICT (campaign_id, about, digest) WHERE status = 'pending' DO NOTHING`,
			c.id, p.ID, p.Session, p.Scene, p.Line, p.Agent, p.Write, about(p.Write), p.Digest, p.Made)
		added = n > 0
		return err
	})
	if err != nil {
		return false, fmt.Errorf("add proposal: %w", err)
	}
	return added, nil
}

// about says what a write is about, for finding repetitions: a node by its id
// or, where there is none, what was named.
func about(w tool.Write) string {
	if w.Node != "" {
		return "node " + w.Node
	}
	return "name " + campaign.Fold(w.Subject)
}

// Proposals implements [knowledge.Store]. A pending fact comes with what the
// graph has under the same label and otherwise says.
func (c *Campaign) Proposals(ctx context.Context, s knowledge.Status) ([]knowledge.Proposal, error) {
	var list []knowledge.Proposal
	err := c.db.snapshot(ctx, func(tx conn) (err error) {
		list, err = all(ctx, tx, proposalFields, `
			SELECT `+proposalColumns+` FROM proposals
			WHERE campaign_id = $1 AND ($2 = '' OR status = $2) ORDER BY made, id`, c.id, s)
		for i := range list {
			if err == nil {
				list[i].Contradicts, err = c.contradicts(ctx, tx, list[i])
			}
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list proposals: %w", err)
	}
	return list, nil
}

// contradicts returns the statements that stand where p would put another.
func (c *Campaign) contradicts(ctx context.Context, db conn, p knowledge.Proposal) ([]string, error) {
	if p.Status != knowledge.Pending || p.Write.Kind != tool.WriteFact {
		return nil, nil
	}
	node, ok, err := c.subject(ctx, db, p.Write)
	if err != nil || !ok {
		return nil, err
	}
	labels, err := c.labels(ctx, db, node)
	var against []string
	for _, a := range labels {
		if campaign.Fold(a.Key) == campaign.Fold(label(p.Write)) && campaign.Fold(a.Text) != campaign.Fold(p.Write.Text) {
			against = append(against, a.Text)
		}
	}
	return against, err
}

// subject finds the node that a write is about, by its id or by its name.
func (c *Campaign) subject(ctx context.Context, db conn, w tool.Write) (id transcript.NodeID, ok bool, err error) {
	if w.Node != "" {
		ok, err = db.row(ctx, `SELECT id FROM nodes WHERE campaign_id = $1 AND id = $2`, []any{c.id, w.Node}, &id)
		if err != nil || ok {
			return id, ok, err
		}
	}
	return c.nodeID(ctx, db, w.Subject)
}
