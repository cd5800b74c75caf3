"""Servers that sent the bot away: since when, and the removal of everything that is theirs."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from datetime import datetime

from bot.engine.models import GuildId, TableId
from bot.storage import rows
from bot.storage.database import Database

NOTE = "left:"
"""Begins the name of the note that says since when the bot is not in a server any more."""

OWNED = ("tables", "profiles", "guild_settings")
"""What belongs to a server, by its column `guild`; what belongs to a table goes with it."""


class Departures:
    """Notes and removals, each one transaction.

    Args:
        database: with foreign keys on.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, present: Collection[GuildId], now: datetime) -> None:
        """Note servers of which something is stored and that are not present; forget the note of those that are.

        Raises:
            StorageFailure: the database did not take it.
        """

        def work(connection: sqlite3.Connection) -> None:
            known: set[int] = set()
            for name in OWNED:
                found = connection.execute(f"SELECT DISTINCT guild FROM {name}")  # noqa: S608 - names of ours
                known |= {int(guild) for (guild,) in found}
            for guild in known - set(present):
                connection.execute(
                    "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    (f"{NOTE}{guild}", now.isoformat()),
                )
            for guild in present:
                connection.execute("DELETE FROM meta WHERE key = ?", (f"{NOTE}{guild}",))

        await self._database.write(work)

    async def due(self, before: datetime) -> tuple[GuildId, ...]:
        """Servers that are noted since before this time.

        Raises:
            StorageFailure: the database could not be read.
        """
        found = await self._database.rows("SELECT key, value FROM meta WHERE key GLOB ? ORDER BY key", (f"{NOTE}*",))
        return tuple(GuildId(int(key.removeprefix(NOTE))) for key, since in found if rows.time(since) < before)

    async def tables(self, guild: GuildId) -> tuple[TableId, ...]:
        """All tables of a server, those that are over too.

        Raises:
            StorageFailure: the database could not be read.
        """
        found = await self._database.rows("SELECT id FROM tables WHERE guild = ? ORDER BY id", (guild,))
        return tuple(TableId(table) for (table,) in found)

    async def erase(self, guild: GuildId) -> None:
        """Remove everything of a server: tables with their logs, seats and results, profiles, settings, the note.

        Raises:
            StorageFailure: the database did not take it; nothing is removed.
        """

        def work(connection: sqlite3.Connection) -> None:
            for name in OWNED:
                connection.execute(f"DELETE FROM {name} WHERE guild = ?", (guild,))  # noqa: S608 - names of ours
            connection.execute("DELETE FROM meta WHERE key = ?", (f"{NOTE}{guild}",))

        await self._database.write(work)
