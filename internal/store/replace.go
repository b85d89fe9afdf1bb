package store

import (
	"context"
	"fmt"

	"glyphoxa/internal/campaign"
)

// Replace makes the campaign what change makes of it, in one transaction: what
// change is handed is what is taken away, and nothing is if it returns an error,
// which comes back in the chain of err. The campaign's key stays, and so does
// all that no file holds. change is called once and does no I/O. Replace returns
// [ErrNoCampaign] if there is no such campaign.
func (c *Campaign) Replace(ctx context.Context, change func(old campaign.File) (campaign.File, error)) error {
	err := c.db.write(ctx, func(tx conn) error {
		if _, err := c.lock(ctx, tx); err != nil {
			return err
		}
		old, err := c.file(ctx, tx)
		if err != nil {
			return err
		}
		f, err := change(old)
		if err != nil {
			return err
		}
		f.Campaign.Key = old.Campaign.Key // by which saveFile finds it
		_, err = saveFile(ctx, tx, f)
		return err
	})
	if err != nil {
		return fmt.Errorf("replace campaign: %w", err)
	}
	return nil
}
