"""The match layer: dealers, totals, points held over, ends, tokens."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core import match
from bot.core.actions import Deal, Declare
from bot.core.errors import CorruptLog, IllegalAction, Reason
from bot.core.events import Event, TrickWon
from bot.core.game import AnyGame, DealResult, MatchRules
from bot.core.match import DealEnded, DealStarted, MatchEnded, MatchStarted, MatchState, verdict
from bot.core.options import Options
from bot.core.replay import replay
from bot.core.seats import Seat, Side, next_seat
from tests.conformance.toygame import DECK, TOY, ToyGame, ToyOptions, ToyState
from tests.conformance.walk import Plan, walk

LOUD = TOY.presets["loud"]


def test_a_match_waits_for_its_first_deal() -> None:
    opened = match.start(TOY, LOUD, 3, Seat(2))
    assert [type(event) for event in opened.events] == [MatchStarted]
    assert match.needs_deal(TOY, opened.state)
    assert match.to_act(TOY, opened.state) == match.may_act(TOY, opened.state) == frozenset()
    assert match.prompts(TOY, opened.state, Seat(0)) == ()
    for seat, action in ((Seat(0), Deal(DECK)), (None, Declare("knock")), (Seat(2), Declare("knock"))):
        with pytest.raises(IllegalAction) as refused:
            match.act(TOY, opened.state, seat, action)
        assert refused.value.code is Reason.DEAL_OVER


def test_a_bad_pack_starts_no_deal() -> None:
    opened = match.start(TOY, LOUD, 3, Seat(2))
    with pytest.raises(IllegalAction) as refused:
        match.act(TOY, opened.state, None, Deal(DECK[:-1]))
    assert refused.value.code is Reason.BAD_DECK


def test_dealing_starts_the_deal() -> None:
    opened = match.start(TOY, LOUD, 3, Seat(2))
    step = match.act(TOY, opened.state, None, Deal(DECK))
    assert step.events[0] == DealStarted(1, Seat(2))
    assert step.state.number == 1
    assert not step.state.between
    assert not match.needs_deal(TOY, step.state)
    assert opened.state.deal is None


def test_dealers_totals_and_records() -> None:
    done = walk(TOY, ToyOptions(target=100), 3, Plan(11), deals=4)
    records = done.state.records
    assert [record.number for record in records] == [1, 2, 3, 4]
    first = records[0].dealer
    assert [record.dealer for record in records] == [(first + number) % 3 for number in range(4)]
    sums = tuple(sum(record.points[side] for record in records) for side in range(3))
    assert done.state.totals == records[-1].totals == sums
    assert all(record.account for record in records)
    assert done.state.counted == 4


class TiedToy(ToyGame):
    """Holds over what it marks, and every second deal does not count."""

    def result(self, state: ToyState) -> DealResult | None:
        plain = super().result(state)
        if plain is None:
            return None
        return replace(plain, held=(1, 2, 3), counts=state.setup.totals != (0, 0, 0))


def test_points_held_over_reach_the_next_deal() -> None:
    game = cast("AnyGame", TiedToy())
    done = walk(game, ToyOptions(target=100), 3, Plan(2), deals=1)
    assert done.state.carried == (1, 2, 3)
    assert done.state.counted == 0
    step = match.act(game, done.state, None, Deal(DECK))
    assert isinstance(step.state.deal, ToyState)
    assert step.state.deal.setup.carried == (1, 2, 3)
    assert step.state.deal.setup.totals == done.state.totals


class CountedToy(ToyGame):
    """A match of two counted deals."""

    def match_rules(self, options: Options) -> MatchRules:
        return MatchRules(0, deals=2)


def test_the_last_deal_knows_that_it_is_the_last() -> None:
    game = cast("AnyGame", CountedToy())
    done = walk(game, LOUD, 2, Plan(2), deals=1)
    starts = [moment.after.deal for moment in done.moments[:1]]
    step = match.act(game, done.state, None, Deal(DECK))
    last = [deal.setup.last for deal in (*starts, step.state.deal) if isinstance(deal, ToyState)]
    assert last == [False, True]


def test_every_deal_knows_its_number() -> None:
    done = walk(TOY, ToyOptions(target=100), 3, Plan(4), deals=3)
    setups = [deal.setup for moment in done.moments if isinstance(deal := moment.after.deal, ToyState)]
    assert [number for number, _ in groupby(setup.number for setup in setups)] == [1, 2, 3]


LOWEST = MatchRules(100, lowest_wins=True)


@pytest.mark.parametrize(
    ("totals", "rules", "expected"),
    [
        ((99, 20, 30), LOWEST, None),
        ((100, 20, 30), LOWEST, (Side(1),)),
        ((130, 101, 120), LOWEST, (Side(1),)),
        ((100, 20, 20), LOWEST, None),
        ((100, 20, 20), replace(LOWEST, shared=True), (None,)),
        ((3, -5, 2), MatchRules(0, deals=1, lowest_wins=True), (Side(1),)),
    ],
)
def test_where_the_lowest_wins(totals: tuple[int, ...], rules: MatchRules, expected: tuple[Side | None] | None) -> None:
    ended = DealEnded((0, 0, 0), (0, 0, 0), (0, 0, 0), None, made=None, counts=True, next_dealer=Seat(0))
    end = verdict(rules, totals, ended, counted=1)
    assert (None if end is None else (end.winner,)) == expected


def test_a_finished_match_takes_nothing_more() -> None:
    done = walk(TOY, ToyOptions(target=1), 2, Plan(3), deals=50)
    assert done.state.ended
    assert isinstance(done.events[-1], MatchEnded)
    assert not match.needs_deal(TOY, done.state)
    with pytest.raises(IllegalAction) as refused:
        match.act(TOY, done.state, None, Deal(DECK))
    assert refused.value.code is Reason.DEAL_OVER


def test_events_out_of_place_are_corrupt() -> None:
    opened = match.start(TOY, LOUD, 3, Seat(2))
    with pytest.raises(CorruptLog):
        match.evolve(TOY, None, DealStarted(1, Seat(0)))
    with pytest.raises(CorruptLog):
        match.evolve(TOY, opened.state, TrickWon(Seat(0)))


def corrupt(state: MatchState | None, event: Event) -> bool:
    try:
        match.evolve(TOY, state, event)
    except CorruptLog:
        return True
    return False


def test_the_match_s_own_events_have_their_time() -> None:
    done = walk(TOY, ToyOptions(target=100), 3, Plan(2), deals=1)
    opened, running, between = done.opened.state, done.moments[0].after, done.state
    began = done.opened.events[0]
    over = next(event for event in done.events if isinstance(event, DealEnded))
    finish = MatchEnded(between.totals, Side(0))
    for state in (opened, running, between):
        assert corrupt(state, began)
    assert corrupt(running, DealStarted(2, running.dealer))
    assert corrupt(between, DealStarted(1, between.dealer))
    assert corrupt(between, DealStarted(2, next_seat(between.dealer, 3)))
    for state in (opened, running, between):
        assert corrupt(state, over)
    for state in (opened, running):
        assert corrupt(state, MatchEnded(state.totals, None))
    assert corrupt(between, replace(finish, totals=(0, 0)))
    assert corrupt(between, replace(finish, winner=Side(3)))
    ended_state = match.evolve(TOY, between, finish)
    for late in (began, DealStarted(2, between.dealer), over, finish, TrickWon(Seat(0))):
        assert corrupt(ended_state, late)


@pytest.mark.parametrize(
    "wrong",
    [
        {"points": (1, 2)},
        {"held": (0, 0, 0, 0)},
        {"undecided": ()},
        {"taker_side": Side(3)},
        {"next_dealer": Seat(3)},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_the_end_of_a_deal_fits_the_table(wrong: dict[str, Any]) -> None:
    done = walk(TOY, ToyOptions(target=100), 3, Plan(2), deals=1)
    over = next(event for event in done.events if isinstance(event, DealEnded))
    before = replay(TOY, done.events[: done.events.index(over)]).state
    assert not corrupt(before, over)
    assert corrupt(before, replace(over, **wrong))


def test_the_first_dealer_sits_at_the_table() -> None:
    opened = match.start(TOY, LOUD, 3, Seat(2)).events[0]
    assert isinstance(opened, MatchStarted)
    assert corrupt(None, replace(opened, first_dealer=Seat(3)))


def test_options_of_a_log_that_are_not_allowed_are_corrupt() -> None:
    opened = match.start(TOY, LOUD, 3, Seat(2)).events[0]
    assert isinstance(opened, MatchStarted)
    for wrong in ((("target", -5),), (("colour", "red"),)):
        with pytest.raises(CorruptLog):
            match.evolve(TOY, None, replace(opened, options=wrong))


def ended(*, taker: int | None = 0, undecided: tuple[int, ...] = (0, 0), counts: bool = True) -> DealEnded:
    side = None if taker is None else Side(taker)
    return DealEnded((0, 0), (0, 0), undecided, side, None, counts, Seat(0))


@pytest.mark.parametrize(
    ("rules", "totals", "deal", "counted", "winner"),
    [
        (MatchRules(1000), (990, 500), ended(), 5, "goes on"),
        (MatchRules(1000), (1000, 500), ended(), 5, 0),
        (MatchRules(1000, exceed=True), (1000, 500), ended(), 5, "goes on"),
        (MatchRules(1000, exceed=True), (500, 1001), ended(), 5, 1),
        (MatchRules(1000), (1010, 1020), ended(taker=0), 5, 1),
        (MatchRules(1000), (1010, 1010), ended(), 5, "goes on"),
        (MatchRules(1000, both_over="takers_win"), (1010, 1020), ended(taker=0), 5, 0),
        (MatchRules(1000, both_over="takers_win"), (1010, 900), ended(taker=1), 5, 0),
        (MatchRules(1000, both_over="draw"), (1010, 1020), ended(), 5, None),
        (MatchRules(1000), (1010, 900), ended(undecided=(20, 0)), 5, "goes on"),
        (MatchRules(1000), (1030, 900), ended(undecided=(20, 0)), 5, 0),
        (MatchRules(1000), (1010, 1005), ended(undecided=(20, 0)), 5, 1),
        (MatchRules(1000), (1010, 900), ended(taker=None, counts=False), 5, "goes on"),
        (MatchRules(0, deals=10), (5000, 100), ended(), 9, "goes on"),
        (MatchRules(0, deals=10), (500, 800), ended(), 10, 1),
        (MatchRules(0, deals=10), (800, 800), ended(), 10, "goes on"),
        (MatchRules(0, deals=10, both_over="draw"), (800, 800), ended(), 10, None),
        (MatchRules(0, deals=10, both_over="draw"), (800, 700), ended(), 10, 0),
    ],
)
def test_ends(rules: MatchRules, totals: tuple[int, ...], deal: DealEnded, counted: int, winner: object) -> None:
    over = verdict(rules, totals, deal, counted)
    assert ("goes on" if over is None else over.winner) == winner
    assert over is None or over.totals == totals


@given(st.tuples(st.integers(0, 2000), st.integers(0, 2000)), st.sampled_from(["higher", "takers_win", "draw"]))
def test_a_match_ends_exactly_when_somebody_is_over(totals: tuple[int, int], both_over: str) -> None:
    over = verdict(MatchRules(1000, both_over=both_over), totals, ended(), 3)
    if max(totals) < 1000:
        assert over is None
    elif totals[0] != totals[1]:
        assert over is not None
        assert over.winner is None or totals[over.winner] >= 1000
