package store

import (
	"context"
	"errors"
	"fmt"

	"glyphoxa/internal/campaign"
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

// AddCharacter adds a character to the campaign, behind those that it has, and
// returns it with a key of its own, which is made from the name.
func (c *Campaign) AddCharacter(ctx context.Context, ch campaign.Character) (campaign.Character, error) {
	err := c.db.write(ctx, func(tx conn) error {
		if _, err := c.lock(ctx, tx); err != nil {
			return err
		}
		key, err := unused(campaign.KeyOf(ch.Name, "character"), func(key string) (bool, error) {
			return tx.row(ctx, `SELECT 1 FROM characters WHERE campaign_id = $1 AND id = $2`, []any{c.id, key}, new(int64))
		})
		if err != nil {
			return err
		}
		ch.ID = transcript.CharacterID(key)
		var pos int64
		if _, err := tx.row(ctx, `SELECT COALESCE(max(pos), -1) + 1 FROM characters WHERE campaign_id = $1`, []any{c.id}, &pos); err != nil {
			return err
		}
		return c.setCharacter(ctx, tx, ch, pos)
	})
	if err != nil {
		return campaign.Character{}, fmt.Errorf("add character: %w", err)
	}
	return ch, nil
}

// ChangeCharacter changes one character as change does, and returns it as it is
// then. change is given what is in the database at that moment; an error of
// change's is returned, and nothing is changed. The key stays. It returns
// [ErrNoCharacter] if there is no such character any more.
func (c *Campaign) ChangeCharacter(ctx context.Context, id transcript.CharacterID, change func(*campaign.Character) error) (campaign.Character, error) {
	var ch campaign.Character
	err := c.db.write(ctx, func(tx conn) error {
		var pos int64
		// Written, so that nobody else changes it meanwhile.
		ok, err := tx.row(ctx, `
			UPDATE characters SET pos = pos WHERE campaign_id = $1 AND id = $2 RETURNING pos, `+characterColumns,
			[]any{c.id, id}, append([]any{&pos}, characterFields(&ch)...)...)
		if err == nil && !ok {
			err = ErrNoCharacter
		}
		if err != nil {
			return err
		}
		if err := change(&ch); err != nil {
			return err
		}
		ch.ID = id
		return c.setCharacter(ctx, tx, ch, pos)
	})
	if err != nil {
		return campaign.Character{}, fmt.Errorf("change character: %w", err)
	}
	return ch, nil
}

const characterColumns = `id, name, aliases, player, node_id, retired`

func characterFields(ch *campaign.Character) []any {
	return []any{&ch.ID, &ch.Name, fromJSON(&ch.Aliases), snowflake(&ch.Player), &ch.Node, &ch.Retired}
}

func (c *Campaign) setCharacter(ctx context.Context, tx conn, ch campaign.Character, pos int64) error {
	row := characterRows(campaign.File{Characters: []campaign.Character{ch}})[0]
	row[1] = pos
	return characters.put(ctx, tx, c.id, row)
}

// Playing returns which of their characters people play now, of whom it has
// been said; [campaign.SharedMicrophone] for those who are several.
func (c *Campaign) Playing(ctx context.Context) (map[transcript.SpeakerID]transcript.CharacterID, error) {
	playing := map[transcript.SpeakerID]transcript.CharacterID{}
	err := c.db.read().each(ctx, `SELECT user_id, character_id FROM playing WHERE campaign_id = $1`, []any{c.id},
		func(scan func(...any) error) error {
			var who transcript.SpeakerID
			var id transcript.CharacterID
			if err := scan(snowflake(&who), &id); err != nil {
				return err
			}
			playing[who] = id
			return nil
		})
	if err != nil {
		return nil, fmt.Errorf("read who plays whom: %w", err)
	}
	return playing, nil
}

// SetPlaying keeps which of their characters a person plays from now on. An
// empty ID means the first that is theirs.
func (c *Campaign) SetPlaying(ctx context.Context, who transcript.SpeakerID, id transcript.CharacterID) error {
	err := c.db.write(ctx, func(tx conn) error {
		if id == "" {
			_, err := tx.exec(ctx, `DELETE FROM playing WHERE campaign_id = $1 AND user_id = $2`, c.id, who)
			return err
		}
		_, err := tx.exec(ctx, `
			INSERT INTO playing (campaign_id, user_id, character_id) VALUES ($1, $2, $3)
			ON CONFLICT (campaign_id, user_id) DO UPDATE SET character_id = excluded.character_id`, c.id, who, id)
		return err
	})
	if err != nil {
		return fmt.Errorf("keep whom a person plays: %w", err)
	}
	return nil
}
