package store

import (
	"context"
	"fmt"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// AddAgent adds an agent to the campaign, behind those that it has, and returns
// it with its key and its entry: one of its name that was nobody's, or a new
// one. The key is made from the name and is nobody's, nor was
// anybody's who was ever present in a scene: else the new one would remember
// what the other heard. With a session the agent is a guest, without an entry: it goes
// when the session has ended ([Campaign.DropGuests]), unless it is kept
// ([Campaign.KeepGuest]).
func (c *Campaign) AddAgent(ctx context.Context, a campaign.Agent, session transcript.SessionID) (campaign.Agent, error) {
	err := c.db.write(ctx, func(tx conn) error {
		if _, err := c.lock(ctx, tx); err != nil {
			return err
		}
		var err error
		if a.ID, err = c.freeKey(ctx, tx, campaign.KeyOf(a.Name, string(campaign.NPC))); err != nil {
			return err
		}
		var pos int64
		if _, err := tx.row(ctx, `SELECT COALESCE(max(pos), -1) + 1 FROM agents WHERE campaign_id = $1`, []any{c.id}, &pos); err != nil {
			return err
		}
		if session == "" {
			if err := c.entryFor(ctx, tx, &a); err != nil {
				return err
			}
		}
		if err := c.setAgent(ctx, tx, a, pos); err != nil || session == "" {
			return err
		}
		_, err = tx.exec(ctx, `INSERT INTO guests (campaign_id, agent_id, session_id) VALUES ($1, $2, $3)`, c.id, a.ID, session)
		return err
	})
	if err != nil {
		return campaign.Agent{}, fmt.Errorf("add agent: %w", err)
	}
	return a, nil
}

// freeKey returns key, or key with the first number behind it that nobody has
// or had.
func (c *Campaign) freeKey(ctx context.Context, tx conn, key string) (transcript.AgentID, error) {
	free, err := unused(key, func(key string) (bool, error) {
		return tx.row(ctx, `
			SELECT 1 FROM agents WHERE campaign_id = $1 AND id = $2
			UNION ALL SELECT 1 FROM played_cast WHERE campaign_id = $1 AND agent_id = $2
			UNION ALL SELECT 1 FROM scene_cast WHERE campaign_id = $1 AND agent_id = $2`, []any{c.id, key}, new(int64))
	})
	return transcript.AgentID(free), err
}

// ChangeAgent changes one agent as change does, and returns it as it is then.
// What change is given is what is in the database at that moment, so that two
// GMs who change different things of the same agent both get their way; an
// error of change's is returned as it is, and nothing is changed. The key
// stays. It returns [ErrNoAgent] if there is no such agent any more.
func (c *Campaign) ChangeAgent(ctx context.Context, id transcript.AgentID, change func(*campaign.Agent) error) (campaign.Agent, error) {
	var a campaign.Agent
	err := c.db.write(ctx, func(tx conn) error {
		// Taken first, so that nobody changes it in between.
		n, err := tx.exec(ctx, `UPDATE agents SET pos = pos WHERE campaign_id = $1 AND id = $2`, c.id, id)
		if err == nil && n == 0 {
			err = ErrNoAgent
		}
		if err != nil {
			return err
		}
		var pos int64
		if _, err := tx.row(ctx, `SELECT pos FROM agents WHERE campaign_id = $1 AND id = $2`, []any{c.id, id}, &pos); err != nil {
			return err
		}
		found, err := c.agents(ctx, tx, id)
		if err != nil {
			return err
		}
		a = found[0]
		if err := change(&a); err != nil {
			return err
		}
		a.ID = id
		return c.setAgent(ctx, tx, a, pos)
	})
	if err != nil {
		return campaign.Agent{}, fmt.Errorf("change agent: %w", err)
	}
	return a, nil
}

// setAgent makes one agent's rows what a says.
func (c *Campaign) setAgent(ctx context.Context, tx conn, a campaign.Agent, pos int64) error {
	f := campaign.File{Agents: []campaign.Agent{a}}
	row := agentRows(f)[0]
	row[1] = pos
	if err := agents.put(ctx, tx, c.id, row); err != nil {
		return err
	}
	for _, t := range []struct {
		table table
		rows  [][]any
	}{{voices, voiceRows(f)}, {grants, grantRows(f)}} {
		if _, err := tx.exec(ctx, `DELETE FROM `+t.table.name+` WHERE campaign_id = $1 AND agent_id = $2`, c.id, a.ID); err != nil {
			return err
		}
		for _, r := range t.rows {
			if err := t.table.put(ctx, tx, c.id, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// Guests returns who is in the campaign for one session only, and for which.
func (c *Campaign) Guests(ctx context.Context) (map[transcript.AgentID]transcript.SessionID, error) {
	guests := map[transcript.AgentID]transcript.SessionID{}
	err := c.db.read().each(ctx, `SELECT agent_id, session_id FROM guests WHERE campaign_id = $1`, []any{c.id},
		func(scan func(...any) error) error {
			var id transcript.AgentID
			var session transcript.SessionID
			if err := scan(&id, &session); err != nil {
				return err
			}
			guests[id] = session
			return nil
		})
	if err != nil {
		return nil, fmt.Errorf("list guests: %w", err)
	}
	return guests, nil
}

// KeepGuest has a guest stay for good, and gives it an entry. kept is false if it was none: it stays
// already. It returns [ErrNoAgent] if it is gone.
func (c *Campaign) KeepGuest(ctx context.Context, id transcript.AgentID) (kept bool, err error) {
	err = c.db.write(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `DELETE FROM guests WHERE campaign_id = $1 AND agent_id = $2`, c.id, id)
		if err != nil {
			return err
		}
		found, err := c.agents(ctx, tx, id)
		if err == nil && len(found) == 0 {
			err = ErrNoAgent
		}
		if kept = n > 0; err != nil || !kept {
			return err
		}
		a := &found[0]
		if err := c.entryFor(ctx, tx, a); err != nil {
			return err
		}
		_, err = tx.exec(ctx, `UPDATE agents SET node_id = $3 WHERE campaign_id = $1 AND id = $2`, c.id, id, a.Node)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("keep a guest: %w", err)
	}
	return kept, nil
}

// DropGuests removes the guests of every session that has ended, as one that a
// crash ended too. What they said and heard stays.
func (c *Campaign) DropGuests(ctx context.Context) error {
	const gone = `SELECT g.agent_id FROM guests g WHERE g.campaign_id = $1 AND NOT EXISTS (
		SELECT 1 FROM sessions s WHERE s.campaign_id = g.campaign_id AND s.id = g.session_id AND s.ended = 0)`
	err := c.db.write(ctx, func(tx conn) error {
		// Whoever put one into a scene has not kept it by that.
		if _, err := tx.exec(ctx, `DELETE FROM scene_cast WHERE campaign_id = $1 AND agent_id IN (`+gone+`)`, c.id); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `DELETE FROM agents WHERE campaign_id = $1 AND id IN (`+gone+`)`, c.id)
		return err
	})
	if err != nil {
		return fmt.Errorf("drop guests: %w", err)
	}
	return nil
}
