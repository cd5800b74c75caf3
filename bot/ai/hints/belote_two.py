"""Rules of thumb for belote for two: classic play with a talon; before open rows one trick is thought through."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ai.families.belote import play
from bot.ai.families.bidding import long_enough, suit_taken, support
from bot.core.actions import Declare, PlayCard
from bot.core.cards import Card, Rank, Suit
from bot.core.events import Event
from bot.core.families.belote.denominations import BeloteRanking, Denomination, ranking
from bot.core.families.belote.duties import legal_cards
from bot.core.families.belote.options import FamilyOptions
from bot.core.prompts import OneOf, Prompt
from bot.core.seats import Seat
from bot.core.tricks import Trick
from bot.core.views import View

ENOUGH = 38
"""A suit is taken when the hand alone brings this much; the opponent's cards are as good on average."""

ADVANTAGE = 8
"""Before open rows a suit is taken when one's own brings this much more than the opponent's."""

EXCHANGE = Declare("exchange").code
_ROWS = frozenset({"on_cover", "bare"})
_HABITS = FamilyOptions()
"""The duties that an opponent is supposed to have."""


def hint(view: View, prompts: Sequence[Prompt], seen: Sequence[Event]) -> str | None:
    """A call, the exchange of the seven, a word or a card."""
    offered = {code for prompt in prompts if isinstance(prompt, OneOf) for code in prompt.codes()}
    if view.phase != "play":
        return take(view, offered)
    if EXCHANGE in offered:
        return EXCHANGE
    if not row_of(view, other(view)) or not view.playable:
        return play(view, prompts, seen)
    card = best_card(view)
    said = _word(view, card, offered)
    return PlayCard(card).code if said is None else said


def other(view: View) -> Seat:
    """The opponent's seat."""
    assert view.viewer is not None
    return Seat(1 - view.viewer)


def row_of(view: View, seat: Seat) -> tuple[Card, ...]:
    """The cards that lie open before a seat; none in the form with a talon."""
    return tuple(card for zone in view.zones if zone.name in _ROWS and zone.seat == seat for card in zone.cards)


def take(view: View, offered: set[str]) -> str:
    """Take in the best suit offered, or pass."""
    turned = next((zone.cards[0] for zone in view.zones if zone.name == "turned"), None)
    suits = {code: suit_taken(turned, code) for code in offered}
    judged = [(_margin(view, suit), code) for code, suit in sorted(suits.items()) if suit is not None]
    margin, code = max(judged, default=(-1, "pass"))
    return code if margin >= 0 else "pass"


def _margin(view: View, suit: Suit) -> int:
    """By how much a suit is worth taking; below 0 it is not."""
    facing = row_of(view, other(view))
    if facing:
        return support(view.hand, suit) - support(facing, suit) - ADVANTAGE
    return support(view.hand, suit) - ENOUGH if long_enough(view.hand, suit) else -1


def best_card(view: View) -> Card:
    """The card after which one trick, with the opponent's best answer, leaves the most."""
    assert view.trump is not None
    order = ranking(Denomination(view.trump))
    theirs = row_of(view, other(view))

    def outcome(card: Card) -> int:
        if view.trick.plays:
            led = view.trick.plays[0][1]
            return -_gain(led, card, order)
        return min(_gain(card, answer, order) for answer in _answers(card, theirs, order))

    return max(view.playable, key=outcome)


def _answers(led: Card, row: tuple[Card, ...], order: BeloteRanking) -> tuple[Card, ...]:
    return legal_cards(row, Trick(((Seat(0), led),)), False, order, _HABITS).cards


def _gain(led: Card, answer: Card, order: BeloteRanking) -> int:
    """What the leader of a trick of two cards gains, in half points: its points, less the strength it costs him."""
    won = order.strength(led, led.suit) > order.strength(answer, led.suit)
    points = order.points(led) + order.points(answer)
    return 2 * (points if won else -points) - _strength(led, order) + _strength(answer, order)


def _strength(card: Card, order: BeloteRanking) -> int:
    """What a card is still good for, beyond its points: trumps above all."""
    return order.points(card) + order.strengths[card]


def _word(view: View, card: Card, offered: set[str]) -> str | None:
    """Belote with the first of king and queen, rebelote with the second."""
    if card.rank not in (Rank.KING, Rank.QUEEN) or card.suit.value != view.trump:
        return None
    partner = Card(Rank.QUEEN if card.rank is Rank.KING else Rank.KING, card.suit)
    word = "belote" if partner in view.hand else "rebelote"
    code = Declare(word).code
    return code if code in offered else None
