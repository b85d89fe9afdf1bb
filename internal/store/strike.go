package store

import (
	"context"
	"errors"
	"fmt"

	"glyphoxa/internal/transcript"
)

// Strike hides every line that a session has so far, from number from on: what
// was said in the last minutes never happened. See [Campaign.Hide]. What is said
// afterwards is kept. Striking twice is striking once, and where there are no
// such lines nothing is done.
func (c *Campaign) Strike(ctx context.Context, session transcript.SessionID, from int64) error {
	err := c.db.write(ctx, func(tx conn) error {
		number, err := c.lock(ctx, tx)
		if err != nil {
			return err
		}
		var last int64
		ok, err := tx.row(ctx, `SELECT lines FROM sessions WHERE campaign_id = $1 AND id = $2`, []any{c.id, session}, &last)
		if err == nil && !ok {
			err = ErrNoSession
		}
		if err != nil {
			return err
		}
		for n := from; n <= last; n++ {
			if _, err := c.hide(ctx, tx, number, session, n); err != nil && !errors.Is(err, ErrNoLine) {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("strike lines: %w", err)
	}
	return nil
}
