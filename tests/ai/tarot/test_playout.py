"""Playing out, which counts on its own for speed, ends every deal as the kernel's position does."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from bot.ai.tarot.cards import PACK, bits
from bot.ai.tarot.playout import Start, follow, lead, play_out
from bot.ai.tarot.position import Position
from bot.ai.tarot.terms import CHANGES_SIDE, NOBODY, TRICK_WINNER, Terms


def replayed(terms: Terms, position: Position) -> int:
    """Play the same rules card by card; every card must be legal."""
    players = terms.players
    camps = [terms.attack >> place & 1 for place in range(players)]
    foes = [[other for other in range(players) if camps[other] != camps[place]] for place in range(players)]
    while not position.over:
        place, legal = position.turn, position.legal()
        winners = [camps[winner] for winner in range(players) if position.winners >> winner & 1]
        lost = any(camp != camps[place] for camp in winners)
        if not legal & (legal - 1):
            card = legal
        elif not position.led:
            card = lead(
                position.hands, place, foes[place], terms.trumps, terms.fools, camps[place], position.left, lost
            )
        else:
            played = position.table.bit_count()
            leader = (place - played) % players
            later = [position.hands[other] for other in foes[place] if (other - leader) % players > played]
            mine = camps[position.winner] == camps[place]
            card = follow(
                legal, position.led, position.best, terms.trumps, terms.fools, mine, later, position.left, lost
            )
        assert card & legal
        assert not card & (card - 1)
        position.play(card)
    return position.per_defender()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_deal_played_out_ends_as_the_position_does(players: int, deal_seed: int) -> None:
    chance = Random(deal_seed)
    cases = product((CHANGES_SIDE, TRICK_WINNER), (False, True), (False, True), range(5))
    for excuse_last, untouchable, needs_word, _ in cases:
        order = chance.sample(list(bits(PACK)), 78)
        size = {3: 24, 4: 18, 5: 15}[players]
        if chance.random() < 0.3:
            order.sort(reverse=True)
        hands = [sum(order[size * place : size * (place + 1)]) for place in range(players)]
        taker = chance.randrange(players)
        partner = (taker + chance.randrange(1, 5)) % 5 if players == 5 and chance.random() < 0.7 else NOBODY
        terms = Terms(
            players,
            taker,
            partner,
            chance.choice((1, 2, 4, 6)),
            attack_aside=chance.choice((0, sum(order[size * players :]))),
            untouchable=untouchable,
            excuse_last=excuse_last,
            excuse_needs_word=needs_word,
            chelem=chance.choice((-1, 0, 1)),
        )
        leader = chance.randrange(players)
        start = Start(players, leader, (), (0,) * players, (), size)
        assert play_out(terms, start, hands, 0) == replayed(terms, Position(terms, hands, leader))
