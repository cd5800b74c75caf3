"""How likely a world is, beyond the laws: what was bid, and what takers put aside by habit."""

from __future__ import annotations

from math import exp
from types import MappingProxyType

from bot.ai.tarot.cards import EXCUSE, JACKS, KINGS, KNIGHTS, PETIT, QUEENS, TRUMPS, TWENTY_ONE
from bot.ai.tarot.ecart import put_aside
from bot.ai.tarot.known import Known
from bot.ai.tarot.past import Past
from bot.ai.tarot.terms import NOBODY
from bot.ai.tarot.worlds import World

ENOUGH = MappingProxyType({3: 50, 4: 40, 5: 33})
"""What a hand counts that is as likely to be bid as not, by number of players."""

STEP = 6.0
"""So much more, and a bid is about three times as likely."""

HABIT = 0.4
"""Each card put aside as habit would, makes a world more likely by this power."""

TOP_TRUMPS = TRUMPS & ~((1 << 71) - 1)
"""The trumps 16 to 21."""


def strength(hand: int) -> int:
    """What a dealt hand counts in an auction: bouts, trumps, honours."""
    trumps = (hand & TRUMPS).bit_count()
    total = 2 * trumps + 2 * (hand & TOP_TRUMPS).bit_count() + (10 if hand & TWENTY_ONE else 0)
    total += (8 if hand & EXCUSE else 0) + (6 if hand & PETIT and trumps > 4 else 0)
    total += 6 * (hand & KINGS).bit_count() + 3 * (hand & QUEENS).bit_count()
    return total + 2 * (hand & KNIGHTS).bit_count() + (hand & JACKS).bit_count()


def weight(known: Known, past: Past, world: World) -> float:
    """How likely a world is compared with others."""
    found = 1.0
    middle = ENOUGH[known.players]
    for place, said in enumerate(known.bids):
        if said < 0 or place == known.place:
            continue
        dealt = world.hands[place] | past.by[place]
        if place == known.taker and known.chien:
            held = dealt | world.aside
            habit = put_aside(held, known.chien_size)
            found *= exp(HABIT * (habit & world.aside).bit_count())
            dealt = held & ~known.chien
        over = (strength(dealt) - middle) / STEP
        bid = 1 / (1 + exp(-over))
        found *= bid * (1 if place != known.taker or said < 4 else bid) if said else 1 - bid
    return found


def conclusive(known: Known) -> bool:
    """Whether anything but laws can be read from."""
    return known.taker != NOBODY or any(said >= 0 for said in known.bids)
