package store

import (
	"context"
	"fmt"
	"time"

	"glyphoxa/internal/transcript"
)

const draftColumns = `n, session_id, length, view, text, model, author, at, posted, channel`

func draftFields(d *transcript.Draft) []any {
	return []any{
		&d.N, &d.Session, &d.Length, &d.View, &d.Text, &d.Model, snowflake(&d.By), micros(&d.At), micros(&d.Posted), snowflake(&d.Channel),
	}
}

// AddDraft keeps a new version of a recap, and returns it with its N.
func (c *Campaign) AddDraft(ctx context.Context, d transcript.Draft) (transcript.Draft, error) {
	err := c.db.write(ctx, func(tx conn) error {
		if _, err := c.lock(ctx, tx); err != nil {
			return err
		}
		if _, err := tx.row(ctx, `SELECT COALESCE(max(n), 0) + 1 FROM drafts WHERE campaign_id = $1`, []any{c.id}, &d.N); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `
			INSERT INTO drafts (campaign_id, `+draftColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
			c.id, d.N, d.Session, d.Length, d.View, d.Text, d.Model, d.By, d.At, d.Posted, d.Channel)
		return err
	})
	if err != nil {
		return transcript.Draft{}, fmt.Errorf("keep a draft: %w", err)
	}
	return d, nil
}

// Draft returns the draft of that number. ok is false if there is none.
func (c *Campaign) Draft(ctx context.Context, n int64) (d transcript.Draft, ok bool, err error) {
	return c.draft(ctx, c.db.read(), `n = $2`, n)
}

// LastDraft returns the newest version of that kind of a session's recap.
func (c *Campaign) LastDraft(ctx context.Context, session transcript.SessionID, length transcript.Length, view transcript.View) (d transcript.Draft, ok bool, err error) {
	return c.draft(ctx, c.db.read(), `session_id = $2 AND length = $3 AND view = $4 ORDER BY n DESC`, session, length, view)
}

// LastPosted returns the recap that everybody was shown last.
func (c *Campaign) LastPosted(ctx context.Context) (d transcript.Draft, ok bool, err error) {
	return c.draft(ctx, c.db.read(), `posted <> 0 AND view = $2 ORDER BY posted DESC, n DESC`, transcript.ForPlayers)
}

// draft returns the first draft of the campaign for which where holds, whose
// parameters begin with $2.
func (c *Campaign) draft(ctx context.Context, db conn, where string, args ...any) (d transcript.Draft, ok bool, err error) {
	ok, err = db.row(ctx, `
		SELECT `+draftColumns+`, `+stale("drafts")+`
		FROM drafts WHERE campaign_id = $1 AND `+where+` LIMIT 1`,
		append([]any{c.id}, args...), append(draftFields(&d), &d.Stale)...)
	if err != nil {
		return transcript.Draft{}, false, fmt.Errorf("read a draft: %w", err)
	}
	return d, ok, nil
}

// Post marks a draft as shown to everybody, once, whoever asks and how often:
// changed is false if it had been. One for the GM's eyes is never marked. It
// returns the draft as it is now; ok is false if there is none.
func (c *Campaign) Post(ctx context.Context, n int64, channel transcript.ChannelID, at time.Time) (d transcript.Draft, changed, ok bool, err error) {
	err = c.db.write(ctx, func(tx conn) error {
		rows, err := tx.exec(ctx, `
			UPDATE drafts SET posted = $3, channel = $4 WHERE campaign_id = $1 AND n = $2 AND posted = 0 AND view = $5`,
			c.id, n, at, channel, transcript.ForPlayers)
		if err != nil {
			return err
		}
		changed = rows > 0
		d, ok, err = c.draft(ctx, tx, `n = $2`, n)
		return err
	})
	if err != nil {
		return transcript.Draft{}, false, false, fmt.Errorf("post a draft: %w", err)
	}
	return d, changed, ok, nil
}

// Unpost takes the mark of [Campaign.Post] back: the message did not come
// about.
func (c *Campaign) Unpost(ctx context.Context, n int64) error {
	err := c.db.write(ctx, func(tx conn) error {
		_, err := tx.exec(ctx, `UPDATE drafts SET posted = 0, channel = 0 WHERE campaign_id = $1 AND n = $2`, c.id, n)
		return err
	})
	if err != nil {
		return fmt.Errorf("take back a post: %w", err)
	}
	return nil
}
