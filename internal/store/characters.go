package store

import (
	"context"
	"errors"
	"fmt"

	"glyphoxa/internal/transcript"
)

// ErrNoCharacter says that there is no character of that key in the campaign.
var ErrNoCharacter = errors.New("no such character in this campaign")

// Plays keeps that a person plays a character; 0 means that nobody does. A
// person may have several characters, a character has one player.
func (c *Campaign) Plays(ctx context.Context, character transcript.CharacterID, player transcript.SpeakerID) error {
	err := c.db.write(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `UPDATE characters SET player = $3 WHERE campaign_id = $1 AND id = $2`, c.id, character, player)
		if err == nil && n == 0 {
			err = ErrNoCharacter
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("keep who plays a character: %w", err)
	}
	return nil
}
