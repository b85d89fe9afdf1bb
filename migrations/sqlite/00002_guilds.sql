-- +goose Up

-- Where a campaign is played. Until then it belongs to no Discord server.
ALTER TABLE campaigns ADD COLUMN guild INTEGER NOT NULL DEFAULT 0;
CREATE INDEX campaigns_guild ON campaigns (guild);

-- What is played in a voice channel: its campaign, and the scene it was left in.
CREATE TABLE seats (
    guild       INTEGER NOT NULL,
    channel     INTEGER NOT NULL,
    campaign_id TEXT    NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    scene_key   TEXT    NOT NULL, -- empty for the campaign's first
    PRIMARY KEY (guild, channel)
) STRICT;
CREATE INDEX seats_campaign ON seats (campaign_id);

-- Whether a person's microphone picks up what agents say, as they or a GM have
-- set it: auto, on or off.
CREATE TABLE loudspeakers (
    campaign_id TEXT    NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    user_id     INTEGER NOT NULL,
    setting     TEXT    NOT NULL,
    PRIMARY KEY (campaign_id, user_id)
) STRICT;
