package store

import (
	"context"
	"fmt"
	"math"

	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// respellAtOnce is how many rows are read in one transaction, so that a running
// session's lines do not wait long for theirs.
const respellAtOnce = 500

// Respell corrects the spelling of a name in what the campaign keeps of what was
// said and told, see [campaign.Respell]: in all lines, those that never happened as
// well, and in the index; in answers; in proposals that wait; in recaps and their
// drafts. What was decided stays as it was decided, and words that are gone are
// gone. It is not one transaction: a second call does the rest of one that was
// interrupted.
func (c *Campaign) Respell(ctx context.Context, heard, right string, setOff bool) (n knowledge.Respelt, err error) {
	r := knowledge.Respelling{Heard: heard, Right: right, SetOff: setOff}
	if n, err = c.respell(ctx, r); err != nil {
		return n, fmt.Errorf("correct a name: %w", err)
	}
	return n, nil
}

func (c *Campaign) respell(ctx context.Context, r knowledge.Respelling) (n knowledge.Respelt, err error) {
	if n.Lines, err = c.respellLines(ctx, r); err != nil {
		return n, err
	}
	if _, err = respellTexts[transcript.TurnID](ctx, c, r, "turns", "id", "heard", "unheard"); err != nil {
		return n, err
	}
	if n.Proposals, err = c.respellProposals(ctx, r); err != nil {
		return n, err
	}
	told, err := respellTexts[transcript.SessionID](ctx, c, r, "recaps", "session_id", "text")
	if err != nil {
		return n, err
	}
	drafts, err := respellTexts[int64](ctx, c, r, "drafts", "n", "text")
	n.Recaps = told + drafts
	return n, err
}

// respellLines corrects lines, and returns how many are different now.
func (c *Campaign) respellLines(ctx context.Context, r knowledge.Respelling) (lines int, err error) {
	for after := int64(0); ; {
		n, last, err := c.respellFrom(ctx, after, r)
		if err != nil {
			return lines, err
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
func (c *Campaign) respellFrom(ctx context.Context, after int64, r knowledge.Respelling) (lines int, last int64, err error) {
	type respelt struct {
		seq    int64
		text   string
		hidden bool
	}
	err = c.db.write(ctx, func(tx conn) error {
		lines, last = 0, 0
		number, err := c.lock(ctx, tx)
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
				text := r.In(l.text)
				if text == l.text {
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
