package store

import (
	"context"
	"fmt"

	"glyphoxa/internal/transcript"
)

const turnColumns = `session_id, id, scene_id, caller, who, agent_id, name, reason, outcome, why, heard, unheard, tools,
	endpoint, recognise, address, wait, first_word, first_text, first_audio, first_sound, play, cost, started, ended`

func turnFields(t *transcript.Turn) []any {
	return []any{
		&t.Session, &t.ID, &t.Scene, &t.Caller, &t.Who, &t.Agent, &t.Name, &t.Reason, &t.Outcome, &t.Why,
		&t.Heard, &t.Unheard, fromJSON(&t.Tools),
		length(&t.Stages.Endpoint), length(&t.Stages.Recognise), length(&t.Stages.Address), length(&t.Stages.Wait),
		length(&t.Stages.FirstWord), length(&t.Stages.FirstText), length(&t.Stages.FirstAudio), length(&t.Stages.FirstSound),
		length(&t.Stages.Play), &t.Cost,
		micros(&t.Started), micros(&t.Ended),
	}
}

// AddTurn keeps a turn that has ended. A turn ends once: adding it again, as
// somebody does who did not hear that it was kept, changes nothing.
func (c *Campaign) AddTurn(ctx context.Context, t transcript.Turn) error {
	err := c.db.write(ctx, func(tx conn) error {
		_, err := tx.exec(ctx, `
			INSERT INTO turns (campaign_id, `+turnColumns+`)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26)
			ON CONFLICT (campaign_id, id) DO NOTHING`,
			c.id, t.Session, t.ID, t.Scene, t.Caller, t.Who, t.Agent, t.Name, t.Reason, t.Outcome, t.Why,
			t.Heard, t.Unheard, t.Tools,
			t.Stages.Endpoint, t.Stages.Recognise, t.Stages.Address, t.Stages.Wait,
			t.Stages.FirstWord, t.Stages.FirstText, t.Stages.FirstAudio, t.Stages.FirstSound,
			t.Stages.Play, t.Cost, t.Started, t.Ended)
		return err
	})
	if err != nil {
		return fmt.Errorf("add turn %s: %w", t.ID, err)
	}
	return nil
}

// DropRest takes out of a turn what was generated and not heard. It does not
// matter whether there is such a turn.
func (c *Campaign) DropRest(ctx context.Context, id transcript.TurnID) error {
	err := c.db.write(ctx, func(tx conn) error {
		_, err := tx.exec(ctx, `UPDATE turns SET unheard = '' WHERE campaign_id = $1 AND id = $2`, c.id, id)
		return err
	})
	if err != nil {
		return fmt.Errorf("drop the rest of turn %s: %w", id, err)
	}
	return nil
}

// Turns returns the turns of a session in the order in which they started.
func (c *Campaign) Turns(ctx context.Context, session transcript.SessionID) ([]transcript.Turn, error) {
	turns, err := all(ctx, c.db.read(), turnFields, `
		SELECT `+turnColumns+` FROM turns WHERE campaign_id = $1 AND session_id = $2 ORDER BY started, id`, c.id, session)
	if err != nil {
		return nil, fmt.Errorf("list turns: %w", err)
	}
	return turns, nil
}
