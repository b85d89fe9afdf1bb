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

// struck says of a proposal that the line it came from was struck: no list shows
// it as waiting, unless the line is given back. It is a look by the line's key for
// each: as an EXISTS, PostgreSQL reads all lines for each while it has not counted
// them.
const struck = `COALESCE((
	SELECT l.hidden FROM lines l
	WHERE l.campaign_id = proposals.campaign_id AND l.session_id = proposals.session_id
	AND l.n = proposals.line), FALSE)`

// AddProposal implements [knowledge.Store]. An empty ID gets a new one; the
// status is pending whatever p says. A repetition of what no list shows any more,
// because it has waited for so long or its line was struck, makes that one new.
func (c *Campaign) AddProposal(ctx context.Context, p knowledge.Proposal) (added bool, err error) {
	if p.ID == "" {
		p.ID = transcript.ProposalID(transcript.NewID())
	}
	err = c.db.write(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `
			INSERT INTO proposals (campaign_id, id, session_id, scene_id, line, agent_id, write, about, digest, status, made)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'pending', $10)
			ON CONFLICT (campaign_id, about, digest) WHERE status = 'pending' DO UPDATE SET
				session_id = excluded.session_id, scene_id = excluded.scene_id, line = excluded.line,
				agent_id = excluded.agent_id, write = excluded.write, made = excluded.made
			WHERE proposals.made < $11 OR `+struck,
			c.id, p.ID, p.Session, p.Scene, p.Line, p.Agent, p.Write, about(p.Write), p.Digest, p.Made, p.Made.Add(-knowledge.MinorFor))
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

// Proposals implements [knowledge.Store].
func (c *Campaign) Proposals(ctx context.Context, s knowledge.Status) ([]knowledge.Proposal, error) {
	var list []knowledge.Proposal
	err := c.db.snapshot(ctx, func(tx conn) (err error) {
		list, err = all(ctx, tx, proposalFields, `
			SELECT `+proposalColumns+` FROM proposals
			WHERE campaign_id = $1 AND ($2 = '' OR status = $2)
			AND NOT ($2 = 'pending' AND `+struck+`) ORDER BY made, id`, c.id, s)
		if err != nil {
			return err
		}
		return c.against(ctx, tx, list)
	})
	if err != nil {
		return nil, fmt.Errorf("list proposals: %w", err)
	}
	return list, nil
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
