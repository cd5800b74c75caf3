"""The heuristic player against the random one, over every game and preset."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.ai.brains import Brains
from bot.ai.heuristic import Heuristic
from bot.ai.hints import hint_for
from bot.ai.levels import LEVELS
from bot.ai.random_legal import RandomLegal
from bot.core.actions import Action, Declare
from bot.core.events import Event
from bot.core.game import AnyGame
from bot.core.prompts import Prompt
from bot.core.registry import game_of, games
from bot.core.seats import all_seats
from bot.core.situation import Situation
from bot.core.views import View
from bot.engine.models import Level
from tests.ai.duel import deals
from tests.conformance.toygame import TOY

TABLES = [pytest.param(game, preset, id=f"{key}-{preset}") for key, game in games().items() for preset in game.presets]


def seats_of(game: AnyGame) -> int:
    """How many play in these tests: four where the game allows it."""
    return min(game.seat_counts, key=lambda seats: abs(seats - 4))


@pytest.mark.parametrize("key", [key for key in games() if hint_for(key) is not None])
async def test_the_heuristic_side_beats_the_random_sides(key: str) -> None:
    """Every side in turn is played by rules of thumb, the others by chance."""
    game = game_of(key)
    options = game.presets[game.default_preset]
    good, bad = Heuristic(game, hint_for(key), 1), RandomLegal(game, 2)
    seats = seats_of(game)
    sides = game.sides(seats)
    ours, theirs = 0.0, 0.0
    for own, members in enumerate(sides):
        brains = [good if seat in members else bad for seat in all_seats(seats)]
        outcome = await deals(game, options, brains, 200 // len(sides), seed=5)
        ours += outcome.marks[own]
        theirs += (sum(outcome.marks) - outcome.marks[own]) / (len(sides) - 1)
    less, more = (ours, theirs) if game.match_rules(options).lowest_wins else (theirs, ours)
    assert more > 1.5 * less, (ours, theirs)
    assert good.failures == 0


@pytest.mark.parametrize(("game", "preset"), TABLES)
async def test_it_never_fails(game: AnyGame, preset: str) -> None:
    brain = Heuristic(game, hint_for(game.key), 3)
    outcome = await deals(game, game.presets[preset], [brain] * seats_of(game), 25, seed=9)
    assert brain.failures == 0
    assert brain.decisions > 20 * 8 * seats_of(game)
    played = [made for (side, made), count in outcome.contracts.items() if side is not None for _ in range(count)]
    assert not played or sum(made is True for made in played) > len(played) / 2, "most contracts should be made"


@pytest.mark.parametrize("key", games())
async def test_the_same_seed_does_the_same(key: str) -> None:
    game = game_of(key)
    seats = seats_of(game)
    options = game.presets[game.default_preset]
    for make in (lambda seed: Heuristic(game, hint_for(key), seed), lambda seed: RandomLegal(game, seed)):
        first = await deals(game, options, [make(7)] * seats, 5, seed=1)
        again = await deals(game, options, [make(7) for _ in range(seats)], 5, seed=1)
        assert first == again
    other = await deals(game, options, [RandomLegal(game, 8)] * seats, 5, seed=1)
    assert other != again


class Listening(Heuristic):
    """Remembers what it was offered to say, and said."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game, hint_for(game.key), 0)
        self.offered: set[str] = set()
        self.said: list[str] = []

    async def choose(self, situation: Situation) -> Action:
        self.offered |= {code for prompt in situation.prompts for code in prompt.codes() if code.startswith("declare")}
        action = await super().choose(situation)
        self.said += [action.what] if isinstance(action, Declare) else []
        return action


async def test_it_says_what_is_to_be_said() -> None:
    game = game_of("coinche")
    brain = Listening(game)
    await deals(game, game.presets["textes"], [brain] * 4, 60, seed=3)
    assert brain.offered == {"declare:belote", "declare:rebelote", "declare:annonces", "declare:show"}
    assert set(brain.said) == {"belote", "rebelote", "annonces", "show"}
    assert brain.said.count("belote") == brain.said.count("rebelote")
    assert brain.said.count("annonces") == brain.said.count("show")
    assert brain.failures == 0


async def test_a_game_without_a_hint_is_played_by_chance() -> None:
    assert hint_for("toy") is None
    brain = Heuristic(TOY, None, 1)
    await deals(TOY, TOY.presets["loud"], [brain] * 3, 10, seed=3)
    assert brain.decisions >= 10 * 3 * 5
    assert brain.failures == 0


async def test_a_failing_hint_is_replaced_and_counted(caplog: pytest.LogCaptureFixture) -> None:
    def fails(view: View, prompts: Sequence[Prompt], seen: Sequence[Event]) -> str | None:
        if len(view.hand) == 2:
            raise ZeroDivisionError
        return "play:7S" if len(view.hand) == 3 else None

    brain = Heuristic(TOY, fails, 1)
    await deals(TOY, TOY.presets["quiet"], [brain] * 2, 1, seed=3)
    assert brain.failures == 4
    assert "the hint of toy failed" in caplog.text
    assert "ZeroDivisionError" in caplog.text
    assert "the hint of toy is not offered" in caplog.text


def test_brains_by_level() -> None:
    brains = Brains(seed=5)
    assert brains("coinche", "club") is brains("coinche", "club")
    others = {id(brains("coinche", level)) for level in LEVELS} | {id(brains("belote", "club"))}
    assert len(others) == len(LEVELS) + 1
    assert {level for _, level in brains.made} == set(LEVELS)
    with pytest.raises(KeyError):
        brains("poker", "club")


def test_every_level_that_can_be_chosen_has_habits_of_its_own() -> None:
    assert list(LEVELS) == [level.value for level in Level]
    assert len(set(LEVELS.values())) == len(Level)


def test_levels_that_were_called_otherwise_are_still_understood() -> None:
    assert (Level("random"), Level("normal")) == (Level.BEGINNER, Level.CLUB)
    with pytest.raises(ValueError, match="grand"):
        Level("grandmaster")
