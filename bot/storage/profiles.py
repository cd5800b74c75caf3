"""Server profiles in SQL."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from bot.core.options import OptionValue
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.models import GuildId
from bot.engine.profiles import ProfileId, ServerProfile
from bot.storage import rows
from bot.storage.database import Database

T = TypeVar("T")

log = logging.getLogger(__name__)

_SELECT = (
    "SELECT id, guild, name, game, base, options, rules_version, version, changed_at FROM profiles "
    "WHERE guild = ? ORDER BY key"
)
_INSERT = (
    "INSERT INTO profiles (guild, key, name, game, base, options, rules_version, version, changed_at) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_UPDATE = (
    "UPDATE profiles SET options = ?, rules_version = ?, version = ?, changed_at = ? "
    "WHERE guild = ? AND id = ? AND version = ?"
)


class SqliteProfiles:
    """A server's own rules."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guild: GuildId) -> tuple[ServerProfile, ...]:
        """A server's profiles, by name; what cannot be read of one has its default."""
        return tuple(_profile(row) for row in await self._database.rows(_SELECT, (guild,)))

    async def add(self, profile: ServerProfile, limit: int) -> ServerProfile:
        """Insert a profile and give it its id.

        Raises:
            EngineRefusal: PROFILE_TAKEN, PROFILES_FULL.
            StorageFailure: the database did not take it.
        """

        def work(connection: sqlite3.Connection) -> int:
            keys = [key for (key,) in connection.execute("SELECT key FROM profiles WHERE guild = ?", (profile.guild,))]
            if profile.key in keys:
                raise EngineRefusal(Trouble.PROFILE_TAKEN)
            if len(keys) >= limit:
                raise EngineRefusal(Trouble.PROFILES_FULL, limit=limit)
            row = (
                profile.guild,
                profile.key,
                profile.name,
                profile.game,
                profile.base,
                _written(profile.options),
                profile.rules_version,
                profile.version,
                profile.changed_at.isoformat(),
            )
            return connection.execute(_INSERT, row).lastrowid or 0

        return replace(profile, id=ProfileId(await self._database.write(work)))

    async def change(self, profile: ServerProfile) -> None:
        """Replace the version just before this one.

        Raises:
            EngineRefusal: PROFILE_GONE, PROFILE_CHANGED.
            StorageFailure: the database did not take it.
        """

        def work(connection: sqlite3.Connection) -> None:
            values = (_written(profile.options), profile.rules_version, profile.version, profile.changed_at.isoformat())
            where = (profile.guild, profile.id)
            if connection.execute(_UPDATE, (*values, *where, profile.version - 1)).rowcount == 1:
                return
            found = connection.execute("SELECT version FROM profiles WHERE guild = ? AND id = ?", where).fetchone()
            if found is None:
                raise EngineRefusal(Trouble.PROFILE_GONE)
            raise EngineRefusal(Trouble.PROFILE_CHANGED, version=int(found[0]))

        await self._database.write(work)

    async def remove(self, guild: GuildId, profile: ProfileId) -> None:
        """Delete a profile.

        Raises:
            EngineRefusal: PROFILE_GONE.
            StorageFailure: the database did not take it.
        """

        def work(connection: sqlite3.Connection) -> None:
            sql = "DELETE FROM profiles WHERE guild = ? AND id = ?"
            if connection.execute(sql, (guild, profile)).rowcount == 0:
                raise EngineRefusal(Trouble.PROFILE_GONE)

        await self._database.write(work)


def _written(options: Mapping[str, OptionValue]) -> str:
    return json.dumps(dict(options), separators=(",", ":"))


def _profile(row: tuple[Any, ...]) -> ServerProfile:
    number, guild, name, game, base, options, rules_version, version, changed_at = row
    return ServerProfile(
        ProfileId(number),
        GuildId(guild),
        name,
        game,
        base,
        _read(number, rows.options, options, {}),
        rules_version,
        version,
        _read(number, rows.time, changed_at, rows.UNKNOWN_TIME),
    )


def _read(number: int, read: Callable[[str], T], text: str, otherwise: T) -> T:
    """What a text stands for. A damaged row must not take the server's other profiles with it."""
    try:
        return read(text)
    except ValueError:
        log.exception("profile %d cannot be read; defaults are used", number)
        return otherwise
