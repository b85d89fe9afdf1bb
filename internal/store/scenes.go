package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"glyphoxa/internal/transcript"
)

// ErrNoScene says that there is no played scene of that ID in the campaign.
var ErrNoScene = errors.New("no such played scene in this campaign")

// BeginScene starts a scene of a session with the agents that are present
// until its end. key is that of the planned scene, empty for none. Who is
// present does not change within a scene: when somebody comes or goes, begin
// another.
func (c *Campaign) BeginScene(ctx context.Context, session transcript.SessionID, key, name string, agents []transcript.AgentID, at time.Time) (transcript.SceneID, error) {
	id := transcript.SceneID(transcript.NewID())
	err := c.db.write(ctx, func(tx conn) error {
		_, err := tx.exec(ctx, `
			INSERT INTO played_scenes (campaign_id, id, session_id, key, name, begun) VALUES ($1, $2, $3, $4, $5, $6)`,
			c.id, id, session, key, name, at)
		if err != nil {
			return err
		}
		for pos, a := range agents {
			if _, err := tx.exec(ctx, `
				INSERT INTO played_cast (campaign_id, scene_id, agent_id, pos) VALUES ($1, $2, $3, $4)`,
				c.id, id, a, pos); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("begin scene: %w", err)
	}
	return id, nil
}

// EndScene ends a scene. Ending it twice keeps the first end.
func (c *Campaign) EndScene(ctx context.Context, id transcript.SceneID, at time.Time) error {
	err := c.db.write(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `
			UPDATE played_scenes SET ended = CASE WHEN ended = 0 THEN $3 ELSE ended END
			WHERE campaign_id = $1 AND id = $2`, c.id, id, at)
		if err == nil && n == 0 {
			err = ErrNoScene
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("end scene: %w", err)
	}
	return nil
}

// Present returns the agents that were present in a played scene.
func (c *Campaign) Present(ctx context.Context, scene transcript.SceneID) ([]transcript.AgentID, error) {
	agents, err := c.present(ctx, c.db.read(), scene)
	if err != nil {
		return nil, fmt.Errorf("read cast: %w", err)
	}
	return agents, nil
}

func (c *Campaign) present(ctx context.Context, db conn, scene transcript.SceneID) ([]transcript.AgentID, error) {
	return all(ctx, db, func(id *transcript.AgentID) []any { return []any{id} },
		`SELECT agent_id FROM played_cast WHERE campaign_id = $1 AND scene_id = $2 ORDER BY pos`, c.id, scene)
}
