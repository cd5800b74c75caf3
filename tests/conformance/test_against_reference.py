"""The core and the independent reference agree on whole random matches: every preset, and options changed by chance."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.core import match
from bot.core.errors import IllegalAction, Reason
from bot.core.game import AnyGame
from bot.core.options import Options, OptionSpec, OptionValue
from bot.core.registry import games
from bot.core.seats import Seat
from tests.conformance.comparing import RETELLINGS, random_tables, seats_of, tell
from tests.conformance.suite import THOROUGH
from tests.conformance.walk import Plan, plans

EXAMPLES = 300 if THOROUGH else 4
POSITIONS: Mapping[str, int] = MappingProxyType({"tarot": 2_000})
"""How many positions of random tables are compared in each run, by game; there are more in bench/reference.py."""

SEED = 20_240_601
UNREFERENCED: Mapping[str, str] = MappingProxyType({})
"""Games that no reference in tests/reference plays, by key, with what holds them up instead."""

GAMES = {key: game for key, game in games().items() if key in RETELLINGS}
TABLES = [pytest.param(game, preset, id=f"{key}-{preset}") for key, game in GAMES.items() for preset in game.presets]
PROFILE = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def compare(game: AnyGame, options: Options, plan: Plan, deals: int) -> None:
    seats = seats_of(game)
    tell(game, options, seats[plan.seed % len(seats)], plan, deals)


@pytest.mark.parametrize("key", games())
def test_every_game_is_compared(key: str) -> None:
    assert (key in RETELLINGS) != bool(UNREFERENCED.get(key)), (
        f"write a reference for {key!r} and add it to RETELLINGS in comparing.py, or say why not in UNREFERENCED"
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


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_random_tables(game: AnyGame) -> None:
    """A fixed number of positions; the seed and the table's number play a failure again."""
    compared = 0
    for told in random_tables(game, SEED):
        assert told.fault is None, told.fault
        compared += told.positions
        if compared >= POSITIONS.get(game.key, 100) * (10 if THOROUGH else 1):
            break
    print(f"{game.key}: {compared} positions, seed {SEED}")
