package store

import (
	"context"
	"errors"
	"fmt"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// File returns the campaign as its file says it: equal to what was saved, and
// what was decided since. A list that was empty is nil.
func (c *Campaign) File(ctx context.Context) (campaign.File, error) {
	var f campaign.File
	err := c.db.snapshot(ctx, func(tx conn) (err error) {
		f, err = c.file(ctx, tx)
		return err
	})
	if err != nil {
		return campaign.File{}, fmt.Errorf("read campaign: %w", err)
	}
	return f, nil
}

func (c *Campaign) file(ctx context.Context, db conn) (f campaign.File, err error) {
	ok, err := db.row(ctx, `SELECT `+campaignColumns+` FROM campaigns c WHERE c.id = $1`, []any{c.id}, campaignFields(&f.Campaign)...)
	if err == nil && !ok {
		err = ErrNoCampaign
	}
	if err != nil {
		return f, err
	}
	errs := make([]error, 7)
	f.Campaign.CoGMs, errs[0] = all(ctx, db, func(id *transcript.SpeakerID) []any { return []any{snowflake(id)} },
		`SELECT user_id FROM co_gms WHERE campaign_id = $1 ORDER BY pos`, c.id)
	f.Agents, errs[1] = c.agents(ctx, db, "")
	f.Scenes, errs[2] = c.scenes(ctx, db)
	f.Characters, errs[3] = all(ctx, db, characterFields, `SELECT `+characterColumns+` FROM characters WHERE campaign_id = $1 ORDER BY pos`, c.id)
	f.Names, errs[4] = all(ctx, db, func(n *campaign.Name) []any {
		return []any{&n.Text, &n.Say, fromJSON(&n.Heard)}
	}, `SELECT text, say, heard FROM names WHERE campaign_id = $1 ORDER BY pos`, c.id)
	f.Nodes, errs[5] = c.nodes(ctx, db, "")
	f.Edges, errs[6] = c.edges(ctx, db)
	return f, errors.Join(errs...)
}

// Agent implements [knowledge.Store].
func (c *Campaign) Agent(ctx context.Context, id transcript.AgentID) (campaign.Agent, error) {
	var found []campaign.Agent
	err := c.db.snapshot(ctx, func(tx conn) (err error) {
		found, err = c.agents(ctx, tx, id)
		return err
	})
	if err == nil && len(found) == 0 {
		err = ErrNoAgent
	}
	if err != nil {
		return campaign.Agent{}, fmt.Errorf("read agent: %w", err)
	}
	return found[0], nil
}

// ErrNoAgent says that there is no agent of that ID in the campaign.
var ErrNoAgent = campaign.ErrNoAgent

// agents reads one agent or, with an empty id, all.
func (c *Campaign) agents(ctx context.Context, db conn, id transcript.AgentID) ([]campaign.Agent, error) {
	list, err := all(ctx, db, func(a *campaign.Agent) []any {
		return []any{
			&a.ID, &a.Kind, &a.Name, fromJSON(&a.Aliases), fromJSON(&a.Titles), &a.KnownAs, &a.State, &a.Muted,
			&a.Persona, &a.Node, &a.Talk, &a.Invents, &a.Interruptible, fromJSON(&a.Fillers),
		}
	}, `
		SELECT id, kind, name, aliases, titles, known_as, state, muted, persona, node_id, talk, invents,
			interruptible, fillers
		FROM agents WHERE campaign_id = $1 AND ($2 = '' OR id = $2) ORDER BY pos`, c.id, id)
	if err != nil {
		return nil, err
	}
	at := map[transcript.AgentID]*campaign.Agent{}
	for i := range list {
		at[list[i].ID] = &list[i]
	}
	err = db.each(ctx, `
		SELECT agent_id, provider, name, options FROM voices
		WHERE campaign_id = $1 AND ($2 = '' OR agent_id = $2)`, []any{c.id, id},
		func(scan func(...any) error) error {
			var agent transcript.AgentID
			var provider string
			var v campaign.Voice
			if err := scan(&agent, &provider, &v.Name, fromJSON(&v.Options)); err != nil {
				return err
			}
			if at[agent].Voices == nil {
				at[agent].Voices = map[string]campaign.Voice{}
			}
			at[agent].Voices[provider] = v
			return nil
		})
	if err != nil {
		return nil, err
	}
	return list, db.each(ctx, `
		SELECT agent_id, tool, scope FROM grants
		WHERE campaign_id = $1 AND ($2 = '' OR agent_id = $2) ORDER BY pos`, []any{c.id, id},
		func(scan func(...any) error) error {
			var agent transcript.AgentID
			var g campaign.Grant
			if err := scan(&agent, &g.Tool, &g.Scope); err != nil {
				return err
			}
			at[agent].Grants = append(at[agent].Grants, g)
			return nil
		})
}

func (c *Campaign) scenes(ctx context.Context, db conn) ([]campaign.Scene, error) {
	list, err := all(ctx, db, func(s *campaign.Scene) []any { return []any{&s.Key, &s.Name} },
		`SELECT key, name FROM scenes WHERE campaign_id = $1 ORDER BY pos`, c.id)
	if err != nil {
		return nil, err
	}
	at := map[string]*campaign.Scene{}
	for i := range list {
		at[list[i].Key] = &list[i]
	}
	return list, db.each(ctx, `SELECT scene_key, agent_id FROM scene_cast WHERE campaign_id = $1 ORDER BY pos`, []any{c.id},
		func(scan func(...any) error) error {
			var key string
			var agent transcript.AgentID
			if err := scan(&key, &agent); err != nil {
				return err
			}
			at[key].Present = append(at[key].Present, agent)
			return nil
		})
}
