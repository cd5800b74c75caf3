-- Matches from game files (docs/game-file.md): whole, as their lines were read, compressed. They were not played here:
-- they have no table and no seats, name nobody, and count nowhere.

CREATE TABLE imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    digest BLOB NOT NULL UNIQUE,
    game TEXT NOT NULL,
    profile TEXT NOT NULL,
    players INTEGER NOT NULL,
    deals INTEGER NOT NULL CHECK (deals > 0),
    finished INTEGER NOT NULL CHECK (finished IN (0, 1)),
    imported_at TEXT NOT NULL,
    body BLOB NOT NULL
) STRICT;
