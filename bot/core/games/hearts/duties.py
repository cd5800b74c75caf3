"""Which cards may be played, and the duty that says why (docs/rules/hearts.md 4 and 5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from bot.core.cards import Card, Suit
from bot.core.errors import IllegalAction
from bot.core.facts import Fact, Term, Value, Who, fact
from bot.core.games.hearts.keys import Key, Refusal
from bot.core.games.hearts.options import HeartsOptions
from bot.core.games.hearts.pack import QUEEN, height, is_heart, is_penalty, sort_cards
from bot.core.seats import Seat
from bot.core.tricks import Trick


class Duty(Enum):
    """An obligation of play: its own sentence, and the refusal of a card that breaks it."""

    OPEN = Key.DUTY_OPEN, Refusal.OPEN
    OPEN_CLUBS = Key.DUTY_OPEN_CLUBS, Refusal.OPEN_CLUBS
    FOLLOW = Key.DUTY_FOLLOW, Refusal.FOLLOW
    FIRST_TRICK = Key.DUTY_FIRST_TRICK, Refusal.FIRST_TRICK
    NO_QUEEN = Key.DUTY_NO_QUEEN, Refusal.FIRST_TRICK
    NOT_BROKEN = Key.DUTY_NOT_BROKEN, Refusal.NOT_BROKEN


@dataclass(frozen=True, slots=True)
class Moment:
    """What decides which cards may be played.

    Attributes:
        trick: the cards on the table.
        first: it is the deal's first trick.
        broken: hearts may be led.
        opening: the lowest club, where the deal begins with it or with its suit.
        options: of the table.
    """

    trick: Trick
    first: bool
    broken: bool
    opening: Card | None
    options: HeartsOptions


@dataclass(frozen=True, slots=True)
class Legal:
    """The cards that may be played.

    Attributes:
        cards: in the order of the hand.
        duty: why only these; None when every card of the hand may be played.
        led: who led the trick, and with what.
        opening: the lowest club.
    """

    cards: tuple[Card, ...]
    duty: Duty | None = None
    led: tuple[Seat, Card] | None = None
    opening: Card | None = None

    def as_fact(self) -> Fact | None:
        """The duty to be put into words."""
        return None if self.duty is None else fact(self.duty.value[0].value, **self._data(self.duty))

    def refusal(self, card: Card) -> IllegalAction:
        """The error for a card that breaks the duty, naming what that card breaks."""
        assert self.duty is not None
        broken = self.duty
        if broken is Duty.FOLLOW and self.led is not None and card.suit is self.led[1].suit:
            broken = Duty.FIRST_TRICK  # the right suit, but a card that does not go into the first trick
        elif broken is Duty.NO_QUEEN and card != QUEEN:
            broken = Duty.NOT_BROKEN
        code = broken.value[1]
        data: dict[str, Value] = {"card": card} if code is Refusal.FIRST_TRICK else self._data(broken)
        return IllegalAction(code, data, legal=sort_cards(self.cards))

    def _data(self, duty: Duty) -> dict[str, Value]:
        match duty:
            case Duty.OPEN | Duty.OPEN_CLUBS:
                assert self.opening is not None
                return {"card": self.opening}
            case Duty.FOLLOW:
                assert self.led is not None
                leader, card = self.led
                return {"suit": Term("suit", card.suit.value), "who": Who(leader), "card": card}
            case Duty.FIRST_TRICK | Duty.NO_QUEEN | Duty.NOT_BROKEN:
                return {}


def legal_cards(hand: tuple[Card, ...], moment: Moment) -> Legal:
    """The cards of a hand that may be played now."""
    return _following(hand, moment) if moment.trick.plays else _leading(hand, moment)


def _leading(hand: tuple[Card, ...], moment: Moment) -> Legal:
    opening = moment.opening if moment.first else None
    if opening is not None:
        if moment.options.first_lead == "lowest_club":
            return Legal((opening,), Duty.OPEN, opening=opening)
        clubs = _of(hand, Suit.CLUBS)
        return Legal(clubs, None if len(clubs) == len(hand) else Duty.OPEN_CLUBS, opening=opening)
    free, duty = _without_penalties(hand, moment)
    if not moment.broken and moment.options.hearts_lead == "when_broken":
        others = tuple(card for card in free if not is_heart(card))
        if others and len(others) < len(free):
            return Legal(others, duty or Duty.NOT_BROKEN)
    return Legal(free, duty)


def _following(hand: tuple[Card, ...], moment: Moment) -> Legal:
    led = moment.trick.plays[0]
    same = _of(hand, led[1].suit)
    free, duty = _without_penalties(same or hand, moment)
    if same and len(same) < len(hand):
        return Legal(free, Duty.FOLLOW, led)
    return Legal(free, duty, led)


def _without_penalties(held: tuple[Card, ...], moment: Moment) -> tuple[tuple[Card, ...], Duty | None]:
    """The cards that may go into this trick: to the first none that costs points, unless there are no others."""
    if not moment.first or moment.options.first_trick == "free":
        return held, None
    only_queen = moment.options.first_trick == "no_queen"
    free = tuple(card for card in held if not (card == QUEEN if only_queen else is_penalty(card)))
    if not free or len(free) == len(held):
        return held, None
    return free, Duty.NO_QUEEN if only_queen else Duty.FIRST_TRICK


def _of(hand: Iterable[Card], suit: Suit) -> tuple[Card, ...]:
    return tuple(card for card in hand if card.suit is suit)


def winner(trick: Trick) -> tuple[Seat, Card] | None:
    """The play that is winning: the highest card of the suit led; None before the first card."""
    if not trick.plays:
        return None
    led = trick.plays[0][1].suit
    return max((play for play in trick.plays if play[1].suit is led), key=lambda play: height(play[1]))
