-- How people like to play, what they were told once, how tables show their cards, and tables where somebody learns.

ALTER TABLE user_settings ADD COLUMN palette TEXT NOT NULL DEFAULT 'classic';
ALTER TABLE user_settings ADD COLUMN pictures TEXT NOT NULL DEFAULT 'full';
ALTER TABLE user_settings ADD COLUMN labels INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user_settings ADD COLUMN pings INTEGER NOT NULL DEFAULT 1;
ALTER TABLE user_settings ADD COLUMN last_card INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user_settings ADD COLUMN second_tap INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user_settings ADD COLUMN tips TEXT NOT NULL DEFAULT '[]';

ALTER TABLE guild_settings ADD COLUMN pictures TEXT NOT NULL DEFAULT 'full';
ALTER TABLE guild_settings ADD COLUMN pace TEXT NOT NULL DEFAULT 'live';

ALTER TABLE tables ADD COLUMN pictures TEXT NOT NULL DEFAULT 'full';
ALTER TABLE tables ADD COLUMN lesson INTEGER;
