"""Which cards may be played, and the duty that says why (docs/rules/belote.md 7.2 and 7.3)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from bot.core.cards import Card, Suit
from bot.core.errors import IllegalAction, Reason
from bot.core.facts import Fact, Term, Value, Who, fact
from bot.core.families.belote.denominations import BeloteRanking, Denomination
from bot.core.families.belote.keys import Key, Refusal
from bot.core.families.belote.options import FamilyOptions
from bot.core.tricks import Trick


class Duty(Enum):
    """An obligation of play."""

    FOLLOW = Key.DUTY_FOLLOW
    RISE = Key.DUTY_RISE
    TRUMP = Key.DUTY_TRUMP
    OVERTRUMP = Key.DUTY_OVERTRUMP
    UNDERTRUMP = Key.DUTY_UNDERTRUMP
    NO_UNDERTRUMP = Key.DUTY_NO_UNDERTRUMP


@dataclass(frozen=True, slots=True)
class Legal:
    """The cards that may be played.

    Attributes:
        cards: in the order of the hand.
        duty: why only these; None when every card of the hand may be played.
        suit: the suit to be played.
        best: the card to beat, or not to go under.
        trick: the cards on the table, which make the duty.
        relation: whose card `best` is, as a code of `term.relation`.
    """

    cards: tuple[Card, ...]
    duty: Duty | None = None
    suit: Suit | None = None
    best: Card | None = None
    trick: Trick = Trick()
    relation: str = "opponent"

    def as_fact(self) -> Fact | None:
        """The duty to be put into words."""
        return None if self.duty is None else fact(self.duty.value, **self._data(self.duty))

    def refusal(self, card: Card) -> IllegalAction:
        """The error for a card that breaks the duty, naming what that card breaks first."""
        assert self.duty is not None
        right_suit = card.suit is self.suit
        return IllegalAction(_broken(self.duty, right_suit), self._data(self.duty), legal=self.cards)

    def _data(self, duty: Duty) -> dict[str, Value]:
        """What makes the duty: who led which suit, and for all but following who is winning with which card."""
        assert self.suit is not None
        assert self.best is not None
        leader, led = self.trick.plays[0]
        suit = Term("suit", self.suit.value)
        if duty is Duty.FOLLOW:
            return {"suit": suit, "who": Who(leader), "card": led}
        master = next(seat for seat, card in self.trick.plays if card == self.best)
        return {
            "suit": suit,
            "who": Who(leader),
            "led": Term("suit", led.suit.value),
            "relation": Term("relation", self.relation),
            "master": Who(master),
            "best": self.best,
        }


def _broken(duty: Duty, right_suit: bool) -> Reason | Refusal:
    match duty:
        case Duty.FOLLOW:
            return Reason.MUST_FOLLOW
        case Duty.RISE:
            return Reason.MUST_RISE if right_suit else Refusal.MUST_FOLLOW_OVER
        case Duty.TRUMP:
            return Reason.MUST_TRUMP
        case Duty.UNDERTRUMP:
            return Refusal.MUST_UNDERTRUMP
        case Duty.OVERTRUMP:
            return Reason.MUST_OVERTRUMP if right_suit else Refusal.MUST_TRUMP_OVER
        case Duty.NO_UNDERTRUMP:
            return Reason.NO_UNDERTRUMP
        case _:
            assert_never(duty)


def legal_cards(
    hand: tuple[Card, ...],
    trick: Trick,
    partner_master: bool,
    ranking: BeloteRanking,
    options: FamilyOptions,
    best: Card | None = None,
    opponent: str = "opponent",
) -> Legal:
    """The cards of a hand that may be played to a trick.

    Args:
        hand: the cards held.
        trick: the cards on the table; empty for a lead.
        partner_master: whether the player's partner is winning the trick.
        ranking: of the contract.
        options: `undertrump`, `under_partner`, `rise_on_partner` and `ta_rise` are read.
        best: the card that is winning the trick, for a caller that knows it already.
        opponent: what somebody who is no partner is to the player, as a code of `term.relation`.
    """
    led = trick.led
    if best is None:
        winning = trick.best(ranking)
        best = None if winning is None else winning[1]
    if led is None or best is None:
        return Legal(hand)
    legal = _dutiful(hand, led, best, partner_master, ranking, options)
    if legal.duty is None or len(legal.cards) == len(hand):
        return Legal(hand)
    return Legal(legal.cards, legal.duty, legal.suit, legal.best, trick, "partner" if partner_master else opponent)


def _dutiful(
    hand: tuple[Card, ...],
    led: Suit,
    best: Card,
    partner_master: bool,
    ranking: BeloteRanking,
    options: FamilyOptions,
) -> Legal:
    following = tuple([card for card in hand if card.suit is led])
    if following:
        return _following(following, led, best, partner_master, ranking, options)
    trump = ranking.trump
    trumps = tuple([card for card in hand if card.suit is trump])
    if trump is None or not trumps:
        return Legal(hand)
    above = _above(trumps, best, led, ranking)
    if partner_master:
        return _over_partner(hand, trumps, above, best, options)
    return _against_opponent(hand, trumps, above, best, options)


def _following(
    following: tuple[Card, ...],
    led: Suit,
    best: Card,
    partner_master: bool,
    ranking: BeloteRanking,
    options: FamilyOptions,
) -> Legal:
    rising = options.ta_rise if ranking.denomination is Denomination.TOUT_ATOUT else led is ranking.trump
    if partner_master and not options.rise_on_partner:
        rising = False
    above = _above(following, best, led, ranking) if rising else ()
    return Legal(above, Duty.RISE, led, best) if above else Legal(following, Duty.FOLLOW, led, best)


def _over_partner(
    hand: tuple[Card, ...], trumps: tuple[Card, ...], above: tuple[Card, ...], best: Card, options: FamilyOptions
) -> Legal:
    """Void, holding trumps, while the partner is winning: free, unless `under_partner` refines a partner's ruff."""
    trump = trumps[0].suit
    if best.suit is not trump or not above or len(above) == len(trumps):
        return Legal(hand)
    if options.under_partner == "no_undertrump":
        allowed = tuple(card for card in hand if card.suit is not trump or card in above)
        return Legal(allowed, Duty.NO_UNDERTRUMP, trump, best)
    if options.under_partner == "must_rise" and len(trumps) == len(hand):
        return Legal(above, Duty.OVERTRUMP, trump, best)
    return Legal(hand)


def _against_opponent(
    hand: tuple[Card, ...], trumps: tuple[Card, ...], above: tuple[Card, ...], best: Card, options: FamilyOptions
) -> Legal:
    """Void, holding trumps, while an opponent is winning, or nobody but opponents has played."""
    trump = trumps[0].suit
    if best.suit is not trump:
        return Legal(trumps, Duty.TRUMP, trump, best)
    if above:
        return Legal(above, Duty.OVERTRUMP, trump, best)
    if options.undertrump == "required":
        return Legal(trumps, Duty.UNDERTRUMP, trump, best)
    return Legal(hand)


def _above(held: tuple[Card, ...], best: Card, led: Suit, ranking: BeloteRanking) -> tuple[Card, ...]:
    to_beat = ranking.strength(best, led)
    return tuple([card for card in held if ranking.strength(card, led) > to_beat])
