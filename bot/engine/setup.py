"""What is to be played at a table, and how: pure functions that make a table or give it another setup."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from bot.core import match
from bot.core.game import AnyGame
from bot.core.options import Options
from bot.core.seats import Seat
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.lobby import require_host, require_lobby, require_no_lesson
from bot.engine.models import (
    ChannelId,
    GuildId,
    Level,
    Pace,
    Person,
    Pictures,
    SeatHolder,
    Seeking,
    TableId,
    TableStatus,
    UserId,
)
from bot.engine.ports import DealSecret, TableRecord
from bot.engine.quiet import QuietHours
from bot.engine.table import Table
from bot.palette import Palette

_NOT_STORED = TableId(0)


@dataclass(frozen=True, slots=True)
class Manner:
    """How a table plays.

    Attributes:
        pace: how long a turn lasts.
        quiet: the quiet hours of its server, which a slow one keeps.
        pictures: how its message shows cards.
        palette: colours of the suits on what everybody reads.
        lesson: number of the prepared cards with which somebody learns there; None at a table like any other.
        hints: its members may ask what they had best do.
        private: only who is invited may sit there.
        seeks: its host may call for a missing player: the server has a role for that.
        level: of its computer players, unless the host says otherwise.
    """

    pace: Pace = Pace.LIVE
    quiet: QuietHours | None = None
    pictures: Pictures = Pictures.FULL
    palette: Palette = Palette.CLASSIC
    lesson: int | None = None
    hints: bool = False
    private: bool = False
    seeks: bool = False
    level: Level = Level.CLUB


@dataclass(frozen=True, slots=True)
class Setup:
    """A checked choice of game, profile, options and number of players; `version` is a server profile's, else 0."""

    game: AnyGame
    profile: str
    options: Options
    players: int
    version: int = 0


def chosen(
    games: Mapping[str, AnyGame],
    game_key: str,
    profile: str,
    options: Options | None,
    players: int | None,
    version: int = 0,
) -> Setup:
    """Check what a host asks for. Without options the profile must be one of the game's presets.

    Raises:
        EngineRefusal: UNKNOWN_GAME, UNKNOWN_PROFILE, WRONG_PLAYERS.
        IllegalAction: an option's value is refused, or the options do not go together.
    """
    game = games.get(game_key)
    if game is None:
        raise EngineRefusal(Trouble.UNKNOWN_GAME, game=game_key)
    if options is None:
        options = game.presets.get(profile)
    if options is None or not isinstance(options, game.options_type):
        raise EngineRefusal(Trouble.UNKNOWN_PROFILE, profile=profile)
    options.with_values(options.values())
    if players is None:
        players = 4 if 4 in game.seat_counts else min(game.seat_counts)
    if players not in game.seat_counts:
        raise EngineRefusal(Trouble.WRONG_PLAYERS, players=players)
    match.start(game, options, players, Seat(0))
    return Setup(game, profile, options, players, version)


def opened(
    setup: Setup,
    guild: GuildId,
    channel: ChannelId,
    host: Person,
    locale: str,
    now: datetime,
    seed: bytes,
    manner: Manner = Manner(),
) -> Table:
    """A new lobby, not stored yet, with the host in seat 0. `seed` is the first deal's."""
    record = TableRecord(
        id=_NOT_STORED,
        guild=guild,
        channel=channel,
        host=host.user,
        game=setup.game.key,
        profile=setup.profile,
        options=setup.options.values(),
        players=setup.players,
        locale=locale,
        status=TableStatus.LOBBY,
        opened_at=now,
        secret=None if manner.lesson is not None else DealSecret(1, seed),
        profile_version=setup.version,
        pace=manner.pace,
        quiet=manner.quiet if manner.pace is Pace.SLOW else None,
        pictures=manner.pictures,
        palette=manner.palette,
        lesson=manner.lesson,
        hints=manner.hints,
        private=manner.private,
        invited=frozenset({host.user}) if manner.private else frozenset(),
        seeking=Seeking.READY if manner.seeks else Seeking.OFF,
        level=manner.level,
    )
    return Table(setup.game, setup.options, record, (SeatHolder(Seat(0), host.user, host.name),))


def again(over: Table, by: UserId, now: datetime, seed: bytes) -> Table:
    """A new lobby, not stored yet, with everything of a finished match but its cards and points.

    After a lesson it is a table like any other, by the game's usual rules.

    Raises:
        EngineRefusal: NOT_SEATED, NOT_FINISHED.
    """
    over.seat_of(by)
    if over.status is not TableStatus.FINISHED:
        raise EngineRefusal(Trouble.NOT_FINISHED)
    host = over.record.host if any(holder.user == over.record.host for holder in over.seats) else by
    options = over.options if over.record.lesson is None else over.game.presets[over.game.default_preset]
    record = replace(
        over.record,
        id=_NOT_STORED,
        options=options.values(),
        lesson=None,
        host=host,
        status=TableStatus.LOBBY,
        opened_at=now,
        ready=frozenset(),
        secret=DealSecret(1, seed),
        revealed=None,
        revision=0,
        asked=None,
        seeking=Seeking.OFF if over.record.seeking is Seeking.OFF else Seeking.READY,
    )
    seats = tuple(replace(holder, away=False, missed=0, vacated=False) for holder in over.seats if not holder.gone)
    return Table(over.game, options, record, seats)


def set_profile(table: Table, by: UserId, setup: Setup) -> Table:
    """Change what will be played.

    Raises:
        EngineRefusal: NOT_IN_LOBBY, NOT_HOST, LESSON; WRONG_PLAYERS when more people sit here than the game seats.
    """
    require_lobby(table)
    require_no_lesson(table)
    require_host(table, by)
    people = [holder for holder in table.seats if holder.user is not None]
    if len(people) > setup.players:
        raise EngineRefusal(Trouble.WRONG_PLAYERS, players=setup.players)
    kept = (*people, *(holder for holder in table.seats if holder.user is None))[: setup.players]
    if any(holder.seat >= setup.players for holder in kept):
        kept = tuple(replace(holder, seat=Seat(number)) for number, holder in enumerate(kept))
    record = replace(
        table.record,
        game=setup.game.key,
        profile=setup.profile,
        options=setup.options.values(),
        players=setup.players,
        profile_version=setup.version,
    )
    seats = tuple(sorted(kept, key=lambda holder: holder.seat))
    return replace(table, game=setup.game, options=setup.options, record=record, seats=seats)
