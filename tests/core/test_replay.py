"""Good prefix, first failure, and drift."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.actions import Action, PlayCard
from bot.core.codec import Record, codec_of
from bot.core.errors import CorruptLog, IllegalAction, Reason
from bot.core.events import CardPlayed, DealScored, Event
from bot.core.game import AnyGame, Draft
from bot.core.prompts import OneOf, Prompt
from bot.core.replay import read_log, replay, verify
from bot.core.seats import Seat
from tests.conformance.toygame import TOY, ToyGame, ToyState
from tests.conformance.walk import Plan, plans, walk

CODEC = codec_of(TOY)
NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)


def lines(events: tuple[Event, ...], after: int = 0) -> list[str]:
    return [CODEC.encode(Record(after + seq, NOON, event)) for seq, event in enumerate(events, start=1)]


def test_nothing_replays_to_nothing() -> None:
    assert replay(TOY, ()).state is None
    assert replay(TOY, ()).failure is None


def test_from_a_snapshot_on() -> None:
    done = walk(TOY, TOY.presets["loud"], 3, Plan(5), deals=2)
    cut = 11
    half = replay(TOY, done.events[:cut])
    assert replay(TOY, done.events[cut:], half.state).state == done.state


@given(plans, st.data())
def test_the_good_prefix_is_kept(plan: Plan, data: st.DataObject) -> None:
    done = walk(TOY, TOY.presets["loud"], 2, plan)
    where = data.draw(st.integers(0, len(done.events) - 1))
    events = [*done.events]
    match data.draw(st.sampled_from(["drop", "double", "back", "seat"])):
        case "drop":
            del events[where]
        case "double":
            events.insert(where, events[where])
        case "back":
            events.reverse()
        case _:
            events.insert(where, CardPlayed(Seat(17), TOY.deck(TOY.presets["loud"], 2)[0]))
    found = replay(TOY, events)
    assert found.applied <= len(events)
    assert (found.failure is None) == (found.applied == len(events))
    assert replay(TOY, events[: found.applied]).state == found.state


class MistakenToy(ToyGame):
    """Its program is wrong, not its log."""

    def evolve(self, state: ToyState, event: Event) -> ToyState:
        assert not isinstance(event, CardPlayed), "a mistake of the program"
        return super().evolve(state, event)


def test_a_mistake_of_the_program_is_no_bad_log() -> None:
    events = walk(TOY, TOY.presets["quiet"], 2, Plan(1)).events
    with pytest.raises(AssertionError, match="a mistake of the program"):
        replay(cast("AnyGame", MistakenToy()), events)


def test_reading_a_log() -> None:
    events = walk(TOY, TOY.presets["quiet"], 2, Plan(1)).events
    good = lines(events)
    read = read_log(CODEC, good)
    assert read.failure is None
    assert tuple(record.event for record in read.records) == events
    assert len(read_log(CODEC, lines(events[5:], after=5), after=5).records) == len(events) - 5
    for bad in ([*good[:4], "{", *good[5:]], good[:4] + good[5:], [*good[:4], good[3], *good[4:]]):
        broken = read_log(CODEC, bad)
        assert broken.failure is not None
        assert len(broken.records) == 4


class StricterToy(ToyGame):
    """From now on the ace of spades may not be led."""

    def prompts(self, state: ToyState, seat: Seat) -> tuple[Prompt, ...]:
        return tuple(
            OneOf(tuple(action for action in prompt.actions if action.code != "play:AS"))
            if isinstance(prompt, OneOf)
            else prompt
            for prompt in super().prompts(state, seat)
        )

    def handle(self, draft: Draft[ToyState], seat: Seat | None, action: Action) -> None:
        if isinstance(action, PlayCard) and action.code == "play:AS":
            raise IllegalAction(Reason.CALL_NOT_OFFERED)
        super().handle(draft, seat, action)


class DearerToy(ToyGame):
    """From now on every trick counts double."""

    def _score(self, state: ToyState) -> DealScored:
        scored = super()._score(state)
        return replace(scored, points=tuple(2 * points for points in scored.points))


def test_no_drift_under_the_same_rules() -> None:
    done = walk(TOY, TOY.presets["loud"], 4, Plan(8), deals=3)
    assert verify(TOY, done.events) == ()


def test_drift_when_an_action_is_no_longer_allowed() -> None:
    done = walk(TOY, TOY.presets["quiet"], 4, Plan(8), deals=3)
    drifts = verify(cast("AnyGame", StricterToy()), done.events)
    assert drifts
    for drift in drifts:
        assert isinstance(drift.recorded, CardPlayed)
        assert drift.recorded.card.code == "AS"
        assert drift.recorded is done.events[drift.index]
        assert drift.decided is None
    assert len(drifts) == len({drift.index for drift in drifts}) <= 3


def test_drift_when_the_same_action_gives_something_else() -> None:
    done = walk(TOY, TOY.presets["quiet"], 4, Plan(8), deals=3)
    dealt = len(done.state.records)
    drifts = verify(cast("AnyGame", DearerToy()), done.events)
    assert len(drifts) == dealt
    for drift in drifts:
        assert isinstance(drift.recorded, DealScored)
        assert isinstance(drift.decided, DealScored)
        assert drift.decided.points == tuple(2 * points for points in drift.recorded.points)


def test_a_log_that_does_not_fold_is_not_verified() -> None:
    done = walk(TOY, TOY.presets["quiet"], 4, Plan(8))
    with pytest.raises(CorruptLog):
        verify(TOY, done.events[1:])
