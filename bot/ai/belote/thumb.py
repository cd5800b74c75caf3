"""Which card rules of thumb play, on masks: as `families.belote` has it, for playouts and for judging what was played.

All cards are by place (see `kernel`). Nobody looks into other hands here: besides the own hand only the cards that are
unseen count, and which suits others have shown to be out of.
"""

from __future__ import annotations

from bot.ai.belote.kernel import Laws

SLOTS = (0xFF, 0xFF00, 0xFF0000, 0xFF000000)
MANY = 10
"""Points from which a card is worth a master's protection."""

GUARDED, RUFFED, HELPED = 3, 6, 4
"""What it costs to lead from under a ten, and what an opponent ruffs; what it brings to lead what the partner ruffs."""

MASTER, LONELY = 4, 3
"""What throwing a master away costs beside its points, and the only guard of a ten."""

KEPT = 8
"""Points that winning the last card of a trick with a master must bring beside another card."""

EARLY = 2
"""Tricks in which the taker's partner leads trumps to him."""


def lead(hand: int, unseen: int, voids: tuple[int, int, int], role: tuple[bool, bool], early: bool, laws: Laws) -> int:
    """A card to open a trick with.

    Args:
        hand: two cards at least.
        unseen: cards that others may hold.
        voids: suits that the next, the partner and the one before have shown to be out of.
        role: whether the own side took, and whether this seat did.
        early: whether fewer than two tricks are over.
        laws: of the contract.
    """
    trumps, points = laws.trumps, laws.points
    after, mate, before = voids
    own = hand & trumps
    out = unseen & trumps
    if own and role[0] and out and not after & before & trumps:
        if own > out:
            return 1 << own.bit_length() - 1
        if (early and not role[1]) or (role[1] and own.bit_count() >= 3):
            return own & -own
    # Suits in which an opponent has shown to ruff, and the partner.
    threats = (0 if after & trumps else after) | (0 if before & trumps else before) if out else 0
    helps = mate if out and not mate & trumps else 0
    card = _plain_lead(hand & ~trumps, unseen, threats, helps, points)
    if card:
        return card
    masters = own & -(1 << out.bit_length())
    return masters & -masters if masters else own & -own


def _plain_lead(hand: int, unseen: int, threats: int, helps: int, points: dict[int, int]) -> int:
    """A master that nobody is known to ruff, else something low; 0 with trumps only."""
    found = low = 0
    best, cost = -1, 9999
    for suit in SLOTS:
        cards = hand & suit
        if not cards:
            continue
        ruffed = threats & suit
        length = cards.bit_count()
        if cards > unseen & suit and not ruffed:
            top = 1 << cards.bit_length() - 1
            worth = points[top] * 10 + length
            if worth > best:
                found, best = top, worth
        elif not found:
            card = cards & -cards
            price = points[card]
            if length > 1 and points[1 << cards.bit_length() - 1] >= MANY:
                price += GUARDED
            if ruffed:
                price += RUFFED
            if helps & suit:
                price -= HELPED
            price = price * 10 + length
            if price < cost:
                low, cost = card, price
    return found or low


def follow(  # all that a trick shows
    hand: int, cards: int, unseen: int, led: int, best: int, partner: bool, count: int, void: int, laws: Laws
) -> int:
    """A card to a trick under way.

    Args:
        hand: cards held.
        cards: those that may be played, two at least.
        unseen: cards that others may hold.
        led: the suit led.
        best: the card that is winning.
        partner: whether it is the partner's.
        count: how many cards lie there.
        void: suits that the next player has shown to be out of.
        laws: of the contract.
    """
    trumps = laws.trumps
    higher = _higher(unseen, led, void, trumps) if count < 3 else 0
    if partner:
        if best > higher:
            return give(cards, unseen, trumps, laws.points)
        over = cards & led & -(best << 1)
        top = 1 << over.bit_length() - 1 if over > higher and led != trumps else 0
        if top and laws.points[top] >= MANY:
            return top
        return throw(hand, cards, unseen, trumps, laws.points)
    over = cards & (led | trumps) & -(best << 1)
    if not over:
        return throw(hand, cards, unseen, trumps, laws.points)
    plain = over & ~trumps
    if count == 3:
        return _win_last(plain, unseen & led, laws) if plain else over & -over
    sure = over & -(1 << higher.bit_length())
    if sure:
        plain &= sure
        return _highest(plain, laws.points) if plain else sure & -sure
    ruffs = over & trumps
    if ruffs and led != trumps:
        return ruffs & -ruffs
    return throw(hand, cards, unseen, trumps, laws.points)


def _higher(unseen: int, led: int, void: int, trumps: int) -> int:
    """What the one opponent still to play may win with, as far as is known."""
    higher = 0 if void & led else unseen & led
    if led != trumps and unseen & trumps and not void & trumps and (void & led or (unseen & led).bit_count() < 3):
        higher |= unseen & trumps
    return higher


def give(cards: int, unseen: int, trumps: int, points: dict[int, int]) -> int:
    """Points for the partner's trick: no trump and no master, if it can be helped."""
    found, value = 0, -1
    for suit in SLOTS:
        own = cards & suit
        if not own or (suit == trumps and found):
            continue
        top = 1 << own.bit_length() - 1
        worth = points[top]
        if top > unseen & suit:
            rest = own ^ top
            if rest:
                top = 1 << rest.bit_length() - 1
                worth = 100 + points[top]
                own = rest
        else:
            worth += 100
        if worth > value:
            # Of cards that count nothing the lowest.
            found, value = (own & -own if not points[top] else top), worth
    return found


def throw(hand: int, cards: int, unseen: int, trumps: int, points: dict[int, int]) -> int:
    """The card one misses least."""
    found, cost = 0, 1 << 20
    for suit in SLOTS:
        own = cards & suit
        if not own:
            continue
        low = own & -own
        if own == cards:
            return low
        held = hand & suit
        length = held.bit_count()
        price = points[low]
        if low > unseen & suit:
            price += MASTER
        if length == 2 and low != held and points[1 << held.bit_length() - 1] >= MANY:
            price += LONELY
        price = price * 10 + length
        if suit == trumps:
            price += 1000
        if price < cost:
            found, cost = low, price
    return found


def _win_last(plain: int, unseen: int, laws: Laws) -> int:
    """The trick is won whatever wins it: many points, rather no master; trumps of all suits cheaply."""
    if laws.rising and not laws.trumps:
        return plain & -plain
    points = laws.points
    top = 1 << plain.bit_length() - 1
    rest = plain ^ top
    if rest and top > unseen:
        second = 1 << rest.bit_length() - 1
        if points[second] - (KEPT if second > unseen else 0) > points[top] - KEPT:
            return _highest(rest, points)
    return _highest(plain, points)


def _highest(cards: int, points: dict[int, int]) -> int:
    """The highest; the lowest where none counts."""
    top = 1 << cards.bit_length() - 1
    return top if points[top] else cards & -cards
