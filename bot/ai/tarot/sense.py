"""What needs no worlds: to a trick that is lost the cheapest card; a Petit that is safe goes home."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ai.tarot.cards import PETIT, SUIT_OF, WORTH
from bot.ai.tarot.known import Known
from bot.ai.tarot.playout import Start

SAFE_PETIT = 6
"""What a Petit that is safe now is worth more than played out, in points a defender for a simple contract.

Whoever sees all cards keeps it for the last trick too often.
"""


def best_of(plays: Sequence[int], fools: int, trumps: int) -> tuple[int, int]:
    """The card that is winning a trick and its number in it; 0 while there is none."""
    led = best = at = 0
    for number, card in enumerate(plays):
        if card & fools:
            continue
        if not led:
            led, best, at = SUIT_OF[card.bit_length() - 1], card, number
        elif card > best and card & (led | trumps):
            best, at = card, number
    return best, at


def sensible(known: Known, start: Start, choices: list[int]) -> list[int]:
    """The choices without those that give opponents more than another card of the same suit would."""
    if known.players == 5 or len(start.plays) != known.players - 1:
        return choices
    terms = known.terms(known.taker, -1, known.factor, 0)
    best, at = best_of(start.plays, terms.fools, terms.trumps)
    winner = (start.turn - len(start.plays) + at) % known.players
    if not best or (winner == known.taker) is (known.place == known.taker):
        return choices
    wins = SUIT_OF[best.bit_length() - 1] | terms.trumps
    kept = []
    for card in choices:
        suit = SUIT_OF[card.bit_length() - 1]
        loses = not (card > best and card & wins) and not card & terms.fools
        cheaper = any(
            other & suit and WORTH[other] < WORTH[card] and not (other > best and other & wins) for other in choices
        )
        if not (loses and cheaper):
            kept.append(card)
    return kept


def safe_petit(known: Known, start: Start) -> int:
    """What playing the Petit last to a trick that it wins is worth beyond its mean, in marks of the own place."""
    terms = known.terms(known.taker, -1, known.factor, 0)
    best, _ = best_of(start.plays, terms.fools, terms.trumps)
    if len(start.plays) != known.players - 1 or not best or best >= PETIT or start.left == 1:
        return 0
    return SAFE_PETIT * known.factor * (known.players - 1 if known.place == known.taker else 1)
