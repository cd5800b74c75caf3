"""Fakes of the engine's five ports."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from bot.core.actions import Action
from bot.core.cards import Card
from bot.core.events import Event
from bot.core.game import AnyGame
from bot.core.match import MatchState
from bot.core.seats import Seat
from bot.core.situation import Situation
from bot.core.views import View
from bot.engine.errors import EngineRefusal, StorageFailure, Trouble
from bot.engine.fairdeal import order
from bot.engine.models import (
    OPEN_STATUSES,
    ChannelId,
    GuildId,
    Held,
    Person,
    SeatHolder,
    TableId,
    TableView,
    UserId,
)
from bot.engine.policy import Policy
from bot.engine.ports import Abandoned, Brain, Change, DealSecret, LogEntry, StoredTable, TableRecord
from bot.engine.service import TableService
from tests.conformance.toygame import TOY

GAMES: Mapping[str, AnyGame] = {"toy": TOY}
GUILD, CHANNEL = GuildId(1), ChannelId(10)
LEA, TOM, ZOE = Person(UserId(101), "Léa"), Person(UserId(102), "Tom"), Person(UserId(103), "Zoé")
POLICY = Policy(computer_pause=0, brain_seconds=0.2)


class FakeStore:
    """Tables in a dict. `fail` refuses so many writes; a `failing` one may still have been written before it failed."""

    def __init__(self) -> None:
        self.tables: dict[TableId, StoredTable] = {}
        self.fail = 0
        self.writes = 0
        self.secrets: dict[tuple[TableId, int], DealSecret] = {}
        self.surfaces: dict[TableId, int] = {}
        self.held: dict[TableId, tuple[Held, ...]] = {}
        self.abandoned: dict[TableId, Abandoned] = {}

    def _write(self) -> None:
        if self.fail:
            self.fail -= 1
            raise StorageFailure("the disk is full")
        self.writes += 1

    async def create(self, record: TableRecord, seats: Sequence[SeatHolder]) -> TableRecord:
        await asyncio.sleep(0)
        if any(
            stored.record.channel == record.channel and stored.record.status in OPEN_STATUSES
            for stored in self.tables.values()
        ):
            raise EngineRefusal(Trouble.CHANNEL_TAKEN)
        self._write()
        record = replace(record, id=TableId(len(self.tables) + 1))
        self.tables[record.id] = StoredTable(record, tuple(seats), ())
        self._keep(record)
        return record

    async def save(
        self,
        record: TableRecord,
        seats: Sequence[SeatHolder],
        held: Sequence[Held] = (),
        abandoned: Abandoned | None = None,
    ) -> None:
        await asyncio.sleep(0)
        self._write()
        self.tables[record.id] = replace(self.tables[record.id], record=record, seats=tuple(seats))
        self._note(record.id, held)
        if abandoned is not None:
            self.abandoned[record.id] = abandoned
        self._keep(record)
        await asyncio.sleep(0)

    async def append(
        self,
        record: TableRecord,
        seats: Sequence[SeatHolder],
        after_seq: int,
        entries: Sequence[LogEntry],
        state: MatchState | None = None,
        held: Sequence[Held] = (),
    ) -> None:
        await asyncio.sleep(0)
        stored = self.tables[record.id]
        if len(stored.entries) != after_seq:
            raise StorageFailure("the log has gone on")
        self._write()
        self.tables[record.id] = replace(stored, record=record, seats=tuple(seats), entries=(*stored.entries, *entries))
        self._note(record.id, held)
        self._keep(record)
        await asyncio.sleep(0)

    async def load(self, table: TableId) -> StoredTable | None:
        await asyncio.sleep(0)
        return self.tables.get(table)

    async def open_tables(self) -> tuple[TableId, ...]:
        return tuple(key for key, stored in self.tables.items() if stored.record.status in OPEN_STATUSES)

    async def table_in(self, channel: ChannelId) -> TableId | None:
        found = [stored.record for stored in self.tables.values() if stored.record.channel == channel]
        found.sort(key=lambda record: (record.status in OPEN_STATUSES, record.id))
        return found[-1].id if found else None

    async def tables_of(self, user: UserId) -> tuple[TableId, ...]:
        return tuple(
            key
            for key, stored in self.tables.items()
            if stored.record.status in OPEN_STATUSES and any(holder.user == user for holder in stored.seats)
        )

    def _note(self, table: TableId, held: Sequence[Held]) -> None:
        """Keep the history of the seats: all of it, and the latest deal's with the table."""
        known = {(entry.deal, entry.seat, entry.since): entry for entry in (*self.held.get(table, ()), *held)}
        self.held[table] = tuple(known[key] for key in sorted(known))
        latest = max((entry.deal for entry in self.held[table]), default=0)
        there = tuple(entry for entry in self.held[table] if entry.deal == latest)
        self.tables[table] = replace(self.tables[table], held=there)

    def _keep(self, record: TableRecord) -> None:
        for secret in (record.revealed, record.secret):
            if secret is not None:
                self.secrets[record.id, secret.number] = secret

    async def secret(self, table: TableId, number: int) -> DealSecret | None:
        return self.secrets.get((table, number))

    async def lagging(self) -> tuple[TableId, ...]:
        return tuple(
            key
            for key, stored in self.tables.items()
            if key in self.surfaces or stored.record.status in OPEN_STATUSES
            if self.surfaces.get(key, -1) < stored.record.revision
        )


@dataclass
class FakeOutbox:
    """Remembers what it was told."""

    told: list[tuple[TableId, Change]] = field(default_factory=list)
    reminded: list[tuple[TableId, Seat]] = field(default_factory=list)
    called: list[tuple[TableId, Seat]] = field(default_factory=list)
    overdue: list[tuple[TableId, Seat]] = field(default_factory=list)

    def changed(self, table: TableId, change: Change) -> None:
        self.told.append((table, change))

    def missed(self, table: TableId, seat: Seat) -> None:
        self.overdue.append((table, seat))

    def remind(self, table: TableId, seat: Seat) -> None:
        self.reminded.append((table, seat))

    def call_in(self, table: TableId, seat: Seat) -> None:
        self.called.append((table, seat))

    def kinds(self) -> list[str]:
        return [change.kind.value for _, change in self.told]


class FakeClock:
    """Time that moves only when a test says so."""

    def __init__(self) -> None:
        self.time = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)
        self.sleepers: list[tuple[datetime, asyncio.Future[None]]] = []

    def now(self) -> datetime:
        return self.time

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        entry = (self.time + timedelta(seconds=seconds), future)
        self.sleepers.append(entry)
        try:
            await future
        finally:
            self.sleepers.remove(entry)

    async def advance(self, seconds: float) -> None:
        """Let time pass, waking sleepers in their order."""
        target = self.time + timedelta(seconds=seconds)
        while True:
            await settle()
            due = [entry for entry in self.sleepers if entry[0] <= target and not entry[1].done()]
            if not due:
                break
            when, future = min(due, key=lambda entry: entry[0])
            self.time = max(self.time, when)
            future.set_result(None)
        self.time = target
        await settle()


class FakeDealer:
    """Seeds that count up."""

    def __init__(self) -> None:
        self.count = 0
        self.orders: list[tuple[TableId, int]] = []

    def seed(self) -> bytes:
        self.count += 1
        return self.count.to_bytes(32, "big")

    def order(self, secret: DealSecret, table: TableId, deck: Sequence[Card]) -> tuple[Card, ...]:
        self.orders.append((table, secret.number))
        return order(secret, table, deck)


class FirstBrain:
    """Takes the first thing it is offered."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.asked: list[tuple[View, tuple[Event, ...]]] = []

    async def choose(self, situation: Situation) -> Action:
        self.asked.append((situation.view, situation.seen))
        return self.game.parse(next(iter(situation.prompts[0].codes())))


async def settle() -> None:
    """Let everything that is ready run."""
    for _ in range(60):
        await asyncio.sleep(0)


@dataclass
class World:
    """A service over fakes."""

    store: FakeStore = field(default_factory=FakeStore)
    outbox: FakeOutbox = field(default_factory=FakeOutbox)
    clock: FakeClock = field(default_factory=FakeClock)
    dealer: FakeDealer = field(default_factory=FakeDealer)
    policy: Policy = POLICY
    brain: Brain = field(default_factory=lambda: FirstBrain(TOY))
    games: Mapping[str, AnyGame] = field(default_factory=lambda: GAMES)
    services: list[TableService] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.service = self.restarted()

    def restarted(self) -> TableService:
        """A new service on what the store holds, as after a crash: nothing of the old one's memory is left."""
        made = TableService(
            self.store, self.outbox, self.clock, self.dealer, self.brain_of, self.policy, games=self.games
        )
        self.service = made
        self.services.append(made)
        return made

    def brain_of(self, game: str, level: str) -> Brain:
        return self.brain

    async def close(self) -> None:
        for service in self.services:
            await service.shut_down()

    async def lobby(self, *people: Person, players: int = 3, profile: str = "quiet") -> TableId:
        """A lobby with these people, the first one its host."""
        opened = await self.service.open(GUILD, CHANNEL, people[0], "toy", profile, None, players, "fr")
        for person in people[1:]:
            await self.service.join(opened.id, person)
        return opened.id

    async def lobby_on(self, channel: int, person: Person) -> TableId:
        """A lobby in this channel."""
        return (await self.service.open(GUILD, ChannelId(channel), person, "toy", "quiet", None, 3, "fr")).id

    async def lobby_elsewhere(self, person: Person) -> TableId:
        """A lobby in a channel of its own."""
        return await self.lobby_on(CHANNEL + 1 + len(self.store.tables), person)

    async def match(self, *people: Person, players: int = 3, profile: str = "quiet") -> TableId:
        """A running match; computer players fill the table."""
        table = await self.lobby(*people, players=players, profile=profile)
        await self.service.start(table, people[0].user, fill=True)
        await settle()
        return table

    async def code(self, table: TableId, person: Person) -> str:
        """The first thing this member may do."""
        view = await self.service.seat_view(table, person.user)
        return next(iter(view.prompts[0].codes()))

    async def play(self, table: TableId, person: Person) -> None:
        """Do the first thing this member may do."""
        await self.service.act(table, person.user, await self.code(table, person))
        await settle()

    async def play_deal(self, table: TableId, *people: Person) -> TableView:
        """Play until the deal is over."""
        while True:
            view = await self.service.table(table)
            if view.between or view.status.value != "playing":
                return view
            assert view.view is not None
            for person in people:
                if view.seat_of(person.user) in view.view.to_act:
                    await self.play(table, person)
                    break
            else:
                await settle()
