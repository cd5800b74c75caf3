-- Colours of the suits on what a server's members read together: of new tables, and of each table.

ALTER TABLE guild_settings ADD COLUMN palette TEXT NOT NULL DEFAULT 'classic';
ALTER TABLE tables ADD COLUMN palette TEXT NOT NULL DEFAULT 'classic';
