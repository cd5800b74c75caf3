"""What only one seat knows takes no time that the others could see; a card that may be taken back gets some."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, cast

import pytest

from bot.core.actions import Action, Declare
from bot.core.events import Event, SeatEvent
from bot.core.game import AnyGame, DealSetup, Draft
from bot.core.prompts import OneOf, Prompt
from bot.core.registry import game_of
from bot.core.seats import Seat
from bot.engine.models import TableId
from tests.conformance.toygame import ToyGame, ToyState
from tests.engine.fakes import CHANNEL, GUILD, LEA, POLICY, TOM, ZOE, FirstBrain, World, settle

WHISPER = Declare("whisper")


@dataclass(frozen=True, slots=True)
class Whispered(SeatEvent):
    kind: ClassVar[str] = "Whispered"
    seat: Seat


@dataclass(frozen=True, slots=True)
class WhisperState(ToyState):
    whispers: frozenset[Seat] = frozenset()


class WhisperingGame(ToyGame):
    """Whoever must act may first note something, once, that nobody else hears of."""

    event_types = (*ToyGame.event_types, Whispered)

    def begin(self, setup: DealSetup) -> ToyState:
        plain = super().begin(setup)
        return WhisperState(plain.setup, leader=plain.leader, won=plain.won)

    def prompts(self, state: ToyState, seat: Seat) -> tuple[Prompt, ...]:
        offered = super().prompts(state, seat)
        assert isinstance(state, WhisperState)
        return (OneOf((WHISPER,)), *offered) if seat in self.to_act(state) - state.whispers else offered

    def handle(self, draft: Draft[ToyState], seat: Seat | None, action: Action) -> None:
        if action == WHISPER and seat is not None:
            draft.emit(Whispered(seat))
        else:
            super().handle(draft, seat, action)

    def evolve(self, state: ToyState, event: Event) -> ToyState:
        if isinstance(event, Whispered):
            assert isinstance(state, WhisperState)
            return replace(state, whispers=state.whispers | {event.seat})
        return super().evolve(state, event)


GAME = cast("AnyGame", WhisperingGame())


def whispering(pause: float = 0) -> World:
    return World(games={"toy": GAME}, brain=FirstBrain(GAME), policy=replace(POLICY, computer_pause=pause))


def kinds(world: World, table: TableId) -> list[str]:
    return [entry.event.kind for entry in world.store.tables[table].entries]


async def test_a_step_that_nobody_hears_of_does_not_renew_the_time() -> None:
    world = whispering()
    table = await world.match(LEA, TOM, ZOE)
    before = await world.service.table(table)
    await world.clock.advance(10)
    await world.service.act(table, LEA.user, WHISPER.code)
    after = await world.service.table(table)
    assert kinds(world, table)[-1] == "Whispered"
    assert after.deadline == before.deadline
    assert after.view == before.view
    for person in (LEA, TOM, ZOE):
        while kinds(world, table).count("GiftMade") < 3:
            panel = await world.service.seat_view(table, person.user)
            code = next(iter(panel.prompts[-1].codes()), "") if panel.prompts else ""
            if not code:
                break
            await world.service.act(table, person.user, code)
    assert (await world.service.table(table)).deadline != before.deadline
    await world.close()


async def test_a_missed_turn_is_ended_by_what_all_hear_of() -> None:
    world = whispering(pause=5)
    table = await world.match(LEA, TOM, ZOE)
    await world.clock.advance(91)
    silent = await world.service.table(table)
    assert silent.deadline is None
    await world.clock.advance(6)
    said = kinds(world, table)
    first = said.index("Whispered")
    # The computer player's secret step and its move come together: the pause is the others' only measure.
    assert said[first : first + 3] == ["Whispered", "CardGiven", "GiftMade"]
    await world.close()


async def test_a_computer_s_secret_step_takes_no_pause_of_its_own() -> None:
    world = whispering(pause=2)
    table = await world.match(LEA, players=2)
    await world.clock.advance(1.9)
    assert "GiftMade" not in kinds(world, table)
    await world.clock.advance(0.2)
    assert kinds(world, table)[-3:] == ["Whispered", "CardGiven", "GiftMade"]
    await world.close()


def friendly(pause: float = 1.0) -> World:
    tarot = game_of("tarot")
    policy = replace(POLICY, computer_pause=pause, brain_seconds=2)
    return World(games={"tarot": tarot}, brain=FirstBrain(tarot), policy=policy)


async def up_to_a_card(world: World, profile: str) -> TableId:
    """A match with three computer players in which Léa's card is the latest of an incomplete trick."""
    opened = await world.service.open(GUILD, CHANNEL, LEA, "tarot", profile, None, 4, "fr")
    await world.service.start(opened.id, LEA.user, fill=True)
    for _ in range(300):
        panel = await world.service.seat_view(opened.id, LEA.user)
        if panel.view is not None and panel.seat in panel.view.to_act:
            codes = [next(iter(prompt.codes())) for prompt in panel.prompts]
            bids = [code for prompt in panel.prompts for code in prompt.codes() if code == "bid:garde"]
            await world.service.act(opened.id, LEA.user, (bids or codes)[0])
            await settle()
            seen = (await world.service.table(opened.id)).view
            assert seen is not None
            if seen.trick.plays and seen.trick.plays[-1][0] == panel.seat:
                return opened.id
        await world.clock.advance(1)
    raise AssertionError("Léa never played")


async def plays(world: World, table: TableId) -> int:
    return kinds(world, table).count("CardPlayed")


@pytest.mark.parametrize(("profile", "wait"), [("fft", 1.0), ("friends", 3.0), ("textes", 3.0)])
async def test_a_card_that_may_be_taken_back_is_covered_after_three_seconds(profile: str, wait: float) -> None:
    world = friendly()
    table = await up_to_a_card(world, profile)
    before = await plays(world, table)
    await world.clock.advance(wait - 0.1)
    assert await plays(world, table) == before
    await world.clock.advance(0.2)
    assert await plays(world, table) == before + 1
    seen = (await world.service.table(table)).view
    assert seen is not None
    if seen.to_act != {0}:
        # The computer players' own cards do not wait for anybody.
        await world.clock.advance(1.1)
        assert await plays(world, table) > before + 1
    await world.close()


async def test_a_card_played_again_has_its_time_again() -> None:
    world = friendly()
    table = await up_to_a_card(world, "friends")
    before = await plays(world, table)
    await world.clock.advance(2.5)
    back = await world.service.act(table, LEA.user, "takeback")
    assert back.view is not None
    await world.service.act(table, LEA.user, f"play:{back.view.playable[0].code}")
    await world.clock.advance(2.9)
    assert await plays(world, table) == before + 1
    await world.clock.advance(0.2)
    assert await plays(world, table) == before + 2
    await world.close()
