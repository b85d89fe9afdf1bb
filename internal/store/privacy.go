package store

import (
	"context"
	"fmt"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// Privacy returns what a GM has set about what becomes of what is said.
func (c *Campaign) Privacy(ctx context.Context) (campaign.Privacy, error) {
	p, err := c.privacy(ctx, c.db.read())
	if err != nil {
		return campaign.Privacy{}, fmt.Errorf("read privacy: %w", err)
	}
	return p, nil
}

func (c *Campaign) privacy(ctx context.Context, db conn) (p campaign.Privacy, err error) {
	_, err = db.row(ctx, `SELECT retention, captions FROM privacy WHERE campaign_id = $1`, []any{c.id}, &p.RetentionDays, &p.Captions)
	return p, err
}

// SetRetention keeps for how many days after a session its words are kept; 0
// means for good.
func (c *Campaign) SetRetention(ctx context.Context, days int) error {
	return c.setPrivacy(ctx, "retention", days)
}

// SetCaptions keeps whose lines are mirrored.
func (c *Campaign) SetCaptions(ctx context.Context, captions campaign.Captions) error {
	return c.setPrivacy(ctx, "captions", captions)
}

// setPrivacy sets one column, so that two GMs who set different things both
// get their way.
func (c *Campaign) setPrivacy(ctx context.Context, column string, value any) error {
	err := c.db.write(ctx, func(tx conn) error {
		_, err := tx.exec(ctx, `
			INSERT INTO privacy (campaign_id, `+column+`) VALUES ($1, $2)
			ON CONFLICT (campaign_id) DO UPDATE SET `+column+` = excluded.`+column, c.id, value)
		return err
	})
	if err != nil {
		return fmt.Errorf("set %s: %w", column, err)
	}
	return nil
}

// Kept returns what is kept of what a person said.
func (c *Campaign) Kept(ctx context.Context, who transcript.SpeakerID) (k transcript.Kept, err error) {
	err = c.db.snapshot(ctx, func(tx conn) error {
		_, err := tx.row(ctx, `
			SELECT count(*), count(DISTINCT session_id), COALESCE(min(at), 0), COALESCE(max(at), 0)
			FROM lines WHERE campaign_id = $1 AND speaker = $2 AND text <> $3`,
			[]any{c.id, who, transcript.Withdrawn}, &k.Lines, &k.Sessions, micros(&k.First), micros(&k.Last))
		if err != nil {
			return err
		}
		if _, err = tx.row(ctx, `SELECT count(*) FROM lines WHERE campaign_id = $1 AND speaker = $2 AND text = $3`,
			[]any{c.id, who, transcript.Withdrawn}, &k.Withdrawn); err != nil {
			return err
		}
		_, err = tx.row(ctx, `SELECT count(*) FROM speakers WHERE campaign_id = $1 AND user_id = $2`, []any{c.id, who}, &k.Evenings)
		return err
	})
	if err != nil {
		return transcript.Kept{}, fmt.Errorf("count what is kept: %w", err)
	}
	return k, nil
}

// Derived returns the proposals, waiting or approved, that were made of lines of
// a person's, oldest first.
func (c *Campaign) Derived(ctx context.Context, who transcript.SpeakerID) ([]knowledge.Proposal, error) {
	list, err := all(ctx, c.db.read(), proposalFields, `
		SELECT `+proposalColumns+` FROM proposals
		WHERE campaign_id = $1 AND status IN ('pending', 'approved') AND EXISTS (
			SELECT 1 FROM lines l
			WHERE l.campaign_id = proposals.campaign_id AND l.session_id = proposals.session_id
			AND l.n = proposals.line AND l.speaker = $2)
		ORDER BY made, id`, c.id, who)
	if err != nil {
		return nil, fmt.Errorf("list what was derived: %w", err)
	}
	return list, nil
}

// Forget deletes the words of all that a person has said, in every session of
// the campaign: from the transcript, from memory and from search. The lines keep
// their place and number, and say [transcript.Withdrawn]. Recaps that were told
// of those sessions before are stale from then on: it returns how many. It is
// not one transaction: a second call does the rest of one that was interrupted.
func (c *Campaign) Forget(ctx context.Context, who transcript.SpeakerID, at time.Time) (lines, recaps int, err error) {
	lines, recaps, err = c.forget(ctx, who, at)
	if err != nil {
		return lines, recaps, fmt.Errorf("delete what somebody said: %w", err)
	}
	return lines, recaps, nil
}

func (c *Campaign) forget(ctx context.Context, who transcript.SpeakerID, at time.Time) (lines, recaps int, err error) {
	begun := time.Now()
	var theirs []transcript.SessionID
	err = c.db.write(ctx, func(tx conn) error {
		theirs, err = all(ctx, tx, func(id *transcript.SessionID) []any { return []any{id} }, `
			SELECT DISTINCT session_id FROM lines WHERE campaign_id = $1 AND speaker = $2 AND text <> $3`,
			c.id, who, transcript.Withdrawn)
		if err != nil {
			return err
		}
		for _, session := range theirs {
			var told int
			if _, err := tx.row(ctx, `SELECT count(*) FROM recaps WHERE campaign_id = $1 AND session_id = $2`,
				[]any{c.id, session}, &told); err != nil {
				return err
			}
			recaps += told
		}
		return c.withdraw(ctx, tx, at, theirs...)
	})
	if err != nil || len(theirs) == 0 {
		return 0, 0, err
	}
	if lines, err = c.blank(ctx, `l.speaker = $5`, who); err != nil {
		return lines, recaps, err
	}
	if err := c.db.wipe(ctx); err != nil {
		return lines, recaps, err
	}
	// Once more: what was begun meanwhile may be told of words that were still
	// there. The first note is for when this one is never reached.
	return lines, recaps, c.db.write(ctx, func(tx conn) error {
		return c.withdraw(ctx, tx, at.Add(time.Since(begun)), theirs...)
	})
}

// withdraw notes that words of sessions are deleted, or struck: what was told of
// them before at is stale.
func (c *Campaign) withdraw(ctx context.Context, tx conn, at time.Time, sessions ...transcript.SessionID) error {
	for _, id := range sessions {
		if _, err := tx.exec(ctx, `
			INSERT INTO withdrawals (campaign_id, session_id, at) VALUES ($1, $2, $3)
			ON CONFLICT (campaign_id, session_id) DO UPDATE SET at = excluded.at WHERE excluded.at > withdrawals.at`,
			c.id, id, at); err != nil {
			return err
		}
	}
	return nil
}

// Expire deletes the words of sessions that ended longer ago than the campaign
// keeps them: of people and of agents. Stories that were told of them stay. It
// returns how many lines that were.
func (c *Campaign) Expire(ctx context.Context, now time.Time) (lines int, err error) {
	p, err := c.Privacy(ctx)
	if err != nil || p.RetentionDays == 0 {
		return 0, err
	}
	before := now.AddDate(0, 0, -p.RetentionDays)
	over, err := all(ctx, c.db.read(), func(id *transcript.SessionID) []any { return []any{id} }, `
		SELECT s.id FROM sessions s WHERE s.campaign_id = $1 AND s.ended <> 0 AND s.ended < $2 AND (
			EXISTS (SELECT 1 FROM turns t WHERE t.campaign_id = s.campaign_id AND t.session_id = s.id AND (t.heard <> '' OR t.unheard <> ''))
			OR EXISTS (SELECT 1 FROM lines l WHERE l.campaign_id = s.campaign_id AND l.session_id = s.id AND l.text <> $3))
		ORDER BY s.ended`, c.id, before, transcript.Withdrawn)
	for _, id := range over {
		if err != nil {
			break
		}
		var n int
		n, err = c.expire(ctx, id)
		lines += n
	}
	if err == nil && len(over) > 0 {
		err = c.db.wipe(ctx)
	}
	if err != nil {
		return lines, fmt.Errorf("delete what is older than %d days: %w", p.RetentionDays, err)
	}
	return lines, nil
}

// expire deletes the words of a session.
func (c *Campaign) expire(ctx context.Context, id transcript.SessionID) (lines int, err error) {
	err = c.db.write(ctx, func(tx conn) error {
		_, err := tx.exec(ctx, `UPDATE turns SET heard = '', unheard = '' WHERE campaign_id = $1 AND session_id = $2`, c.id, id)
		return err
	})
	if err != nil {
		return 0, err
	}
	return c.blank(ctx, `l.session_id = $5`, id)
}
