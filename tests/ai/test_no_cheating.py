"""No player of any game or level chooses by cards that its seat cannot see.

Beside decisions of a deal stand other worlds that the seat cannot tell from the true one: other hands, another dog,
another talon. Asked there, a player must choose the same.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.ai.brains import brain_of
from bot.ai.heuristic import Heuristic
from bot.ai.hints import hint_for
from bot.ai.levels import LEVELS
from bot.ai.workers import InLine
from bot.ai.worlds import Seen, World, Worlds, appearance
from bot.core import match
from bot.core.actions import Deal
from bot.core.events import Event, HandDealt
from bot.core.game import AnyGame
from bot.core.match import MatchState
from bot.core.registry import games
from bot.core.seats import Seat
from bot.core.situation import Situation, situation
from tests.conformance.toygame import TOY

GAMES = {"toy": TOY, **games()}
COMPARED = 2
"""Decisions of a deal that are asked about again."""


def others(game: AnyGame, known: Situation, chance: Random) -> list[World]:
    """Worlds besides the true one that look like it to the seat."""
    shown = appearance(known.view, known.prompts)
    worlds = Worlds(Seen(game, known.setup, known.seat, known.seen, shown), chance)
    return [world for world in (worlds.next() for _ in range(2)) if world is not None]


def hands(events: tuple[Event, ...]) -> list[Event]:
    return [event for event in events if isinstance(event, HandDealt)]


@pytest.mark.parametrize("key", GAMES)
async def test_a_player_does_the_same_in_worlds_that_differ_in_hidden_cards_only(key: str, deal_seed: int) -> None:
    game = GAMES[key]
    chance = Random(deal_seed)
    seats = min(game.seat_counts, key=lambda seats: abs(seats - 4))
    # A clock that ends nothing: what is compared are decisions, not the speed of the machine. More worlds of the same
    # kind would prove nothing more.
    levels = [
        replace(habits, seconds=60.0, worlds=min(habits.worlds, 8), bidding_worlds=min(habits.bidding_worlds, 8))
        for habits in LEVELS.values()
    ]
    rules = Heuristic(game, hint_for(key), 1)
    compared = 0
    for _ in range(20):
        state: MatchState = match.start(game, game.presets[game.default_preset], seats, Seat(0)).state
        log: list[Event] = []
        while compared < COMPARED and not (log and state.between):
            if match.needs_deal(game, state):
                deck = game.deck(state.options, seats)
                step = match.act(game, state, None, Deal(tuple(chance.sample(deck, len(deck)))))
            else:
                seat = min(match.to_act(game, state))
                known = situation(game, state, seat, log)
                if sum(1 for prompt in known.prompts for _ in prompt.codes()) > 1 and chance.random() < 0.1:
                    for world in others(game, known, chance):
                        again = situation(game, replace(state, deal=world.state), seat, world.events)
                        assert again == known
                        differs = hands(world.events) != hands(tuple(log))
                        for habits in levels:
                            here, there = (brain_of(game, habits, InLine(), 5) for _ in range(2))
                            assert await here.choose(known) == await there.choose(again)
                        compared += differs
                step = match.act(game, state, seat, await rules.choose(known))
            log += step.events
            state = step.state
        if compared >= COMPARED:
            return
    raise AssertionError("no other worlds were found")
