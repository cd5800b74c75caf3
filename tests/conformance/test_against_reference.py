"""The core and the independent reference agree on whole random matches: every preset, and options changed by chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Protocol

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.core import match
from bot.core.errors import IllegalAction, Reason
from bot.core.game import AnyGame
from bot.core.options import Options, OptionSpec, OptionValue
from bot.core.registry import games
from bot.core.seats import Seat
from tests.conformance.hearts_retelling import HeartsRetelling
from tests.conformance.retelling import Retelling
from tests.conformance.retelling_three import RetellingOfThree
from tests.conformance.retelling_two import RetellingOfTwo
from tests.conformance.suite import THOROUGH
from tests.conformance.walk import Choices, Plan, Walk, plans, walk

EXAMPLES = 300 if THOROUGH else 4
UNREFERENCED: Mapping[str, str] = MappingProxyType(
    {
        "tarot": "its situations, among them whole deals that were printed with their scores",
    }
)
"""Games that no reference in tests/reference plays, by key, with what holds them up instead."""


class Retells(Protocol):
    """Tells a walk again to a reference."""

    def run(self) -> None:
        """Compare every answer.

        Raises:
            AssertionError: the two disagree.
        """


RETELLINGS: Mapping[str, Callable[[Walk, Choices], Retells]] = MappingProxyType(
    {
        "belote": Retelling,
        "belote_three": RetellingOfThree,
        "belote_two": RetellingOfTwo,
        "coinche": Retelling,
        "hearts": HeartsRetelling,
    }
)
"""Who tells a walk again to the reference, by the game's key."""

SEATS: Mapping[str, tuple[int, ...]] = MappingProxyType({"hearts": (3, 4, 5)})
"""Numbers of players the reference knows, where it is not the fewest alone."""

GAMES = {key: game for key, game in games().items() if key in RETELLINGS}
TABLES = [pytest.param(game, preset, id=f"{key}-{preset}") for key, game in GAMES.items() for preset in game.presets]
PROFILE = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def compare(game: AnyGame, options: Options, plan: Plan, deals: int) -> None:
    seats = SEATS.get(game.key, (min(game.seat_counts),))
    done = walk(game, options, seats[plan.seed % len(seats)], plan, deals)
    RETELLINGS[game.key](done, Choices([], plan.choices().random)).run()


@pytest.mark.parametrize("key", games())
def test_every_game_is_compared(key: str) -> None:
    assert (key in RETELLINGS) != bool(UNREFERENCED.get(key)), (
        f"write a reference for {key!r} and add it to RETELLINGS in {__name__}, or say why not in UNREFERENCED"
    )


@pytest.mark.parametrize(("game", "preset"), TABLES)
def test_presets(game: AnyGame, preset: str) -> None:
    @PROFILE
    @given(plans)
    def each(plan: Plan) -> None:
        compare(game, game.presets[preset], plan, deals=6)

    each()


def values(spec: OptionSpec) -> st.SearchStrategy[OptionValue]:
    if spec.choices:
        return st.sampled_from(spec.choices)
    if isinstance(spec.default, bool):
        return st.booleans()
    numbers = st.integers(spec.low // 10, min(spec.high, 600) // 10).map(lambda tens: max(spec.low, tens * 10))
    few = st.integers(spec.low, spec.high) if spec.high < 20 else numbers
    return st.none() | few if spec.nullable else few


def changes(game: AnyGame) -> st.SearchStrategy[dict[str, OptionValue]]:
    specs = {spec.name: spec for spec in game.options_type.specs() if spec.changes_answer}
    several = st.lists(st.sampled_from(sorted(specs)), min_size=1, max_size=12, unique=True)
    some = several.flatmap(lambda names: st.fixed_dictionaries({name: values(specs[name]) for name in names}))
    return st.builds(lambda near, changed: changed | near, st.just({}) | near_targets, some)


near_targets: st.SearchStrategy[dict[str, OptionValue]] = st.integers(10, 60).map(lambda tens: {"target": 10 * tens})
"""Matches that end after few deals."""


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_changed_options(game: AnyGame) -> None:
    @settings(PROFILE, max_examples=5 * EXAMPLES)
    @given(st.sampled_from(sorted(game.presets)), changes(game), plans)
    def each(preset: str, changed: dict[str, OptionValue], plan: Plan) -> None:
        try:
            options = game.presets[preset].with_values(changed)
            match.start(game, options, min(game.seat_counts), Seat(0))
        except IllegalAction as error:
            if error.code is not Reason.OPTION_REFUSED:
                raise
            return  # values that do not go together
        compare(game, options, plan, deals=8)

    each()
