"""The tarot mind: always a choice that is offered, the same for the same knowledge, and nothing but that."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.ai.levels import Habits
from bot.ai.problem import Posed
from bot.ai.tarot.known import Known
from bot.ai.tarot.mind import MIND
from bot.ai.tarot.past import past
from bot.ai.tarot.worlds import Worlds
from bot.core import match
from bot.core.actions import Deal
from bot.core.cards import Card
from bot.core.events import Event
from bot.core.games.tarot.options import PRESETS, TarotOptions
from bot.core.games.tarot.state import TarotState
from bot.core.match import MatchState
from bot.core.seats import Seat
from bot.core.situation import Situation, situation
from tests.ai.duel import deals
from tests.ai.tarot.brain import GAME, Thinking, thought
from tests.ai.tarot.tables import chosen, varied

QUICK = Habits(worlds=4, bidding_worlds=4, infers=True, seconds=60)
"""A brake so far away that nothing depends on the clock."""

PLAIN = replace(QUICK, infers=False)


def moments(options: TarotOptions, seats: int, chance: Random) -> list[tuple[MatchState, list[Event], Seat]]:
    """A random deal that somebody took: its states, each with the events so far and who is to act."""
    while True:
        state = match.start(GAME, options, seats, Seat(chance.randrange(seats))).state
        deck = GAME.deck(options, seats)
        step = match.act(GAME, state, None, Deal(tuple(chance.sample(deck, len(deck)))))
        found, log = [], list(step.events)
        while not step.state.between:
            seat = chance.choice(sorted(match.to_act(GAME, step.state)))
            found.append((step.state, list(log), seat))
            step = match.act(GAME, step.state, seat, GAME.parse(chosen(step.state, seat, chance, highest=False)))
            log += step.events
        if step.state.records[-1].counts:
            return found


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_what_is_chosen_is_offered(seats: int, deal_seed: int) -> None:
    """In deals of every preset and of any options, by players who draw conclusions and players who do not."""
    chance = Random(deal_seed)
    phases: set[str] = set()
    for options in (*PRESETS.values(), varied(TarotOptions(), chance)):
        for state, log, seat in moments(options, seats, chance)[:: chance.choice((5, 6, 7))]:
            moment = situation(GAME, state, seat, log)
            code, _ = thought(moment, chance.choice((QUICK, PLAIN)), 1)
            assert code is not None
            assert any(prompt.accepts(code) for prompt in moment.prompts), (code, moment.prompts)
            phases.add(moment.view.phase)
    assert {"bidding", "play"} <= phases


async def test_a_whole_deal_is_played(deal_seed: int) -> None:
    brains = [Thinking(QUICK, 1), Thinking(PLAIN, 2), Thinking(QUICK, 3), Thinking(PLAIN, 4)]
    outcome = await deals(GAME, PRESETS["fft"], brains, 1, deal_seed)
    assert sum(outcome.marks) == 0


def with_other_cards(state: MatchState, seat: Seat, chance: Random) -> MatchState:
    """The same moment with the cards that a seat cannot see exchanged among the hands, the chien and the écart."""
    deal = state.deal
    assert isinstance(deal, TarotState)
    hidden = [card for other in deal.seats if other != seat for card in deal.hands[other]]
    hidden += [] if deal.turned else deal.chien
    hidden += [] if seat == deal.taker else deal.aside
    swap: dict[Card, Card] = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))

    def told(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(swap.get(card, card) for card in cards)

    changed = replace(
        deal,
        hands=tuple(map(told, deal.hands)),
        dealt=tuple(map(told, deal.dealt)),
        chien=deal.chien if deal.turned else told(deal.chien),
        aside=told(deal.aside),
    )
    return replace(state, deal=changed)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_other_hidden_cards_change_nothing(seats: int, deal_seed: int) -> None:
    """Two worlds that differ only in what a seat cannot see: the same knowledge, the same values, the same choice."""
    chance = Random(deal_seed)
    differing = 0
    for state, log, seat in moments(PRESETS["fft"], seats, chance)[::4]:
        other = with_other_cards(state, seat, chance)
        here, there = situation(GAME, state, seat, log), situation(GAME, other, seat, log)
        assert here == there
        assert thought(here, QUICK, 5) == thought(there, QUICK, 5)
        differing += other.deal != state.deal
    assert differing > 10


def known_of(moment: Situation) -> Known | None:
    posed = MIND.pose(moment, QUICK, 3)
    return Known.read(posed.problem.numbers) if isinstance(posed, Posed) else None


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("preset", PRESETS)
def test_worlds_hold_the_pack_and_break_no_law(preset: str, seats: int, deal_seed: int) -> None:
    """Every world gives every seat its cards, and nobody what he has shown not to hold; the true one is possible."""
    chance = Random(deal_seed)
    checked = 0
    for state, log, seat in moments(PRESETS[preset], seats, chance):
        known = known_of(situation(GAME, state, seat, log))
        if known is None:
            continue
        gone = past(known)
        world = Worlds(known, gone, chance).draw()
        everywhere = [*world.hands, *gone.by, world.aside]
        total = 0
        for cards in everywhere:
            assert not total & cards
            total |= cards
        assert total.bit_count() == 78
        assert world.hands[known.place] == known.hand
        for place, hand in enumerate(world.hands):
            assert not hand & gone.lacks[place]
        checked += 1
    assert checked > 20


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_same_knowledge_is_the_same_choice(seats: int, deal_seed: int) -> None:
    for state, log, seat in moments(PRESETS["textes"], seats, Random(deal_seed))[::9]:
        moment = situation(GAME, state, seat, log)
        assert thought(moment, QUICK, 5) == thought(moment, QUICK, 5)
        known = known_of(moment)
        assert known is None or Known.read(known.numbers()) == known
