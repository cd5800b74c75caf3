"""What a taker puts aside (docs/rules/tarot.md 7): by habit in a world, and what is worth weighing for oneself."""

from __future__ import annotations

from bot.ai.tarot.cards import BOUTS, HONOURS, KINGS, PLAIN, SUITS, TRUMPS, WORTH, bits


def put_aside(held: int, size: int) -> int:
    """The écart of habit: short suits without their king, so that honours are saved and suits can be ruffed."""
    plain = held & PLAIN & ~KINGS
    if plain.bit_count() <= size:
        return _with_trumps(held, plain, size)
    order = sorted(
        (suit & plain for suit in SUITS if suit & plain),
        key=lambda own: (bool(_suit_of(own) & held & KINGS), own.bit_count()),
    )
    return _emptied(order, size)


def choices(held: int, size: int) -> tuple[int, ...]:
    """Écarts worth weighing: any of the suits emptied first, honours or small cards of the others after them."""
    plain = held & PLAIN & ~KINGS
    if plain.bit_count() <= size:
        return (_with_trumps(held, plain, size),)
    found = {put_aside(held, size): None}
    suits = sorted((suit & plain for suit in SUITS if suit & plain), key=int.bit_count)
    for subset in range(1 << len(suits)):
        first = [own for number, own in enumerate(suits) if subset >> number & 1]
        if sum(own.bit_count() for own in first) > size:
            continue
        rest = [own for own in suits if own not in first]
        for honours in (True, False):
            found[_completed(first, rest, held, size, honours=honours)] = None
    return tuple(found)


def _suit_of(own: int) -> int:
    return next(suit for suit in SUITS if suit & own)


def _emptied(order: list[int], size: int) -> int:
    aside = 0
    for own in order:
        for card in sorted(bits(own), key=lambda bit: (-WORTH[bit], bit)):
            if aside.bit_count() < size:
                aside |= card
    return aside


def _completed(first: list[int], rest: list[int], held: int, size: int, *, honours: bool) -> int:
    """Some suits whole, then unguarded honours or the small cards of the longest suit without its king."""
    aside = sum(first)
    others = [card for own in rest for card in bits(own)]

    def merit(card: int) -> tuple[bool, int, int]:
        suit = _suit_of(card)
        guarded = bool(suit & held & KINGS)
        if honours:
            return not (card & HONOURS and not guarded), -WORTH[card], (suit & held).bit_count()
        return bool(card & HONOURS), (suit & held).bit_count() * (1 if guarded else -1), card

    for card in sorted(others, key=merit):
        if aside.bit_count() < size:
            aside |= card
    return aside


def _with_trumps(held: int, plain: int, size: int) -> int:
    """Too few plain cards: all of them go, and the lowest trumps (ECART-FORCED)."""
    aside = plain
    for card in bits(held & TRUMPS & ~BOUTS):
        if aside.bit_count() < size:
            aside |= card
    return aside
