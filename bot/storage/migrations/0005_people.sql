-- People come and go: a table's pace and pause, what its members ask each other, and who held which seat in which deal.
-- `holders` is the third place with ids of members, beside `seats` and `user_settings`.

ALTER TABLE tables ADD COLUMN pace TEXT NOT NULL DEFAULT 'live';
ALTER TABLE tables ADD COLUMN quiet TEXT;
ALTER TABLE tables ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN asked TEXT;

ALTER TABLE seats ADD COLUMN vacated INTEGER NOT NULL DEFAULT 0;

CREATE TABLE holders (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    deal INTEGER NOT NULL CHECK (deal > 0),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    since INTEGER NOT NULL CHECK (since >= 0),
    user INTEGER,
    present INTEGER NOT NULL CHECK (present IN (0, 1)),
    PRIMARY KEY (table_id, deal, seat, since)
) STRICT, WITHOUT ROWID;

CREATE INDEX holders_by_user ON holders (user, table_id) WHERE user IS NOT NULL;

ALTER TABLE results ADD COLUMN abandoned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN counts INTEGER NOT NULL DEFAULT 1;

ALTER TABLE guild_settings ADD COLUMN zone TEXT;
ALTER TABLE guild_settings ADD COLUMN quiet TEXT;
