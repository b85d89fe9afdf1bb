CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
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
, guild INTEGER NOT NULL DEFAULT 0, directions TEXT NOT NULL DEFAULT '', narrator   TEXT NOT NULL DEFAULT '{}', chorus TEXT NOT NULL DEFAULT '') STRICT;
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
    invents     TEXT    NOT NULL, interruptible TEXT NOT NULL DEFAULT '', fillers       TEXT NOT NULL DEFAULT '[]',
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
    node_id     TEXT    NOT NULL, retired INTEGER NOT NULL DEFAULT FALSE,
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
    ended       INTEGER NOT NULL, play INTEGER NOT NULL DEFAULT 0, cost REAL NOT NULL DEFAULT 0,
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
    decided_by  TEXT    NOT NULL DEFAULT '', batch TEXT NOT NULL DEFAULT '', undo  TEXT NOT NULL DEFAULT '[]',
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
CREATE INDEX campaigns_guild ON campaigns (guild);
CREATE TABLE seats (
    guild       INTEGER NOT NULL,
    channel     INTEGER NOT NULL,
    campaign_id TEXT    NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    scene_key   TEXT    NOT NULL, -- empty for the campaign's first
    PRIMARY KEY (guild, channel)
) STRICT;
CREATE INDEX seats_campaign ON seats (campaign_id);
CREATE TABLE loudspeakers (
    campaign_id TEXT    NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    user_id     INTEGER NOT NULL,
    setting     TEXT    NOT NULL,
    PRIMARY KEY (campaign_id, user_id)
) STRICT;
CREATE TABLE gm_screens (
    campaign_id TEXT    NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    kind        TEXT    NOT NULL, -- direct, made or existing
    channel     INTEGER NOT NULL, -- 0 for direct messages
    spoilers    INTEGER NOT NULL, -- wrap secrets, for people who stream
    PRIMARY KEY (campaign_id)
) STRICT;
CREATE TABLE guests (
    campaign_id TEXT    NOT NULL,
    agent_id    TEXT    NOT NULL,
    session_id  TEXT    NOT NULL,
    PRIMARY KEY (campaign_id, agent_id),
    FOREIGN KEY (campaign_id, agent_id) REFERENCES agents (campaign_id, id) ON DELETE CASCADE
) STRICT;
CREATE TABLE stints (
    campaign_id TEXT NOT NULL,
    session_id  TEXT NOT NULL,
    user_id     INTEGER NOT NULL,
    came        INTEGER NOT NULL,
    went        INTEGER NOT NULL DEFAULT 0, -- 0 while they are there
    PRIMARY KEY (campaign_id, session_id, user_id, came),
    FOREIGN KEY (campaign_id, session_id) REFERENCES sessions (campaign_id, id) ON DELETE CASCADE
) STRICT;
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
CREATE INDEX proposals_batch ON proposals (campaign_id, batch) WHERE batch <> '';
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
CREATE TABLE withdrawals (
    campaign_id TEXT NOT NULL,
    session_id  TEXT NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (campaign_id, session_id),
    FOREIGN KEY (campaign_id, session_id) REFERENCES sessions (campaign_id, id) ON DELETE CASCADE
) STRICT;
INSERT INTO goose_db_version VALUES (1, 0, 1, '2026-11-30 08:47:14');
INSERT INTO goose_db_version VALUES (2, 1, 1, '2026-11-30 08:47:14');
INSERT INTO goose_db_version VALUES (3, 2, 1, '2026-11-30 08:47:14');
INSERT INTO goose_db_version VALUES (4, 3, 1, '2026-11-30 08:47:14');
INSERT INTO goose_db_version VALUES (5, 4, 1, '2026-11-30 08:47:14');
INSERT INTO campaigns VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 1, 'saltmarsh', 'Salt & Ash', 'salt ash', 'en', 576460752303423488, 'A harbour town.', 'brief', 'colour', 2, 1, '', '{}', '');
INSERT INTO co_gms VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 9, 0);
INSERT INTO co_gms VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 8, 1);
INSERT INTO agents VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'mirela', 0, 'npc', 'Mirela', '["Mira"]', '["my lady"]', 'The Widow', 'alive', 0, 'Dry.', 'mirela', '', '', '', '[]');
INSERT INTO agents VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'bart', 1, 'npc', 'Bart', '[]', '[]', '', '', 1, '', 'bart', '', '', '', '[]');
INSERT INTO agents VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'wim', 2, 'npc', 'Wim', '[]', '[]', '', 'dead', 0, '', '', '', '', '', '[]');
INSERT INTO agents VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'butler', 3, 'butler', 'Quill', '[]', '[]', '', '', 0, '', '', '', '', '', '[]');
INSERT INTO voices VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'mirela', 'openai', 'onyx', '{}');
INSERT INTO voices VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'mirela', 'flite', 'slt', '{"pitch":"1.1"}');
INSERT INTO grants VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'mirela', 'kg_query', 0, 'own_node');
INSERT INTO grants VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'mirela', 'dice', 1, '');
INSERT INTO characters VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'tamsin', 0, 'Tamsin', '["Tam"]', 7, 'tamsin', 0);
INSERT INTO names VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'Mirela', 0, 'mi-REL-a', '["Murella"]');
INSERT INTO names VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'Bart', 1, '', '[]');
INSERT INTO scenes VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'tavern', 0, 'Tavern');
INSERT INTO scenes VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'quay', 1, 'Quay');
INSERT INTO scene_cast VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'tavern', 'mirela', 0);
INSERT INTO scene_cast VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'tavern', 'bart', 1);
INSERT INTO nodes VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'mirela', 0, 'npc', 'Mirela', 'mirela');
INSERT INTO nodes VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'bart', 1, 'npc', 'Bart', 'bart');
INSERT INTO nodes VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'duke', 2, 'character', 'Duke Óran', 'duke oran');
INSERT INTO nodes VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'guild', 3, 'faction', 'Rope Guild', 'rope guild');
INSERT INTO nodes VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'council', 4, 'faction', 'Council', 'council');
INSERT INTO nodes VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'tamsin', 5, 'character', 'Tamsin', 'tamsin');
INSERT INTO nodes VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'lamp', 6, 'item', 'Lamp', 'lamp');
INSERT INTO node_aliases VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'mirela', 'The Widow', 0, 'the widow');
INSERT INTO statements VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'mirela', '', 0, 'Keeps the tavern.', 0, 0);
INSERT INTO statements VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'mirela', 'debt', 1, 'Owes the guild ninety crowns.', 1, 0);
INSERT INTO statements VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'mirela', 'fate', 2, 'Will drown before winter.', 1, 0);
INSERT INTO statements VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'mirela', 'ring', 3, 'Wears a copper ring.', 0, 1);
INSERT INTO statements VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'bart', '', 0, 'A ferryman.', 0, 0);
INSERT INTO statements VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'bart', 'past', 1, 'Was a smuggler.', 1, 0);
INSERT INTO statements VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'bart', 'sister', 2, 'Sank the lantern ship.', 1, 0);
INSERT INTO statements VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'duke', '', 0, 'Rules the coast.', 0, 0);
INSERT INTO statements VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'duke', 'illness', 1, 'Is a vampire.', 1, 0);
INSERT INTO statements VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'guild', '', 0, 'Controls the quays.', 0, 0);
INSERT INTO statements VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'guild', 'vault', 1, 'Its vault is below the chapel.', 1, 0);
INSERT INTO statements VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'guild', 'oath', 2, 'They swear on rope.', 0, 0);
INSERT INTO statements VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'guild', 'motto', 3, 'Salt is law.', 0, 0);
INSERT INTO statements VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'council', '', 0, 'Meets on Mondays.', 0, 0);
INSERT INTO statements VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'council', 'vote', 1, 'Will close the harbour.', 1, 0);
INSERT INTO statements VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'tamsin', '', 0, 'A sellsword.', 0, 0);
INSERT INTO statements VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'lamp', '', 0, '', 0, 0);
INSERT INTO knowers VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'mirela', 'debt', 'mirela', 0);
INSERT INTO knowers VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'mirela', 'debt', 'guild', 1);
INSERT INTO knowers VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'bart', 'past', 'bart', 0);
INSERT INTO knowers VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'bart', 'sister', 'bart', 0);
INSERT INTO knowers VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'guild', 'vault', 'guild', 0);
INSERT INTO knowers VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'council', 'vote', 'council', 0);
INSERT INTO stances VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'bart', 'past', 'bart', 0, 'hides', 'Has always rowed the ferry.');
INSERT INTO stances VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'bart', 'sister', 'bart', 0, 'hides', '');
INSERT INTO stances VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'duke', 'illness', 'mirela', 0, 'believes', 'Has the grey fever.');
INSERT INTO stances VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'guild', 'oath', 'guild', 0, 'hides', 'They swear nothing.');
INSERT INTO stances VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'guild', 'motto', 'guild', 0, 'hides', 'They have no motto.');
INSERT INTO stances VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'guild', 'motto', 'bart', 1, 'tells', '');
INSERT INTO edges VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'bart', 'guild', 'member_of', 0, 0, '', 0, 0);
INSERT INTO edges VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'guild', 'council', 'member_of', 1, 0, '', 0, 0);
INSERT INTO edges VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'mirela', 'bart', 'knows', 2, -1, 'he waters the ale', 1, 0);
INSERT INTO edges VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'duke', 'mirela', 'taxes', 3, 2, '', 0, 1);
INSERT INTO edge_knowers VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'mirela', 'bart', 'knows', 'mirela', 0);
INSERT INTO sessions VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'session', 'live', 1, 2, 1772910000123456, 1772910009123456, 2);
INSERT INTO speakers VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'session', 7, 0, 'bo', 'player', 'Tamsin', 'yes');
INSERT INTO consents VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 7, 'yes', 1772910000123456);
INSERT INTO played_scenes VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', '01a22ba3-06a1-7035-9142-322509adf4e4', 'session', 'tavern', 'Tavern', 1772910000123456, 1772910009123456);
INSERT INTO played_cast VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', '01a22ba3-06a1-7035-9142-322509adf4e4', 'mirela', 0);
INSERT INTO played_cast VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', '01a22ba3-06a1-7035-9142-322509adf4e4', 'bart', 1);
INSERT INTO lines VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 1, 'session', 1, '01a22ba3-06a1-7035-9142-322509adf4e4', 'player', 7, '', 'Tamsin', 'Who''s got the lantern?', 0, 0, 1772910001123456, 1772910002123456, 0.0);
INSERT INTO lines VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 2, 'session', 2, '01a22ba3-06a1-7035-9142-322509adf4e4', 'player', 7, '', 'Tamsin', 'Élodie has it; 悬空', 0, 1, 1772910001123456, 1772910002123456, 0.0);
INSERT INTO postings VALUES (1, '@live', 0, '01');
INSERT INTO postings VALUES (1, '@live/bart', 0, '01');
INSERT INTO postings VALUES (1, '@live/mirela', 0, '01');
INSERT INTO postings VALUES (1, 'got', 0, '01');
INSERT INTO postings VALUES (1, 'lantern', 0, '01');
INSERT INTO postings VALUES (1, 'the', 0, '01');
INSERT INTO postings VALUES (1, 'who', 0, '01');
INSERT INTO postings VALUES (1, 'whos', 0, '01');
INSERT INTO turns VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'turn', 'session', '01a22ba3-06a1-7035-9142-322509adf4e4', 1, '', 'bart', '', '', 'cut', '', 'Not me', '', '["dice"]', 0, 0, 0, 0, 0, 0, 0, 0, 1772910003123456, 0, 0, 0.0);
INSERT INTO proposals VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'p', 'session', '01a22ba3-06a1-7035-9142-322509adf4e4', 1, 'bart', '{"v":1,"kind":"fact","node":"lamp","text":"Is lit."}', 'node lamp', 'd', 'pending', 1772910004123456, 0, '', '', '[]');
INSERT INTO recaps VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'session', 'They asked for a lantern.', 'm', 1772910010123456);
INSERT INTO usage VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'session', 'p', 'seconds', 4);
INSERT INTO lease VALUES (1, '01a22ba3-06a4-7be0-9447-6c80e44c0e2b', '01a22ba3-068e-7c40-a000-fc6f1fd0d5e7', 'glyphoxa run', 'host', 1, 0, 0);
INSERT INTO seats VALUES (1, 2, '01a22ba3-069f-7815-a866-3ce632a745b4', 'quay');
INSERT INTO loudspeakers VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 7, 'on');
INSERT INTO gm_screens VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'made', 3, 1);
INSERT INTO stints VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 'session', 7, 1772910000123456, 1772910009123456);
INSERT INTO playing VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 7, 'tamsin');
INSERT INTO privacy VALUES ('01a22ba3-069f-7815-a866-3ce632a745b4', 30, '');
