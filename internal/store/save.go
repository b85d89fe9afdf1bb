package store

import (
	"context"
	"errors"
	"fmt"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// The tables of a campaign's file. A row's place in its list is pos.
var (
	coGMs       = table{"co_gms", []string{"campaign_id", "user_id"}, []string{"pos"}}
	agents      = table{"agents", []string{"campaign_id", "id"}, []string{"pos", "kind", "name", "aliases", "titles", "known_as", "state", "muted", "persona", "node_id", "talk", "invents", "interruptible", "fillers"}}
	voices      = table{"voices", []string{"campaign_id", "agent_id", "provider"}, []string{"name", "options"}}
	grants      = table{"grants", []string{"campaign_id", "agent_id", "tool"}, []string{"pos", "scope"}}
	characters  = table{"characters", []string{"campaign_id", "id"}, []string{"pos", "name", "aliases", "player", "node_id", "retired"}}
	nameList    = table{"names", []string{"campaign_id", "text"}, []string{"pos", "say", "heard"}}
	scenes      = table{"scenes", []string{"campaign_id", "key"}, []string{"pos", "name"}}
	sceneCast   = table{"scene_cast", []string{"campaign_id", "scene_key", "agent_id"}, []string{"pos"}}
	nodes       = table{"nodes", []string{"campaign_id", "id"}, []string{"pos", "type", "name", "folded"}}
	nodeAliases = table{"node_aliases", []string{"campaign_id", "node_id", "alias"}, []string{"pos", "folded"}}
	statements  = table{"statements", []string{"campaign_id", "node_id", "key"}, []string{"pos", "text", "secret", "party"}}
	knowers     = table{"knowers", []string{"campaign_id", "node_id", "key", "knower_id"}, []string{"pos"}}
	stances     = table{"stances", []string{"campaign_id", "node_id", "key", "knower_id"}, []string{"pos", "kind", "text"}}
	edges       = table{"edges", []string{"campaign_id", "from_id", "to_id", "type"}, []string{"pos", "disposition", "note", "secret", "party"}}
	edgeKnowers = table{"edge_knowers", []string{"campaign_id", "from_id", "to_id", "type", "knower_id"}, []string{"pos"}}
)

// SaveCampaign makes the campaign of f's key what f says, and returns its id.
// A campaign that is not there is made. Entries of f are added or updated by
// their key, and what f no longer has is removed; sessions, lines, proposals
// and all else that happened stays. Saving the same file again changes no row.
func (db *DB) SaveCampaign(ctx context.Context, f campaign.File) (transcript.CampaignID, error) {
	if f.Campaign.Key == "" {
		return "", errors.New("save campaign: it has no key")
	}
	var id transcript.CampaignID
	err := db.write(ctx, func(tx conn) (err error) {
		id, err = saveFile(ctx, tx, f)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("save campaign: %w", err)
	}
	return id, nil
}

func saveFile(ctx context.Context, tx conn, f campaign.File) (transcript.CampaignID, error) {
	id, err := saveHead(ctx, tx, f.Campaign)
	if err != nil {
		return "", err
	}
	// Parents come before children; a parent that goes takes its own along.
	for _, t := range []struct {
		table table
		rows  [][]any
	}{
		{coGMs, coGMRows(f)},
		{agents, agentRows(f)},
		{voices, voiceRows(f)},
		{grants, grantRows(f)},
		{characters, characterRows(f)},
		{nameList, nameRows(f)},
		{scenes, sceneRows(f)},
		{sceneCast, sceneCastRows(f)},
		{nodes, nodeRows(f)},
		{nodeAliases, aliasRows(f)},
		{statements, statementRows(f)},
		{knowers, knowerRows(f)},
		{stances, stanceRows(f)},
		{edges, edgeRows(f)},
		{edgeKnowers, edgeKnowerRows(f)},
	} {
		if err := t.table.mirror(ctx, tx, id, t.rows); err != nil {
			return "", err
		}
	}
	return id, nil
}

// saveHead keeps the campaign's own row and returns its id.
func saveHead(ctx context.Context, tx conn, c campaign.Campaign) (transcript.CampaignID, error) {
	var id transcript.CampaignID
	found, err := tx.row(ctx, `SELECT id FROM campaigns WHERE key = $1`, []any{c.Key}, &id)
	if err != nil {
		return "", err
	}
	if !found {
		id = transcript.CampaignID(transcript.NewID())
		_, err = tx.exec(ctx, `
			INSERT INTO campaigns (id, number, key, name, folded, language, owner, setting, talk, invents,
				directions, narrator, chorus)
			SELECT $1, COALESCE(max(c.number), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 FROM campaigns c`,
			id, c.Key, c.Name, campaign.Fold(c.Name), c.Language, c.Owner, c.Setting, c.Talk, c.Invents,
			c.Directions, c.Narrator, c.Chorus)
		return id, err
	}
	_, err = tx.exec(ctx, `
		UPDATE campaigns SET name = $2, folded = $3, language = $4, owner = $5, setting = $6, talk = $7, invents = $8,
			directions = $9, narrator = $10, chorus = $11
		WHERE id = $1 AND (name <> $2 OR folded <> $3 OR language <> $4 OR owner <> $5 OR setting <> $6 OR talk <> $7 OR invents <> $8
			OR directions <> $9 OR narrator <> $10 OR chorus <> $11)`,
		id, c.Name, campaign.Fold(c.Name), c.Language, c.Owner, c.Setting, c.Talk, c.Invents, c.Directions, c.Narrator, c.Chorus)
	return id, err
}

func coGMRows(f campaign.File) (rows [][]any) {
	for pos, id := range f.Campaign.CoGMs {
		rows = append(rows, []any{id, pos})
	}
	return rows
}

func agentRows(f campaign.File) (rows [][]any) {
	for pos, a := range f.Agents {
		rows = append(rows, []any{
			a.ID, pos, a.Kind, a.Name, a.Aliases, a.Titles, a.KnownAs, a.State, a.Muted, a.Persona, a.Node, a.Talk, a.Invents,
			a.Interruptible, a.Fillers,
		})
	}
	return rows
}

func voiceRows(f campaign.File) (rows [][]any) {
	for _, a := range f.Agents {
		for provider, v := range a.Voices {
			rows = append(rows, []any{a.ID, provider, v.Name, v.Options})
		}
	}
	return rows
}

func grantRows(f campaign.File) (rows [][]any) {
	for _, a := range f.Agents {
		for pos, g := range a.Grants {
			rows = append(rows, []any{a.ID, g.Tool, pos, g.Scope})
		}
	}
	return rows
}

func characterRows(f campaign.File) (rows [][]any) {
	for pos, c := range f.Characters {
		rows = append(rows, []any{c.ID, pos, c.Name, c.Aliases, c.Player, c.Node, c.Retired})
	}
	return rows
}

func nameRows(f campaign.File) (rows [][]any) {
	for pos, n := range f.Names {
		rows = append(rows, []any{n.Text, pos, n.Say, n.Heard})
	}
	return rows
}

func sceneRows(f campaign.File) (rows [][]any) {
	for pos, s := range f.Scenes {
		rows = append(rows, []any{s.Key, pos, s.Name})
	}
	return rows
}

func sceneCastRows(f campaign.File) (rows [][]any) {
	for _, s := range f.Scenes {
		for pos, a := range s.Present {
			rows = append(rows, []any{s.Key, a, pos})
		}
	}
	return rows
}

func nodeRows(f campaign.File) (rows [][]any) {
	for pos, n := range f.Nodes {
		rows = append(rows, []any{n.ID, pos, n.Type, n.Name, campaign.Fold(n.Name)})
	}
	return rows
}

func aliasRows(f campaign.File) (rows [][]any) {
	for _, n := range f.Nodes {
		for pos, a := range n.Aliases {
			rows = append(rows, []any{n.ID, a, pos, campaign.Fold(a)})
		}
	}
	return rows
}

// aspects yields a node's statements, its own text first, with the empty key.
func aspects(n campaign.Node) []campaign.Aspect {
	own := campaign.Aspect{Text: n.Text, Visible: n.Visible, Party: n.Party, Stances: n.Stances}
	return append([]campaign.Aspect{own}, n.Aspects...)
}

func statementRows(f campaign.File) (rows [][]any) {
	for _, n := range f.Nodes {
		for pos, a := range aspects(n) {
			rows = append(rows, []any{n.ID, a.Key, pos, a.Text, a.Visible.Secret, a.Party})
		}
	}
	return rows
}

func knowerRows(f campaign.File) (rows [][]any) {
	for _, n := range f.Nodes {
		for _, a := range aspects(n) {
			for pos, k := range a.Visible.Nodes {
				rows = append(rows, []any{n.ID, a.Key, k, pos})
			}
		}
	}
	return rows
}

func stanceRows(f campaign.File) (rows [][]any) {
	for _, n := range f.Nodes {
		for _, a := range aspects(n) {
			for pos, s := range a.Stances {
				rows = append(rows, []any{n.ID, a.Key, s.Who, pos, s.Kind, s.Text})
			}
		}
	}
	return rows
}

func edgeRows(f campaign.File) (rows [][]any) {
	for pos, e := range f.Edges {
		rows = append(rows, []any{e.From, e.To, e.Type, pos, e.Disposition, e.Note, e.Visible.Secret, e.Party})
	}
	return rows
}

func edgeKnowerRows(f campaign.File) (rows [][]any) {
	for _, e := range f.Edges {
		for pos, k := range e.Visible.Nodes {
			rows = append(rows, []any{e.From, e.To, e.Type, k, pos})
		}
	}
	return rows
}
