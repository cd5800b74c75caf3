"""Which cards may be played, who wins a trick, and the duty that says why (docs/rules/tarot.md 10 and 11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import assert_never

from bot.core.cards import Card, Suit
from bot.core.errors import IllegalAction, Reason
from bot.core.facts import Fact, Term, Value, Who, fact
from bot.core.games.tarot.keys import Key, Refusal
from bot.core.games.tarot.pack import EXCUSE, height, is_trump, sort_cards, trumps
from bot.core.seats import Seat
from bot.core.tricks import Trick

FOOLS: frozenset[Card] = frozenset({EXCUSE})
"""Cards that follow no suit and win no trick: the Excuse, and a Petit declared untouchable."""


class Duty(Enum):
    """An obligation of play."""

    FOLLOW = Key.DUTY_FOLLOW
    RUFF = Key.DUTY_RUFF
    OVERRUFF = Key.DUTY_OVERRUFF
    UNDERRUFF = Key.DUTY_UNDERRUFF
    RISE = Key.DUTY_RISE
    TRUMP = Key.DUTY_TRUMP
    CALLED_SUIT = Key.DUTY_CALLED_SUIT
    DEMANDED = Key.DUTY_DEMANDED
    FORBIDDEN = Key.DUTY_FORBIDDEN
    EXCUSE = Key.DUTY_EXCUSE


@dataclass(frozen=True, slots=True)
class Legal:
    """The cards that may be played.

    Attributes:
        cards: in the order of the hand.
        duty: why only these; None when every card of the hand may be played.
        suit: the suit led, demanded, forbidden or called.
        best: the trump to beat.
        led: whose card set the suit.
        master: who played the trump to beat.
        taker: who called, demanded or forbade.
        called: the called card.
    """

    cards: tuple[Card, ...]
    duty: Duty | None = None
    suit: Suit | None = None
    best: Card | None = None
    led: tuple[Seat, Card] | None = None
    master: Seat | None = None
    taker: Seat | None = None
    called: Card | None = None

    def as_fact(self) -> Fact | None:
        """The duty to be put into words."""
        return None if self.duty is None else fact(self.duty.value.value, **self._data())

    def refusal(self, card: Card) -> IllegalAction:
        """The error for a card that breaks the duty, naming what that card breaks."""
        assert self.duty is not None
        return IllegalAction(_broken(self.duty, card), self._data(), legal=sort_cards(self.cards))

    def _data(self) -> dict[str, Value]:
        """What makes the duty."""
        match self.duty:
            case Duty.EXCUSE | None:
                return {}
            case Duty.CALLED_SUIT | Duty.DEMANDED | Duty.FORBIDDEN:
                assert self.suit is not None
                assert self.taker is not None
                ordered: dict[str, Value] = {"who": Who(self.taker), "suit": Term("suit", self.suit.value)}
                return ordered if self.called is None else {**ordered, "card": self.called}
            case Duty.FOLLOW | Duty.RUFF | Duty.OVERRUFF | Duty.UNDERRUFF | Duty.RISE | Duty.TRUMP:
                return self._in_trick()
            case _:
                assert_never(self.duty)

    def _in_trick(self) -> dict[str, Value]:
        """Who demanded which suit, and who has played the trump to beat."""
        assert self.led is not None
        seat, card = self.led
        data: dict[str, Value] = {"who": Who(seat), "suit": Term("suit", card.suit.value), "card": card}
        if self.best is not None and self.master is not None:
            data |= {"master": Who(self.master), "best": self.best}
        return data


def _broken(duty: Duty, card: Card) -> Reason | Refusal:
    match duty:
        case Duty.FOLLOW:
            return Reason.MUST_FOLLOW
        case Duty.RUFF:
            return Refusal.MUST_RUFF
        case Duty.OVERRUFF:
            return Refusal.MUST_OVERRUFF if is_trump(card) else Refusal.MUST_RUFF_OVER
        case Duty.UNDERRUFF:
            return Refusal.MUST_UNDERRUFF
        case Duty.RISE:
            return Refusal.MUST_GO_OVER
        case Duty.TRUMP:
            return Refusal.MUST_PLAY_TRUMP
        case Duty.CALLED_SUIT:
            return Refusal.CALLED_SUIT
        case Duty.DEMANDED:
            return Refusal.LEAD_DEMANDED
        case Duty.FORBIDDEN:
            return Refusal.LEAD_FORBIDDEN
        case Duty.EXCUSE:
            return Refusal.EXCUSE_DUE
        case _:
            assert_never(duty)


def led_card(plays: Trick, fools: frozenset[Card] = FOOLS) -> Card | None:
    """The card that sets the suit: the first that is not the Excuse; None before it."""
    return next((card for card in plays.cards if card not in fools), None)


def strongest(plays: Trick, fools: frozenset[Card] = FOOLS) -> tuple[Seat, Card] | None:
    """The play that is winning so far: the highest trump, else the highest card of the suit led."""
    led = led_card(plays, fools)
    if led is None:
        return None
    return max(
        (play for play in plays.plays if play[1] not in fools),
        key=lambda play: (is_trump(play[1]), play[1].suit is led.suit, height(play[1])),
    )


def winner(plays: Trick, fools: frozenset[Card], *, fool_wins: bool) -> tuple[Seat, Card]:
    """Who wins a complete trick.

    Args:
        plays: the trick.
        fools: the Excuse, and what is like it.
        fool_wins: this is the last trick, and whoever led it would complete a chelem with the Excuse.
    """
    if fool_wins and plays.plays[0][1] in fools:
        return plays.plays[0]
    best = strongest(plays, fools)
    assert best is not None
    return best


def legal_cards(hand: tuple[Card, ...], plays: Trick, fools: frozenset[Card] = FOOLS) -> Legal:
    """The cards of a hand that may be played to a trick, by the duties that always hold."""
    led = led_card(plays, fools)
    if led is None:
        return Legal(hand)
    duty = _following(hand, led, plays, fools)
    free = tuple(card for card in hand if card in duty.cards or card in fools)
    if len(free) == len(hand):
        return Legal(hand)
    owner = {card: seat for seat, card in plays.plays}
    master = None if duty.best is None else owner[duty.best]
    return Legal(free, duty.duty, duty.suit, duty.best, (owner[led], led), master)


def _following(hand: tuple[Card, ...], led: Card, plays: Trick, fools: frozenset[Card]) -> Legal:
    if not is_trump(led):
        same = tuple(card for card in hand if card.suit is led.suit)
        if same:
            return Legal(same, Duty.FOLLOW, led.suit)
    held = trumps(card for card in hand if card not in fools)
    if not held:
        return Legal(hand)
    played = trumps(card for card in plays.cards if card not in fools)
    if not played:
        return Legal(held, Duty.RUFF, led.suit)
    best = played[0]
    above = tuple(card for card in held if height(card) > height(best))
    if is_trump(led):
        return Legal(above, Duty.RISE, led.suit, best) if above else Legal(held, Duty.TRUMP, led.suit, best)
    return Legal(above, Duty.OVERRUFF, led.suit, best) if above else Legal(held, Duty.UNDERRUFF, led.suit, best)


def without_called_suit(legal: Legal, called: Card, taker: Seat | None = None) -> Legal:
    """The opening lead at five: not the suit of the called card, but for that card itself.

    Args:
        legal: what might be led otherwise.
        called: the card called.
        taker: who called it.
    """
    free = tuple(card for card in legal.cards if card.suit is not called.suit or card == called)
    return (
        legal
        if len(free) == len(legal.cards)
        else Legal(free, Duty.CALLED_SUIT, called.suit, taker=taker, called=called)
    )


class Order(StrEnum):
    """What the taker may say of the rightful lead after a defender has led out of turn."""

    DEMAND = "demand"
    FORBID = "forbid"
    FREE = "free"


def under_order(
    legal: Legal, order: Order, suit: Suit, fools: frozenset[Card] = FOOLS, taker: Seat | None = None
) -> Legal:
    """The lead that the taker demanded or forbade; an order that cannot be obeyed is void."""
    if order is Order.FREE:
        return legal
    fitting = [card for card in legal.cards if (card.suit is suit) is (order is Order.DEMAND)]
    if not [card for card in fitting if card not in fools]:
        return legal
    free = tuple(card for card in legal.cards if card in fitting or card in fools)
    duty = Duty.DEMANDED if order is Order.DEMAND else Duty.FORBIDDEN
    return legal if len(free) == len(legal.cards) else Legal(free, duty, suit, taker=taker)


def excuse_due(legal: Legal, held: Sequence[Card], fools: frozenset[Card] = FOOLS) -> Legal:
    """The last trick but one where the Excuse may not be kept for the last: it is then the only card."""
    due = tuple(card for card in legal.cards if card in fools)
    return Legal(due, Duty.EXCUSE) if due and len(due) < len(held) == 2 else legal
