-- Whether members of a table may ask what they had best do, and whether those of a server's new tables may.

ALTER TABLE tables ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;
ALTER TABLE guild_settings ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;
