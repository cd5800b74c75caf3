"""Whether anything grows while deals are played: the real service, database, outbox, a Discord that keeps nothing.

Members move through the service's door as buttons do; what the bot draws goes to a client that takes every message and
forgets it. What is counted: open handles, tasks, and the entries of every container that any long-lived object of the
bot holds, found by looking, so that a new one is counted without being named here.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import os
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator, Mapping, Set
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from time import monotonic
from types import SimpleNamespace
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.ai.adviser import MindAdviser
from bot.ai.brains import Brains
from bot.brake import Brake
from bot.config import Settings
from bot.core.errors import IllegalAction, UnknownAction
from bot.core.registry import games
from bot.engine.models import ChannelId, GuildId, Level, Person, Pictures, TableId, TableStatus, UserId
from bot.engine.ports import Outbox
from bot.engine.table import Table
from bot.meter import Meter
from bot.render.controls import Picks
from bot.storage.store import SqliteStore
from bot.ui.budget import Budget
from bot.ui.front import Front
from bot.ui.gallery import Gallery
from bot.ui.relief import Relief
from bot.wiring import front_of
from tests.conformance.walk import Choices, choose
from tests.ui.club import SeededDealer

MATCHES: tuple[tuple[str, str, int, tuple[str, int]], ...] = (
    ("coinche", "coinche_online", 4, ("deals", 3)),
    ("belote", "belote", 4, ("deals", 2)),
    ("belote_two", "deux_talon", 2, ("deals", 2)),
    ("tarot", "fft", 4, ("deals", 2)),
    ("hearts", "standard", 4, ("target", 30)),
)
"""Game, preset, seats, and what makes a match short: tables end all the time."""


class Nowhere:
    """Discord's client as far as drawing needs it: takes everything, keeps nothing."""

    application_id = 1

    def __init__(self) -> None:
        self._numbers = itertools.count()
        self.requests = 0

    def get_partial_messageable(self, channel: int) -> Nowhere:
        """Any channel."""
        return self

    def get_partial_message(self, message: int) -> Nowhere:
        """Any message."""
        return self

    def get_guild(self, guild: int) -> None:
        """No server is known."""

    async def create_dm(self, user: Any) -> Any:
        """A private channel."""
        self.requests += 1
        return SimpleNamespace(id=2**52 + user.id)

    async def send(self, content: str = "", **_: Any) -> Any:
        """A message of the present moment."""
        self.requests += 1
        number = discord.utils.time_snowflake(discord.utils.utcnow()) + next(self._numbers) % 4096
        return SimpleNamespace(id=number, content=content, attachments=[])

    async def edit(self, **_: Any) -> Any:
        """Takes the edit."""
        self.requests += 1
        return SimpleNamespace(attachments=[])

    async def delete(self) -> None:
        """Takes the deletion."""
        self.requests += 1


@dataclass(frozen=True)
class Count:
    """What was held at one moment.

    Attributes:
        handles: open files and sockets.
        tasks: of the running loop.
        entries: by the attribute that holds them, those of every container.
        resident: bytes of the process in memory.
    """

    handles: int
    tasks: int
    entries: Mapping[str, int]
    resident: int


def count(front: Front, meter: Meter) -> Count:
    """Look at everything that lives as long as the bot."""
    gc.collect()
    handles = len(os.listdir("/proc/self/fd"))
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return Count(handles, len(asyncio.all_tasks()), entries(front, meter), pages * os.sysconf("SC_PAGE_SIZE"))


def entries(*roots: object) -> dict[str, int]:
    """How many entries the containers hold that are reached by attributes of the bot's objects, nested ones included.

    What the containers hold is not looked into but for more containers: a table or a board is an entry.
    """
    found: Counter[str] = Counter()
    seen: set[int] = set()
    waiting: deque[object] = deque(roots)
    while waiting:
        item = waiting.popleft()
        if id(item) in seen:
            continue
        seen.add(id(item))
        for name, value in _attributes(item):
            if isinstance(value, (Mapping, Set, list, deque, WeakValueDictionary)):
                found[f"{type(item).__name__}.{name}"] += _size(value)
            elif type(value).__module__.startswith("bot."):
                waiting.append(value)
            elif (owner := getattr(value, "__self__", None)) is not None:
                waiting.append(owner)
    return dict(found)


def _attributes(item: object) -> Iterator[tuple[str, object]]:
    slots = [name for cls in type(item).__mro__ for name in getattr(cls, "__slots__", ()) if hasattr(item, name)]
    yield from ((name, getattr(item, name)) for name in slots)
    yield from getattr(item, "__dict__", {}).items()


def _size(value: Any) -> int:
    nested = value.values() if isinstance(value, Mapping) else ()
    return len(value) + sum(len(inner) for inner in nested if isinstance(inner, (Mapping, Set, list)))


class Evenings:
    """Tables side by side, each with one member and computer players; matches end and others begin in their channel.

    Attributes:
        deals: how many have ended.
        over: how many tables are over.
        client: takes what is drawn.
    """

    def __init__(self, front: Front, store: SqliteStore, meter: Meter, seed: int, client: Nowhere) -> None:
        self.front = front
        self.client = client
        self.store = store
        self.meter = meter
        self.chance = Random(seed)
        self.deals = 0
        self.over = 0
        self._wanted = 0
        self._changed: dict[TableId, asyncio.Future[None]] = {}
        self.outbox: Outbox = front.outbox
        desk: Any = front.service._desk
        desk.follow(self._follow)

    async def play(self, deals: int, tables: int) -> None:
        """Play until so many more deals have ended, then close every table and let everything be drawn."""
        self._wanted = self.deals + deals
        await asyncio.gather(*(self._channel(number) for number in range(tables)))
        await self.rest()

    async def lobby(self, number: int) -> None:
        """A table that is opened and closed again."""
        person = Person(UserId(10**6 + number), f"Member {number}")
        table = await self.front.service.open(
            GuildId(1), ChannelId(10**6 + number), person, "belote", "belote", None, None, "fr"
        )
        await self.front.service.close(table.id, person.user)

    async def rest(self) -> None:
        """Wait until nothing is left to draw and no errand is under way."""
        outbox: Any = self.front.outbox
        for _ in range(6000):
            if not outbox.depth and not outbox._errands:
                return
            await asyncio.sleep(0.01)
        raise AssertionError("the outbox does not come to rest")

    async def _channel(self, number: int) -> None:
        matches = itertools.cycle(MATCHES[number % len(MATCHES) :] + MATCHES[: number % len(MATCHES)])
        while self.deals < self._wanted:
            person = Person(UserId(10**6 + number), f"Member {number}")
            await self._match(ChannelId(10**6 + number), person, *next(matches))

    async def _match(
        self, channel: ChannelId, person: Person, game: str, preset: str, seats: int, short: tuple[str, int]
    ) -> None:
        service, options = self.front.service, games()[game].presets[preset].with_values(dict([short]))
        table = (await service.open(GuildId(1), channel, person, game, preset, options, seats, "fr")).id
        for _ in range(seats - 1):
            await service.add_computer(table, person.user, Level.BEGINNER)
        await service.start(table, person.user, click="1")
        while (now := await self._asked(table)).status is TableStatus.PLAYING:
            if self.deals >= self._wanted:
                await service.close(table, person.user, manager=True, confirm=True)
            elif now.between:
                self.deals += 1
                await service.ready(table, person.user)
            else:
                await self._move(table, person)
        self.deals += now.status is TableStatus.FINISHED
        self.over += 1

    async def _asked(self, table: TableId) -> Table:
        """The table once a member is asked something, or nobody any more."""
        desk: Any = self.front.service._desk
        while True:
            changed = self._changed[table] = asyncio.get_running_loop().create_future()
            now: Table = await desk.table(table)
            if now.waiting or now.between or now.status is not TableStatus.PLAYING:
                del self._changed[table]
                return now
            await changed

    def _follow(self, table: Table) -> None:
        changed = self._changed.get(table.id)
        if changed is not None and not changed.done():
            changed.set_result(None)

    async def _move(self, table: TableId, person: Person) -> None:
        """What a member does when asked: half a choice, now and then a reminder or a wrong card, a move."""
        service = self.front.service
        seat = await service.seat_view(table, person.user)
        self.front.keep_picks(seat, person.user, Picks(level="pass"))
        if self.chance.random() < 0.05:
            self.outbox.remind(table, seat.seat)
            with suppress(IllegalAction, UnknownAction):
                await service.act(table, person.user, "play:KS", seat.token, f"wrong {self.chance.random()}")
                return
        code = choose(seat.prompts, Choices([], self.chance))
        await service.act(table, person.user, code, seat.token, str(self.chance.random()))


@asynccontextmanager
async def evenings(folder: Path, seed: int, *, drawn: bool = True) -> AsyncIterator[Evenings]:
    """A bot's inside without a client, on a database in a folder; what is not drawn is not even noted."""
    meter = Meter()
    settings = replace(
        Settings(),
        database=folder / "tapis.db",
        computer_pause=0.0,
        take_back_pause=0.0,
        edit_interval=0.05,
        next_deal_seconds=600,
        turn_seconds=3600,
    )
    store = await SqliteStore.open(settings.database, meter=meter)
    nowhere = Nowhere()
    client: Any = nowhere
    gallery = Gallery(None, Pictures.TEXT, Relief(meter, monotonic), meter)
    chance, brains, adviser = SeededDealer(seed), Brains(seed), MindAdviser(seed)
    front = front_of(client, settings, store, Budget(10**6), Brake(), chance, brains, adviser, None, gallery)
    await front.service.start_up()
    if not drawn:
        await front.outbox.close()
    try:
        yield Evenings(front, store, meter, seed, nowhere)
    finally:
        await front.service.shut_down()
        await front.outbox.close()
        await store.close()


BOUNDS: Mapping[str, int] = {
    "Desk._tables": 64,
    "Desk._over": 64,
    "Counsel._analyses": 64,
    "Front.picks": 4096,
    "Meter.counters": 64,
    "Meter.timings": 64,
}
"""What may be held between two tables: a few that are over, half-made choices, a number for each game."""


def grown(before: Count, after: Count) -> list[str]:
    """What is held after more deals, with no table open, that was not before; memory is left to people's eyes."""
    told = [f"handles: {before.handles} -> {after.handles}"] if after.handles > before.handles else []
    told += [f"tasks: {before.tasks} -> {after.tasks}"] if after.tasks > before.tasks else []
    for name, number in after.entries.items():
        if number > max(before.entries.get(name, 0), BOUNDS.get(name, 0)):
            told.append(f"{name}: {before.entries.get(name, 0)} -> {number}")
    return told
