-- +goose Up

-- One game, and what a GM writes about it. Every table below carries the
-- campaign in its key, so that a row cannot be reached without it. Lists keep
-- their order in pos. Times are microseconds since 1970, 0 for "not yet".
-- A reference to something that may be gone, such as an agent in an old scene,
-- is no foreign key: what happened stays when the cast changes.

CREATE TABLE campaigns (
    id       TEXT    NOT NULL PRIMARY KEY,
    number   INTEGER NOT NULL UNIQUE, -- a short stand-in for id, for postings
    key      TEXT    NOT NULL UNIQUE,
    name     TEXT    NOT NULL,
    folded   TEXT    NOT NULL, -- name, as names are compared
    language TEXT    NOT NULL,
    owner    INTEGER NOT NULL,
    setting  TEXT    NOT NULL,
    talk     TEXT    NOT NULL,
    invents  TEXT    NOT NULL,
    lines    INTEGER NOT NULL DEFAULT 0 -- seq of the newest line
) STRICT;

CREATE TABLE co_gms (
    campaign_id TEXT    NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    user_id     INTEGER NOT NULL,
    pos         INTEGER NOT NULL,
    PRIMARY KEY (campaign_id, user_id)
) STRICT;

CREATE TABLE agents (
    campaign_id TEXT    NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    id          TEXT    NOT NULL,
    pos         INTEGER NOT NULL,
    kind        TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    aliases     TEXT    NOT NULL, -- JSON list
    titles      TEXT    NOT NULL, -- JSON list
    known_as    TEXT    NOT NULL,
    state       TEXT    NOT NULL,
    muted       INTEGER NOT NULL,
    persona     TEXT    NOT NULL,
    node_id     TEXT    NOT NULL, -- empty for none
    talk        TEXT    NOT NULL,
    invents     TEXT    NOT NULL,
    PRIMARY KEY (campaign_id, id)
) STRICT;

CREATE TABLE voices (
    campaign_id TEXT NOT NULL,
    agent_id    TEXT NOT NULL,
    provider    TEXT NOT NULL,
    name        TEXT NOT NULL,
    options     TEXT NOT NULL, -- JSON object
    PRIMARY KEY (campaign_id, agent_id, provider),
    FOREIGN KEY (campaign_id, agent_id) REFERENCES agents (campaign_id, id) ON DELETE CASCADE
) STRICT;

CREATE TABLE grants (
    campaign_id TEXT    NOT NULL,
    agent_id    TEXT    NOT NULL,
    tool        TEXT    NOT NULL,
    pos         INTEGER NOT NULL,
    scope       TEXT    NOT NULL,
    PRIMARY KEY (campaign_id, agent_id, tool),
    FOREIGN KEY (campaign_id, agent_id) REFERENCES agents (campaign_id, id) ON DELETE CASCADE
) STRICT;

CREATE TABLE characters (
    campaign_id TEXT    NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    id          TEXT    NOT NULL,
    pos         INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    aliases     TEXT    NOT NULL, -- JSON list
    player      INTEGER NOT NULL, -- 0 while nobody is bound to it
    node_id     TEXT    NOT NULL,
    PRIMARY KEY (campaign_id, id)
) STRICT;

CREATE TABLE names (
    campaign_id TEXT    NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    text        TEXT    NOT NULL,
    pos         INTEGER NOT NULL,
    say         TEXT    NOT NULL,
    heard       TEXT    NOT NULL, -- JSON list
    PRIMARY KEY (campaign_id, text)
) STRICT;

CREATE TABLE scenes (
    campaign_id TEXT    NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    key         TEXT    NOT NULL,
    pos         INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    PRIMARY KEY (campaign_id, key)
) STRICT;

CREATE TABLE scene_cast (
    campaign_id TEXT    NOT NULL,
    scene_key   TEXT    NOT NULL,
    agent_id    TEXT    NOT NULL,
    pos         INTEGER NOT NULL,
    PRIMARY KEY (campaign_id, scene_key, agent_id),
    FOREIGN KEY (campaign_id, scene_key) REFERENCES scenes (campaign_id, key) ON DELETE CASCADE
) STRICT;

-- The knowledge graph. A node's own text and its aspects are statements alike:
-- the node's own has the empty key. So one rule of visibility serves both.

CREATE TABLE nodes (
    campaign_id TEXT    NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    id          TEXT    NOT NULL,
    pos         INTEGER NOT NULL,
    type        TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    folded      TEXT    NOT NULL,
    PRIMARY KEY (campaign_id, id)
) STRICT;
CREATE INDEX nodes_folded ON nodes (campaign_id, folded);

CREATE TABLE node_aliases (
    campaign_id TEXT    NOT NULL,
    node_id     TEXT    NOT NULL,
    alias       TEXT    NOT NULL,
    pos         INTEGER NOT NULL,
    folded      TEXT    NOT NULL,
    PRIMARY KEY (campaign_id, node_id, alias),
    FOREIGN KEY (campaign_id, node_id) REFERENCES nodes (campaign_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX node_aliases_folded ON node_aliases (campaign_id, folded);

CREATE TABLE statements (
    campaign_id TEXT    NOT NULL,
    node_id     TEXT    NOT NULL,
    key         TEXT    NOT NULL, -- empty for the node's own text
    pos         INTEGER NOT NULL,
    text        TEXT    NOT NULL,
    secret      INTEGER NOT NULL, -- nobody but the GM and its knowers
    party       INTEGER NOT NULL,
    PRIMARY KEY (campaign_id, node_id, key),
    FOREIGN KEY (campaign_id, node_id) REFERENCES nodes (campaign_id, id) ON DELETE CASCADE
) STRICT;

CREATE TABLE knowers (
    campaign_id TEXT    NOT NULL,
    node_id     TEXT    NOT NULL,
    key         TEXT    NOT NULL,
    knower_id   TEXT    NOT NULL,
    pos         INTEGER NOT NULL,
    PRIMARY KEY (campaign_id, node_id, key, knower_id),
    FOREIGN KEY (campaign_id, node_id, key) REFERENCES statements (campaign_id, node_id, key) ON DELETE CASCADE
) STRICT;

CREATE TABLE stances (
    campaign_id TEXT    NOT NULL,
    node_id     TEXT    NOT NULL,
    key         TEXT    NOT NULL,
    knower_id   TEXT    NOT NULL,
    pos         INTEGER NOT NULL,
    kind        TEXT    NOT NULL,
    text        TEXT    NOT NULL, -- cover story or belief
    PRIMARY KEY (campaign_id, node_id, key, knower_id),
    FOREIGN KEY (campaign_id, node_id, key) REFERENCES statements (campaign_id, node_id, key) ON DELETE CASCADE
) STRICT;

CREATE TABLE edges (
    campaign_id TEXT    NOT NULL,
    from_id     TEXT    NOT NULL,
    to_id       TEXT    NOT NULL,
    type        TEXT    NOT NULL,
    pos         INTEGER NOT NULL,
    disposition INTEGER NOT NULL,
    note        TEXT    NOT NULL,
    secret      INTEGER NOT NULL,
    party       INTEGER NOT NULL,
    PRIMARY KEY (campaign_id, from_id, to_id, type),
    FOREIGN KEY (campaign_id, from_id) REFERENCES nodes (campaign_id, id) ON DELETE CASCADE,
    FOREIGN KEY (campaign_id, to_id) REFERENCES nodes (campaign_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX edges_to ON edges (campaign_id, to_id);

CREATE TABLE edge_knowers (
    campaign_id TEXT    NOT NULL,
    from_id     TEXT    NOT NULL,
    to_id       TEXT    NOT NULL,
    type        TEXT    NOT NULL,
    knower_id   TEXT    NOT NULL,
    pos         INTEGER NOT NULL,
    PRIMARY KEY (campaign_id, from_id, to_id, type, knower_id),
    FOREIGN KEY (campaign_id, from_id, to_id, type) REFERENCES edges (campaign_id, from_id, to_id, type) ON DELETE CASCADE
) STRICT;

-- What happened at the table.

CREATE TABLE sessions (
    campaign_id TEXT    NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    id          TEXT    NOT NULL UNIQUE,
    kind        TEXT    NOT NULL,
    guild       INTEGER NOT NULL,
    channel     INTEGER NOT NULL,
    started     INTEGER NOT NULL,
    ended       INTEGER NOT NULL DEFAULT 0, -- 0 while it is open
    lines       INTEGER NOT NULL DEFAULT 0, -- n of the newest line
    PRIMARY KEY (campaign_id, id)
) STRICT;
CREATE INDEX sessions_ended ON sessions (campaign_id, kind, ended);

CREATE TABLE speakers (
    campaign_id    TEXT    NOT NULL,
    session_id     TEXT    NOT NULL,
    user_id        INTEGER NOT NULL,
    pos            INTEGER NOT NULL,
    name           TEXT    NOT NULL,
    role           TEXT    NOT NULL,
    character_name TEXT    NOT NULL,
    consent        TEXT    NOT NULL,
    PRIMARY KEY (campaign_id, session_id, user_id),
    FOREIGN KEY (campaign_id, session_id) REFERENCES sessions (campaign_id, id) ON DELETE CASCADE
) STRICT;

CREATE TABLE consents (
    campaign_id TEXT    NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    user_id     INTEGER NOT NULL,
    consent     TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (campaign_id, user_id)
) STRICT;

CREATE TABLE played_scenes (
    campaign_id TEXT    NOT NULL,
    id          TEXT    NOT NULL,
    session_id  TEXT    NOT NULL,
    key         TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    begun       INTEGER NOT NULL,
    ended       INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (campaign_id, id),
    FOREIGN KEY (campaign_id, session_id) REFERENCES sessions (campaign_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX played_scenes_session ON played_scenes (campaign_id, session_id);

CREATE TABLE played_cast (
    campaign_id TEXT    NOT NULL,
    scene_id    TEXT    NOT NULL,
    agent_id    TEXT    NOT NULL,
    pos         INTEGER NOT NULL,
    PRIMARY KEY (campaign_id, scene_id, agent_id),
    FOREIGN KEY (campaign_id, scene_id) REFERENCES played_scenes (campaign_id, id) ON DELETE CASCADE
) STRICT;

-- seq counts a campaign's lines through all its sessions; n those of one.
CREATE TABLE lines (
    campaign_id TEXT    NOT NULL,
    seq         INTEGER NOT NULL,
    session_id  TEXT    NOT NULL,
    n           INTEGER NOT NULL,
    scene_id    TEXT    NOT NULL,
    role        TEXT    NOT NULL,
    speaker     INTEGER NOT NULL,
    agent_id    TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    text        TEXT    NOT NULL,
    cut         INTEGER NOT NULL,
    hidden      INTEGER NOT NULL DEFAULT FALSE, -- the GM says it never happened
    at          INTEGER NOT NULL,
    ended       INTEGER NOT NULL,
    confidence  REAL    NOT NULL,
    PRIMARY KEY (campaign_id, seq),
    UNIQUE (campaign_id, session_id, n),
    FOREIGN KEY (campaign_id, session_id) REFERENCES sessions (campaign_id, id) ON DELETE CASCADE
) STRICT;

-- The index of words: which lines of one volume hold a word. A volume is 4096
-- seqs in a row. How places are written is the program's business.
CREATE TABLE postings (
    campaign INTEGER NOT NULL REFERENCES campaigns (number) ON DELETE CASCADE,
    word     TEXT    NOT NULL,
    volume   INTEGER NOT NULL,
    places   TEXT    NOT NULL,
    PRIMARY KEY (campaign, word, volume)
) STRICT, WITHOUT ROWID;

CREATE TABLE turns (
    campaign_id TEXT    NOT NULL,
    id          TEXT    NOT NULL,
    session_id  TEXT    NOT NULL,
    scene_id    TEXT    NOT NULL,
    caller      INTEGER NOT NULL,
    who         TEXT    NOT NULL,
    agent_id    TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    reason      TEXT    NOT NULL,
    outcome     TEXT    NOT NULL,
    why         TEXT    NOT NULL,
    heard       TEXT    NOT NULL,
    unheard     TEXT    NOT NULL,
    tools       TEXT    NOT NULL, -- JSON list
    endpoint    INTEGER NOT NULL,
    recognise   INTEGER NOT NULL,
    address     INTEGER NOT NULL,
    wait        INTEGER NOT NULL,
    first_word  INTEGER NOT NULL,
    first_text  INTEGER NOT NULL,
    first_audio INTEGER NOT NULL,
    first_sound INTEGER NOT NULL,
    started     INTEGER NOT NULL,
    ended       INTEGER NOT NULL,
    PRIMARY KEY (campaign_id, id),
    FOREIGN KEY (campaign_id, session_id) REFERENCES sessions (campaign_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX turns_session ON turns (campaign_id, session_id, started);

CREATE TABLE proposals (
    campaign_id TEXT    NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    id          TEXT    NOT NULL,
    session_id  TEXT    NOT NULL,
    scene_id    TEXT    NOT NULL,
    line        INTEGER NOT NULL,
    agent_id    TEXT    NOT NULL,
    write       TEXT    NOT NULL, -- JSON of tool.Write
    about       TEXT    NOT NULL, -- what it is about: a node, or a folded name
    digest      TEXT    NOT NULL,
    status      TEXT    NOT NULL,
    made        INTEGER NOT NULL,
    decided     INTEGER NOT NULL DEFAULT 0,
    decided_by  TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (campaign_id, id)
) STRICT;
CREATE UNIQUE INDEX proposals_pending ON proposals (campaign_id, about, digest) WHERE status = 'pending';
CREATE INDEX proposals_made ON proposals (campaign_id, made);

CREATE TABLE recaps (
    campaign_id TEXT    NOT NULL,
    session_id  TEXT    NOT NULL,
    text        TEXT    NOT NULL,
    model       TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (campaign_id, session_id),
    FOREIGN KEY (campaign_id, session_id) REFERENCES sessions (campaign_id, id) ON DELETE CASCADE
) STRICT;

CREATE TABLE usage (
    campaign_id TEXT    NOT NULL,
    session_id  TEXT    NOT NULL,
    provider    TEXT    NOT NULL,
    unit        TEXT    NOT NULL,
    amount      INTEGER NOT NULL,
    PRIMARY KEY (campaign_id, session_id, provider, unit),
    FOREIGN KEY (campaign_id, session_id) REFERENCES sessions (campaign_id, id) ON DELETE CASCADE
) STRICT;

-- One row at most: the process that holds sessions on this database.
CREATE TABLE lease (
    id      INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    token   TEXT    NOT NULL, -- of this holding
    process TEXT    NOT NULL, -- of the life of the process
    holder  TEXT    NOT NULL,
    host    TEXT    NOT NULL,
    pid     INTEGER NOT NULL,
    since   INTEGER NOT NULL,
    renewed INTEGER NOT NULL
) STRICT;
