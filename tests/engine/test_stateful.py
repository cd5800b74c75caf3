"""Anything that people, the clock, failures and restarts may do, in any order: memory and store never differ."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from bot.core.errors import IllegalAction
from bot.core.events import HandDealt
from bot.core.match import DealStarted
from bot.core.seats import Seat
from bot.engine.errors import EngineRefusal, StorageFailure
from bot.engine.models import OPEN_STATUSES, Ask, TableId
from bot.engine.table import rebuilt, table_view
from tests.engine.fakes import GAMES, LEA, TOM, ZOE, World, settle

PEOPLE = st.sampled_from((LEA, TOM, ZOE))
SEATS = st.integers(0, 3).map(Seat)


class Evening(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.loop.run_until_complete(self.begin())

    async def begin(self) -> None:
        self.world = World()
        self.table = await self.world.lobby(LEA)

    def teardown(self) -> None:
        self.loop.run_until_complete(self.world.close())
        self.loop.close()

    def ask(self, request: Coroutine[Any, Any, object]) -> None:
        """Make a request; it may be refused."""

        async def run() -> None:
            with contextlib.suppress(EngineRefusal, IllegalAction, StorageFailure):
                await request
            await settle()

        self.loop.run_until_complete(run())

    @rule(person=PEOPLE)
    def open(self, person: Any) -> None:
        async def work() -> None:
            self.table = await self.world.lobby(person)

        self.ask(work())

    @rule(person=PEOPLE, seat=st.none() | SEATS)
    def join(self, person: Any, seat: Seat | None) -> None:
        self.ask(self.world.service.join(self.table, person, seat))

    @rule(person=PEOPLE)
    def leave(self, person: Any) -> None:
        self.ask(self.world.service.leave(self.table, person.user))

    @rule(person=PEOPLE, seat=SEATS)
    def remove(self, person: Any, seat: Seat) -> None:
        self.ask(self.world.service.remove(self.table, person.user, seat))

    @rule(person=PEOPLE, other=PEOPLE, seat=SEATS)
    def place(self, person: Any, other: Any, seat: Seat) -> None:
        self.ask(self.world.service.place(self.table, person.user, other.user, seat))

    @rule(person=PEOPLE, fill=st.booleans(), click=st.integers(1, 99).map(str))
    def start(self, person: Any, fill: bool, click: str) -> None:
        self.ask(self.world.service.start(self.table, person.user, click, fill=fill))

    @rule(moves=st.lists(st.tuples(PEOPLE, st.integers(0, 7)), min_size=1, max_size=12))
    def act(self, moves: list[tuple[Any, int]]) -> None:
        async def work() -> None:
            for person, choice in moves:
                panel = await self.world.service.seat_view(self.table, person.user)
                codes = [code for prompt in panel.prompts for code in prompt.codes()]
                code = codes[choice % len(codes)] if codes else "play:AS"
                try:
                    await self.world.service.act(self.table, person.user, code, panel.token)
                except (EngineRefusal, IllegalAction):
                    continue
                finally:
                    await settle()

        self.ask(work())

    @rule(person=PEOPLE, click=st.integers(1, 99).map(str))
    def ready(self, person: Any, click: str) -> None:
        self.ask(self.world.service.ready(self.table, person.user, click))

    @rule(person=PEOPLE)
    def present(self, person: Any) -> None:
        self.ask(self.world.service.present(self.table, person.user))

    @rule(person=PEOPLE, what=st.sampled_from(Ask))
    def propose(self, person: Any, what: Ask) -> None:
        self.ask(self.world.service.ask(self.table, person.user, what))

    @rule(person=PEOPLE, what=st.sampled_from(Ask), yes=st.booleans())
    def answer(self, person: Any, what: Ask, yes: bool) -> None:
        self.ask(self.world.service.answer(self.table, person.user, what, yes=yes))

    @rule(person=PEOPLE)
    def close(self, person: Any) -> None:
        self.ask(self.world.service.close(self.table, person.user, confirm=True))

    @rule(person=PEOPLE, seat=st.none() | SEATS)
    def substitute(self, person: Any, seat: Seat | None) -> None:
        self.ask(self.world.service.substitute(self.table, person, seat))

    @rule(seconds=st.sampled_from((1, 20, 95, 400)))
    def wait(self, seconds: int) -> None:
        self.ask(self.world.clock.advance(seconds))

    @rule(times=st.integers(1, 3))
    def break_the_disk(self, times: int) -> None:
        self.world.store.fail = times

    @rule()
    def restart(self) -> None:
        async def work() -> None:
            await self.world.service.shut_down()
            self.world.store.fail = 0
            await self.world.restarted().start_up()

        self.ask(work())

    @rule(person=PEOPLE)
    @precondition(lambda self: self.world.service.open_tables)
    def suspend_and_resume(self, person: Any) -> None:
        self.ask(self.world.service.suspend(self.table))
        self.ask(self.world.service.resume(self.table))

    @invariant()
    def memory_and_store_agree(self) -> None:
        for table in self.world.store.tables:
            self.loop.run_until_complete(self.agree(table))

    async def agree(self, table: TableId) -> None:
        stored = self.world.store.tables[table]
        view = await self.world.service.table(table)
        assert table_view(rebuilt(stored, GAMES)) == view
        seats = [holder.seat for holder in stored.seats]
        assert seats == sorted(set(seats))
        users = [holder.user for holder in stored.seats if holder.user is not None]
        assert len(users) == len(set(users))
        assert view.host in users
        started = [entry.event.number for entry in stored.entries if isinstance(entry.event, DealStarted)]
        assert started == list(range(1, len(started) + 1))
        dealt = [entry.event for entry in stored.entries if isinstance(entry.event, HandDealt)]
        assert len(dealt) == len(started) * view.players
        held = self.world.store.held.get(table, ())
        assert {entry.deal for entry in held} == set(started)
        for number in started:
            of_deal = [entry for entry in held if entry.deal == number]
            assert {entry.seat for entry in of_deal} == set(range(view.players))
            for user in {entry.user for entry in of_deal} - {None}:
                assert len({entry.seat for entry in of_deal if entry.user == user}) == 1
        if view.status in OPEN_STATUSES and view.status.value == "playing":
            assert view.commitment is not None

    @invariant()
    def open_tables_have_one_channel_each(self) -> None:
        records = [stored.record for stored in self.world.store.tables.values()]
        channels = [record.channel for record in records if record.status in OPEN_STATUSES]
        assert len(channels) == len(set(channels))


TestEvening = Evening.TestCase
TestEvening.settings = settings(
    max_examples=20,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
