"""A computer player that knows no game in particular: it weighs its choices by nothing but a game's contract.

It finds worlds (`worlds.py`), plays each choice out in them by the game's rules of thumb, or by chance where there are
none, and takes another choice than the rules of thumb only where that is better by more than chance explains.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from importlib import import_module
from itertools import islice
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import cast

from bot.ai.hints import Hint, hint_for
from bot.ai.levels import Habits
from bot.ai.problem import Posed, Problem, Values
from bot.ai.random_legal import sample
from bot.ai.worlds import Seen, World, Worlds, appearance
from bot.core.actions import Deal
from bot.core.codec import EventCodec, Record
from bot.core.events import Event, visible
from bot.core.game import AnyGame, DealSetup, DealState, apply
from bot.core.prompts import OneOf
from bot.core.seats import Seat
from bot.core.situation import Situation
from bot.core.views import View

MOST_CHOICES = 16
"""Among more choices (cards to pass) the rules of thumb decide."""

SHARE = 8
"""It is slow: it takes one world where a special player takes so many, and so many times as long at most."""

FEWEST = 4
"""Fewer worlds tell nothing."""

WIDTH = 2.0
"""Another choice must be better by so many standard errors of the difference: there are several, and few worlds."""

_WHEN = datetime(2000, 1, 1, tzinfo=UTC)


class Generic:
    """A `Mind` for any game.

    Args:
        game: its rules. Its module has it as `GAME`, by which a worker finds it.
    """

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def pose(self, situation: Situation, habits: Habits, seed: int) -> Posed | str | None:
        """The choices with what the seat has seen, unless there are too many or too few."""
        codes = tuple(islice((c for prompt in situation.prompts for c in prompt.codes()), MOST_CHOICES + 1))
        if not all(isinstance(prompt, OneOf) for prompt in situation.prompts) or len(codes) > MOST_CHOICES:
            return None
        if habits.worlds < FEWEST:
            return None
        if len(codes) == 1:
            return codes[0]
        hint = hint_for(self._game.key)
        usual = None if hint is None else hint(situation.view, situation.prompts, situation.seen)
        setup = situation.setup
        shown = appearance(situation.view, situation.prompts)
        own = int.from_bytes(sha256(f"{seed}/{shown}".encode()).digest()[:6], "big")
        numbers = (
            max(FEWEST, habits.worlds // SHARE),
            int(habits.seconds * SHARE * 1000),
            own,
            codes.index(usual) if usual in codes else -1,
            situation.seat,
            setup.players,
            setup.dealer,
            setup.last,
            setup.number,
            len(codes),
            *setup.totals,
            *setup.carried,
        )
        codec = _codec(type(self._game).__module__)
        events = (codec.encode(Record(place, _WHEN, event)) for place, event in enumerate(situation.seen))
        options = json.dumps(setup.options.values())
        texts = (type(self._game).__module__, options, shown, *codes, *events)
        return Posed(Problem(__name__, numbers, texts), codes)


@cache
def _game(module: str) -> AnyGame:
    return cast("AnyGame", import_module(module).GAME)


@cache
def _codec(module: str) -> EventCodec:
    return EventCodec(_game(module))


def solve(problem: Problem) -> Values:
    """The mean result of each choice over the worlds, in thousandths of a mark.

    The choice of the rules of thumb is the measure: the others are told less what chance may have added. With too few
    worlds it is the best.
    """
    ends = perf_counter() + problem.numbers[1] / 1000
    budget, _, own, usual, seat, players, dealer, last, number, choices, *sums = problem.numbers
    module, options, shown, *rest = problem.texts
    game, codes = _game(module), rest[:choices]
    events = tuple(_codec(module).decode(line).event for line in rest[choices:])
    totals, carried = tuple(sums[: len(sums) // 2]), tuple(sums[len(sums) // 2 :])
    chosen = game.options_type().with_values(json.loads(options))
    setup = DealSetup(players, Seat(dealer), chosen, totals, carried, bool(last), number)
    chance = Random(own)  # noqa: S311  # play is no secret; deals have their own seeds
    worlds = Worlds(Seen(game, setup, Seat(seat), events, shown), chance)
    playout = Playout(game, Seat(seat), hint_for(game.key), chance)
    rows: list[list[int]] = []
    for world in _found(worlds, budget):
        rows.append([playout.result(world, code) for code in codes])
        if perf_counter() > ends:
            break
    if len(rows) < FEWEST:
        return tuple(int(place == usual) for place in range(choices))
    return tuple(_value([row[place] for row in rows], None if usual < 0 else rows, usual) for place in range(choices))


def _found(worlds: Worlds, budget: int) -> Iterator[World]:
    for _ in range(budget):
        world = worlds.next()
        if world is None:
            return
        yield world


def _value(results: Sequence[int], rows: Sequence[Sequence[int]] | None, usual: int) -> int:
    """The mean; against the usual choice the mean difference less its error."""
    if rows is None:
        return int(1000 * fmean(results))
    differences = [result - row[usual] for result, row in zip(results, rows, strict=True)]
    return int(1000 * (fmean(differences) - WIDTH * stdev(differences) / len(differences) ** 0.5))


class Playout:
    """Plays a deal of a world out.

    Args:
        game: the rules.
        seat: whose results are told.
        hint: by what everybody plays; None for by chance.
        chance: of what is played by chance.
    """

    def __init__(self, game: AnyGame, seat: Seat, hint: Hint | None, chance: Random) -> None:
        self._game = game
        self._seat = seat
        self._hint = hint
        self._chance = chance

    def result(self, world: World, code: str) -> int:
        """What the seat's side marks when it does this now, less the mean of the others'; the bad way round if bad."""
        game = self._game
        step = apply(game, world.state, self._seat, game.parse(code))
        state, log = step.state, [*world.events, *step.events]
        while (result := game.result(state)) is None:
            state, done = self._move(state, log)
            log += done
        return self._mark(state, result.points)

    def _move(self, state: DealState, log: Sequence[Event]) -> tuple[DealState, tuple[Event, ...]]:
        game = self._game
        if game.needs_deal(state):
            deck = game.deck(_setup(state).options, _setup(state).players)
            step = apply(game, state, None, Deal(tuple(self._chance.sample(deck, len(deck)))))
            return step.state, step.events
        seat = min(game.to_act(state))
        prompts = game.prompts(state, seat)
        first = prompts[0]
        code = None
        if len(prompts) == 1 and isinstance(first, OneOf) and len(first.actions) == 1:
            code = first.actions[0].code
        elif self._hint is not None:
            view: View = game.view(state, seat)
            code = self._hint(view, prompts, [event for event in log if visible(event, seat)])
        step = apply(game, state, seat, game.parse(sample(prompts, self._chance) if code is None else code))
        return step.state, step.events

    def _mark(self, state: DealState, points: Sequence[int]) -> int:
        sides = self._game.sides(_setup(state).players)
        own = next(side for side, seats in enumerate(sides) if self._seat in seats)
        others = [mark for side, mark in enumerate(points) if side != own]
        sign = -1 if self._game.match_rules(_setup(state).options).lowest_wins else 1
        return sign * round(points[own] - fmean(others))


def _setup(state: DealState) -> DealSetup:
    """What a deal started from: every game's state holds it."""
    return cast("DealSetup", getattr(state, "setup"))  # noqa: B009  # the base class has no such field to name
