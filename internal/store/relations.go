package store

import (
	"context"
	"fmt"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// ChangeRelation implements [knowledge.Ledger].
func (c *Campaign) ChangeRelation(ctx context.Context, id knowledge.RelationID, change func(now *campaign.Edge) (*campaign.Edge, error)) error {
	err := c.db.write(ctx, func(tx conn) error {
		if _, err := c.lock(ctx, tx); err != nil { // as approvals do, and in their order
			return err
		}
		for _, end := range []transcript.NodeID{id.From, id.To} {
			there, err := tx.row(ctx, `SELECT 1 FROM nodes WHERE campaign_id = $1 AND id = $2`, []any{c.id, end}, new(int64))
			if err == nil && !there {
				err = knowledge.ErrNoEntry
			}
			if err != nil {
				return err
			}
		}
		kind, err := c.tieType(ctx, tx, id.From, id.To, id.Type)
		if err != nil {
			return err
		}
		before, err := c.tie(ctx, tx, id.From, id.To, kind)
		if err != nil {
			return err
		}
		after, err := change(before.edge())
		switch {
		case err != nil, before == nil && after == nil:
			return err
		case after == nil:
			_, err = tx.exec(ctx, `
				DELETE FROM edges WHERE campaign_id = $1 AND from_id = $2 AND to_id = $3 AND type = $4`,
				c.id, id.From, id.To, kind)
			return err
		}
		return c.setTie(ctx, tx, tie{
			From: id.From, To: id.To, Type: kind, Disposition: after.Disposition, Note: after.Note,
			Secret: after.Visible.Secret, Party: after.Party, Knowers: after.Visible.Nodes,
		})
	})
	if err != nil {
		return fmt.Errorf("change relation: %w", err)
	}
	return nil
}

// edge returns t as the campaign has it, nil for none.
func (t *tie) edge() *campaign.Edge {
	if t == nil {
		return nil
	}
	return &campaign.Edge{
		From: t.From, To: t.To, Type: t.Type, Disposition: t.Disposition, Note: t.Note,
		Visible: campaign.Visibility{Secret: t.Secret, Nodes: t.Knowers}, Party: t.Party,
	}
}
