"""What happens when the database or a game fails, a caller goes away, or the process dies between two steps."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import cast

import pytest

from bot.core.cards import Card
from bot.core.errors import IllegalAction
from bot.core.game import AnyGame
from bot.core.match import MatchStarted, MatchState
from bot.core.options import Options
from bot.engine.errors import EngineRefusal, StorageFailure, Trouble
from bot.engine.models import OPEN_STATUSES, Held, SeatHolder, TableId, TableStatus, TableView
from bot.engine.ports import Change, ChangeKind, LogEntry, TableRecord
from tests.conformance.toygame import ToyGame
from tests.engine.fakes import LEA, POLICY, TOM, ZOE, FakeOutbox, FakeStore, World, settle


async def same_after_restart(world: World, table: TableId) -> TableView:
    """Read the table in a new service: nothing but its deadline may differ."""
    before = await world.service.table(table)
    world.restarted()
    after = await world.service.table(table)
    assert after == before
    return after


async def test_a_failed_write_changes_nothing(world: World) -> None:
    table = await world.match(LEA, TOM)
    before = await world.service.seat_view(table, LEA.user)
    told = len(world.outbox.told)
    world.store.fail = 1
    code = await world.code(table, LEA)
    with pytest.raises(StorageFailure):
        await world.service.act(table, LEA.user, code, before.token)
    assert await world.service.seat_view(table, LEA.user) == before
    assert len(world.outbox.told) == told
    await world.service.act(table, LEA.user, code, before.token)
    await same_after_restart(world, table)


@pytest.mark.parametrize("step", ["join", "computer", "start", "ready", "close"])
async def test_every_kind_of_change_is_all_or_nothing(world: World, step: str) -> None:
    table = await world.lobby(LEA)
    steps: dict[str, Callable[[], Awaitable[object]]] = {
        "join": lambda: world.service.join(table, TOM),
        "computer": lambda: world.service.add_computer(table, LEA.user),
        "start": lambda: world.service.start(table, LEA.user, "1", fill=True),
        "ready": lambda: world.service.ready(table, LEA.user, "2"),
        "close": lambda: world.service.close(table, LEA.user, confirm=True),
    }
    if step == "ready":
        await world.service.start(table, LEA.user, fill=True)
        await world.play_deal(table, LEA)
    before = await world.service.table(table)
    world.store.fail = 1
    with pytest.raises(StorageFailure):
        await steps[step]()
    assert await same_after_restart(world, table) == before
    await steps[step]()
    assert await same_after_restart(world, table) != before


class Vague(FakeStore):
    """Writes, and then says that it failed: what a lost connection does."""

    vague = False

    async def append(
        self,
        record: TableRecord,
        seats: Sequence[SeatHolder],
        after_seq: int,
        entries: Sequence[LogEntry],
        state: MatchState | None = None,
        held: Sequence[Held] = (),
    ) -> None:
        await super().append(record, seats, after_seq, entries, state, held)
        if self.vague:
            self.vague = False
            raise StorageFailure("no answer")


async def test_memory_follows_the_file_after_a_write_of_unknown_fate() -> None:
    store = Vague()
    world = World(store=store)
    table = await world.match(LEA, TOM)
    panel = await world.service.seat_view(table, LEA.user)
    code = await world.code(table, LEA)
    store.vague = True
    with pytest.raises(StorageFailure):
        await world.service.act(table, LEA.user, code, panel.token)
    # It was written after all: the same click is stale now, and the table goes on from there.
    with pytest.raises(EngineRefusal) as info:
        await world.service.act(table, LEA.user, code, panel.token)
    assert info.value.code is Trouble.STALE
    await world.play(table, TOM)
    await same_after_restart(world, table)
    await world.close()


async def test_after_a_write_of_unknown_fate_the_computers_go_on() -> None:
    store = Vague()
    world = World(store=store)
    table = await world.match(LEA)
    await settle()
    store.vague = True
    with pytest.raises(StorageFailure):
        await world.service.act(table, LEA.user, await world.code(table, LEA))
    world.outbox.told.clear()
    await world.clock.advance(91)  # the clock looks, and finds the move made
    after = await world.service.table(table)
    assert world.outbox.kinds()[0] == "restored"
    await world.close()
    assert after.view is not None
    assert after.view.to_act == {0}
    assert len(store.tables[table].entries) > 6
    assert after.seats[0].missed == 0


async def test_a_refused_click_after_a_failed_forced_move_does_not_stop_the_table() -> None:
    world = World(policy=replace(POLICY, computer_pause=5))
    table = await world.match(LEA, TOM, ZOE)
    for person in (LEA, TOM):
        await world.play(table, person)
    before = await world.service.table(table)
    await world.clock.advance(91)
    world.store.fail = 1
    await world.clock.advance(5)  # the move for Zoé is not recorded
    with pytest.raises((IllegalAction, EngineRefusal)):
        await world.service.act(table, LEA.user, await world.code(table, ZOE))
    await world.clock.advance(10)
    after = await world.service.table(table)
    await world.close()
    assert after.view != before.view
    assert after.seats[2].missed == 1


async def test_computers_and_clock_try_again_after_a_failure(world: World) -> None:
    table = await world.match(LEA)
    world.store.fail = 0
    await world.play(table, LEA)
    await world.clock.advance(0)
    world.store.fail = 2
    await world.clock.advance(95)  # the missed turn is not recorded
    await world.clock.advance(30)
    assert (await world.service.table(table)).seats[0].missed >= 1
    await world.service.present(table, LEA.user)
    world.store.fail = 0
    view = await world.play_deal(table, LEA)
    assert view.between
    await same_after_restart(world, table)


class Stumbling(ToyGame):
    """Fails so many times to say with which cards it is played."""

    stumbles = 0

    def deck(self, options: Options, players: int) -> tuple[Card, ...]:
        if self.stumbles:
            self.stumbles -= 1
            raise ZeroDivisionError("a bug in a game")
        return super().deck(options, players)


async def test_the_clock_tries_again_when_a_game_fails(caplog: pytest.LogCaptureFixture) -> None:
    game = Stumbling()
    world = World(games={"toy": cast("AnyGame", game)})
    table = await world.match(LEA)
    await world.play_deal(table, LEA)
    game.stumbles = 1
    await world.clock.advance(POLICY.next_deal_seconds + 0.5)
    assert game.stumbles == 0
    assert (await world.service.table(table)).number == 1
    assert [getattr(line, "table", None) for line in caplog.records if line.name == "bot.engine.upkeep"] == [table]
    await world.clock.advance(POLICY.retry_seconds)
    assert (await world.service.table(table)).number == 2
    await world.close()


async def test_other_tables_go_on(world: World) -> None:
    here, there = await world.match(LEA), await world.lobby_elsewhere(TOM)
    world.store.fail = 1
    with pytest.raises(StorageFailure):
        await world.service.act(here, LEA.user, await world.code(here, LEA))
    view = await world.service.start(there, TOM.user, fill=True)
    assert view.status is TableStatus.PLAYING


async def test_a_caller_who_goes_away_leaves_memory_and_file_equal() -> None:
    for ticks in range(8):
        world = World()
        table = await world.match(LEA, TOM)
        move = asyncio.ensure_future(world.service.act(table, LEA.user, await world.code(table, LEA)))
        for _ in range(ticks):
            await asyncio.sleep(0)
        move.cancel()
        await asyncio.gather(move, return_exceptions=True)
        await settle()
        await same_after_restart(world, table)
        await world.play(table, TOM)
        await same_after_restart(world, table)
        await world.close()


class Died(BaseException):
    """The process is killed here."""


class DyingOutbox(FakeOutbox):
    """Dies at a chosen call, after the commit it is told of."""

    def __init__(self, at: int, process: DyingStore) -> None:
        super().__init__()
        self.at = at
        self.process = process

    def changed(self, table: TableId, change: Change) -> None:
        super().changed(table, change)
        if len(self.told) == self.at:
            self.process.die()


class DyingStore(FakeStore):
    """Dies at a chosen write, before it is written; a dead one writes nothing more."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at
        self.dead = False

    def die(self) -> None:
        self.dead = True
        raise Died

    def _write(self) -> None:
        if self.dead or self.writes + 1 == self.at:
            self.die()
        super()._write()

    def reopened(self) -> FakeStore:
        fresh = FakeStore()
        fresh.tables = self.tables
        return fresh


async def test_a_kill_between_commit_and_outbox_loses_nothing() -> None:
    reference = await history(World())
    for at in range(1, 13):
        store = DyingStore(-1)
        world = World(store=store, outbox=DyingOutbox(at, store))
        assert await history(world) == reference
        assert store.dead


async def test_a_kill_before_the_commit_loses_only_that_move() -> None:
    reference = await history(World())
    for at in range(1, 13):
        store = DyingStore(at)
        assert await history(World(store=store)) == reference
        assert store.dead


async def history(world: World) -> list[str]:
    """Play a deal with one member, in a new service after a death: the events of the log."""
    for _ in range(100):
        try:
            await settle()
            if isinstance(world.store, DyingStore) and world.store.dead:
                await world.service.shut_down()
                world.store, world.outbox = world.store.reopened(), FakeOutbox()
                world.restarted()
                await world.service.start_up()
                await settle()
            if await step(world):
                break
        except Died:
            continue
    await world.close()
    (stored,) = world.store.tables.values()
    assert [entry.seq for entry in stored.entries] == list(range(1, len(stored.entries) + 1))
    return [entry.event.kind for entry in stored.entries]


async def step(world: World) -> bool:
    """Do the next thing; whether the deal is over."""
    table = next(iter(world.store.tables), None)
    if table is None:
        await world.lobby(LEA, players=2)
        return False
    view = await world.service.table(table)
    if view.status is TableStatus.LOBBY:
        await world.service.start(table, LEA.user, fill=True)
    elif view.between:
        return True
    elif view.view is not None and 0 in view.view.to_act:
        await world.play(table, LEA)
    return False


async def test_a_match_starts_once_even_when_it_is_asked_twice(world: World) -> None:
    table = await world.lobby(LEA, TOM, players=2)
    both = [world.service.start(table, LEA.user, str(click)) for click in range(2)]
    answers = await asyncio.gather(*both, return_exceptions=True)
    assert [answer.code for answer in answers if isinstance(answer, EngineRefusal)] == [Trouble.NOT_IN_LOBBY]
    events = [entry.event for entry in world.store.tables[table].entries]
    assert sum(isinstance(event, MatchStarted) for event in events) == 1


async def test_restoring_shows_what_lags_and_wakes_the_computers(world: World) -> None:
    table = await world.match(LEA)
    other = await world.lobby_elsewhere(TOM)
    world.store.surfaces[other] = (await world.service.table(other)).seq
    await world.service.shut_down()
    world.outbox.told.clear()
    world.restarted()
    await world.service.start_up()
    assert [(where, change.kind) for where, change in world.outbox.told] == [(table, ChangeKind.RESTORED)]
    assert world.service.open_tables == 2


@pytest.mark.parametrize("status", list(TableStatus))
async def test_a_table_that_is_over_is_shown_anew_when_its_end_was_not(world: World, status: TableStatus) -> None:
    table = await world.match(LEA, TOM)
    stored = world.store.tables[table]
    world.store.tables[table] = replace(stored, record=replace(stored.record, status=status, deadline=None))
    for shown, told in ((stored.record.revision - 1, [table]), (stored.record.revision, [])):
        world.store.surfaces[table] = shown
        world.outbox.told.clear()
        world.restarted()
        await world.service.start_up()
        assert [where for where, change in world.outbox.told if change.kind is ChangeKind.RESTORED] == told
    assert world.service.open_tables == (status in OPEN_STATUSES)


async def test_many_tables_at_once_do_not_mix(world: World) -> None:
    tables = [await world.lobby_elsewhere(LEA) for _ in range(8)]
    await asyncio.gather(*(world.service.start(table, LEA.user, fill=True) for table in tables))
    for _ in range(12):
        await settle()
        views = [await world.service.seat_view(table, LEA.user) for table in tables]
        moves = [
            world.service.act(view.table.id, LEA.user, next(iter(view.prompts[0].codes())), view.token)
            for view in views
            if view.prompts
        ]
        await asyncio.gather(*moves)
    for table in tables:
        assert (await world.service.table(table)).between
        await same_after_restart(world, table)


async def test_a_click_whose_move_was_not_recorded_may_come_again(world: World) -> None:
    table = await world.match(LEA, TOM)
    code = await world.code(table, LEA)
    world.store.fail = 1
    with pytest.raises(StorageFailure):
        await world.service.act(table, LEA.user, code, click="77")
    await world.service.act(table, LEA.user, code, click="77")
    with pytest.raises(EngineRefusal) as info:
        await world.service.act(table, LEA.user, code, click="77")
    assert info.value.code is Trouble.STALE
