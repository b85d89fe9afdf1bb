package store

import (
	"context"
	"fmt"

	"glyphoxa/internal/transcript"
)

// SetLoudspeaker keeps whether a person's microphone picks up what agents say,
// for this session of the campaign and those to come.
func (c *Campaign) SetLoudspeaker(ctx context.Context, who transcript.SpeakerID, l transcript.Loudspeaker) error {
	err := c.db.write(ctx, func(tx conn) error {
		_, err := tx.exec(ctx, `
			INSERT INTO loudspeakers (campaign_id, user_id, setting) VALUES ($1, $2, $3)
			ON CONFLICT (campaign_id, user_id) DO UPDATE SET setting = excluded.setting`, c.id, who, l)
		return err
	})
	if err != nil {
		return fmt.Errorf("set loudspeaker: %w", err)
	}
	return nil
}

// Loudspeakers returns what was last set for everybody in this campaign. Who
// has the table's setting is not in it.
func (c *Campaign) Loudspeakers(ctx context.Context) (map[transcript.SpeakerID]transcript.Loudspeaker, error) {
	set := map[transcript.SpeakerID]transcript.Loudspeaker{}
	err := c.db.read().each(ctx, `SELECT user_id, setting FROM loudspeakers WHERE campaign_id = $1`, []any{c.id},
		func(scan func(...any) error) error {
			var who transcript.SpeakerID
			var l transcript.Loudspeaker
			if err := scan(snowflake(&who), &l); err != nil {
				return err
			}
			set[who] = l
			return nil
		})
	if err != nil {
		return nil, fmt.Errorf("read loudspeakers: %w", err)
	}
	return set, nil
}
