package store

import (
	"context"
	"fmt"
	"time"

	"glyphoxa/internal/transcript"
)

// AddSpeaker adds a person to a session, or replaces what is known of them
// there. From then on they are at the table, until [Campaign.Left]. A consent that is not [transcript.ConsentUnasked] is kept for the
// campaign.
func (c *Campaign) AddSpeaker(ctx context.Context, session transcript.SessionID, sp transcript.Speaker, at time.Time) error {
	if err := c.db.write(ctx, func(tx conn) error { return c.addSpeaker(ctx, tx, session, sp, at) }); err != nil {
		return fmt.Errorf("add speaker: %w", err)
	}
	return nil
}

func (c *Campaign) addSpeaker(ctx context.Context, tx conn, session transcript.SessionID, sp transcript.Speaker, at time.Time) error {
	_, err := tx.exec(ctx, `
		INSERT INTO speakers (campaign_id, session_id, user_id, pos, name, role, character_name, consent)
		SELECT $1, $2, $3, COALESCE(max(s.pos) + 1, 0), $4, $5, $6, $7
		FROM speakers s WHERE s.campaign_id = $1 AND s.session_id = $2
		ON CONFLICT (campaign_id, session_id, user_id) DO UPDATE SET
			name = excluded.name, role = excluded.role, character_name = excluded.character_name, consent = excluded.consent`,
		c.id, session, sp.ID, sp.Name, sp.Role, sp.Character, sp.Consent)
	if err != nil {
		return err
	}
	if err := c.came(ctx, tx, session, sp.ID, at); err != nil || sp.Consent == transcript.ConsentUnasked {
		return err
	}
	return c.keepConsent(ctx, tx, sp.ID, sp.Consent, at)
}

func (c *Campaign) keepConsent(ctx context.Context, tx conn, who transcript.SpeakerID, consent transcript.Consent, at time.Time) error {
	_, err := tx.exec(ctx, `
		INSERT INTO consents (campaign_id, user_id, consent, at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (campaign_id, user_id) DO UPDATE SET consent = excluded.consent, at = excluded.at`,
		c.id, who, consent, at)
	return err
}

// SetConsent keeps what a person says about being heard: for the campaign from
// now on, and for the session if they are in it.
func (c *Campaign) SetConsent(ctx context.Context, session transcript.SessionID, who transcript.SpeakerID, consent transcript.Consent, at time.Time) error {
	err := c.db.write(ctx, func(tx conn) error {
		if _, err := tx.exec(ctx, `
			UPDATE speakers SET consent = $4 WHERE campaign_id = $1 AND session_id = $2 AND user_id = $3`,
			c.id, session, who, consent); err != nil {
			return err
		}
		return c.keepConsent(ctx, tx, who, consent, at)
	})
	if err != nil {
		return fmt.Errorf("set consent: %w", err)
	}
	return nil
}

// Consent returns what a person last said about being heard in this campaign.
func (c *Campaign) Consent(ctx context.Context, who transcript.SpeakerID) (transcript.Consent, error) {
	consent := transcript.ConsentUnasked
	if _, err := c.db.read().row(ctx, `
		SELECT consent FROM consents WHERE campaign_id = $1 AND user_id = $2`, []any{c.id, who}, &consent); err != nil {
		return transcript.ConsentUnasked, fmt.Errorf("read consent: %w", err)
	}
	return consent, nil
}

// Consents returns what everybody last said about being heard in this
// campaign. Who was never asked is not in it.
func (c *Campaign) Consents(ctx context.Context) (map[transcript.SpeakerID]transcript.Consent, error) {
	said := map[transcript.SpeakerID]transcript.Consent{}
	err := c.db.read().each(ctx, `SELECT user_id, consent FROM consents WHERE campaign_id = $1`, []any{c.id},
		func(scan func(...any) error) error {
			var who transcript.SpeakerID
			var consent transcript.Consent
			if err := scan(snowflake(&who), &consent); err != nil {
				return err
			}
			said[who] = consent
			return nil
		})
	if err != nil {
		return nil, fmt.Errorf("read consents: %w", err)
	}
	return said, nil
}

// Speakers returns the people of a session, in the order in which they came.
func (c *Campaign) Speakers(ctx context.Context, session transcript.SessionID) ([]transcript.Speaker, error) {
	speakers, err := all(ctx, c.db.read(), func(s *transcript.Speaker) []any {
		return []any{snowflake(&s.ID), &s.Name, &s.Role, &s.Character, &s.Consent}
	}, `
		SELECT user_id, name, role, character_name, consent FROM speakers
		WHERE campaign_id = $1 AND session_id = $2 ORDER BY pos`, c.id, session)
	if err != nil {
		return nil, fmt.Errorf("list speakers: %w", err)
	}
	return speakers, nil
}
