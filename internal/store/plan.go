package store

import (
	"context"
	"fmt"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// AddScene plans a scene of that name, with nobody in it yet, behind those that
// the campaign has, and returns it with its key, which is made from the name.
// added is false if there is one of that name already, which is returned.
func (c *Campaign) AddScene(ctx context.Context, name string) (s campaign.Scene, added bool, err error) {
	err = c.db.write(ctx, func(tx conn) error {
		if _, err := c.lock(ctx, tx); err != nil {
			return err
		}
		list, err := c.scenes(ctx, tx)
		if err != nil {
			return err
		}
		keys := map[string]bool{}
		for _, other := range list {
			if campaign.Fold(other.Name) == campaign.Fold(name) {
				s = other
				return nil
			}
			keys[other.Key] = true
		}
		key, err := unused(campaign.KeyOf(name, "scene"), func(key string) (bool, error) { return keys[key], nil })
		if err != nil {
			return err
		}
		s, added = campaign.Scene{Key: key, Name: name}, true
		var pos int64
		if _, err := tx.row(ctx, `SELECT COALESCE(max(pos), -1) + 1 FROM scenes WHERE campaign_id = $1`, []any{c.id}, &pos); err != nil {
			return err
		}
		_, err = tx.exec(ctx, `INSERT INTO scenes (campaign_id, key, pos, name) VALUES ($1, $2, $3, $4)`, c.id, s.Key, pos, name)
		return err
	})
	if err != nil {
		return campaign.Scene{}, false, fmt.Errorf("add scene: %w", err)
	}
	return s, added, nil
}

// Cast puts an agent into a planned scene, or takes it out; to do it twice
// changes nothing more. found is false if there is no such scene or, to put one
// in, no such agent.
func (c *Campaign) Cast(ctx context.Context, key string, agent transcript.AgentID, in bool) (found bool, err error) {
	err = c.db.write(ctx, func(tx conn) error {
		// Taken first, so that two that are put in get a place each.
		n, err := tx.exec(ctx, `UPDATE scenes SET pos = pos WHERE campaign_id = $1 AND key = $2`, c.id, key)
		if err != nil || n == 0 {
			return err
		}
		if !in {
			found = true
			_, err = tx.exec(ctx, `DELETE FROM scene_cast WHERE campaign_id = $1 AND scene_key = $2 AND agent_id = $3`, c.id, key, agent)
			return err
		}
		found, err = tx.row(ctx, `SELECT 1 FROM agents WHERE campaign_id = $1 AND id = $2`, []any{c.id, agent}, new(int64))
		if err != nil || !found {
			return err
		}
		var pos int64
		if _, err := tx.row(ctx, `
			SELECT COALESCE(max(pos), -1) + 1 FROM scene_cast WHERE campaign_id = $1 AND scene_key = $2`, []any{c.id, key}, &pos); err != nil {
			return err
		}
		_, err = tx.exec(ctx, `
			INSERT INTO scene_cast (campaign_id, scene_key, agent_id, pos) VALUES ($1, $2, $3, $4)
			ON CONFLICT DO NOTHING`, c.id, key, agent, pos)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("change who is in a scene: %w", err)
	}
	return found, nil
}
