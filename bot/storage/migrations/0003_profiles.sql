-- A server's own rules under a name, and the version of them that a table was opened with (0: a preset).

CREATE TABLE profiles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    base TEXT NOT NULL,
    options TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    changed_at TEXT NOT NULL,
    UNIQUE (guild, key)
) STRICT;

ALTER TABLE tables ADD COLUMN profile_version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN profile_version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE guild_settings ADD COLUMN profiles TEXT NOT NULL DEFAULT '{}';
