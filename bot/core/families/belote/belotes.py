"""Belote and rebelote: the king and queen of trumps in one hand (docs/rules/belote.md 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from bot.core.cards import PLAIN_SUITS, Card, Rank, Suit
from bot.core.families.belote.denominations import Denomination
from bot.core.families.belote.options import FamilyOptions
from bot.core.seats import Seat

BELOTE_POINTS = 20


class Word(StrEnum):
    """What is said with the two cards."""

    BELOTE = "belote"
    REBELOTE = "rebelote"


@dataclass(frozen=True, slots=True)
class RoyalPlay:
    """A king or queen of trumps put on the table.

    Attributes:
        seat: who played it.
        card: the card.
        word: what was said with it; None for nothing.
    """

    seat: Seat
    card: Card
    word: Word | None


@cache
def royals(denomination: Denomination, ta_belotes: str) -> frozenset[Card]:
    """The cards that may be half of a belote: kings and queens of trumps, none where tout-atout knows no belote."""
    if denomination is Denomination.TOUT_ATOUT and ta_belotes == "none":
        return frozenset()
    trumps = [suit for suit in PLAIN_SUITS if denomination.is_trump(suit)]
    return frozenset(Card(rank, suit) for suit in trumps for rank in (Rank.KING, Rank.QUEEN))


def partner_card(card: Card) -> Card:
    """The other half of a belote."""
    return Card(Rank.QUEEN if card.rank is Rank.KING else Rank.KING, card.suit)


def earned(first: RoyalPlay, second: RoyalPlay, denomination: Denomination, options: FamilyOptions) -> bool:
    """Whether the two cards that one player held from the start, in order of play, make a belote.

    Options read: `belote_announce`, `belote_order`, `ta_belotes`.
    """
    if first.card not in royals(denomination, options.ta_belotes) or second.card != partner_card(first.card):
        return False
    if options.belote_order == "king_first" and first.card.rank is not Rank.KING:
        return False
    if options.belote_announce == "auto":
        return True
    return first.word is Word.BELOTE and second.word is Word.REBELOTE


def belote_holders(
    plays: Sequence[RoyalPlay], denomination: Denomination, options: FamilyOptions
) -> tuple[tuple[Seat, Suit], ...]:
    """Every belote earned, in the order of their second cards; one seat may have several in tout-atout."""
    return tuple(
        (second.seat, second.card.suit)
        for index, second in enumerate(plays)
        for first in plays[:index]
        if first.seat == second.seat and earned(first, second, denomination, options)
    )


def sayable(
    word: Word,
    hand: tuple[Card, ...],
    plays: Sequence[RoyalPlay],
    denomination: Denomination,
    options: FamilyOptions,
    *,
    any_order: bool = False,
) -> tuple[Card, ...]:
    """The cards of a hand that this word may go with, whether or not the duties of play allow them.

    Args:
        word: what is to be said.
        hand: the cards still held by the seat.
        plays: royal cards the seat itself has played, in order.
        denomination: of the contract.
        options: `belote_order` and `ta_belotes` are read.
        any_order: as if the queen could always come first.
    """
    royal = tuple(card for card in hand if card in royals(denomination, options.ta_belotes))
    if not royal:
        return ()
    if word is Word.REBELOTE:
        begun = {partner_card(play.card) for play in plays if play.word is Word.BELOTE}
        return tuple(card for card in royal if card in begun)
    pairs = tuple(card for card in royal if partner_card(card) in royal)
    if options.belote_order == "king_first" and not any_order:
        return tuple(card for card in pairs if card.rank is Rank.KING)
    return pairs


def counted(entries: Sequence[int], denomination: Denomination, ta_belotes: str, sides: int = 2) -> tuple[int, ...]:
    """Belote points of each side, from one entry (a side) for every belote earned, in order.

    None counts in sans-atout; in tout-atout `ta_belotes` says how many.
    """
    kept = list(entries)
    if denomination is Denomination.SANS_ATOUT:
        kept = []
    elif denomination is Denomination.TOUT_ATOUT and ta_belotes != "all":
        kept = kept[:1] if ta_belotes == "one" else []
    return tuple(kept.count(side) * BELOTE_POINTS for side in range(sides))
