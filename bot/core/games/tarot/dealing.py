"""The deal: packets, the chien, the lone Petit (docs/rules/tarot.md 4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.core.cards import Card
from bot.core.games.tarot.pack import EXCUSE, PETIT, trumps
from bot.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Layout:
    """How cards are given: `packet` by `packet`, `hand` each, `chien` to the middle."""

    packet: int
    hand: int
    chien: int


def layout(seats: int) -> Layout:
    """The layout for so many hands.

    Raises:
        ValueError: tarot is not dealt to so many.
    """
    match seats:
        case 3:
            return Layout(4, 24, 6)
        case 4:
            return Layout(3, 18, 6)
        case 5:
            return Layout(3, 15, 3)
        case _:
            raise ValueError(f"tarot is not dealt to {seats}")


def is_pattern(pattern: Sequence[int], seats: int) -> bool:
    """Whether packets and single chien cards may be dealt in this order: the chien gets neither first nor last."""
    form = layout(seats)
    packets, chien = pattern.count(form.packet), pattern.count(1)
    complete = packets * form.packet == seats * form.hand and chien == form.chien
    return complete and packets + chien == len(pattern) and pattern[0] == pattern[-1] == form.packet


def default_pattern(seats: int) -> tuple[int, ...]:
    """One chien card after each of the first packets, until the chien is full."""
    form = layout(seats)
    packets = seats * form.hand // form.packet
    return tuple(
        size for number in range(packets) for size in ((form.packet, 1) if number < form.chien else (form.packet,))
    )


@dataclass(frozen=True, slots=True)
class Dealt:
    """Who got what: the hands in the order of `seats`, and the chien."""

    hands: tuple[tuple[Card, ...], ...]
    chien: tuple[Card, ...]


def deal_out(order: Sequence[Card], seats: int, pattern: Sequence[int]) -> Dealt:
    """Give out a pack, first card first, the first packet to the first seat."""
    hands: list[list[Card]] = [[] for _ in range(seats)]
    chien: list[Card] = []
    given = packets = 0
    for size in pattern:
        cards = order[given : given + size]
        given += size
        if size == 1:
            chien += cards
        else:
            hands[packets % seats] += cards
            packets += 1
    return Dealt(tuple(tuple(hand) for hand in hands), tuple(chien))


def is_petit_sec(hand: Iterable[Card]) -> bool:
    """Whether the Petit is the only trump dealt, without the Excuse beside it."""
    held = tuple(hand)
    return trumps(held) == (PETIT,) and EXCUSE not in held


def is_lone_excuse(hand: Iterable[Card]) -> bool:
    """Whether the Excuse was dealt without a single trump."""
    held = tuple(hand)
    return EXCUSE in held and not trumps(held)


@dataclass(frozen=True, slots=True)
class Redeal:
    """A deal that is given again: by whom, and who may not bid in it."""

    dealer: Seat
    barred: frozenset[Seat]


def after_misdeal(dealer: Seat) -> Redeal:
    """A fault in dealing: the same dealer deals again and may not bid."""
    return Redeal(dealer, frozenset({dealer}))
