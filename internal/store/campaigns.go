package store

import (
	"context"
	"fmt"

	"glyphoxa/internal/campaign"
)

// ErrNoCampaign says that there is no such campaign in the database.
var ErrNoCampaign = campaign.ErrNone

const campaignColumns = `c.id, c.key, c.name, c.language, c.owner, c.setting, c.talk, c.invents,
	c.directions, c.narrator, c.chorus`

func campaignFields(c *campaign.Campaign) []any {
	return []any{&c.ID, &c.Key, &c.Name, &c.Language, snowflake(&c.Owner), &c.Setting, &c.Talk, &c.Invents, &c.Directions, fromJSON(&c.Narrator), &c.Chorus}
}

// Campaigns lists the campaigns in the order in which they were made, without
// their co-GMs.
func (db *DB) Campaigns(ctx context.Context) ([]campaign.Campaign, error) {
	list, err := all(ctx, db.read(), campaignFields, `SELECT `+campaignColumns+` FROM campaigns c ORDER BY c.number`)
	if err != nil {
		return nil, fmt.Errorf("list campaigns: %w", err)
	}
	return list, nil
}

// FindCampaign returns the handle of the campaign with that key or, if there
// is none, of the only one with that name. It returns [ErrNoCampaign] if there
// is none.
func (db *DB) FindCampaign(ctx context.Context, keyOrName string) (*Campaign, error) {
	found, err := all(ctx, db.read(), campaignFields, `SELECT `+campaignColumns+` FROM campaigns c WHERE c.key = $1`, keyOrName)
	if err == nil && len(found) == 0 {
		found, err = all(ctx, db.read(), campaignFields, `SELECT `+campaignColumns+` FROM campaigns c WHERE c.folded = $1`, campaign.Fold(keyOrName))
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("find campaign: %w", err)
	case len(found) == 0:
		return nil, fmt.Errorf("find campaign: %w", ErrNoCampaign)
	case len(found) > 1:
		return nil, fmt.Errorf("find campaign: %d have this name: use the key", len(found))
	}
	return db.Campaign(found[0].ID), nil
}
