package store

import (
	"context"
	"fmt"
	"time"

	"glyphoxa/internal/transcript"
)

// AddUsage adds to what a provider was asked for in a session.
func (c *Campaign) AddUsage(ctx context.Context, u transcript.Usage) error {
	err := c.db.write(ctx, func(tx conn) error {
		_, err := tx.exec(ctx, `
			INSERT INTO usage (campaign_id, session_id, provider, unit, amount) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (campaign_id, session_id, provider, unit) DO UPDATE SET amount = usage.amount + excluded.amount`,
			c.id, u.Session, u.Provider, u.Unit, u.Amount)
		return err
	})
	if err != nil {
		return fmt.Errorf("add usage: %w", err)
	}
	return nil
}

// Usage sums what each provider was asked for in one session, by unit. With an
// empty session it sums over the campaign, and Session is empty in the result.
func (c *Campaign) Usage(ctx context.Context, session transcript.SessionID) ([]transcript.Usage, error) {
	sums, err := all(ctx, c.db.read(), func(u *transcript.Usage) []any {
		u.Session = session
		return []any{&u.Provider, &u.Unit, &u.Amount}
	}, `
		SELECT provider, unit, CAST(sum(amount) AS BIGINT) FROM usage
		WHERE campaign_id = $1 AND ($2 = '' OR session_id = $2)
		GROUP BY provider, unit ORDER BY provider, unit`, c.id, session)
	if err != nil {
		return nil, fmt.Errorf("sum usage: %w", err)
	}
	return sums, nil
}

// UsageSince sums what each provider was asked for in the sessions that began
// at from or later, by unit. Session is empty in the result.
func (c *Campaign) UsageSince(ctx context.Context, from time.Time) ([]transcript.Usage, error) {
	sums, err := all(ctx, c.db.read(), func(u *transcript.Usage) []any {
		return []any{&u.Provider, &u.Unit, &u.Amount}
	}, `
		SELECT u.provider, u.unit, CAST(sum(u.amount) AS BIGINT)
		FROM usage u JOIN sessions s ON s.campaign_id = u.campaign_id AND s.id = u.session_id
		WHERE u.campaign_id = $1 AND s.started >= $2
		GROUP BY u.provider, u.unit ORDER BY u.provider, u.unit`, c.id, from)
	if err != nil {
		return nil, fmt.Errorf("sum usage since a day: %w", err)
	}
	return sums, nil
}
