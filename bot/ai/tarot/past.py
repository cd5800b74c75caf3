"""What the cards played so far say: who won what, who has run out of what, who could not go over."""

from __future__ import annotations

from dataclasses import dataclass

from bot.ai.tarot.cards import EXCUSE, PETIT, SUIT_OF, TRUMPS
from bot.ai.tarot.known import Known
from bot.ai.tarot.playout import Start
from bot.ai.tarot.position import BELOW_TRUMPS


@dataclass(frozen=True, slots=True)
class Past:
    """What was played.

    Attributes:
        start: where the deal stands.
        by: cards played, by place.
        lacks: cards that each place has shown not to hold.
    """

    start: Start
    by: tuple[int, ...]
    lacks: tuple[int, ...]


def past(known: Known) -> Past:
    """Follow the cards played from the first."""
    players, fools = known.players, EXCUSE | PETIT if known.rules[1] else EXCUSE
    trumps = TRUMPS & ~fools
    by, lacks, piles = [0] * players, [0] * players, [0] * players
    thrown: list[tuple[int, int]] = []
    whole = len(known.plays) // players * players
    turn = known.leader
    for first in range(0, len(known.plays), players):
        trick = known.plays[first : first + players]
        led = best = table = 0
        top, winner = BELOW_TRUMPS, turn
        for number, card in enumerate(trick):
            place = (turn + number) % players
            by[place] |= card
            table |= card
            lacks[place] |= _refused(card, led, top, trumps, fools)
            if card & fools:
                continue
            if not led:
                led, best, winner = SUIT_OF[card.bit_length() - 1] & ~fools, card, place
            elif card > best and card & (led | trumps):
                best, winner = card, place
            if card & trumps and card > top:
                top = card
        if len(trick) == players:
            piles[winner] |= table
            thrown += [((turn + number) % players, winner) for number, card in enumerate(trick) if card & fools]
            turn = winner
    left = known.hand_size - whole // players
    on_table = known.plays[whole:]
    start = Start(players, (turn + len(on_table)) % players, on_table, tuple(piles), tuple(thrown), left)
    return Past(start, tuple(by), tuple(lacks))


def _refused(card: int, led: int, top: int, trumps: int, fools: int) -> int:
    """Cards that a player shows not to hold by playing this one (PLAY-SUIT to PLAY-DISCARD)."""
    if not led or card & fools or card & led & ~trumps:
        return 0
    missing = led if led != trumps else 0
    if not card & trumps:
        return missing | trumps
    return missing | (trumps & -(top << 1) if card < top else 0)
