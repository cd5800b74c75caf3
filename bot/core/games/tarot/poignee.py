"""Poignées and misères: what a hand may show (docs/rules/tarot.md 9 and 16)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.core.cards import Card
from bot.core.games.tarot.options import TarotOptions
from bot.core.games.tarot.pack import EXCUSE, HONOURS, trumps


class Size(StrEnum):
    """Sizes of a poignée, smallest first."""

    SIMPLE = "simple"
    DOUBLE = "double"
    TRIPLE = "triple"


class Misere(StrEnum):
    """Kinds of misère."""

    TRUMPS = "misere_atout"
    HONOURS = "misere_tete"


def sizes(seats: int, options: TarotOptions) -> dict[Size, int]:
    """How many trumps each size shows, for so many hands."""
    match seats:
        case 3:
            counts: Sequence[int] = (13, 15, 18)
        case 4:
            counts = (10, 13, 15)
        case _:
            counts = [int(count) for count in options.poignee_five.split("_")]
    return dict(zip(Size, counts, strict=True))


def bonus(size: Size, options: TarotOptions) -> int:
    """What a poignée brings the winners of the deal."""
    return int(options.poignee_values.split("_")[list(Size).index(size)])


@dataclass(frozen=True, slots=True)
class Showing:
    """What can be shown in one size.

    Attributes:
        pool: the cards to show from, highest first.
        hidden: how many of them stay hidden, by choice.
    """

    pool: tuple[Card, ...]
    hidden: int


def showing(held: Iterable[Card], aside: Iterable[Card], needed: int) -> Showing | None:
    """How a poignée of so many cards may be shown; None when it may not.

    The Excuse stands in for a missing trump only together with every trump held.

    Args:
        held: the hand before its first card is played.
        aside: the player's own écart, whose trumps may be shown again.
        needed: the number of cards.
    """
    hand = tuple(held)
    numbered = trumps((*hand, *aside))
    if len(numbered) >= needed:
        return Showing(numbered, len(numbered) - needed)
    if EXCUSE in hand and len(numbered) + 1 == needed:
        return Showing((*numbered, EXCUSE), 0)
    return None


def size_of(shown: Sequence[Card], held: Iterable[Card], aside: Iterable[Card], counts: dict[Size, int]) -> Size | None:
    """The size of exactly these cards as a poignée; None when they make none."""
    hand, put = tuple(held), tuple(aside)
    for size, needed in counts.items():
        how = showing(hand, put, needed)
        if how is not None and len(set(shown)) == len(shown) == needed and set(shown) <= set(how.pool):
            return size
    return None


def best(held: Iterable[Card], aside: Iterable[Card], counts: dict[Size, int]) -> Size | None:
    """The largest poignée that may be shown."""
    hand, put = tuple(held), tuple(aside)
    fitting = [size for size, needed in counts.items() if showing(hand, put, needed) is not None]
    return fitting[-1] if fitting else None


def miseres(hand: Sequence[Card]) -> tuple[Misere, ...]:
    """Misères of a hand before its first card: no trump and no Excuse; no king, queen, knight or jack."""
    found = []
    if not trumps(hand) and EXCUSE not in hand:
        found.append(Misere.TRUMPS)
    if not any(card.rank in HONOURS for card in hand):
        found.append(Misere.HONOURS)
    return tuple(found)
