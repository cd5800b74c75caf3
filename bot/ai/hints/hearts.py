"""Rules of thumb for hearts: pass what takes tricks, duck under the winner, throw the worst card away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.core.cards import PLAIN_SUITS, Card, Rank, Suit
from bot.core.events import CardPlayed, Event
from bot.core.games.hearts.actions import MoonWay
from bot.core.games.hearts.pack import JACK, QUEEN, RANKS, height, is_heart, is_penalty
from bot.core.prompts import PickCards, Prompt
from bot.core.views import View

_ALL = frozenset(Card(rank, suit) for suit in PLAIN_SUITS for rank in RANKS)
_ABOVE_QUEEN = frozenset({Card(Rank.KING, Suit.SPADES), Card(Rank.ACE, Suit.SPADES)})

GUARDS = 4
"""Low spades with which the queen and what is above it may be kept."""

SHORT = 3
"""A suit of so few cards may be passed away altogether."""


def hint(view: View, prompts: Sequence[Prompt], seen: Sequence[Event]) -> str | None:
    """Cards to pass, a card to play, or how a moon counts."""
    for prompt in prompts:
        if isinstance(prompt, PickCards):
            worst = sorted(prompt.pool, key=lambda card: _burden(card, view.hand), reverse=True)
            return f"{prompt.kind}:{' '.join(card.code for card in worst[: prompt.minimum])}"
    if view.phase == "play" and view.playable:
        return f"play:{_choose(_table_of(view, seen)).code}"
    return f"moon:{MoonWay.ADD.value}" if view.phase == "moon" else None


@dataclass(frozen=True, slots=True)
class Table:
    """What one seat knows while cards are played.

    Attributes:
        view: what it sees.
        unseen: cards that the others may still hold, those passed to them too.
        last: this seat plays the last card of the trick.
        to_beat: the card to duck under; None when leading.
    """

    view: View
    unseen: frozenset[Card]
    last: bool
    to_beat: Card | None

    @property
    def queen_is_out(self) -> bool:
        """Whether somebody else may still play the queen of spades."""
        return QUEEN in self.unseen

    def left(self, card: Card, *, higher: bool) -> int:
        """Unseen cards of its suit above a card, or below it."""
        same = (other for other in self.unseen if other.suit is card.suit)
        return sum((height(other) > height(card)) is higher for other in same)


def _table_of(view: View, seen: Sequence[Event]) -> Table:
    played = {event.card for event in seen if isinstance(event, CardPlayed)}
    plays = view.trick.plays
    best = next((card for seat, card in plays if seat == view.trick.winner), None)
    return Table(view, _ALL - played - frozenset(view.hand), len(plays) == len(view.hand_sizes) - 1, best)


def _burden(card: Card, hand: Sequence[Card]) -> int:
    """How glad a seat is to be rid of a card before the play."""
    suit = [other for other in hand if other.suit is card.suit]
    if card.suit is Suit.SPADES:
        guards = sum(height(other) < height(QUEEN) for other in suit)
        if height(card) < height(QUEEN):
            return 0
        return 10 if guards >= GUARDS else 90 + 10 * (card == QUEEN)
    if is_heart(card):
        return 4 * height(card)
    return 3 * height(card) + 15 * (len(suit) <= SHORT)


def _choose(table: Table) -> Card:
    cards = table.view.playable
    if len(cards) == 1:
        return cards[0]
    if table.to_beat is None:
        return _lead(table, cards)
    if cards[0].suit is not table.to_beat.suit:
        return max(cards, key=lambda card: _worst_to_keep(table, card))
    return _follow(table, cards, table.to_beat)


def _lead(table: Table, cards: Sequence[Card]) -> Card:
    """A card that others are likely to beat; low spades call the queen, high ones wait until it is gone."""

    def risk(card: Card) -> tuple[int, int, int]:
        below, above = table.left(card, higher=False), table.left(card, higher=True)
        feared = card == QUEEN or (card in _ABOVE_QUEEN and table.queen_is_out)
        hunts = card.suit is Suit.SPADES and table.queen_is_out and _holds_no_honour(table.view.hand)
        return 3 * feared + (not above), -2 * hunts, below - above + height(card)

    return min(cards, key=risk)


def _holds_no_honour(hand: Iterable[Card]) -> bool:
    return _ABOVE_QUEEN.isdisjoint(hand) and QUEEN not in hand


def _follow(table: Table, cards: Sequence[Card], to_beat: Card) -> Card:
    """Under the winning card with the highest that stays under; else as cheap as the trick allows."""
    under = [card for card in cards if height(card) < height(to_beat)]
    if QUEEN in under:
        return QUEEN
    over = [card for card in cards if card != QUEEN and card not in under]
    costs = any(is_penalty(card) for _, card in table.view.trick.plays)
    first = not any(table.view.tricks_won)
    if over and not costs and (table.last or first) and not (under and _calls_the_queen(table, over)):
        return max(over, key=height)
    if under:
        return max(under, key=height)
    if not over:
        return cards[0]
    return max(over, key=height) if table.last else min(over, key=height)


def _calls_the_queen(table: Table, over: Sequence[Card]) -> bool:
    """Whether to take this trick would let a later player throw the queen on it."""
    return not table.last and table.queen_is_out and not _ABOVE_QUEEN.isdisjoint(over)


def _worst_to_keep(table: Table, card: Card) -> tuple[int, int]:
    """What to throw away: the queen, what is above it, high hearts, then what is most likely to take a trick."""
    if card == QUEEN:
        return 4, 0
    if card in _ABOVE_QUEEN and table.queen_is_out:
        return 3, height(card)
    if is_heart(card):
        return 2, height(card)
    return 1 if card != JACK else 0, height(card) - table.left(card, higher=True)
