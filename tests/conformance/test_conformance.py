"""Every game, preset and number of seats holds the contract. `TAPIS_THOROUGH=1` looks much longer."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest
from hypothesis import HealthCheck, given, settings

from bot.core.events import Event
from bot.core.game import AnyGame
from bot.core.games.tarot.events import DealCancelled, PetitSecSaid, PetitUntouchable
from bot.core.options import OptionValue
from bot.core.registry import games
from tests.conformance.leaks import Tally
from tests.conformance.suite import EXAMPLES, INVARIANTS, REVEALS, check
from tests.conformance.walk import Plan, plans, walk

TABLES = [
    pytest.param(game, preset, players, id=f"{key}-{preset}-{players}")
    for key, game in games().items()
    for preset in game.presets
    for players in sorted(game.seat_counts)
]


RARE: Mapping[str, frozenset[type[Event]]] = MappingProxyType(
    {"tarot": frozenset({PetitSecSaid, PetitUntouchable, DealCancelled})}
)
"""Events that chance hardly ever brings; tests/rules has them."""

ALSO: Mapping[str, Mapping[str, OptionValue]] = MappingProxyType(
    dict.fromkeys(("belote", "belote_three", "belote_two", "coinche"), MappingProxyType({"undo": "consent"}))
)
"""Options, by game, that bring events and that no preset has."""


@pytest.mark.parametrize("key", games())
def test_the_suite_knows_every_game(key: str) -> None:
    for name, entries, meaning in (
        ("REVEALS", REVEALS, "kinds of public events that tell of hidden hands aloud (frozenset() for none)"),
        ("INVARIANTS", INVARIANTS, "checks of its own on every walk (() for none)"),
    ):
        assert key in entries, f"add {key!r} to {name} in tests/conformance/suite.py: {meaning}"


def test_the_suite_knows_no_other_game() -> None:
    assert {*REVEALS, *INVARIANTS} <= set(games())


@pytest.mark.parametrize(("game", "preset", "players"), TABLES)
def test_contract(game: AnyGame, preset: str, players: int) -> None:
    tally = Tally()

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(plans)
    def each(plan: Plan) -> None:
        done = check(game, game.presets[preset], players, plan, tally, deals=2)
        for invariant in INVARIANTS[game.key]:
            invariant(done)

    each()
    assert tally.worlds >= 4 * EXAMPLES, f"the leak test compared too little: {tally}"


@pytest.mark.parametrize("game", games().values(), ids=games().keys())
def test_matches_end(game: AnyGame) -> None:
    for preset, options in game.presets.items():
        done = walk(game, options, min(game.seat_counts), Plan(7), deals=400)
        assert done.state.ended, preset
        assert done.state.records
        assert done.state.totals == done.state.records[-1].totals


@pytest.mark.parametrize("game", games().values(), ids=games().keys())
def test_every_event_happens(game: AnyGame) -> None:
    """Under the presets, each also with options that none has, and with all its flags on; with few and many players."""
    choices = [*game.presets.values()]
    choices += [options.with_values(dict(ALSO[game.key])) for options in choices if game.key in ALSO]
    choices += [
        options.with_values({s.name: True for s in options.specs() if s.default is False}) for options in choices
    ]
    tables = [(options, seats) for options in choices for seats in {min(game.seat_counts), max(game.seat_counts)}]
    missing = set(game.event_types) - RARE.get(game.key, frozenset())
    for seed in range(300):
        for options, seats in tables:
            missing -= {type(event) for event in walk(game, options, seats, Plan(seed)).events}
        if not missing:
            return
    raise AssertionError(f"never seen: {missing}")
