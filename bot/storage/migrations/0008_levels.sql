-- Levels of computer players: what there was is called otherwise, a table and a server have a usual one.

ALTER TABLE tables ADD COLUMN level TEXT NOT NULL DEFAULT 'club';
ALTER TABLE guild_settings ADD COLUMN level TEXT NOT NULL DEFAULT 'club';

UPDATE seats SET level = 'club' WHERE level = 'normal';
UPDATE seats SET level = 'beginner' WHERE level = 'random';
