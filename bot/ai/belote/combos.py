"""Annonces of hands given as masks of numbers (docs/rules/belote.md 9)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ai.belote.kernel import DENOMINATIONS, RANKS, SUIT, SUITS, cards_of
from bot.core.families.belote.annonces import combinations_of

Combo = tuple[int, tuple[int, int, int]]
"""Points, and what compares it with combinations of the other side."""

_RUN_POINTS = {3: 20, 4: 50, 5: 100}


def _runs(held: int) -> tuple[tuple[int, int], ...]:
    """Lengths and top ranks of the runs in a suit, a long one cut into its five highest cards and the rest."""
    found: list[tuple[int, int]] = []
    top = RANKS - 1
    while top >= 0:
        length = 0
        while top - length >= 0 and held >> (top - length) & 1:
            length += 1
        for start in range(0, length, 5):
            part = min(5, length - start)
            if part >= 3:
                found.append((part, top - start))
        top -= max(length, 1)
    return tuple(found)


RUNS = tuple(_runs(held) for held in range(SUIT + 1))
"""From a suit's ranks to the runs in it."""


def combos(hand: int, denomination: int, annonce_cards: str) -> tuple[Combo, ...]:
    """The combinations that a hand keeps, strongest first.

    Args:
        hand: a mask of numbers.
        denomination: what is trump, by its number.
        annonce_cards: the option.
    """
    if hand & hand >> 8 & hand >> 16 & hand >> 24 & SUIT:
        made = combinations_of(cards_of(hand), DENOMINATIONS[denomination], annonce_cards)
        return tuple((one.points, one.strength) for one in made)
    found: list[Combo] = []
    for suit in range(SUITS):
        for length, top in RUNS[hand >> 8 * suit & SUIT]:
            found.append((_RUN_POINTS[length], (length - 3, top, int(suit == denomination))))
    if len(found) > 1:
        found.sort(key=_strength, reverse=True)
    return tuple(found)


def _strength(combo: Combo) -> tuple[int, int, int]:
    return combo[1]


def judged(held: Sequence[tuple[Combo, ...]], first: int, annonce_tie: str) -> tuple[int, int]:
    """Points of valid annonces of sides 0 and 1.

    Args:
        held: the combinations of each seat, strongest first.
        first: who leads to the first trick.
        annonce_tie: the option.
    """
    best: tuple[int, int, int] | None = None
    side = 0
    tied = False
    for step in range(4):
        seat = (first + step) & 3
        if not held[seat]:
            continue
        strength = held[seat][0][1]
        if best is None or strength > best:
            best, side, tied = strength, seat & 1, False
        elif strength == best and seat & 1 != side:
            tied = True
    if best is None or (tied and annonce_tie == "cancel"):
        return 0, 0
    points = sum(combo[0] for combo in (*held[side], *held[side + 2]))
    return (0, points) if side else (points, 0)
