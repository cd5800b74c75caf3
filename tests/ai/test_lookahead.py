"""An exact end found on a fast kernel is what trying every card by the rules of the game finds."""

from __future__ import annotations

from random import Random

import pytest

from bot.ai.analysis.lookahead import look_ahead
from bot.ai.analysis.open_hands import margin
from bot.ai.analysis.walk import Decision, decisions, playable
from bot.ai.hints import hint_for
from bot.ai.lines import root_for
from bot.ai.random_legal import sample
from bot.core import match
from bot.core.actions import Deal, PlayCard
from bot.core.events import Event
from bot.core.game import AnyGame, DealSetup, DealState, apply
from bot.core.games.tarot.state import TarotState
from bot.core.registry import game_of, games
from bot.core.seats import Seat
from bot.core.situation import situation

CASES = [
    (key, preset, seats)
    for key, game in games().items()
    if root_for(key) is not None
    for preset in game.presets
    for seats in game.seat_counts
]

PLENTY = 10**7


def deal(game: AnyGame, preset: str, seats: int, seed: int) -> tuple[DealSetup, tuple[Event, ...]]:
    """A deal that counts, played by rules of thumb."""
    chance, hint = Random(seed), hint_for(game.key)
    assert hint is not None
    state = match.start(game, game.presets[preset], seats, Seat(0)).state
    while True:
        setup, log = match.deal_setup(game, state, state.number + 1), list[Event]()
        while not (state.between and log):
            if match.needs_deal(game, state):
                deck = game.deck(state.options, seats)
                step = match.act(game, state, None, Deal(tuple(chance.sample(deck, len(deck)))))
            else:
                seat = min(match.to_act(game, state))
                known = situation(game, state, seat, log)
                code = hint(known.view, known.prompts, known.seen) or sample(known.prompts, chance)
                step = match.act(game, state, seat, game.parse(code))
            log += step.events
            state = step.state
        if state.records[-1].counts and decisions(game, setup, log):
            return setup, tuple(log)


def camp(game: AnyGame, decision: Decision, setup: DealSetup) -> frozenset[Seat]:
    """Who plays with the seat that decides."""
    if isinstance(decision.before, TarotState):
        camps = decision.before.camps
        seats = map(Seat, range(setup.players))
        return frozenset(seat for seat in seats if camps.of(seat) is camps.of(decision.seat))
    return frozenset(next(side for side in game.sides(setup.players) if decision.seat in side))


def brute(game: AnyGame, setup: DealSetup, state: DealState, mine: frozenset[Seat], seat: Seat) -> int:
    """What a deal comes to for a seat, by trying everything."""
    result = game.result(state)
    if result is not None:
        return margin(game, setup, result, seat)
    due = min(game.to_act(state))
    ends = [apply(game, state, due, PlayCard(card)).state for card in playable(game, state, due)]
    values = [brute(game, setup, end, mine, seat) for end in ends]
    return max(values) if due in mine else min(values)


@pytest.mark.parametrize(("key", "preset", "seats"), CASES)
def test_an_exact_end_is_what_trying_everything_by_the_rules_finds(
    key: str, preset: str, seats: int, deal_seed: int
) -> None:
    game = game_of(key)
    setup, events = deal(game, preset, seats, deal_seed)
    found = decisions(game, setup, events)
    root_of = root_for(key)
    assert root_of is not None
    tried = [decision for decision in found[-3 * seats :] if len(decision.choices) > 1][-seats:]
    for decision in tried:
        ahead = look_ahead(root_of(game, setup, decision), PLENTY)
        mine = camp(game, decision, setup)
        ends = [apply(game, decision.before, decision.seat, PlayCard(card)).state for card in decision.choices]
        truth = [brute(game, setup, end, mine, decision.seat) for end in ends]
        assert ahead.exact
        assert ahead.ways >= len(truth)
        lost = [max(ahead.values) - value for value in ahead.values]
        assert lost == [1000 * (max(truth) - value) for value in truth]


@pytest.mark.parametrize("key", ["belote", "tarot"])
def test_a_small_budget_estimates_and_a_larger_one_tries_more(key: str, deal_seed: int) -> None:
    game = game_of(key)
    setup, events = deal(game, game.default_preset, 4, deal_seed)
    decision = next(found for found in decisions(game, setup, events) if len(found.choices) > 1)
    root_of = root_for(key)
    assert root_of is not None
    root = root_of(game, setup, decision)
    least, more = look_ahead(root, 1), look_ahead(root, 20_000)
    assert not least.exact
    assert least.ways == len(decision.choices) < more.ways
    assert look_ahead(root, 20_000) == more
