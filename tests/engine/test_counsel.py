"""Hints and analyses as the service gives them: who may ask when, what is kept, and what never reaches the adviser."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

import pytest

from bot.core.advice import Advice, Analysis
from bot.core.events import CardPlayed, Event, visible
from bot.core.game import AnyGame, DealSetup
from bot.core.seats import Seat
from bot.core.situation import Situation
from bot.core.views import View
from bot.engine.counsel import Counsel
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.models import TableId, TableView
from bot.engine.service import TableService
from tests.conformance.toygame import ToyGame, ToyState
from tests.engine.fakes import LEA, TOM, ZOE, World, settle

NOTHING = Analysis(())


class ShownToy(ToyGame):
    """The toy, whose hands lie open once a deal is over."""

    def view(self, state: ToyState, seat: Seat | None) -> View:
        view = super().view(state, seat)
        return replace(view, hands=((),) * len(view.hand_sizes)) if self.result(state) is not None else view


class FakeAdviser:
    """Advises the first thing that is offered. It waits while `held`, and fails while `broken`."""

    def __init__(self) -> None:
        self.asked: list[Situation] = []
        self.analysed: list[tuple[DealSetup, tuple[Event, ...]]] = []
        self.held = asyncio.Event()
        self.held.set()
        self.broken = False
        self.cancelled = 0

    async def advise(self, game: AnyGame, situation: Situation) -> Advice:
        self.asked.append(situation)
        await self._work()
        return Advice(next(iter(situation.prompts[0].codes())))

    async def analyse(
        self, game: AnyGame, setup: DealSetup, events: Sequence[Event], progress: Callable[[int, int], None]
    ) -> Analysis:
        self.analysed.append((setup, tuple(events)))
        progress(1, 2)
        await self._work()
        progress(2, 2)
        return NOTHING

    async def _work(self) -> None:
        try:
            await self.held.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.broken:
            raise RuntimeError("nothing comes to mind")


@pytest.fixture
def adviser() -> FakeAdviser:
    return FakeAdviser()


@pytest.fixture
def counsel(world: World, adviser: FakeAdviser) -> Counsel:
    """The counsel of a service with this adviser, quick to lose patience."""
    games: Mapping[str, AnyGame] = {"toy": cast("AnyGame", ShownToy())}
    service = TableService(
        world.store,
        world.outbox,
        world.clock,
        world.dealer,
        world.brain_of,
        world.policy,
        games=games,
        adviser=adviser,
    )
    world.games = games
    world.service = service
    world.services.append(service)
    service.counsel._hint_seconds = service.counsel._analysis_seconds = 0.01
    return service.counsel


async def _opened(world: World, *people: Any, hints: bool = True) -> TableId:
    """A match of three with these people and computer players, who may ask for hints."""
    table = await world.lobby(*people)
    await world.service.set_hints(table, people[0].user, hints)
    await world.service.start(table, people[0].user, fill=True)
    await settle()
    return table


async def _refusal(asking: Any) -> Trouble:
    with pytest.raises(EngineRefusal) as refused:
        await asking
    return refused.value.code


async def _turn(world: World, table: TableId, *people: Any) -> Any:
    """Whose of these people's turn it is."""
    view: TableView = await world.service.table(table)
    assert view.view is not None
    return next(person for person in people if view.seat_of(person.user) in view.view.to_act)


async def test_a_hint_is_for_who_must_act_and_says_the_same_again(
    world: World, counsel: Counsel, adviser: FakeAdviser
) -> None:
    table = await _opened(world, LEA, TOM, ZOE)
    assert (await world.service.table(table)).hints
    asks = await _turn(world, table, LEA, TOM, ZOE)
    first = await counsel.hint(table, asks.user)
    seat = await world.service.seat_view(table, asks.user)
    assert any(prompt.accepts(first.code) for prompt in seat.prompts)
    assert await counsel.hint(table, asks.user) == first
    assert len(adviser.asked) == 1
    assert adviser.asked[0].view == seat.view
    assert all(visible(event, seat.seat) for event in adviser.asked[0].seen)
    view = await world.service.table(table)
    assert view.view is not None
    waits = [person for person in (LEA, TOM, ZOE) if view.seat_of(person.user) not in view.view.to_act]
    for person in waits:
        assert await _refusal(counsel.hint(table, person.user)) is Trouble.HINT_TURN
    await world.play(table, asks)
    following = await _turn(world, table, LEA, TOM, ZOE)
    await counsel.hint(table, following.user)
    assert len(adviser.asked) == 2


async def test_where_hints_are_not_allowed_nobody_thinks(world: World, counsel: Counsel, adviser: FakeAdviser) -> None:
    table = await _opened(world, LEA, hints=False)
    assert await _refusal(counsel.hint(table, LEA.user)) is Trouble.HINTS_OFF
    assert await _refusal(counsel.hint(table, ZOE.user)) is Trouble.NOT_SEATED
    assert await _refusal(world.service.set_hints(table, LEA.user, True)) is Trouble.NOT_IN_LOBBY
    assert not adviser.asked


async def test_only_the_host_allows_hints(world: World, counsel: Counsel) -> None:
    table = await world.lobby(LEA, TOM)
    assert await _refusal(world.service.set_hints(table, TOM.user, True)) is Trouble.NOT_HOST
    await world.service.set_hints(table, LEA.user, True)
    assert world.store.tables[table].record.hints
    assert await _refusal(counsel.hint(table, LEA.user)) is Trouble.NOT_PLAYING


async def test_a_late_hint_is_kept_and_a_stale_one_is_thrown_away(
    world: World, counsel: Counsel, adviser: FakeAdviser
) -> None:
    table = await _opened(world, LEA, TOM, ZOE)
    asks = await _turn(world, table, LEA, TOM, ZOE)
    adviser.held.clear()
    assert await _refusal(counsel.hint(table, asks.user)) is Trouble.HINT_LATE
    adviser.held.set()
    await settle()
    await counsel.hint(table, asks.user)
    assert len(adviser.asked) == 1
    await world.play(table, asks)
    following = await _turn(world, table, LEA, TOM, ZOE)
    adviser.held.clear()
    counsel._hint_seconds = 60
    waiting = asyncio.ensure_future(counsel.hint(table, following.user))
    await settle()
    await world.play(table, following)
    assert await _refusal(waiting) is Trouble.STALE
    assert adviser.cancelled == 1
    assert not [key for key in counsel._hints if key[0] == table]


async def test_a_hint_that_fails_may_be_asked_for_again(world: World, counsel: Counsel, adviser: FakeAdviser) -> None:
    table = await _opened(world, LEA, TOM, ZOE)
    asks = await _turn(world, table, LEA, TOM, ZOE)
    adviser.broken = True
    assert await _refusal(counsel.hint(table, asks.user)) is Trouble.HINT_FAILED
    adviser.broken = False
    await counsel.hint(table, asks.user)
    assert len(adviser.asked) == 2


async def test_a_deal_is_analysed_once_it_is_over_and_only_once(
    world: World, counsel: Counsel, adviser: FakeAdviser
) -> None:
    table = await _opened(world, LEA, TOM)
    assert await _refusal(counsel.analysis(table)) is Trouble.DEAL_RUNNING
    view = await world.play_deal(table, LEA, TOM)
    adviser.held.clear()
    examined = await counsel.analysis(table)
    assert (examined.number, examined.done, examined.total, examined.analysis) == (view.number, 1, 2, None)
    adviser.held.set()
    await settle()
    assert (await counsel.analysis(table)).analysis == NOTHING
    (setup, events) = adviser.analysed[0]
    assert len(adviser.analysed) == 1
    assert setup.number == view.number
    assert sum(isinstance(event, CardPlayed) for event in events) > 0
    number = view.number
    await world.service.ready(table, LEA.user)
    await world.service.ready(table, TOM.user)
    await settle()
    assert (await counsel.analysis(table, number)).analysis == NOTHING
    assert await _refusal(counsel.analysis(table)) is Trouble.DEAL_RUNNING
    assert await _refusal(counsel.analysis(table, number + 5)) is Trouble.NO_ANALYSIS


async def test_an_analysis_stops_when_its_table_closes_and_may_be_asked_for_again_after_a_failure(
    world: World, counsel: Counsel, adviser: FakeAdviser
) -> None:
    table = await _opened(world, LEA)
    await world.play_deal(table, LEA)
    adviser.broken = True
    assert await _refusal(counsel.analysis(table)) is Trouble.ANALYSIS_FAILED
    adviser.broken = False
    adviser.held.clear()
    assert (await counsel.analysis(table)).analysis is None
    await world.service.close(table, LEA.user, confirm=True)
    await settle()
    assert adviser.cancelled == 1


async def test_hands_that_are_not_shown_are_not_analysed(world: World) -> None:
    table = await world.match(LEA)
    await world.play_deal(table, LEA)
    assert await _refusal(world.service.counsel.analysis(table)) is Trouble.HANDS_HIDDEN


async def test_after_a_restart_the_deal_is_analysed_again(world: World, counsel: Counsel) -> None:
    table = await _opened(world, LEA)
    await world.play_deal(table, LEA)
    assert (await counsel.analysis(table)).analysis == NOTHING
    again = FakeAdviser()
    service = world.restarted()
    service.counsel._adviser = again
    assert (await service.counsel.analysis(table)).analysis == NOTHING
    assert len(again.analysed) == 1
    plain = world.restarted()
    assert await _refusal(plain.counsel.analysis(table)) is Trouble.NO_ADVICE
