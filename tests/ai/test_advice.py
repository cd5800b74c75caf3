"""Costs of cards and reasons of hints: laws that hold whatever the cards are."""

from __future__ import annotations

from random import Random

from bot.ai.analysis.open_hands import BestEnd
from bot.ai.analysis.pieces import packed, piece, read, solve
from bot.ai.analysis.walk import Decision, decisions
from bot.ai.analysis.weighing import Budget, weigh, weighed
from bot.ai.hints import hint_for
from bot.ai.reasons import why
from bot.core import match
from bot.core.actions import Deal, PlayCard
from bot.core.events import Event, standing_plays
from bot.core.game import DealSetup, DealState, apply
from bot.core.registry import game_of
from bot.core.seats import Seat
from bot.core.situation import situation
from bot.i18n.words import words_for

GAME = game_of("belote")
OPTIONS = GAME.presets[GAME.default_preset]
SMALL = Budget(core_steps=5000, plays=1)


def _deal(seed: int) -> tuple[DealSetup, tuple[Event, ...]]:
    """A deal that somebody took, played by rules of thumb; every hint on the way has reasons in both languages."""
    state, chance, hint = match.start(GAME, OPTIONS, 4, Seat(0)).state, Random(seed), hint_for(GAME.key)
    assert hint is not None
    while True:
        setup, log = match.deal_setup(GAME, state, state.number + 1), list[Event]()
        while not (state.between and log):
            if match.needs_deal(GAME, state):
                deck = GAME.deck(OPTIONS, 4)
                step = match.act(GAME, state, None, Deal(tuple(chance.sample(deck, len(deck)))))
            else:
                seat = min(match.to_act(GAME, state))
                known = situation(GAME, state, seat, log)
                code = hint(known.view, known.prompts, known.seen) or next(iter(known.prompts[0].codes()))
                reasons = why(GAME, known, code)
                assert len(reasons) <= 2
                for language in ("fr", "en"):
                    assert all(words_for(language, strict=True).say(reason) for reason in reasons)
                step = match.act(GAME, state, seat, GAME.parse(code))
            log += step.events
            state = step.state
        if state.records[-1].counts:
            return setup, tuple(log)


def _brute(state: DealState, setup: DealSetup) -> int:
    """What the deal comes to for side 0 by trying everything."""
    result = GAME.result(state)
    if result is not None:
        return result.points[0] - result.points[1]
    seat = min(GAME.to_act(state))
    cards = GAME.view(state, seat).playable
    values = [_brute(apply(GAME, state, seat, PlayCard(card)).state, setup) for card in cards]
    return max(values) if seat % 2 == 0 else min(values)


def _late(found: tuple[Decision, ...]) -> tuple[Decision, ...]:
    return found[-8:]


def test_an_exact_end_is_what_trying_everything_finds(deal_seed: int) -> None:
    setup, events = _deal(deal_seed)
    found = decisions(GAME, setup, events)
    assert [decision.card for decision in found] == [event.card for event in standing_plays(events)]
    for decision in _late(found):
        sign = 1 if decision.seat % 2 == 0 else -1
        after = [apply(GAME, decision.before, decision.seat, PlayCard(card)).state for card in decision.choices]
        assert BestEnd(GAME, setup, 10**6).values(decision) == tuple(sign * _brute(end, setup) for end in after)


def test_no_card_costs_less_than_nothing_and_a_best_one_costs_nothing(deal_seed: int) -> None:
    setup, events = _deal(deal_seed)
    for decision in _late(decisions(GAME, setup, events)):
        values = weigh(GAME, setup, decision, 32 - decision.place, SMALL)
        cost = weighed(decision, values)
        assert values.exact
        assert cost.exact
        assert all(loss >= 0 for _, loss in cost.losses)
        assert cost.best
        assert dict(cost.losses)[cost.best[0]] == 0


def test_a_piece_answers_what_weighing_says(deal_seed: int) -> None:
    setup, events = _deal(deal_seed)
    found = decisions(GAME, setup, events)
    decision = found[-7]
    answer = solve(piece(packed(GAME, setup, events), decision.place, SMALL))
    assert read(answer) == weigh(GAME, setup, decision, len(found) - decision.place, SMALL)
