-- What goes by age, who may sit at a private table, and the call for a missing player.
-- `swept`: the log, deals and messages of a table that was over for long are removed; its seats and result stay.
-- `invitations` is the fourth place with ids of members, beside `seats`, `holders` and `user_settings`.

ALTER TABLE tables ADD COLUMN swept INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN private INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN call TEXT NOT NULL DEFAULT 'off';

CREATE TABLE invitations (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user INTEGER NOT NULL,
    PRIMARY KEY (table_id, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX invitations_by_user ON invitations (user, table_id);

ALTER TABLE guild_settings ADD COLUMN call_role INTEGER;
ALTER TABLE guild_settings ADD COLUMN called_at TEXT;
