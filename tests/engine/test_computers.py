from __future__ import annotations

import asyncio
import logging
import random
from dataclasses import dataclass, replace
from typing import ClassVar, Self, cast

import pytest

from bot.core.actions import Action, Deal, PlayCard
from bot.core.cards import Card
from bot.core.errors import IllegalAction, Reason
from bot.core.events import HiddenEvent, visible
from bot.core.game import AnyGame, Draft
from bot.core.seats import Seat
from bot.core.situation import Situation
from bot.engine.driver import fallbacks
from bot.engine.models import TableStatus
from tests.conformance.toygame import ToyGame, ToyState
from tests.engine.fakes import LEA, POLICY, FirstBrain, World


class Broken:
    async def choose(self, situation: Situation) -> Action:
        raise ZeroDivisionError("a bug in a brain")


class Slow:
    async def choose(self, situation: Situation) -> Action:
        await asyncio.sleep(3600)  # cut off by the driver's own limit (`brain_seconds`), which is what is tested
        raise AssertionError("nobody waits so long")


@dataclass(frozen=True, slots=True)
class Nonsense(Action):
    """An action that no game knows."""

    kind: ClassVar[str] = "nonsense"

    @property
    def argument(self) -> str:
        return "1"

    @classmethod
    def parse(cls, argument: str) -> Self:
        return cls()


@dataclass(frozen=True, slots=True)
class Cheat:
    action: Action

    async def choose(self, situation: Situation) -> Action:
        return self.action


async def play_on(world: World, seconds: float) -> int:
    """Play a deal's beginning with one member; how many fallback decisions there were."""
    table = await world.match(LEA)
    for _ in range(40):
        await asyncio.sleep(seconds)
        view = await world.service.table(table)
        if view.between:
            break
        assert view.view is not None
        if 0 in view.view.to_act:
            await world.play(table, LEA)
    assert view.between
    return world.service.fallbacks


@pytest.mark.parametrize(
    "brain",
    [Broken(), Slow(), Cheat(PlayCard(Card.parse("7S"))), Cheat(Deal(())), Cheat(Nonsense())],
    ids=["broken", "slow", "a card it lacks", "chance's part", "an unknown action"],
)
async def test_a_brain_that_fails_is_answered_for(
    brain: Broken | Slow | Cheat, caplog: pytest.LogCaptureFixture
) -> None:
    world = World(brain=brain, policy=replace(POLICY, brain_seconds=0.001))
    with caplog.at_level(logging.WARNING):
        assert await play_on(world, 0.005) == 2 * 5
    assert "fallback decisions of computer players: 10 of 10" in caplog.text
    await world.close()


async def test_an_unknown_level_is_answered_for() -> None:
    world = World()

    def nobody(game: str, level: str) -> FirstBrain:
        raise KeyError(level)

    world.brain_of = nobody  # type: ignore[method-assign]  # this world knows no level
    world.restarted()
    assert await play_on(world, 0) == 10
    await world.close()


async def test_brains_get_what_their_seat_may_see(world: World) -> None:
    table = await world.match(LEA)
    await world.play_deal(table, LEA)
    brain = world.brain
    assert isinstance(brain, FirstBrain)
    assert len(brain.asked) == 2 * 5
    for view, seen in brain.asked:
        assert view.viewer in {1, 2}
        assert all(visible(event, view.viewer) for event in seen)
        assert not any(isinstance(event, HiddenEvent) for event in seen)
    first_view, first_seen = brain.asked[0]
    assert first_seen[0].kind == "HandDealt"
    assert world.service.fallbacks == 0
    assert first_view.hand


async def test_computers_take_their_time() -> None:
    world = World(policy=replace(POLICY, computer_pause=1.0))
    table = await world.match(LEA)
    await world.play(table, LEA)
    given = len(world.store.tables[table].entries)
    await world.clock.advance(0.9)
    assert len(world.store.tables[table].entries) == given
    await world.clock.advance(0.2)
    assert len(world.store.tables[table].entries) > given
    await world.close()


async def test_a_member_who_comes_back_in_time_plays_for_themselves() -> None:
    world = World(policy=replace(POLICY, computer_pause=5.0))
    table = await world.match(LEA, players=2)
    await world.clock.advance(5)
    panel = await world.service.seat_view(table, LEA.user)
    await world.clock.advance(87)  # her time is up; a computer player thinks for her
    assert (await world.service.table(table)).seats[0].missed == 1
    await world.service.act(table, LEA.user, await world.code(table, LEA), panel.token)
    assert (await world.service.table(table)).seats[0].missed == 0
    entries = [entry.event.kind for entry in world.store.tables[table].entries]
    await world.clock.advance(4)
    assert [entry.event.kind for entry in world.store.tables[table].entries] == entries
    await world.close()


async def test_a_closed_table_has_no_computer_players_left(world: World) -> None:
    table = await world.match(LEA)
    view = await world.service.close(table, LEA.user, confirm=True)
    assert view.status is TableStatus.CLOSED
    writes = world.store.writes
    await world.clock.advance(100)
    assert world.store.writes == writes


class Stubborn(ToyGame):
    """A game with a mistake: it refuses cards that it offers, for a while or so many times."""

    def __init__(self) -> None:
        self.refusing = False
        self.once = 0

    def handle(self, draft: Draft[ToyState], seat: Seat | None, action: Action) -> None:
        if isinstance(action, PlayCard) and (self.refusing or self.once):
            self.once = max(0, self.once - 1)
            raise IllegalAction(Reason.MUST_FOLLOW)
        super().handle(draft, seat, action)


async def test_a_game_that_refuses_what_it_offers_stops_no_table(caplog: pytest.LogCaptureFixture) -> None:
    game = Stubborn()
    world = World(games={"toy": cast("AnyGame", game)}, policy=replace(POLICY, computer_pause=1, retry_seconds=5))
    table = await world.match(LEA)
    await world.play(table, LEA)
    game.refusing = True
    await world.clock.advance(4)
    view = await world.service.table(table)
    assert view.view is not None
    assert 0 not in view.view.to_act, "a computer player is to play its card"
    before = len(world.store.tables[table].entries)
    await world.clock.advance(20)
    assert len(world.store.tables[table].entries) == before
    failures = [record for record in caplog.records if record.levelname == "ERROR"]
    assert 2 <= len(failures) <= 4, "it tries again, less and less often"
    assert all(getattr(record, "table", None) == table for record in failures)
    assert all(getattr(record, "seat", None) in {1, 2} for record in failures)
    game.refusing = False
    await world.clock.advance(60)
    assert len(world.store.tables[table].entries) > before
    await world.close()


async def test_a_refused_fallback_gives_way_to_another() -> None:
    game = Stubborn()
    world = World(games={"toy": cast("AnyGame", game)}, brain=Broken(), policy=replace(POLICY, computer_pause=1))
    table = await world.match(LEA)
    await world.play(table, LEA)
    before = len(world.store.tables[table].entries)
    game.once = 1
    await world.clock.advance(2)
    assert len(world.store.tables[table].entries) > before
    await world.close()


async def test_moves_without_a_brain_come_from_the_dealer_s_chance() -> None:
    """Two worlds of the same chance play the same; the offered actions are all there, pass first."""
    plays = []
    for _ in range(2):
        world = World(brain=Broken())
        table = await world.match(LEA)
        await world.play_deal(table, LEA)
        plays.append([entry.event for entry in world.store.tables[table].entries])
        await world.close()
    assert plays[0] == plays[1]


async def test_fallbacks_are_all_that_is_offered(world: World) -> None:
    table = await world.match(LEA)
    live = world.service._desk.known(table)
    assert live is not None
    seen = await world.service.seat_view(table, LEA.user)
    codes = [code for prompt in seen.prompts for code in prompt.codes()]
    tried = {fallbacks(live, Seat(0), random.Random(seed)) for seed in range(9)}
    assert len(tried) > 1
    assert all(sorted(order) == sorted(codes) for order in tried)
