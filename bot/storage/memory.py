"""Shown messages, settings and named texts in SQL."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from bot.core.seats import Seat
from bot.engine.errors import StorageFailure
from bot.engine.memory import GuildSettings, HandPlace, Opener, RoleId, Surface, UserSettings
from bot.engine.models import ChannelId, GuildId, Level, MessageId, Pace, Pictures, TableId, UserId
from bot.engine.quiet import QuietHours
from bot.palette import Palette
from bot.storage import rows
from bot.storage.database import Database

log = logging.getLogger(__name__)

_PUBLIC = -1
_SURFACES = "SELECT table_id, seat, channel, message, shown_seq, token, token_at, deal FROM surfaces "
_GUILD = (
    "SELECT language, channels, opener, role, profiles, zone, quiet, pace, pictures, palette, call_role, called_at, "
    "level, hints FROM guild_settings WHERE guild = ?"
)
_PUT_GUILD = (
    "INSERT OR REPLACE INTO guild_settings (guild, language, channels, opener, role, profiles, zone, quiet, pace, "
    "pictures, palette, call_role, called_at, level, hints) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_USER = (
    "SELECT language, client_language, dm_channel, dm_closed_until, hand, palette, pictures, labels, pings, last_card, "
    "second_tap, tips FROM user_settings WHERE user = ?"
)
_PUT_USER = (
    "INSERT OR REPLACE INTO user_settings (user, language, client_language, dm_channel, dm_closed_until, hand, "
    "palette, pictures, labels, pings, last_card, second_tap, tips) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


class SqliteSurfaces:
    """Where tables are shown."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, table: TableId, seat: Seat | None) -> Surface | None:
        """The message that shows this seat, or (None) the table."""
        found = await self._select(_SURFACES + "WHERE table_id = ? AND seat = ?", table, _number(seat))
        return found[0] if found else None

    async def of_table(self, table: TableId) -> tuple[Surface, ...]:
        """All messages of a table, the public one first."""
        return await self._select(_SURFACES + "WHERE table_id = ? ORDER BY seat", table)

    async def put(self, surface: Surface) -> None:
        """Note a message in place of the one noted before for the same table and seat."""
        row = (
            surface.table,
            _number(surface.seat),
            surface.channel,
            surface.message,
            surface.shown_seq,
            surface.token,
            _text(surface.token_at),
            surface.deal,
        )
        await self._database.run(
            "INSERT OR REPLACE INTO surfaces (table_id, seat, channel, message, shown_seq, token, token_at, deal) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            row,
        )

    async def delete(self, table: TableId, seat: Seat | None) -> None:
        """Forget a message."""
        await self._database.run("DELETE FROM surfaces WHERE table_id = ? AND seat = ?", (table, _number(seat)))

    async def _select(self, sql: str, *values: int) -> tuple[Surface, ...]:
        found = await self._database.rows(sql, values)
        return tuple(
            Surface(
                TableId(table),
                None if seat == _PUBLIC else Seat(seat),
                ChannelId(channel),
                MessageId(message),
                shown,
                *_pass(token, at),
                deal,
            )
            for table, seat, channel, message, shown, token, at, deal in found
        )


class SqliteSettings:
    """Settings of servers and members."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def guild(self, guild: GuildId) -> GuildSettings:
        """A server's settings, the defaults when it never set any.

        Raises:
            StorageFailure: they cannot be read.
        """
        return await self._database.read(partial(_read_guild, guild=guild))

    async def change_guild(self, guild: GuildId, change: Callable[[GuildSettings], GuildSettings]) -> GuildSettings:
        """Change a server's settings, from what they are now.

        Raises:
            StorageFailure: they cannot be read or written; nothing has changed.
        """

        def work(connection: sqlite3.Connection) -> GuildSettings:
            settings = change(_read_guild(connection, guild))
            connection.execute(_PUT_GUILD, _guild_row(settings))
            return settings

        return await self._database.write(work)

    async def user(self, user: UserId) -> UserSettings:
        """A member's settings, the defaults when they never set any, or when they cannot be read."""
        return await self._database.read(partial(_read_user, user=user))

    async def change_user(self, user: UserId, change: Callable[[UserSettings], UserSettings]) -> UserSettings:
        """Change a member's settings, from what they are now.

        Raises:
            StorageFailure: the database refused; nothing has changed.
        """

        def work(connection: sqlite3.Connection) -> UserSettings:
            settings = change(_read_user(connection, user))
            connection.execute(_PUT_USER, _user_row(settings))
            return settings

        return await self._database.write(work)

    async def tell_once(self, user: UserId, tip: str) -> bool:
        """Note that a member is told this; whether it is the first time.

        Raises:
            StorageFailure: the database refused; nothing has changed.
        """

        def work(connection: sqlite3.Connection) -> bool:
            settings = _read_user(connection, user)
            if tip in settings.tips:
                return False
            connection.execute(_PUT_USER, _user_row(replace(settings, tips=settings.tips | {tip})))
            return True

        return await self._database.write(work)

    async def see_language(self, user: UserId, language: str) -> None:
        """Note the language of a member's client, and nothing else of their settings."""
        await self._database.run(
            "INSERT INTO user_settings (user, client_language) VALUES (?, ?) "
            "ON CONFLICT (user) DO UPDATE SET client_language = excluded.client_language",
            (user, language),
        )


class SqliteMeta:
    """Named texts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, key: str) -> str | None:
        """The text under this key."""
        row = await self._database.row("SELECT value FROM meta WHERE key = ?", key)
        return None if row is None else str(row[0])

    async def put(self, key: str, value: str) -> None:
        """Set a text."""
        await self._database.run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (key, value))

    async def delete(self, key: str) -> None:
        """Remove a text."""
        await self._database.run("DELETE FROM meta WHERE key = ?", (key,))


def _read_guild(connection: sqlite3.Connection, guild: GuildId) -> GuildSettings:
    row = connection.execute(_GUILD, (guild,)).fetchone()
    if row is None:
        return GuildSettings(guild)
    language, channels, opener, role, profiles, zone, hours, pace, pictures, palette, call_role, called_at = row[:12]
    level, hints = row[12:]
    try:
        allowed, who = frozenset(ChannelId(channel) for channel in rows.numbers(channels)), Opener(opener)
        chosen, quiet = rows.texts(profiles), _quiet(zone, hours)
        pace, pictures, palette, level = Pace(pace), Pictures(pictures), Palette(palette), Level(level)
        sought = _time(called_at)
    except ValueError as error:
        # Defaults would allow what the server forbids.
        raise StorageFailure(f"the settings of server {guild} cannot be read") from error
    role = None if role is None else RoleId(role)
    seek = None if call_role is None else RoleId(call_role)
    looks = (pace, pictures, palette)
    return GuildSettings(guild, language, allowed, who, role, chosen, quiet, *looks, seek, sought, level, bool(hints))


def _guild_row(settings: GuildSettings) -> tuple[int | str | None, ...]:
    channels = json.dumps(sorted(settings.channels))
    profiles = json.dumps(dict(settings.profiles), sort_keys=True)
    zone, hours = settings.quiet.zone, json.dumps([settings.quiet.start, settings.quiet.end])
    chosen = (settings.language, channels, settings.opener.value, settings.role, profiles, zone, hours)
    looks = (settings.pace.value, settings.pictures.value, settings.palette.value)
    advice = (settings.level.value, settings.hints)
    return (settings.guild, *chosen, *looks, settings.seek_role, _text(settings.sought_at), *advice)


def _read_user(connection: sqlite3.Connection, user: UserId) -> UserSettings:
    row = connection.execute(_USER, (user,)).fetchone()
    if row is None:
        return UserSettings(user)
    language, client, channel, closed, hand, palette, pictures, labels, pings, last_card, second_tap, tips = row
    try:
        return UserSettings(
            user=user,
            language=language,
            client_language=client,
            dm_channel=None if channel is None else ChannelId(channel),
            dm_closed_until=_time(closed),
            hand=HandPlace(hand),
            palette=Palette(palette),
            pictures=Pictures(pictures),
            labels=bool(labels),
            pings=bool(pings),
            last_card=bool(last_card),
            second_tap=bool(second_tap),
            tips=rows.words(tips),
        )
    except ValueError:
        # The line of the log names nobody.
        log.exception("settings of a member cannot be read; the defaults are used")
        return UserSettings(user, client_language=client)


def _user_row(settings: UserSettings) -> tuple[int | str | None, ...]:
    return (
        settings.user,
        settings.language,
        settings.client_language,
        settings.dm_channel,
        _text(settings.dm_closed_until),
        settings.hand.value,
        settings.palette.value,
        settings.pictures.value,
        settings.labels,
        settings.pings,
        settings.last_card,
        settings.second_tap,
        json.dumps(sorted(settings.tips)),
    )


def _quiet(zone: str | None, hours: str | None) -> QuietHours:
    """A server's quiet hours, the usual ones when it never set any.

    Raises:
        ValueError: the text holds none.
    """
    if zone is None or hours is None:
        return QuietHours()
    found = rows.numbers(hours)
    if len(found) != 2 or max(found) > 23:
        raise ValueError("no quiet hours")
    return QuietHours(zone, *found)


def _number(seat: Seat | None) -> int:
    return _PUBLIC if seat is None else seat


def _text(when: datetime | None) -> str | None:
    return None if when is None else when.astimezone(UTC).isoformat()


def _pass(token: str | None, at: str | None) -> tuple[str | None, datetime | None]:
    """A token that may still edit a message, with its time; none when nobody can tell how old it is."""
    try:
        return token, _time(at)
    except ValueError:
        return None, None


def _time(text: str | None) -> datetime | None:
    return None if text is None else rows.time(text)
