package store

import (
	"context"
	"fmt"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// NodeByName implements [knowledge.Store]. A name goes before an alias, and an
// earlier entry before a later one.
func (c *Campaign) NodeByName(ctx context.Context, name string) (n campaign.Node, ok bool, err error) {
	err = c.db.snapshot(ctx, func(tx conn) error {
		var id transcript.NodeID
		if id, ok, err = c.nodeID(ctx, tx, name); err != nil || !ok {
			return err
		}
		found, err := c.nodes(ctx, tx, id)
		if err == nil {
			n = found[0]
		}
		return err
	})
	if err != nil {
		return campaign.Node{}, false, fmt.Errorf("find entry by name: %w", err)
	}
	return n, ok, nil
}

func (c *Campaign) nodeID(ctx context.Context, db conn, name string) (id transcript.NodeID, ok bool, err error) {
	folded := campaign.Fold(name)
	if folded == "" { // punctuation is nobody's name
		return "", false, nil
	}
	ok, err = db.row(ctx, `
		SELECT id FROM (
			SELECT n.id, 0 AS alias, n.pos FROM nodes n WHERE n.campaign_id = $1 AND n.folded = $2
			UNION ALL
			SELECT n.id, 1, n.pos FROM node_aliases a JOIN nodes n ON n.campaign_id = a.campaign_id AND n.id = a.node_id
			WHERE a.campaign_id = $1 AND a.folded = $2
		) AS found ORDER BY alias, pos LIMIT 1`, []any{c.id, folded}, &id)
	return id, ok, err
}

// nodes reads one node or, with an empty id, all.
func (c *Campaign) nodes(ctx context.Context, db conn, id transcript.NodeID) ([]campaign.Node, error) {
	list, err := all(ctx, db, func(n *campaign.Node) []any { return []any{&n.ID, &n.Type, &n.Name} },
		`SELECT id, type, name FROM nodes WHERE campaign_id = $1 AND ($2 = '' OR id = $2) ORDER BY pos`, c.id, id)
	if err != nil {
		return nil, err
	}
	at := map[transcript.NodeID]*campaign.Node{}
	for i := range list {
		at[list[i].ID] = &list[i]
	}
	err = db.each(ctx, `
		SELECT node_id, alias FROM node_aliases
		WHERE campaign_id = $1 AND ($2 = '' OR node_id = $2) ORDER BY pos`, []any{c.id, id},
		func(scan func(...any) error) error {
			var node transcript.NodeID
			var alias string
			if err := scan(&node, &alias); err != nil {
				return err
			}
			at[node].Aliases = append(at[node].Aliases, alias)
			return nil
		})
	if err != nil {
		return nil, err
	}
	who, err := c.knowers(ctx, db, id)
	if err != nil {
		return nil, err
	}
	ways, err := c.stances(ctx, db, id)
	if err != nil {
		return nil, err
	}
	return list, db.each(ctx, `
		SELECT node_id, key, text, secret, party FROM statements
		WHERE campaign_id = $1 AND ($2 = '' OR node_id = $2) ORDER BY pos`, []any{c.id, id},
		func(scan func(...any) error) error {
			var s knowledge.StatementID
			var a campaign.Aspect
			if err := scan(&s.Node, &s.Key, &a.Text, &a.Visible.Secret, &a.Party); err != nil {
				return err
			}
			a.Key, a.Visible.Nodes, a.Stances = s.Key, who[s], ways[s]
			if n := at[s.Node]; s.Key == "" {
				n.Text, n.Visible, n.Party, n.Stances = a.Text, a.Visible, a.Party, a.Stances
			} else {
				n.Aspects = append(n.Aspects, a)
			}
			return nil
		})
}

func (c *Campaign) knowers(ctx context.Context, db conn, id transcript.NodeID) (map[knowledge.StatementID][]transcript.NodeID, error) {
	out := map[knowledge.StatementID][]transcript.NodeID{}
	return out, db.each(ctx, `
		SELECT node_id, key, knower_id FROM knowers
		WHERE campaign_id = $1 AND ($2 = '' OR node_id = $2) ORDER BY pos`, []any{c.id, id},
		func(scan func(...any) error) error {
			var s knowledge.StatementID
			var who transcript.NodeID
			if err := scan(&s.Node, &s.Key, &who); err != nil {
				return err
			}
			out[s] = append(out[s], who)
			return nil
		})
}

func (c *Campaign) stances(ctx context.Context, db conn, id transcript.NodeID) (map[knowledge.StatementID][]campaign.Stance, error) {
	out := map[knowledge.StatementID][]campaign.Stance{}
	return out, db.each(ctx, `
		SELECT node_id, key, knower_id, kind, text FROM stances
		WHERE campaign_id = $1 AND ($2 = '' OR node_id = $2) ORDER BY pos`, []any{c.id, id},
		func(scan func(...any) error) error {
			var s knowledge.StatementID
			var st campaign.Stance
			if err := scan(&s.Node, &s.Key, &st.Who, &st.Kind, &st.Text); err != nil {
				return err
			}
			out[s] = append(out[s], st)
			return nil
		})
}

func (c *Campaign) edges(ctx context.Context, db conn) ([]campaign.Edge, error) {
	list, err := all(ctx, db, func(e *campaign.Edge) []any {
		return []any{&e.From, &e.To, &e.Type, &e.Disposition, &e.Note, &e.Visible.Secret, &e.Party}
	}, `
		SELECT from_id, to_id, type, disposition, note, secret, party
		FROM edges WHERE campaign_id = $1 ORDER BY pos`, c.id)
	if err != nil {
		return nil, err
	}
	type edgeID struct {
		from, to transcript.NodeID
		kind     string
	}
	at := map[edgeID]*campaign.Edge{}
	for i := range list {
		e := &list[i]
		at[edgeID{e.From, e.To, e.Type}] = e
	}
	return list, db.each(ctx, `
		SELECT from_id, to_id, type, knower_id FROM edge_knowers WHERE campaign_id = $1 ORDER BY pos`, []any{c.id},
		func(scan func(...any) error) error {
			var id edgeID
			var who transcript.NodeID
			if err := scan(&id.from, &id.to, &id.kind, &who); err != nil {
				return err
			}
			at[id].Visible.Nodes = append(at[id].Visible.Nodes, who)
			return nil
		})
}
