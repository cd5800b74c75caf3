"""An analysis in pieces, one for each card: a worker that does one is soon free for the next card of a table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache

from bot.ai.analysis.walk import Decision, decisions
from bot.ai.analysis.weighing import Budget, Values, weigh
from bot.ai.problem import Problem
from bot.ai.problem import Values as Numbers
from bot.core.codec import Record, codec_of
from bot.core.events import Event
from bot.core.game import AnyGame, DealSetup
from bot.core.registry import game_of
from bot.core.seats import Seat

_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)


def packed(game: AnyGame, setup: DealSetup, events: Sequence[Event]) -> tuple[str, ...]:
    """A deal as texts: the game's key, the setup, and an event in each."""
    start = {
        "players": setup.players,
        "dealer": setup.dealer,
        "options": dict(setup.options.values()),
        "totals": setup.totals,
        "carried": setup.carried,
        "last": setup.last,
        "number": setup.number,
    }
    codec = codec_of(game)
    lines = [codec.encode(Record(number, _ANY_TIME, event)) for number, event in enumerate(events, 1)]
    return (game.key, json.dumps(start), *lines)


def unpacked(texts: Sequence[str]) -> tuple[AnyGame, DealSetup, tuple[Event, ...]]:
    """The inverse of `packed`.

    Raises:
        CorruptLog: the texts were packed by another version.
    """
    key, start, *lines = texts
    game = game_of(key)
    told = json.loads(start)
    setup = DealSetup(
        told["players"],
        Seat(told["dealer"]),
        game.options_type().with_values(told["options"]),
        tuple(told["totals"]),
        tuple(told["carried"]),
        told["last"],
        told["number"],
    )
    codec = codec_of(game)
    return game, setup, tuple(codec.decode(line).event for line in lines)


def piece(texts: tuple[str, ...], place: int, budget: Budget) -> Problem:
    """The problem of weighing the card of this place; its answer: exact or not, the ways tried, then the values."""
    return Problem(__name__, (place, budget.steps, budget.core_steps, budget.plays, budget.seed), texts)


def read(answer: Numbers) -> Values:
    """The answer to a piece."""
    return Values(exact=bool(answer[0]), values=answer[2:], ways=answer[1])


def solve(problem: Problem) -> Numbers:
    """Weigh one card."""
    place, *limits = problem.numbers
    game, setup, found = _decisions(problem.texts)
    values = weigh(game, setup, found[place], len(found) - place, Budget(*limits))
    return (int(values.exact), values.ways, *values.values)


@lru_cache(maxsize=2)
def _decisions(texts: tuple[str, ...]) -> tuple[AnyGame, DealSetup, tuple[Decision, ...]]:
    """A deal's decisions; the last ones read are kept, for their pieces come one after another."""
    game, setup, events = unpacked(texts)
    return game, setup, decisions(game, setup, events)
