"""States that follow one another, and what is kept with them."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from bot.core.actions import Deal
from bot.core.cards import BELOTE_RANKS, PLAIN_SUITS, Card, deck_32
from bot.core.evolving import kept, kept_for, kept_with, replace
from bot.core.game import DealSetup, apply
from bot.core.registry import games
from bot.core.seats import Seat


@dataclass(frozen=True)
class Counter:
    """A number that notes how often its double is worked out."""

    number: int
    name: str = "counter"
    worked: list[str] = field(default_factory=list, compare=False)

    @kept
    def double(self) -> int:
        """Twice the number."""
        self.worked.append("double")
        return 2 * self.number


@kept_with
def half(counter: Counter) -> int:
    counter.worked.append("half")
    return counter.number // 2


@kept_for
def times(counter: Counter, factor: int) -> int:
    counter.worked.append(f"times {factor}")
    return counter.number * factor


def test_an_answer_is_worked_out_once() -> None:
    counter = Counter(8)
    assert (counter.double, counter.double, half(counter), half(counter)) == (16, 16, 4, 4)
    assert [times(counter, factor) for factor in (3, 5, 3, 5)] == [24, 40, 24, 40]
    assert counter.worked == ["double", "half", "times 3", "times 5"]


def test_an_answer_is_no_part_of_the_value() -> None:
    asked, other = Counter(8), Counter(8)
    assert asked.double == 16
    assert asked == other
    assert "16" not in repr(asked)


def test_the_next_state_answers_for_itself() -> None:
    before = Counter(8)
    assert (before.double, half(before), times(before, 3)) == (16, 4, 24)
    for after in (replace(before, number=10), dataclasses.replace(before, number=10)):
        assert (after.number, after.name, after.double, half(after), times(after, 3)) == (10, "counter", 20, 5, 30)
    assert before.number == 8


def test_only_fields_are_replaced() -> None:
    unchecked: Callable[..., object] = replace
    with pytest.raises(TypeError, match="half"):
        unchecked(Counter(8), half=3)


def test_a_deal_that_was_looked_at_is_the_same_deal() -> None:
    for game in games().values():
        nothing = (0,) * len(game.sides(4))
        setup = DealSetup(4, Seat(0), game.presets[game.default_preset], nothing, nothing)
        fresh, seen = (apply(game, game.begin(setup), None, Deal(game.deck(setup.options, 4))).state for _ in range(2))
        for seat in range(4):
            game.view(seen, Seat(seat))
            game.prompts(seen, Seat(seat))
        assert seen == fresh
        assert [game.view(seen, Seat(seat)) for seat in range(4)] == [game.view(fresh, Seat(seat)) for seat in range(4)]


def test_there_is_one_object_for_each_card() -> None:
    for card in deck_32():
        assert Card(card.rank, card.suit) is card
        assert copy.deepcopy(card) is card
        assert pickle.loads(pickle.dumps(card)) is card
    assert len({Card(rank, suit) for suit in PLAIN_SUITS for rank in BELOTE_RANKS}) == 32
