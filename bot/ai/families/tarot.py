"""Card play of tarot: what a careful beginner does, as taker, partner or defender."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.core.cards import PLAIN_SUITS, Card
from bot.core.events import Event, HandDealt, standing_plays
from bot.core.facts import Who
from bot.core.games.tarot.duties import led_card, strongest
from bot.core.games.tarot.events import EcartMade
from bot.core.games.tarot.pack import EXCUSE, PETIT, deck_78, height, is_trump, trumps, worth
from bot.core.seats import Seat
from bot.core.tricks import Trick
from bot.core.views import View


@dataclass(frozen=True, slots=True)
class Table:
    """What one seat knows while cards are played.

    Attributes:
        view: what it sees.
        seat: whose eyes.
        trick: the cards on the table.
        unseen: cards that the others may still hold.
        players: how many play.
        attacking: whether this seat is of the attack.
        allies: seats known, or for a defender hoped, to be of the same camp.
    """

    view: View
    seat: Seat
    trick: Trick
    unseen: frozenset[Card]
    players: int
    attacking: bool
    allies: frozenset[Seat]

    @property
    def last(self) -> bool:
        """Whether this seat plays the last card of the trick."""
        return len(self.trick.plays) == self.players - 1

    @property
    def ally_wins(self) -> bool:
        """Whether an ally is winning the trick so far."""
        best = strongest(self.trick)
        return best is not None and best[0] in self.allies

    def is_master(self, card: Card) -> bool:
        """Whether no unseen card of its suit is higher."""
        return not any(other.suit is card.suit and height(other) > height(card) for other in self.unseen)

    def wins(self, card: Card) -> bool:
        """Whether the card would be winning if the trick ended with it."""
        if card == EXCUSE:
            return False
        best = strongest(self.trick.adding(self.seat, card))
        return best is not None and best[0] == self.seat

    def left(self, card: Card) -> int:
        """Unseen cards of a card's suit."""
        return sum(other.suit is card.suit for other in self.unseen)


def table_of(view: View, seen: Sequence[Event]) -> Table:
    """What a seat knows from its view and the events it saw."""
    assert view.viewer is not None
    seat = view.viewer
    played = {event.card for event in standing_plays(seen)}
    aside = {card for event in seen if isinstance(event, EcartMade) for card in event.cards}
    dealt = {card for event in seen if isinstance(event, HandDealt) for card in event.cards}
    unseen = frozenset(deck_78()) - played - aside - set(view.hand)
    called = None if view.contract is None else view.contract.get("card")
    attacking = seat == view.taker or (isinstance(called, Card) and called in dealt)
    revealed = next((fact.get("who") for fact in view.facts if fact.key == "said.partner"), None)
    partner = revealed.seat if isinstance(revealed, Who) else seat if attacking and seat != view.taker else None
    attack = {view.taker, partner} - {None}
    hands = sum(1 for number, size in enumerate(view.hand_sizes) if size or _on_table(view, number))
    mine = attack if attacking else set(range(len(view.hand_sizes))) - attack
    allies = frozenset(Seat(number) for number in mine if number is not None)
    return Table(view, seat, Trick(view.trick.plays), unseen, hands, attacking, allies)


def _on_table(view: View, seat: int) -> bool:
    return any(owner == seat for owner, _ in view.trick.plays)


def choose_card(table: Table) -> str:
    """The code of the card to play."""
    cards = table.view.playable
    chosen = cards[0] if len(cards) == 1 else _lead(table, cards) if not table.trick.plays else _follow(table, cards)
    return f"play:{chosen.code}"


def _lead(table: Table, cards: Sequence[Card]) -> Card:
    safe = [card for card in cards if card not in (EXCUSE, PETIT)] or list(cards)
    masters = [card for card in safe if not is_trump(card) and table.is_master(card) and worth(card) > 1]
    held = trumps(table.view.hand)
    hunting = table.seat == table.view.taker and len(held) > len(trumps(table.unseen)) // 2
    if hunting and any(is_trump(card) for card in safe) and trumps(table.unseen):
        high = [card for card in safe if is_trump(card)]
        return next((card for card in high if table.is_master(card)), min(high, key=height))
    lasting = [card for card in masters if table.left(card) >= 2 * (table.players - 1)]
    if lasting or (masters and not trumps(table.unseen)):
        return max(lasting or masters, key=worth)
    if EXCUSE in cards and len(table.view.hand) <= 2:
        return EXCUSE
    plain = [card for card in safe if not is_trump(card)]
    if not plain:
        return min(safe, key=height)
    longest = max(PLAIN_SUITS, key=lambda suit: sum(card.suit is suit for card in plain))
    return min((card for card in plain if card.suit is longest), key=height)


def _follow(table: Table, cards: Sequence[Card]) -> Card:
    if EXCUSE in cards and len(table.view.hand) == 2:
        return EXCUSE
    others = [card for card in cards if card != EXCUSE]
    led = led_card(table.trick)
    if not others or led is None:
        return _lead(table, cards)
    chosen = _with_trumps(table, others) if all(is_trump(card) for card in others) else _plain(table, others)
    losing = not table.wins(chosen) and not table.ally_wins
    if EXCUSE in cards and losing and worth(chosen) > 1:
        return EXCUSE
    return chosen


def _with_trumps(table: Table, held: Sequence[Card]) -> Card:
    """A ruff, or a trump to a trump: the Petit when it is safe, else the lowest that does the work."""
    if PETIT in held and table.last and (table.wins(PETIT) or table.ally_wins):
        return PETIT
    rest = [card for card in held if card != PETIT] or list(held)
    winning = [card for card in rest if table.wins(card)]
    return min(winning or rest, key=height)


def _plain(table: Table, held: Sequence[Card]) -> Card:
    """Following suit, or throwing off: points to one's own camp, the lowest card to the other."""
    winning = [card for card in held if table.wins(card)]
    sure = [card for card in winning if table.last or (table.is_master(card) and not _in_danger(table, card))]
    if sure:
        return max(sure, key=worth)
    if table.ally_wins and (table.last or _ally_is_sure(table)):
        return max(_not_trumps(held), key=worth)
    return min(_not_trumps(held), key=lambda card: (worth(card), height(card)))


def _in_danger(table: Table, card: Card) -> bool:
    """Whether a later player may well ruff the suit."""
    return table.left(card) < table.players


def _ally_is_sure(table: Table) -> bool:
    best = strongest(table.trick)
    return best is not None and table.is_master(best[1]) and (is_trump(best[1]) or not _in_danger(table, best[1]))


def _not_trumps(held: Iterable[Card]) -> list[Card]:
    cards = list(held)
    return [card for card in cards if not is_trump(card)] or cards
