package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"glyphoxa/internal/transcript"
)

const sessionColumns = `s.id, s.campaign_id, s.kind, s.guild, s.channel, s.started, s.ended`

func sessionFields(s *transcript.Session) []any {
	return []any{&s.ID, &s.Campaign, &s.Kind, snowflake(&s.Guild), snowflake(&s.Channel), micros(&s.Started), micros(&s.Ended)}
}

// Start begins a session with the people at the table and returns it with its
// id and campaign set. An empty ID gets a new one.
func (c *Campaign) Start(ctx context.Context, s transcript.Session, speakers []transcript.Speaker) (transcript.Session, error) {
	s.Campaign = c.id
	if s.ID == "" {
		s.ID = transcript.SessionID(transcript.NewID())
	}
	err := c.db.write(ctx, func(tx conn) error {
		_, err := tx.exec(ctx, `
			INSERT INTO sessions (campaign_id, id, kind, guild, channel, started, ended) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			c.id, s.ID, s.Kind, s.Guild, s.Channel, s.Started, s.Ended)
		if err != nil {
			return err
		}
		for _, sp := range speakers {
			if err := c.addSpeaker(ctx, tx, s.ID, sp, s.Started); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return transcript.Session{}, fmt.Errorf("start session: %w", err)
	}
	return s, nil
}

// End ends a session and its open scenes. Ending it twice keeps the first end.
func (c *Campaign) End(ctx context.Context, id transcript.SessionID, at time.Time) error {
	if err := c.db.write(ctx, func(tx conn) error { return c.end(ctx, tx, id, at) }); err != nil {
		return fmt.Errorf("end session: %w", err)
	}
	return nil
}

func (c *Campaign) end(ctx context.Context, tx conn, id transcript.SessionID, at time.Time) error {
	n, err := tx.exec(ctx, `
		UPDATE sessions SET ended = CASE WHEN ended = 0 THEN $3 ELSE ended END
		WHERE campaign_id = $1 AND id = $2`, c.id, id, at)
	if err != nil {
		return err
	}
	if n == 0 {
		return ErrNoSession
	}
	if _, err := tx.exec(ctx, `
		UPDATE stints SET went = $3 WHERE campaign_id = $1 AND session_id = $2 AND went = 0`, c.id, id, at); err != nil {
		return err
	}
	_, err = tx.exec(ctx, `
		UPDATE played_scenes SET ended = $3 WHERE campaign_id = $1 AND session_id = $2 AND ended = 0`, c.id, id, at)
	return err
}

// EndOpen ends the sessions that a crash left open, each at the end of its
// last line or, without one, at its start, and returns them. Only the holder
// of the [Lease] may call it: others' sessions are open because they run.
func (c *Campaign) EndOpen(ctx context.Context) ([]transcript.Session, error) {
	var open []transcript.Session
	err := c.db.write(ctx, func(tx conn) error {
		// A server may still be at the last line of a process that is gone. Whoever
		// appends has the session's row, so this waits for them.
		if _, err := tx.exec(ctx, `UPDATE sessions SET ended = 0 WHERE campaign_id = $1 AND ended = 0`, c.id); err != nil {
			return err
		}
		var err error
		open, err = all(ctx, tx, sessionFields, `
			SELECT s.id, s.campaign_id, s.kind, s.guild, s.channel, s.started,
				COALESCE((SELECT max(CASE WHEN l.ended > l.at THEN l.ended ELSE l.at END) FROM lines l
					WHERE l.campaign_id = s.campaign_id AND l.session_id = s.id), s.started)
			FROM sessions s WHERE s.campaign_id = $1 AND s.ended = 0 ORDER BY s.started`, c.id)
		if err != nil {
			return err
		}
		for _, s := range open {
			if err := c.end(ctx, tx, s.ID, s.Ended); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("end open sessions: %w", err)
	}
	return open, nil
}

// Session returns the session of that id.
func (c *Campaign) Session(ctx context.Context, id transcript.SessionID) (transcript.Session, error) {
	var s transcript.Session
	ok, err := c.db.read().row(ctx, `
		SELECT `+sessionColumns+` FROM sessions s WHERE s.campaign_id = $1 AND s.id = $2`, []any{c.id, id}, sessionFields(&s)...)
	if err == nil && !ok {
		err = ErrNoSession
	}
	if err != nil {
		return transcript.Session{}, fmt.Errorf("read session: %w", err)
	}
	return s, nil
}

// Sessions lists the sessions of one kind, oldest first; an empty kind lists
// all.
func (c *Campaign) Sessions(ctx context.Context, kind transcript.Kind) ([]transcript.Session, error) {
	sessions, err := all(ctx, c.db.read(), sessionFields, `
		SELECT `+sessionColumns+` FROM sessions s
		WHERE s.campaign_id = $1 AND ($2 = '' OR s.kind = $2) ORDER BY s.started, s.id`, c.id, kind)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	return sessions, nil
}

// LastEnded returns the last n live sessions that have ended, oldest first.
func (c *Campaign) LastEnded(ctx context.Context, n int) ([]transcript.Session, error) {
	sessions, err := all(ctx, c.db.read(), sessionFields, `
		SELECT `+sessionColumns+` FROM sessions s
		WHERE s.campaign_id = $1 AND s.kind = $2 AND s.ended <> 0 ORDER BY s.ended DESC, s.id DESC LIMIT $3`,
		c.id, transcript.Live, n)
	if err != nil {
		return nil, fmt.Errorf("list ended sessions: %w", err)
	}
	slices.Reverse(sessions)
	return sessions, nil
}
