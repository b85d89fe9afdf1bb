package store

import (
	"context"

	"glyphoxa/internal/transcript"
)

// blankAtOnce is how many lines lose their words in one transaction, so that a
// running session's lines do not wait long for theirs.
const blankAtOnce = 250

// blank takes the words from the campaign's lines for which where holds, with
// arg as its $5, and from the index. It returns how many lines had any.
func (c *Campaign) blank(ctx context.Context, where string, arg any) (lines int, err error) {
	for after := int64(0); ; {
		var seqs []int64
		err := c.db.write(ctx, func(tx conn) error {
			number, err := c.lock(ctx, tx)
			if err != nil {
				return err
			}
			gone := postings{}
			err = tx.each(ctx, `
				SELECT l.seq, l.text, l.hidden FROM lines l
				WHERE l.campaign_id = $1 AND l.seq > $2 AND l.text <> $3 AND `+where+` ORDER BY l.seq LIMIT $4`,
				[]any{c.id, after, transcript.Withdrawn, blankAtOnce, arg},
				func(scan func(...any) error) error {
					var seq int64
					var text string
					var hidden bool
					if err := scan(&seq, &text, &hidden); err != nil {
						return err
					}
					seqs = append(seqs, seq)
					if !hidden { // else it is not in the index
						gone.add(seq, words(text, true))
					}
					return nil
				})
			if err != nil || len(seqs) == 0 {
				return err
			}
			if err := c.withdrawWords(ctx, tx, seqs); err != nil {
				return err
			}
			return gone.remove(ctx, tx, number)
		})
		if err != nil {
			return lines, err
		}
		lines += len(seqs)
		if len(seqs) < blankAtOnce {
			return lines, nil
		}
		after = seqs[len(seqs)-1]
	}
}

func (c *Campaign) withdrawWords(ctx context.Context, tx conn, seqs []int64) error {
	list, args := in([]any{c.id, transcript.Withdrawn}, seqs)
	_, err := tx.exec(ctx, `
		UPDATE lines SET text = $2, confidence = 0
		WHERE campaign_id = $1 AND seq IN (`+list+`)`, args...)
	return err
}

// remove takes the entries out of the index of the campaign of that number. The
// caller has the campaign's row locked.
func (p postings) remove(ctx context.Context, tx conn, campaign int64) error {
	for k, gone := range p {
		var places string
		if ok, err := tx.row(ctx, readPosting, []any{campaign, k.word, k.volume}, &places); err != nil || !ok {
			if err != nil {
				return err
			}
			continue
		}
		var s shelf
		s.parse(places)
		s.subtract(gone)
		var err error
		if s == (shelf{}) {
			_, err = tx.exec(ctx, dropPosting, campaign, k.word, k.volume)
		} else {
			_, err = tx.exec(ctx, setPosting, campaign, k.word, k.volume, s.String())
		}
		if err != nil {
			return err
		}
	}
	return nil
}
