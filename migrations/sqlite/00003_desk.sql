-- +goose Up

-- Where what is for the GM alone goes: direct messages, a channel that the bot
-- has made, or one that was there. No row: direct messages, not chosen yet.
CREATE TABLE gm_screens (
    campaign_id TEXT    NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    kind        TEXT    NOT NULL, -- direct, made or existing
    channel     INTEGER NOT NULL, -- 0 for direct messages
    spoilers    INTEGER NOT NULL, -- wrap secrets, for people who stream
    PRIMARY KEY (campaign_id)
) STRICT;

-- Agents that are there for one session only, and go when it has ended.
CREATE TABLE guests (
    campaign_id TEXT    NOT NULL,
    agent_id    TEXT    NOT NULL,
    session_id  TEXT    NOT NULL,
    PRIMARY KEY (campaign_id, agent_id),
    FOREIGN KEY (campaign_id, agent_id) REFERENCES agents (campaign_id, id) ON DELETE CASCADE
) STRICT;

-- When people were at the table of a session: one row from coming to going.
-- Of sessions from before it is only known who was there, so all of it counts.
CREATE TABLE stints (
    campaign_id TEXT NOT NULL,
    session_id  TEXT NOT NULL,
    user_id     INTEGER NOT NULL,
    came        INTEGER NOT NULL,
    went        INTEGER NOT NULL DEFAULT 0, -- 0 while they are there
    PRIMARY KEY (campaign_id, session_id, user_id, came),
    FOREIGN KEY (campaign_id, session_id) REFERENCES sessions (campaign_id, id) ON DELETE CASCADE
) STRICT;
INSERT INTO stints (campaign_id, session_id, user_id, came, went)
SELECT p.campaign_id, p.session_id, p.user_id, s.started, s.ended
FROM speakers p JOIN sessions s ON s.campaign_id = p.campaign_id AND s.id = p.session_id;

-- Recaps as they were drafted, edited and posted. Rows are only added, so that
-- no edit loses what was there before.
CREATE TABLE drafts (
    campaign_id TEXT NOT NULL,
    n           INTEGER NOT NULL,
    session_id  TEXT NOT NULL,
    length      TEXT NOT NULL,
    view        TEXT NOT NULL,
    text        TEXT NOT NULL,
    model       TEXT NOT NULL,
    author      INTEGER NOT NULL, -- the GM who wrote it, 0 if a model did
    at          INTEGER NOT NULL,
    posted      INTEGER NOT NULL DEFAULT 0, -- 0 while nobody else has seen it
    channel     INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (campaign_id, n),
    FOREIGN KEY (campaign_id, session_id) REFERENCES sessions (campaign_id, id) ON DELETE CASCADE
) STRICT;

-- Decisions that were made with one word, and how to take each back.
ALTER TABLE proposals ADD COLUMN batch TEXT NOT NULL DEFAULT ''; -- empty: cannot be taken back
ALTER TABLE proposals ADD COLUMN undo  TEXT NOT NULL DEFAULT '[]'; -- JSON list
CREATE INDEX proposals_batch ON proposals (campaign_id, batch) WHERE batch <> '';

-- People: who is played by whom tonight, which characters nobody plays any
-- more, and what becomes of what people say.
ALTER TABLE characters ADD COLUMN retired INTEGER NOT NULL DEFAULT FALSE;
CREATE TABLE playing (
    campaign_id  TEXT NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    user_id      INTEGER NOT NULL,
    character_id TEXT NOT NULL, -- * for a microphone that the table shares
    PRIMARY KEY (campaign_id, user_id)
) STRICT;
CREATE TABLE privacy (
    campaign_id TEXT NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    retention   INTEGER NOT NULL DEFAULT 0, -- days; 0 for good
    captions    TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (campaign_id)
) STRICT;
-- When words of a session were last deleted: what was told of it before is stale.
CREATE TABLE withdrawals (
    campaign_id TEXT NOT NULL,
    session_id  TEXT NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (campaign_id, session_id),
    FOREIGN KEY (campaign_id, session_id) REFERENCES sessions (campaign_id, id) ON DELETE CASCADE
) STRICT;
