"""Cards of the belote family as bits: order, duties, tricks and points of one contract (docs/rules/belote.md 3 and 7).

A card has two numbers. Its *number*, the same in every contract, is suit × 8 + rank: suits in the order spades, hearts,
diamonds, clubs, ranks in their natural order from the seven to the ace. Its *place*, relative to a contract, is
slot × 8 + strength: the trump suit is in slot 3, above the others, and within a slot a stronger card is higher. In
every contract a stronger card of a suit is worth no fewer points than a weaker one. Hands and suits are masks with a
bit for each card. Seats are 0 to 3; the partner of seat s is s ^ 2, its side is s & 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from bot.core.cards import BELOTE_RANKS, PLAIN_SUITS, Card, deck_32
from bot.core.families.belote.denominations import ALL_DENOMINATIONS, Denomination, ranking
from bot.core.families.belote.options import FamilyOptions

SUITS = 4
RANKS = 8
SUIT = 0xFF
"""The cards of the lowest slot, or suit."""

PACK = 0xFFFFFFFF
TRUMP_SLOT = 3
DENOMINATIONS = ALL_DENOMINATIONS
"""What can be trump, by number: spades, hearts, diamonds, clubs, sans-atout, tout-atout."""

SA = DENOMINATIONS.index(Denomination.SANS_ATOUT)
TA = DENOMINATIONS.index(Denomination.TOUT_ATOUT)

CARDS: tuple[Card, ...] = deck_32()
"""From a card's number to the card."""

NUMBERS = {card: PLAIN_SUITS.index(card.suit) * RANKS + BELOTE_RANKS.index(card.rank) for card in CARDS}


def bits(mask: int) -> Iterator[int]:
    """The single bits of a mask, lowest first.

    >>> list(bits(0b1010))
    [2, 8]
    """
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def mask_of(held: Sequence[Card]) -> int:
    """Cards as a mask of their numbers."""
    return sum(1 << NUMBERS[card] for card in held)


def cards_of(mask: int) -> tuple[Card, ...]:
    """The inverse of `mask_of`."""
    return tuple(CARDS[bit.bit_length() - 1] for bit in bits(mask))


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """Where the cards are under a denomination. `order_of` makes one of each.

    Attributes:
        denomination: its number.
        slots: the slot of each suit.
        strengths: for each suit, from a byte of ranks to the byte of their strengths.
        places: from a card's number to its bit by place.
        numbers: from a card's place to its number.
        trumps: the trump suit by place; 0 in sans-atout and tout-atout.
    """

    denomination: int
    slots: tuple[int, ...]
    strengths: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    numbers: tuple[int, ...]
    trumps: int

    def placed(self, mask: int) -> int:
        """A mask of numbers as a mask of places."""
        one, two, three, four = self.strengths
        first, second, third, fourth = self.slots
        return (
            one[mask & SUIT] << 8 * first
            | two[mask >> 8 & SUIT] << 8 * second
            | three[mask >> 16 & SUIT] << 8 * third
            | four[mask >> 24] << 8 * fourth
        )

    def numbered(self, mask: int) -> int:
        """A mask of places as a mask of numbers."""
        return sum(1 << self.numbers[bit.bit_length() - 1] for bit in bits(mask))


@cache
def order_of(denomination: int) -> Order:
    """The order of a denomination, by its number."""
    named = DENOMINATIONS[denomination]
    others = [suit for suit in range(SUITS) if suit != denomination]
    at_top = [*others, denomination] if denomination < SUITS else others
    ranks = ranking(named)
    strengths = [
        [_strength(ranks.strengths[CARDS[suit * RANKS + rank]]) for rank in range(RANKS)] for suit in range(SUITS)
    ]
    slots = tuple(at_top.index(suit) for suit in range(SUITS))
    tables = tuple(
        tuple(sum(1 << by[rank] for rank in range(RANKS) if held >> rank & 1) for held in range(SUIT + 1))
        for by in strengths
    )
    spots = [slots[number // RANKS] * RANKS + strengths[number // RANKS][number % RANKS] for number in range(32)]
    numbers = tuple(spots.index(place) for place in range(32))
    trumps = SUIT << RANKS * TRUMP_SLOT if denomination < SUITS else 0
    return Order(denomination, slots, tables, tuple(1 << place for place in spots), numbers, trumps)


def _strength(strength: int) -> int:
    """A strength within the suit: the core puts trumps above every plain card."""
    return strength % 10


@dataclass(frozen=True, slots=True)
class Laws:
    """The duties of play under a contract, and what its cards are worth.

    Attributes:
        trumps: the trump suit by place; 0 where there is none to ruff with.
        rising: suits, by place, in which a led card must be beaten if possible.
        spares: whether the partner's winning card of such a suit need not be beaten.
        free: whether whoever cannot overruff may discard (`undertrump` = `free`).
        under: 0, 1 or 2 as `under_partner` is `free`, `no_undertrump` or `must_rise`.
        points: card points, by a card's bit by place.
        total: card points of the pack.
    """

    trumps: int
    rising: int
    spares: bool
    free: bool
    under: int
    points: dict[int, int]
    total: int


def laws_of(denomination: int, options: FamilyOptions) -> Laws:
    """The laws of a contract under these options."""
    order = order_of(denomination)
    rising = order.trumps
    if denomination == TA and options.ta_rise:
        rising = PACK
    values = ranking(DENOMINATIONS[denomination], options.sa_values, options.ta_values).values
    points = {order.places[NUMBERS[card]]: value for card, value in values.items()}
    return Laws(
        trumps=order.trumps,
        rising=rising,
        spares=not options.rise_on_partner,
        free=options.undertrump == "free",
        under=("free", "no_undertrump", "must_rise").index(options.under_partner),
        points=points,
        total=sum(points.values()),
    )


def legal(hand: int, led: int, best: int, partner: bool, laws: Laws) -> int:
    """The cards of a hand that may be played to a trick, all by place (docs/rules/belote.md 7.2 and 7.3).

    Args:
        hand: cards held.
        led: the suit led; 0 for a lead.
        best: the bit of the card that is winning.
        partner: whether it is the partner's.
        laws: of the contract.
    """
    follow = hand & led
    if follow:
        if led & laws.rising and not (partner and laws.spares):
            return follow & -(best << 1) or follow
        return follow
    trumps = hand & laws.trumps
    if not trumps or not led:
        return hand
    if not best & laws.trumps:
        return hand if partner else trumps
    above = trumps & -(best << 1)
    if not partner:
        return above or (hand if laws.free else trumps)
    if not above or above == trumps or not laws.under:
        return hand
    if laws.under == 1:
        return hand ^ trumps ^ above
    return above if trumps == hand else hand


def denied(played: int, led: int, best: int, partner: bool, laws: Laws) -> int:
    """Cards that whoever played this card cannot have held beside it, by place: the duties would not have allowed it.

    Args:
        played: the bit of the card played.
        led: the suit led; 0 for a lead.
        best: the bit of the card that was winning.
        partner: whether it was the partner's.
        laws: of the contract.
    """
    if not led:
        return 0
    above = -(best << 1)
    if played & led:
        rises = led & laws.rising and not (partner and laws.spares) and played < best
        return led & above if rises else 0
    trumps = laws.trumps
    if not best & trumps:
        return led if partner or played & trumps else led | trumps
    if partner:
        under = laws.under == 1 and played & trumps and played < best
        return led | trumps & above if under else led
    if played & trumps:
        return led | trumps & above if played < best else led
    return led | (trumps & above if laws.free else trumps)


def beats(card: int, best: int, led: int, trumps: int) -> bool:
    """Whether a card takes the lead in a trick from the best so far (docs/rules/belote.md 7.1)."""
    return card > best and bool(card & (led | trumps))


def suit_of(card: int) -> int:
    """The suit of a card, all by place."""
    return SUIT << (card.bit_length() - 1 & 24)
