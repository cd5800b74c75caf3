-- Tables, their logs, their deals, what shows them, and settings.
-- Ids of members are only in `seats` and `user_settings`. Times are ISO 8601 with their zone.

CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    game TEXT NOT NULL,
    profile TEXT NOT NULL,
    options TEXT NOT NULL,
    players INTEGER NOT NULL,
    locale TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'finished', 'closed', 'suspended', 'frozen')),
    opened_at TEXT NOT NULL,
    deadline TEXT,
    ready TEXT NOT NULL DEFAULT '[]',
    secret INTEGER,
    revealed INTEGER,
    seq INTEGER NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL DEFAULT 0,
    open INTEGER GENERATED ALWAYS AS (status IN ('lobby', 'playing', 'suspended', 'frozen')) VIRTUAL
) STRICT;

CREATE UNIQUE INDEX one_open_table_per_channel ON tables (channel)
    WHERE status IN ('lobby', 'playing', 'suspended', 'frozen');
CREATE INDEX tables_by_channel ON tables (channel, id);

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user INTEGER,
    name TEXT NOT NULL,
    level TEXT NOT NULL,
    away INTEGER NOT NULL CHECK (away IN (0, 1)),
    missed INTEGER NOT NULL,
    host INTEGER NOT NULL CHECK (host IN (0, 1)),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX one_seat_per_user ON seats (table_id, user) WHERE user IS NOT NULL;
CREATE INDEX seats_by_user ON seats (user, table_id) WHERE user IS NOT NULL;

CREATE TABLE events (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL CHECK (seq > 0),
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE deals (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    seed BLOB NOT NULL,
    mixed TEXT NOT NULL,
    commitment TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE results (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    profile TEXT NOT NULL,
    totals TEXT NOT NULL,
    winner INTEGER,
    ended_at TEXT NOT NULL
) STRICT;

CREATE TABLE surfaces (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat >= -1),
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    shown_seq INTEGER NOT NULL,
    token TEXT,
    token_at TEXT,
    deal INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX surfaces_by_message ON surfaces (message);

CREATE TABLE guild_settings (
    guild INTEGER PRIMARY KEY,
    language TEXT,
    channels TEXT NOT NULL,
    opener TEXT NOT NULL,
    role INTEGER
) STRICT;

CREATE TABLE user_settings (
    user INTEGER PRIMARY KEY,
    language TEXT,
    client_language TEXT,
    dm_channel INTEGER,
    dm_closed_until TEXT,
    hand TEXT NOT NULL DEFAULT 'dm'
) STRICT;

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
