package store

import (
	"context"
	"fmt"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
)

// claims goes by the rule of reachOf, for all agents at once: what an agent
// itself does with a statement goes before what its factions do.
const claims = `
	WITH RECURSIVE me (agent_id, node_id, hop) AS (
		SELECT a.id, a.node_id, 0 FROM agents a WHERE a.campaign_id = $1 AND a.node_id <> ''
		UNION
		SELECT me.agent_id, e.to_id, me.hop + 1 FROM me
		JOIN edges e ON e.campaign_id = $1 AND e.from_id = me.node_id AND e.type = '` + campaign.MemberOf + `'
		WHERE me.hop < 4
	), ways AS (
		SELECT agent_id, node_id, key, kind, text FROM (
			SELECT me.agent_id, s.node_id, s.key, s.kind, s.text, row_number() OVER (
				PARTITION BY me.agent_id, s.node_id, s.key ORDER BY me.hop, s.kind, s.knower_id) AS nth
			FROM stances s JOIN me ON me.node_id = s.knower_id WHERE s.campaign_id = $1
		) AS ranked WHERE nth = 1
	)
	SELECT a.id, CASE WHEN a.known_as <> '' THEN a.known_as ELSE a.name END, n.name, w.text
	FROM ways w
	JOIN agents a ON a.campaign_id = $1 AND a.id = w.agent_id
	JOIN nodes n ON n.campaign_id = $1 AND n.id = w.node_id
	WHERE w.kind IN ('` + string(campaign.Hides) + `', '` + string(campaign.Believes) + `') AND w.text <> ''
	ORDER BY a.pos, n.pos, w.key`

// Claims implements [knowledge.Store].
func (c *Campaign) Claims(ctx context.Context) ([]knowledge.Claim, error) {
	list, err := all(ctx, c.db.read(), func(k *knowledge.Claim) []any {
		return []any{&k.Agent, &k.Name, &k.Entry, &k.Text}
	}, claims, c.id)
	if err != nil {
		return nil, fmt.Errorf("read claims: %w", err)
	}
	return list, nil
}
