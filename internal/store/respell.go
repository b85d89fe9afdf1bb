package store

import (
	"context"
	"fmt"
	"math"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// respellAtOnce is how many lines are read in one transaction, so that a running
// session's lines do not wait long for theirs.
const respellAtOnce = 500

// Respell corrects the spelling of a name in all lines of the campaign, those that
// never happened as well, and in the index: see [campaign.Respell]. It returns how
// many lines are different now. A line whose words are gone is none of them.
func (c *Campaign) Respell(ctx context.Context, heard, right string, setOff bool) (lines int, err error) {
	for after := int64(0); ; {
		n, last, err := c.respellFrom(ctx, after, heard, right, setOff)
		if err != nil {
			return lines, fmt.Errorf("correct a name: %w", err)
		}
		lines += n
		if last == 0 {
			return lines, nil
		}
		after = last
	}
}

// respellFrom does so in the lines behind after, and returns the last that it has
// read, or 0 if there are no more.
func (c *Campaign) respellFrom(ctx context.Context, after int64, heard, right string, setOff bool) (lines int, last int64, err error) {
	type respelt struct {
		seq    int64
		text   string
		hidden bool
	}
	err = c.db.write(ctx, func(tx conn) error {
		lines, last = 0, 0
		number, _, err := c.reserve(ctx, tx, 0) // for its lock
		if err != nil {
			return err
		}
		read := 0
		gone, come := postings{}, postings{}
		var changed []respelt
		err = tx.each(ctx, `
			SELECT l.seq, l.text, l.hidden FROM lines l
			WHERE l.campaign_id = $1 AND l.seq > $2 AND l.text <> $3 ORDER BY l.seq LIMIT $4`,
			[]any{c.id, after, transcript.Withdrawn, respellAtOnce},
			func(scan func(...any) error) error {
				var l respelt
				if err := scan(&l.seq, &l.text, &l.hidden); err != nil {
					return err
				}
				read++
				last = l.seq
				text, n := campaign.Respell(l.text, heard, right, setOff)
				if n == 0 || text == l.text {
					return nil
				}
				if !l.hidden { // else it is not in the index
					gone.add(l.seq, words(l.text, true))
					come.add(l.seq, words(text, true))
				}
				l.text = text
				changed = append(changed, l)
				return nil
			})
		if err != nil {
			return err
		}
		if read < respellAtOnce {
			last = 0
		}
		for _, l := range changed {
			if _, err := tx.exec(ctx, `UPDATE lines SET text = $3 WHERE campaign_id = $1 AND seq = $2`, c.id, l.seq, l.text); err != nil {
				return err
			}
		}
		if lines = len(changed); lines == 0 {
			return nil
		}
		if err := gone.remove(ctx, tx, number); err != nil {
			return err
		}
		return come.write(ctx, tx, number, math.MaxInt64)
	})
	return lines, last, err
}
