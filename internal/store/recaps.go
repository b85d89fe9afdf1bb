package store

import (
	"context"
	"fmt"

	"glyphoxa/internal/transcript"
)

// stale is a column that says whether words of a session were withdrawn after
// what table holds was told of them.
func stale(table string) string {
	return `EXISTS (
			SELECT 1 FROM withdrawals w
			WHERE w.campaign_id = ` + table + `.campaign_id AND w.session_id = ` + table + `.session_id AND w.at > ` + table + `.at)`
}

// SaveRecap keeps the story of a session. The first one stays until it is
// stale: saved is false if there was one.
func (c *Campaign) SaveRecap(ctx context.Context, r transcript.Recap) (saved bool, err error) {
	err = c.db.write(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `
			INSERT INTO recaps (campaign_id, session_id, text, model, at) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (campaign_id, session_id) DO UPDATE SET
				text = excluded.text, model = excluded.model, at = excluded.at
			WHERE `+stale("recaps"), c.id, r.Session, r.Text, r.Model, r.At)
		saved = n > 0
		return err
	})
	if err != nil {
		return false, fmt.Errorf("save recap: %w", err)
	}
	return saved, nil
}

// Recap returns the story of a session. ok is false if there is none yet.
func (c *Campaign) Recap(ctx context.Context, session transcript.SessionID) (r transcript.Recap, ok bool, err error) {
	ok, err = c.db.read().row(ctx, `
		SELECT session_id, text, model, at, `+stale("recaps")+`
		FROM recaps WHERE campaign_id = $1 AND session_id = $2`,
		[]any{c.id, session}, &r.Session, &r.Text, &r.Model, micros(&r.At), &r.Stale)
	if err != nil {
		return transcript.Recap{}, false, fmt.Errorf("read recap: %w", err)
	}
	return r, ok, nil
}

// DueRecaps returns the live sessions that have ended and have no recap, the
// oldest first. It is the whole of the job queue: a crash loses nothing.
func (c *Campaign) DueRecaps(ctx context.Context) ([]transcript.Session, error) {
	sessions, err := all(ctx, c.db.read(), sessionFields, `
		SELECT `+sessionColumns+` FROM sessions s
		WHERE s.campaign_id = $1 AND s.kind = $2 AND s.ended <> 0 AND NOT EXISTS (
			SELECT 1 FROM recaps r WHERE r.campaign_id = s.campaign_id AND r.session_id = s.id)
		ORDER BY s.ended, s.id`, c.id, transcript.Live)
	if err != nil {
		return nil, fmt.Errorf("list due recaps: %w", err)
	}
	return sessions, nil
}
