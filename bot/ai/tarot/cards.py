"""The 78 cards as bits of one int, for programs that must be fast (docs/rules/tarot.md 2).

Bits 0 to 55 are the four suits, fourteen each, lowest card first; bits 56 to 76 the trumps 1 to 21; bit 77 the Excuse.
So among cards that can win a trick the higher number wins: a trump is above every suit card. A hand is an int, a card
an int with one bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType

from bot.core.cards import Card
from bot.core.games.tarot.pack import SUITS as SUIT_ORDER
from bot.core.games.tarot.pack import deck_78, height

RANKS = 14
FIRST_TRUMP = 56

SUITS: tuple[int, ...] = tuple(((1 << RANKS) - 1) << RANKS * number for number in range(4))
"""The cards of each suit."""

PLAIN = sum(SUITS)
"""All suit cards."""

TRUMPS = ((1 << 21) - 1) << FIRST_TRUMP
"""The numbered trumps."""

PETIT = 1 << FIRST_TRUMP
TWENTY_ONE = 1 << FIRST_TRUMP + 20
EXCUSE = 1 << FIRST_TRUMP + 21
BOUTS = PETIT | TWENTY_ONE | EXCUSE
PACK = (1 << 78) - 1

_ROW = sum(1 << RANKS * number for number in range(4))
KINGS, QUEENS, KNIGHTS, JACKS = (_ROW << rank for rank in (13, 12, 11, 10))
HONOURS = KINGS | QUEENS | KNIGHTS | JACKS

NINES = KINGS | BOUTS
"""Cards that count nine half points."""


def _bit(card: Card) -> int:
    if card.suit in SUIT_ORDER:
        return 1 << RANKS * SUIT_ORDER.index(card.suit) + height(card) - 1
    return EXCUSE if height(card) == 0 else 1 << FIRST_TRUMP + height(card) - 1


BITS: MappingProxyType[Card, int] = MappingProxyType({card: _bit(card) for card in deck_78()})
"""From a card to its bit."""

CARDS: MappingProxyType[int, Card] = MappingProxyType({bit: card for card, bit in BITS.items()})
"""From a bit to its card."""

SUIT_OF: tuple[int, ...] = (*(suit for suit in SUITS for _ in range(RANKS)), *(TRUMPS,) * 21, EXCUSE)
"""From the number of a card's bit to the cards of its suit; the Excuse is a suit of its own."""

WORTH: MappingProxyType[int, int] = MappingProxyType(
    {bit: 9 if bit & NINES else 7 if bit & QUEENS else 5 if bit & KNIGHTS else 3 if bit & JACKS else 1 for bit in CARDS}
)
"""From a bit to what the card counts, in half points (COUNT)."""


def mask(cards: Iterable[Card]) -> int:
    """Cards as bits."""
    held = 0
    for card in cards:
        held |= BITS[card]
    return held


def bits(held: int) -> Iterator[int]:
    """The cards of a hand, one bit each, lowest first."""
    while held:
        bit = held & -held
        yield bit
        held ^= bit


def cards(held: int) -> tuple[Card, ...]:
    """The cards of a hand, lowest first."""
    return tuple(CARDS[bit] for bit in bits(held))


def half_points(held: int) -> int:
    """What cards count together, in half points (COUNT)."""
    return (
        held.bit_count()
        + 2 * (held & JACKS).bit_count()
        + 4 * (held & KNIGHTS).bit_count()
        + 6 * (held & QUEENS).bit_count()
        + 8 * (held & NINES).bit_count()
    )
