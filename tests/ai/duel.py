"""Plays deals between computer players, each shown only what its seat sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from bot.core import match
from bot.core.actions import Deal
from bot.core.events import Event
from bot.core.game import AnyGame
from bot.core.match import MatchState
from bot.core.options import Options
from bot.core.seats import Seat
from bot.core.situation import situation
from bot.engine.ports import Brain


@dataclass
class Outcome:
    """What came of some deals: marks by side, and how contracts ended by (taking side, made)."""

    marks: list[int] = field(default_factory=list)
    contracts: Counter[tuple[int | None, bool | None]] = field(default_factory=Counter)


async def deals(game: AnyGame, options: Options, brains: Sequence[Brain], number: int, seed: int) -> Outcome:
    """Play so many deals, each seat by its brain."""
    chance = Random(seed)
    outcome = Outcome()
    opened = match.start(game, options, len(brains), Seat(0)).state
    state: MatchState = opened
    for _ in range(number):
        if state.ended:
            state = match.start(game, options, len(brains), state.dealer).state
        state = await _deal(game, state, brains, chance)
        record = state.records[-1]
        marks = outcome.marks or [0] * len(record.points)
        outcome.marks = [mark + points for mark, points in zip(marks, record.points, strict=True)]
        outcome.contracts[record.taker_side, record.made] += 1
    return outcome


async def _deal(game: AnyGame, state: MatchState, brains: Sequence[Brain], chance: Random) -> MatchState:
    log: list[Event] = []
    while True:
        if match.needs_deal(game, state):
            deck = game.deck(state.options, state.players)
            step = match.act(game, state, None, Deal(tuple(chance.sample(deck, len(deck)))))
        else:
            seat = min(match.to_act(game, state))
            action = await brains[seat].choose(situation(game, state, seat, log))
            step = match.act(game, state, seat, action)
        log += step.events
        state = step.state
        if state.between:
            return state
