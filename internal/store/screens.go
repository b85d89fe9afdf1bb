package store

import (
	"context"
	"fmt"

	"glyphoxa/internal/campaign"
)

// Screen returns where what is for the GMs alone goes. It is the zero Screen
// while none of them has chosen.
func (c *Campaign) Screen(ctx context.Context) (campaign.Screen, error) {
	var s campaign.Screen
	_, err := c.db.read().row(ctx, `SELECT kind, channel, spoilers FROM gm_screens WHERE campaign_id = $1`,
		[]any{c.id}, &s.Kind, snowflake(&s.Channel), &s.Spoilers)
	if err != nil {
		return campaign.Screen{}, fmt.Errorf("read the GM screen: %w", err)
	}
	return s, nil
}

// SetScreen keeps where what is for the GMs alone goes. It returns
// [ErrNoCampaign] if there is no such campaign.
func (c *Campaign) SetScreen(ctx context.Context, s campaign.Screen) error {
	err := c.db.write(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `
			INSERT INTO gm_screens (campaign_id, kind, channel, spoilers)
			SELECT id, $2, $3, $4 FROM campaigns WHERE id = $1
			ON CONFLICT (campaign_id) DO UPDATE SET kind = excluded.kind, channel = excluded.channel, spoilers = excluded.spoilers`,
			c.id, s.Kind, s.Channel, s.Spoilers)
		if err == nil && n == 0 {
			err = ErrNoCampaign
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("keep the GM screen: %w", err)
	}
	return nil
}
