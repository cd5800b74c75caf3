"""A deal of tarot in play, in a few integer operations a card (docs/rules/tarot.md 10 to 13)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ai.tarot.cards import BOUTS, FIRST_TRUMP, PETIT, SUIT_OF, half_points
from bot.ai.tarot.terms import (
    ATTACK,
    BARRED_LEAD,
    BARRED_TO_TAKER,
    DEFENCE,
    FORBIDDEN,
    TRICK_WINNER,
    Terms,
)

BELOW_TRUMPS = 1 << FIRST_TRUMP - 1
"""Stands for the highest trump of a trick that has none: every trump is above it."""


def following(hand: int, led: int, top: int, trumps: int, fools: int) -> int:
    """The cards that may be played to a trick.

    Args:
        hand: cards held.
        led: all cards of the suit led; 0 while only an Excuse lies there, or nothing.
        top: the highest trump of the trick, or `BELOW_TRUMPS`.
        trumps: cards that count as trumps.
        fools: the Excuse, and what is like it.
    """
    if not led:
        return hand
    if led != trumps:
        same = hand & led
        if same:
            return same | hand & fools
    held = hand & trumps
    if not held:
        return hand
    return (held & -(top << 1) or held) | hand & fools


def opening(hand: int, called: int) -> int:
    """The cards that may open a deal at five: none of the called suit but the called card (CALL-LEAD)."""
    return hand & ~(SUIT_OF[called.bit_length() - 1] ^ called)


def fool_worth(terms: Terms, *, own: bool, won: bool, last: bool, swept: bool) -> tuple[int, int]:
    """What an Excuse that was played counts for the attack: half points and bouts (docs/rules/tarot.md 12).

    Args:
        terms: of the deal.
        own: the attack played it.
        won: the attack won its trick.
        last: it was the last trick.
        swept: the camp that played it had won every trick before.
    """
    if own is won and (not last or swept or terms.excuse_last == TRICK_WINNER):
        kept, given = True, 0
    elif not last:
        kept, given = True, 1
    else:
        kept, given = False, int(own is won)
    owner = own if kept else not own
    return (9 - given, 1) if owner else (given, 0)


class Position:
    """A deal in play. Hands and places are those of `Terms`; `play` is the only thing that changes it.

    Attributes:
        terms: what holds for the deal.
        hands: cards held, by place.
        turn: the place whose card is due; the winner once the last trick is over.
        left: tricks not yet complete.
        table: cards of the trick on the table.
        led: all cards of the suit led, 0 before it is led.
        top: the highest trump of the trick, or `BELOW_TRUMPS`.
        best: the card that is winning the trick, 0 for none.
        winner: the place that played it.
        gone: cards played so far.
        tricks: cards of the attack's tricks, without any Excuse.
        winners: places that have won a trick, as bits.
        petit: the camp that took the Petit to the end, 0 for none so far.
    """

    __slots__ = (
        "_before_last",
        "_first",
        "_fool_bouts",
        "_fool_half",
        "_fools_in",
        "_known",
        "_leader",
        "_played",
        "best",
        "gone",
        "hands",
        "led",
        "left",
        "petit",
        "table",
        "terms",
        "top",
        "tricks",
        "turn",
        "winner",
        "winners",
    )

    def __init__(self, terms: Terms, hands: Sequence[int], leader: int) -> None:
        self.terms = terms
        self.hands = list(hands)
        self.turn = self._leader = leader
        self.left = max(hand.bit_count() for hand in hands)
        self.table = self.led = self.best = self.gone = 0
        self.top, self.winner = BELOW_TRUMPS, leader
        self.tricks = self.winners = self.petit = 0
        self._known = terms.open_card or not terms.called
        self._played = self._first = self._before_last = self._fool_half = self._fool_bouts = 0
        self._fools_in: tuple[int, ...] = ()

    def copy(self) -> Position:
        """The same position, to be played on by itself."""
        other = Position.__new__(Position)
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        other.hands = list(self.hands)
        return other

    @property
    def outlook(self) -> tuple[int, ...]:
        """Equal for positions between tricks in which all that may follow is worth the same."""
        count = half_points(self.tricks), self.tricks & BOUTS, self._fool_half, self._fool_bouts
        ends = self.petit, self._before_last, int(self._known), self.turn, self.winners
        return (*self.hands, *count, *ends)

    @property
    def over(self) -> bool:
        """Whether the last trick is complete."""
        return self.left == 0

    def camp(self, place: int) -> int:
        """The camp of a place."""
        return ATTACK if self.terms.attack >> place & 1 else DEFENCE

    def legal(self) -> int:
        """The cards that may be played now."""
        terms, hand = self.terms, self.hands[self.turn]
        free = following(hand, self.led, self.top, terms.trumps, terms.fools)
        if terms.call_lead and terms.called and not self.gone and self._is_barred():
            free = opening(free, terms.called)
        if self.left == 2 and terms.excuse_last == FORBIDDEN and hand.bit_count() == 2:
            due = free & terms.fools
            if due and due != hand and self.winners & ~self._allies(self.turn):
                return due
        return free

    def _is_barred(self) -> bool:
        bar = self.terms.call_lead
        return bar == BARRED_LEAD or (bar == BARRED_TO_TAKER and self.turn == self.terms.taker)

    def _allies(self, place: int) -> int:
        """Places that a player knows to be of his own camp, as bits."""
        terms = self.terms
        attack = terms.attack
        if self._known or place == terms.partner:
            everybody = (1 << terms.players) - 1
            return attack if attack >> place & 1 else everybody & ~attack
        return 1 << place

    def play(self, card: int) -> None:
        """Play a legal card at its turn, and take up the trick when it is complete."""
        terms, place = self.terms, self.turn
        self.hands[place] &= ~card
        self.gone |= card
        self.table |= card
        if card == terms.called:
            self._known = True
        if not self._played:
            self._first, self._leader = card, place
        self._played += 1
        if card & terms.fools:
            self._fools_in += (place,)
        elif not self.led:
            self.led = SUIT_OF[card.bit_length() - 1] & ~terms.fools
            self.best, self.winner = card, place
        elif card > self.best and card & (self.led | terms.trumps):
            self.best, self.winner = card, place
        if card & terms.trumps and card > self.top:
            self.top = card
        if self._played == terms.players:
            self._gather()
        else:
            self.turn = (place + 1) % terms.players

    def _swept(self, camp: int) -> bool:
        """Whether a camp has won every trick so far."""
        lost = self.winners & ~self.terms.attack if camp == ATTACK else self.winners & self.terms.attack
        return not lost

    def _gather(self) -> None:
        terms = self.terms
        last = self.left == 1
        fool_won = last and bool(self._first & terms.fools) and self._fool_wins()
        if fool_won:
            self.winner = self._leader
        camp = self.camp(self.winner)
        for place in self._fools_in:
            own = self.camp(place)
            half, bouts = fool_worth(terms, own=own == ATTACK, won=camp == ATTACK, last=last, swept=self._swept(own))
            self._fool_half += half
            self._fool_bouts += bouts
        if camp == ATTACK:
            self.tricks |= self.table & ~terms.fools
        if last:
            self.petit = camp if self.table & PETIT else self._before_last if fool_won else 0
        elif self.left == 2 and self.table & PETIT:
            self._before_last = camp
        self.winners |= 1 << self.winner
        self.turn, self.left = self.winner, self.left - 1
        self.table = self.led = self.best = self._played = 0
        self.top, self._fools_in = BELOW_TRUMPS, ()

    def _fool_wins(self) -> bool:
        """Whether an Excuse led to the last trick wins it (TRICK-CHELEM)."""
        camp = self.camp(self._leader)
        return self._swept(camp) and (not self.terms.excuse_needs_word or self.terms.chelem == camp)

    def per_defender(self) -> int:
        """What every defender pays, once the deal is over."""
        swept = ATTACK if self._swept(ATTACK) else DEFENCE if self._swept(DEFENCE) else 0
        return self.terms.counted(self.tricks, self._fool_half, self._fool_bouts, self.petit, swept)
