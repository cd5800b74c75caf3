-- Logs of tables that are over, packed: the same lines that stood in `events`, in less room.

CREATE TABLE packs (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    events INTEGER NOT NULL CHECK (events > 0),
    digest BLOB NOT NULL,
    body BLOB NOT NULL
) STRICT;
