"""Card play and hand values of the belote family: what a careful beginner does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.core.actions import Declare, PlayCard
from bot.core.cards import Card, Rank, Suit, deck_32
from bot.core.events import Event, standing_plays
from bot.core.families.belote.denominations import BeloteRanking, Denomination, ranking
from bot.core.families.belote.forms import PARTNERSHIPS
from bot.core.prompts import Prompt
from bot.core.seats import Seat, all_seats, next_seat, seats_from
from bot.core.views import View

_SPEECH = ("annonces", "show")
_WORDS = ("belote", "rebelote")


@dataclass(frozen=True, slots=True)
class Table:
    """What one seat knows while cards are played.

    Attributes:
        view: what it sees.
        seat: whose eyes.
        ranking: of the contract.
        unseen: cards that the others may still hold.
        voids: suits that each seat is known not to have.
    """

    view: View
    seat: Seat
    ranking: BeloteRanking
    unseen: frozenset[Card]
    voids: tuple[frozenset[Suit], ...]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.view.hand_sizes)

    @property
    def partner(self) -> Seat | None:
        """The seat opposite, of four; of fewer the only other one against the taker, if there is one."""
        if self.players == PARTNERSHIPS.players:
            return next_seat(self.seat, self.players, 2)
        taker = self.view.taker
        rest = [seat for seat in all_seats(self.players) if seat not in (self.seat, taker)]
        return rest[0] if len(rest) == 1 and taker not in (None, self.seat) else None

    @property
    def opponents(self) -> tuple[Seat, ...]:
        """The others, in playing order."""
        return tuple(seat for seat in seats_from(self.seat, self.players)[1:] if seat != self.partner)

    @property
    def trump(self) -> Suit | None:
        """The trump suit; None in sans-atout and tout-atout."""
        return self.ranking.denomination.trump_suit

    @property
    def attacking(self) -> bool:
        """Whether this seat is of the takers."""
        return self.view.taker is not None and self.view.taker in (self.seat, self.partner)

    def points(self, card: Card) -> int:
        """Card points."""
        return self.ranking.points(card)

    def height(self, card: Card) -> int:
        """Strength of a card when its own suit is led."""
        return self.ranking.strength(card, card.suit)

    def is_master(self, card: Card) -> bool:
        """Whether no unseen card of its suit is higher."""
        return not any(other.suit is card.suit and self.height(other) > self.height(card) for other in self.unseen)

    def may_ruff(self, seat: Seat, suit: Suit) -> bool:
        """Whether a seat may be void in a suit and hold a trump, as far as is known."""
        trump = self.trump
        if trump is None or suit is trump or trump in self.voids[seat]:
            return False
        left = sum(card.suit is suit for card in self.unseen)
        return any(card.suit is trump for card in self.unseen) and (suit in self.voids[seat] or left < self.players - 1)


def table_of(view: View, seen: Sequence[Event], pack: Iterable[Card] = deck_32()) -> Table:
    """What a seat knows from its view and the events it saw; `pack` are the cards that may be in play."""
    assert view.viewer is not None
    assert view.trump is not None
    order = ranking(Denomination(view.trump))
    played = standing_plays(seen)
    # Cards that lie open before no seat are on the table for good.
    aside = {card for zone in view.zones if zone.seat is None for card in zone.cards}
    gone = {event.card for event in played} | set(view.hand) | aside
    players = len(view.hand_sizes)
    voids: list[set[Suit]] = [set() for _ in range(players)]
    for index, event in enumerate(played):
        led = played[index - index % players].card.suit
        if event.card.suit is led:
            continue
        voids[event.seat].add(led)
    unseen = frozenset(card for card in pack if card not in gone)
    return Table(view, view.viewer, order, unseen, tuple(frozenset(suits) for suits in voids))


def play(view: View, prompts: Sequence[Prompt], seen: Sequence[Event], pack: Iterable[Card] = deck_32()) -> str | None:
    """The code of a word that is to be said, or of a card to play; None when no card may be played.

    Args:
        view: what the seat sees.
        prompts: what it is offered.
        seen: the events of the deal that it saw.
        pack: the cards that may be in play.
    """
    for word in _SPEECH:
        code = Declare(word).code
        if any(prompt.accepts(code) for prompt in prompts):
            return code
    if not view.playable:
        return None
    table = table_of(view, seen, pack)
    card = lead(table) if not view.trick.plays else follow(table)
    royal = card.rank in (Rank.KING, Rank.QUEEN) and table.ranking.denomination.is_trump(card.suit)
    for word in _WORDS if royal else ():
        code = Declare(word).code
        if any(prompt.accepts(code) for prompt in prompts) and _goes_with(table, card):
            return code
    return PlayCard(card).code


def _goes_with(table: Table, card: Card) -> bool:
    """A word is for this card when its king or queen is held too, or was played by this seat before."""
    other = Card(Rank.QUEEN if card.rank is Rank.KING else Rank.KING, card.suit)
    return other not in table.unseen


def lead(table: Table) -> Card:
    """A card to open a trick: trumps while they are to be drawn, then masters, then something low."""
    cards = table.view.playable
    trump = table.trump
    trumps = [card for card in cards if card.suit is trump]
    out = sum(card.suit is trump for card in table.unseen)
    if trump is not None and trumps and table.attacking and out and not _opponents_have_none(table, trump):
        masters = [card for card in trumps if table.is_master(card)]
        if masters:
            return max(masters, key=table.height)
        if table.partner is not None and table.view.taker == table.partner and sum(table.view.tricks_won) < 2:
            return min(trumps, key=table.points)
        if table.view.taker == table.seat and len(trumps) >= 3:
            return min(trumps, key=table.points)
    plain = [card for card in cards if card.suit is not trump]
    safe = [card for card in plain if table.is_master(card) and not _will_be_ruffed(table, card.suit)]
    if safe:
        return max(safe, key=lambda card: (table.points(card), _length(cards, card.suit)))
    if not plain:
        return min(cards, key=lambda card: (not table.is_master(card), table.points(card), table.height(card)))
    return min(plain, key=lambda card: _cost_of_leading(table, plain, card))


def _opponents_have_none(table: Table, suit: Suit) -> bool:
    return all(suit in table.voids[seat] for seat in table.opponents)


def _will_be_ruffed(table: Table, suit: Suit) -> bool:
    return any(suit in table.voids[seat] and table.may_ruff(seat, suit) for seat in table.opponents)


def _cost_of_leading(table: Table, plain: Sequence[Card], card: Card) -> tuple[int, int, int]:
    """Low cards first; from short suits in defence, not away from a guarded ten or from a suit to be ruffed."""
    length = _length(plain, card.suit)
    ruffed = 6 if _will_be_ruffed(table, card.suit) else 0
    partner = table.partner
    helped = partner is not None and card.suit in table.voids[partner] and table.may_ruff(partner, card.suit)
    partner_ruffs = -4 if helped else 0
    guard = 3 if any(other.suit is card.suit and table.points(other) >= 10 for other in plain if other != card) else 0
    return table.points(card) + guard + ruffed + partner_ruffs, length, table.height(card)


def follow(table: Table) -> Card:
    """A card to a trick under way."""
    cards = table.view.playable
    if len(cards) == 1:
        return cards[0]
    plays = table.view.trick.plays
    led = plays[0][1].suit
    best = max((card for _, card in plays), key=lambda card: table.ranking.strength(card, led))
    last = len(plays) == table.players - 1
    if table.view.trick.winner == table.partner:
        if last or _holds(table, best, led):
            return give(table, cards)
        return _raise_or_save(table, cards, best, led)
    winners = [card for card in cards if table.ranking.strength(card, led) > table.ranking.strength(best, led)]
    if not winners:
        return throw(table, cards)
    if last:
        return _win_last(table, winners)
    sure = [card for card in winners if _holds(table, card, led)]
    if sure:
        return min(sure, key=lambda card: _cost_of_winning(table, card))
    ruffs = [card for card in winners if card.suit is table.trump and led is not table.trump]
    if ruffs:
        return min(ruffs, key=lambda card: (table.points(card), table.height(card)))
    return throw(table, cards)


def _cost_of_winning(table: Table, card: Card) -> tuple[bool, int, int]:
    """A plain card before a trump; many points with the former, few with the latter."""
    ruff = card.suit is table.trump
    return ruff, table.points(card) if ruff else -table.points(card), table.height(card)


def _raise_or_save(table: Table, cards: Sequence[Card], best: Card, led: Suit) -> Card:
    """The partner leads the trick but may still be beaten: take it with a master if that is sure, else play low."""
    sure = [
        card
        for card in cards
        if card.suit is led and table.ranking.strength(card, led) > table.ranking.strength(best, led)
        if table.points(card) >= 10 and _holds(table, card, led)
    ]
    return max(sure, key=table.points) if sure and led is not table.trump else throw(table, cards)


def _holds(table: Table, card: Card, led: Suit) -> bool:
    """Whether no opponent still to play is known to be able to beat this card, as far as one can tell."""
    waiting = table.players - 1 - len(table.view.trick.plays)
    after = [next_seat(table.seat, table.players, step) for step in range(1, waiting + 1)]
    strength = table.ranking.strength(card, led)
    for seat in after:
        if seat == table.partner:
            continue
        higher = [other for other in table.unseen if table.ranking.strength(other, led) > strength]
        if any(other.suit is led and led not in table.voids[seat] for other in higher):
            return False
        if led is not table.trump and table.may_ruff(seat, led) and any(other.suit is table.trump for other in higher):
            return False
    return True


def _win_last(table: Table, winners: Sequence[Card]) -> Card:
    """The trick is ours whatever we win it with: many points in a plain suit, the cheapest trump otherwise."""
    plain = [card for card in winners if not table.ranking.denomination.is_trump(card.suit)]
    if plain:
        return max(plain, key=lambda card: (table.points(card) - 8 * table.is_master(card), -table.height(card)))
    return min(winners, key=lambda card: (table.points(card), table.height(card)))


def give(table: Table, cards: Sequence[Card]) -> Card:
    """Points for the partner's trick: no trump and no master, which wins a trick of its own, if it can be helped."""

    def worth(card: Card) -> tuple[bool, bool, int, int]:
        return card.suit is not table.trump, not _wins_alone(table, card), table.points(card), -table.height(card)

    return max(cards, key=worth)


def _wins_alone(table: Table, card: Card) -> bool:
    """Whether a card is a master that no other card of the hand stands in for."""
    own = (other for other in table.view.hand if other.suit is card.suit)
    return table.is_master(card) and all(table.height(other) <= table.height(card) for other in own)


def throw(table: Table, cards: Sequence[Card]) -> Card:
    """The card one misses least."""

    def cost(card: Card) -> tuple[bool, int, int, int]:
        guard = any(
            other.suit is card.suit and other != card and table.points(other) >= 10 for other in table.view.hand
        )
        lonely = guard and _length(table.view.hand, card.suit) == 2
        value = table.points(card) + (4 if table.is_master(card) else 0) + (3 if lonely else 0)
        return card.suit is table.trump, value, _length(table.view.hand, card.suit), table.height(card)

    return min(cards, key=cost)


def _length(cards: Iterable[Card], suit: Suit) -> int:
    return sum(card.suit is suit for card in cards)
