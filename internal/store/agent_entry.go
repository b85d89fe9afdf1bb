package store

import (
	"context"

	"glyphoxa/internal/campaign"
)

// entryFor gives an agent an entry of its own: what it learns is known to it by
// that. One that is called so and is nobody's is taken; where the name is
// another's it goes without, since nobody could say which is meant.
func (c *Campaign) entryFor(ctx context.Context, tx conn, a *campaign.Agent) error {
	if a.Node != "" {
		return nil
	}
	id, ok, err := c.nodeID(ctx, tx, a.Name)
	if err != nil {
		return err
	}
	if !ok {
		// Without a text it says nothing, so it is no secret either.
		a.Node, err = c.addNode(ctx, tx, a.Name, campaign.NPCNode, "", &growth{})
		return err
	}
	free, err := tx.row(ctx, `
		SELECT 1 FROM nodes n WHERE n.campaign_id = $1 AND n.id = $2 AND n.type IN ($3, $4)
			AND NOT EXISTS (SELECT 1 FROM agents o WHERE o.campaign_id = n.campaign_id AND o.node_id = n.id)
			AND NOT EXISTS (SELECT 1 FROM characters o WHERE o.campaign_id = n.campaign_id AND o.node_id = n.id)`,
		[]any{c.id, id, campaign.NPCNode, campaign.CharacterNode}, new(int64))
	if free {
		a.Node = id
	}
	return err
}
