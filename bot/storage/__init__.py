"""SQLite behind the engine's Store port."""
