"""What the Discord side keeps between restarts: shown messages, settings, and a few facts of its own.

The protocols are fulfilled by the database; every method is one transaction and raises `StorageFailure` when it fails.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, NewType, Protocol

from bot.core.seats import Seat
from bot.engine.history import History
from bot.engine.models import ChannelId, GuildId, Level, MessageId, Pace, Pictures, TableId, UserId
from bot.engine.quiet import QuietHours
from bot.palette import Palette

RoleId = NewType("RoleId", int)


@dataclass(frozen=True, slots=True)
class Surface:
    """A message that shows a table.

    Attributes:
        table: the table.
        seat: whose hand it shows; None for the public message.
        channel: where the message is.
        message: which one.
        shown_seq: `TableView.seq` of what it shows; -1 for nothing yet.
        token: an interaction's token that may still edit it; none is noted today, and none is ever backed up.
        token_at: when that token was given.
        deal: number of the deal it shows; 0 for the lobby.
    """

    table: TableId
    seat: Seat | None
    channel: ChannelId
    message: MessageId
    shown_seq: int = -1
    token: str | None = None
    token_at: datetime | None = None
    deal: int = 0


class Surfaces(Protocol):
    """At most one message per table and seat, and one public message per table."""

    async def get(self, table: TableId, seat: Seat | None) -> Surface | None:
        """The message that shows this seat, or (None) the table."""
        ...

    async def of_table(self, table: TableId) -> tuple[Surface, ...]:
        """All messages of a table, the public one first."""
        ...

    async def put(self, surface: Surface) -> None:
        """Note a message in place of the one noted before for the same table and seat."""
        ...

    async def delete(self, table: TableId, seat: Seat | None) -> None:
        """Forget a message; nothing happens when there is none."""
        ...


class Opener(StrEnum):
    """Who may open tables in a server."""

    EVERYONE = "everyone"
    ROLE = "role"
    MANAGERS = "managers"


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """A server's own settings.

    Attributes:
        guild: the server.
        language: of its public messages; None when it never chose.
        channels: where tables may be opened; empty for everywhere.
        opener: who may open tables.
        role: the role meant by `Opener.ROLE`.
        quiet: when slow tables disturb nobody, by the server's time zone.
        profiles: by a game's key the preset or server profile of a new table, where the server chose one.
        pace: of a new table whose host names none.
        pictures: how the message of a new table shows cards.
        palette: colours of the suits on the messages of a new table that everybody reads.
        level: of a new table's computer players.
        hints: members of a new table may ask what they had best do.
        seek_role: mentioned when a host calls for a missing player; None when nobody may.
        sought_at: when that was done last.
    """

    guild: GuildId
    language: str | None = None
    channels: frozenset[ChannelId] = frozenset()
    opener: Opener = Opener.EVERYONE
    role: RoleId | None = None
    profiles: Mapping[str, str] = field(default_factory=dict)
    quiet: QuietHours = QuietHours()
    pace: Pace = Pace.LIVE
    pictures: Pictures = Pictures.FULL
    palette: Palette = Palette.CLASSIC
    seek_role: RoleId | None = None
    sought_at: datetime | None = None
    level: Level = Level.CLUB
    hints: bool = False


class HandPlace(StrEnum):
    """Where a member's hand is shown."""

    DM = "dm"
    CHANNEL = "channel"


@dataclass(frozen=True, slots=True)
class UserSettings:
    """A member's own settings, the same in every server.

    Attributes:
        user: the member.
        language: of what only they see, as they chose it; None when they never chose.
        client_language: of their client when last seen; None before.
        dm_channel: their conversation with the bot, once opened.
        dm_closed_until: no message is tried there before; None when it is open.
        hand: where their hand is shown.
        palette: colours of the suits on what only they see.
        pictures: how their hand is shown; never `Pictures.TRICK`.
        labels: letters on card buttons even where there is an emoji.
        pings: whether they are mentioned when it is their turn for long.
        last_card: the last card of a hand plays itself.
        second_tap: a card is played by a second tap only.
        tips: what they were told once and need not be told again.
    """

    user: UserId
    language: str | None = None
    client_language: str | None = None
    dm_channel: ChannelId | None = None
    dm_closed_until: datetime | None = None
    hand: HandPlace = HandPlace.DM
    palette: Palette = Palette.CLASSIC
    pictures: Pictures = Pictures.FULL
    labels: bool = False
    pings: bool = True
    last_card: bool = False
    second_tap: bool = False
    tips: frozenset[str] = frozenset()


class SettingsStore(Protocol):
    """Settings of servers and members; whoever never set anything has the defaults."""

    async def guild(self, guild: GuildId) -> GuildSettings:
        """A server's settings."""
        ...

    async def change_guild(self, guild: GuildId, change: Callable[[GuildSettings], GuildSettings]) -> GuildSettings:
        """Change a server's settings, from what they are now: what others changed meanwhile stays.

        Args:
            guild: the server.
            change: from the present settings to the new ones, quick and pure; what it raises is raised here, and
                nothing has changed.

        Returns:
            The settings as they are now.
        """
        ...

    async def user(self, user: UserId) -> UserSettings:
        """A member's settings."""
        ...

    async def see_language(self, user: UserId, language: str) -> None:
        """Note the language of a member's client, and nothing else of their settings."""
        ...

    async def change_user(self, user: UserId, change: Callable[[UserSettings], UserSettings]) -> UserSettings:
        """Change a member's settings, from what they are now; as `change_guild`."""
        ...

    async def tell_once(self, user: UserId, tip: str) -> bool:
        """Note that a member is told this; whether it is the first time."""
        ...


class Meta(Protocol):
    """A few named texts: the hash of the registered commands and the like."""

    async def get(self, key: str) -> str | None:
        """The text under this key."""
        ...

    async def put(self, key: str, value: str) -> None:
        """Set a text."""
        ...

    async def delete(self, key: str) -> None:
        """Remove a text; nothing happens when there is none."""
        ...


PersonalData = Mapping[str, Any]
"""What is kept about one person: plain values, fit for JSON."""


class People(Protocol):
    """One person's data as a whole."""

    async def export(self, user: UserId) -> PersonalData:
        """Everything that is kept about a person, and nothing about anybody else."""
        ...

    async def erase(self, user: UserId) -> tuple[TableId, ...]:
        """Forget a person; the tables where they held a seat. A seat that still plays becomes a computer player's."""
        ...

    async def forget_hands(self, tables: Sequence[TableId]) -> None:
        """Forget the private messages of seats that no member holds."""
        ...


class Memory(Protocol):
    """All of it."""

    @property
    def surfaces(self) -> Surfaces:
        """Shown messages."""
        ...

    @property
    def settings(self) -> SettingsStore:
        """Settings of servers and members."""
        ...

    @property
    def people(self) -> People:
        """Persons' data."""
        ...

    @property
    def history(self) -> History:
        """Matches that are over."""
        ...

    @property
    def meta(self) -> Meta:
        """Named texts."""
        ...
