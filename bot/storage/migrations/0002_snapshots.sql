-- A cache of matches, each as it stood after its table's last finished deal. Emptying it changes nothing.

CREATE TABLE snapshots (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL CHECK (seq > 0),
    rules_version INTEGER NOT NULL,
    program TEXT NOT NULL,
    proof BLOB NOT NULL,
    body BLOB NOT NULL
) STRICT;
