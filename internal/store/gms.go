package store

import (
	"cmp"
	"context"
	"fmt"

	"glyphoxa/internal/transcript"
)

// AddGM makes a person one of the campaign's GMs. added is false if they are
// already, as owner or co-GM.
func (c *Campaign) AddGM(ctx context.Context, who transcript.SpeakerID) (added bool, err error) {
	err = c.db.write(ctx, func(tx conn) error {
		owner, err := c.owner(ctx, tx)
		if err != nil || owner == who {
			return err
		}
		n, err := tx.exec(ctx, `
			INSERT INTO co_gms (campaign_id, user_id, pos)
			SELECT $1, $2, COALESCE(max(g.pos), -1) + 1 FROM co_gms g WHERE g.campaign_id = $1
			ON CONFLICT (campaign_id, user_id) DO NOTHING`, c.id, who)
		added = n > 0
		return err
	})
	if err != nil {
		return false, fmt.Errorf("add a GM: %w", err)
	}
	return added, nil
}

// RemoveGM takes a co-GM's rights away. removed is false if they were none. The
// owner stays one: a campaign is handed over ([Campaign.HandOver]).
func (c *Campaign) RemoveGM(ctx context.Context, who transcript.SpeakerID) (removed bool, err error) {
	err = c.db.write(ctx, func(tx conn) error {
		if _, err := c.owner(ctx, tx); err != nil {
			return err
		}
		n, err := tx.exec(ctx, `DELETE FROM co_gms WHERE campaign_id = $1 AND user_id = $2`, c.id, who)
		removed = n > 0
		return err
	})
	if err != nil {
		return false, fmt.Errorf("remove a GM: %w", err)
	}
	return removed, nil
}

// HandOver makes the campaign of one owner another's. It returns [ErrTaken] if
// it is no longer from's: of two who hand it over at once the second is told.
// Who owned it is no GM of it any more.
func (c *Campaign) HandOver(ctx context.Context, from, to transcript.SpeakerID) error {
	err := c.db.write(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `UPDATE campaigns SET owner = $3 WHERE id = $1 AND owner = $2`, c.id, from, to)
		if err == nil && n == 0 {
			_, err = c.owner(ctx, tx)
			err = cmp.Or(err, ErrTaken)
		}
		if err != nil {
			return err
		}
		_, err = tx.exec(ctx, `DELETE FROM co_gms WHERE campaign_id = $1 AND user_id = $2`, c.id, to)
		return err
	})
	if err != nil {
		return fmt.Errorf("hand a campaign over: %w", err)
	}
	return nil
}

// owner returns who owns the campaign.
func (c *Campaign) owner(ctx context.Context, tx conn) (owner transcript.SpeakerID, err error) {
	ok, err := tx.row(ctx, `SELECT owner FROM campaigns WHERE id = $1`, []any{c.id}, snowflake(&owner))
	if err == nil && !ok {
		err = ErrNoCampaign
	}
	return owner, err
}
