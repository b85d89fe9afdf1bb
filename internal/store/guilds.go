package store

import (
	"context"
	"errors"
	"fmt"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// ErrTaken says that a campaign is played in another guild, or owned by
// somebody else.
var ErrTaken = campaign.ErrTaken

// A Guild reads and writes which campaigns are played in one Discord server.
// It reaches those of no other.
type Guild struct {
	db *DB
	id transcript.GuildID
}

// Guild returns the handle of one guild. A guild that nothing is known of has
// no campaigns.
func (db *DB) Guild(id transcript.GuildID) *Guild { return &Guild{db, id} }

// Campaigns lists the campaigns of the guild in the order in which they were
// made.
func (g *Guild) Campaigns(ctx context.Context) ([]campaign.Campaign, error) {
	list, err := g.db.heads(ctx, `c.guild = $1`, g.id)
	if err != nil {
		return nil, fmt.Errorf("list the campaigns of a guild: %w", err)
	}
	return list, nil
}

// Unplaced lists the campaigns that have been played in no guild yet, in the
// order in which they were made. Any guild may [Guild.Claim] one of them.
func (db *DB) Unplaced(ctx context.Context) ([]campaign.Campaign, error) {
	list, err := db.heads(ctx, `c.guild = $1`, 0)
	if err != nil {
		return nil, fmt.Errorf("list campaigns without a guild: %w", err)
	}
	return list, nil
}

// heads reads campaigns with their co-GMs. where is a condition of one
// parameter on campaigns c.
func (db *DB) heads(ctx context.Context, where string, arg any) (list []campaign.Campaign, err error) {
	err = db.snapshot(ctx, func(tx conn) error {
		list, err = all(ctx, tx, campaignFields, `SELECT `+campaignColumns+` FROM campaigns c WHERE `+where+` ORDER BY c.number`, arg)
		if err != nil {
			return err
		}
		at := make(map[transcript.CampaignID]*campaign.Campaign, len(list))
		for i := range list {
			at[list[i].ID] = &list[i]
		}
		return tx.each(ctx, `
			SELECT g.campaign_id, g.user_id FROM co_gms g JOIN campaigns c ON c.id = g.campaign_id
			WHERE `+where+` ORDER BY g.pos`, []any{arg}, func(scan func(...any) error) error {
			var id transcript.CampaignID
			var user transcript.SpeakerID
			if err := scan(&id, snowflake(&user)); err != nil {
				return err
			}
			at[id].CoGMs = append(at[id].CoGMs, user)
			return nil
		})
	})
	return list, err
}

// Add makes a new campaign of f in the guild, for f's owner, and returns its
// id. Where its key is taken it gets a number behind it, so that the campaign
// of somebody else stays as it is.
func (g *Guild) Add(ctx context.Context, f campaign.File) (id transcript.CampaignID, err error) {
	if f.Campaign.Key == "" {
		return "", errors.New("add campaign: it has no key")
	}
	err = g.db.write(ctx, func(tx conn) error {
		f.Campaign.Key, err = unused(f.Campaign.Key, func(key string) (bool, error) {
			return tx.row(ctx, `SELECT 1 FROM campaigns WHERE key = $1`, []any{key}, new(int64))
		})
		if err != nil {
			return err
		}
		if id, err = saveFile(ctx, tx, f); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `UPDATE campaigns SET guild = $2 WHERE id = $1`, id, g.id)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("add campaign: %w", err)
	}
	return id, nil
}

// Claim makes a campaign that has been played nowhere one of the guild's, and
// owner's if nobody owns it. Claiming what is theirs already changes nothing;
// [ErrTaken] is what it says of anything else.
func (g *Guild) Claim(ctx context.Context, id transcript.CampaignID, owner transcript.SpeakerID) error {
	err := g.db.write(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `
			UPDATE campaigns SET guild = $2, owner = $3
			WHERE id = $1 AND (guild = $2 OR guild = 0) AND (owner = $3 OR owner = 0)`, id, g.id, owner)
		if err == nil && n == 0 {
			err = ErrTaken
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("claim campaign: %w", err)
	}
	return nil
}

// Active returns which campaign is played in a voice channel and the key of
// the scene that it was left in, empty for the campaign's first. ok is false
// while nothing has been played there.
func (g *Guild) Active(ctx context.Context, channel transcript.ChannelID) (id transcript.CampaignID, scene string, ok bool, err error) {
	// A campaign that has moved on to another guild is no longer played here.
	ok, err = g.db.read().row(ctx, `
		SELECT s.campaign_id, s.scene_key FROM seats s JOIN campaigns c ON c.id = s.campaign_id AND c.guild = s.guild
		WHERE s.guild = $1 AND s.channel = $2`, []any{g.id, channel}, &id, &scene)
	if err != nil {
		return "", "", false, fmt.Errorf("read what a channel plays: %w", err)
	}
	return id, scene, ok, nil
}

// Activate keeps that a campaign of the guild is played in a voice channel, in
// the scene of that key. It returns [ErrNoCampaign] if the guild has no such
// campaign.
func (g *Guild) Activate(ctx context.Context, channel transcript.ChannelID, id transcript.CampaignID, scene string) error {
	err := g.db.write(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `
			INSERT INTO seats (guild, channel, campaign_id, scene_key)
			SELECT c.guild, $2, c.id, $4 FROM campaigns c WHERE c.guild = $1 AND c.id = $3
			ON CONFLICT (guild, channel) DO UPDATE SET campaign_id = excluded.campaign_id, scene_key = excluded.scene_key`,
			g.id, channel, id, scene)
		if err == nil && n == 0 {
			err = ErrNoCampaign
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("keep what a channel plays: %w", err)
	}
	return nil
}
