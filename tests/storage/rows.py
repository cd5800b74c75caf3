"""Rows as every version of the database holds them, for the tests of migrations: add an entry with each migration."""

from __future__ import annotations

VERSION_1 = """
INSERT INTO tables (id, guild, channel, game, profile, options, players, locale, status, opened_at, deadline, ready,
    secret, revealed, seq, revision)
VALUES (1, 5, 10, 'toy', 'loud', '{"target":5,"knocking":true}', 2, 'fr', 'playing', '2026-01-31T20:15:00+00:00',
    '2026-01-31T20:16:30+00:00', '[0]', 2, 1, 1, 7),
    (2, 5, 11, 'toy', 'loud', '{"target":5,"knocking":true}', 2, 'en', 'closed', '2026-01-30T20:15:00+00:00', NULL,
    '[]', 1, NULL, 0, 2);
INSERT INTO seats (table_id, seat, user, name, level, away, missed, host)
VALUES (1, 0, 101, 'Léa', '', 0, 1, 1), (1, 1, NULL, '', 'normal', 0, 0, 0), (2, 0, 101, 'Léa', '', 0, 0, 1);
INSERT INTO events (table_id, seq, body)
VALUES (1, 1, '{"v":1,"seq":1,"kind":"match.MatchStarted","kv":1,"seat":null,"at":"2026-01-31T20:15:00+00:00",'
    || '"data":{"game":"toy","rules_version":1,"options":[["target",5],["knocking",true]],"players":2,'
    || '"first_dealer":0}}');
INSERT INTO deals (table_id, number, seed, mixed, commitment)
VALUES (1, 1, zeroblob(32), '["77"]', 'aa'), (1, 2, zeroblob(32), '[]', 'bb'), (2, 1, zeroblob(32), '[]', 'cc');
INSERT INTO results (table_id, game, profile, totals, winner, ended_at)
VALUES (2, 'toy', 'loud', '[3, 5]', 1, '2026-01-30T21:15:00+00:00');
INSERT INTO surfaces (table_id, seat, channel, message, shown_seq, token, token_at)
VALUES (1, -1, 10, 1000, 7, 'secret-token', '2026-01-31T20:15:00+00:00'), (1, 0, 20, 2000, 6, NULL, NULL);
INSERT INTO guild_settings (guild, language, channels, opener, role) VALUES (5, 'fr', '[10, 11]', 'role', 9);
INSERT INTO user_settings (user, language, dm_channel, dm_closed_until, hand) VALUES (101, 'en', 20, NULL, 'dm');
INSERT INTO meta (key, value) VALUES ('commands', 'abc');
"""

VERSION_2 = f"""{VERSION_1}
INSERT INTO snapshots (table_id, seq, rules_version, program, proof, body)
VALUES (1, 1, 1, 'old', zeroblob(32), CAST('{{}}' AS BLOB));
"""

VERSION_3 = f"""{VERSION_2}
INSERT INTO profiles (id, guild, key, name, game, base, options, rules_version, version, changed_at)
VALUES (4, 5, 'comme chez nous', 'Comme chez nous', 'toy', 'loud', '{{"target":5,"knocking":true}}', 1, 2,
    '2026-01-31T20:15:00+00:00');
UPDATE tables SET profile = 'Comme chez nous', profile_version = 2 WHERE id = 2;
UPDATE guild_settings SET profiles = '{{"toy":"Comme chez nous"}}' WHERE guild = 5;
"""

VERSION_4 = f"""{VERSION_3}
INSERT INTO packs (table_id, events, digest, body) VALUES (2, 1, zeroblob(32), zeroblob(9));
"""

VERSION_5 = f"""{VERSION_4}
INSERT INTO holders (table_id, deal, seat, since, user, present)
VALUES (1, 1, 0, 1, 101, 1), (1, 1, 1, 1, NULL, 0), (1, 1, 1, 4, 102, 1);
UPDATE tables SET pace = 'slow', quiet = '{{"zone":"Europe/Paris","start":22,"end":8}}', paused = 1,
    asked = '{{"what":"resume","by":0,"until":"2026-02-01T20:15:00+00:00","yes":[0],"no":[]}}' WHERE id = 1;
UPDATE guild_settings SET zone = 'Europe/Paris', quiet = '[22,8]' WHERE guild = 5;
"""

VERSION_6 = f"""{VERSION_5}
UPDATE user_settings SET palette = 'four', pictures = 'text', labels = 1, pings = 0, last_card = 1, second_tap = 1,
    tips = '["hand"]' WHERE user = 101;
UPDATE guild_settings SET pictures = 'trick', pace = 'slow' WHERE guild = 5;
UPDATE tables SET pictures = 'text', lesson = 3 WHERE id = 2;
"""

VERSION_7 = f"""{VERSION_6}
INSERT INTO invitations (table_id, user) VALUES (1, 101), (1, 103);
UPDATE tables SET private = 1, call = 'done' WHERE id = 1;
UPDATE tables SET swept = 1 WHERE id = 2;
UPDATE guild_settings SET call_role = 77, called_at = '2026-01-31T20:15:00+00:00' WHERE guild = 5;
"""

VERSION_8 = f"""{VERSION_7}
UPDATE seats SET level = 'expert' WHERE level <> '';
UPDATE tables SET level = 'beginner' WHERE id = 2;
UPDATE guild_settings SET level = 'regular' WHERE guild = 5;
"""

VERSION_9 = f"""{VERSION_8}
UPDATE guild_settings SET palette = 'four' WHERE guild = 5;
UPDATE tables SET palette = 'four' WHERE id = 1;
"""

VERSION_10 = f"""{VERSION_9}
INSERT INTO imports (digest, game, profile, players, deals, finished, imported_at, body)
VALUES (zeroblob(32), 'toy', 'loud', 2, 1, 1, '2026-01-31T20:15:00+00:00', zeroblob(9));
"""

VERSION_11 = f"""{VERSION_10}
UPDATE tables SET hints = 1 WHERE id = 1;
UPDATE guild_settings SET hints = 1 WHERE guild = 5;
"""

ROWS: tuple[str, ...] = (
    "",
    VERSION_1,
    VERSION_2,
    VERSION_3,
    VERSION_4,
    VERSION_5,
    VERSION_6,
    VERSION_7,
    VERSION_8,
    VERSION_9,
    VERSION_10,
    VERSION_11,
)
"""By version; 0 is an empty database."""
