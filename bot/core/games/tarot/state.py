"""The state of one deal of tarot."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.core.cards import Card, Suit
from bot.core.events import DealScored
from bot.core.evolving import kept
from bot.core.facts import Fact
from bot.core.game import DealSetup, DealState
from bot.core.games.tarot.auction import Auction, Contract
from bot.core.games.tarot.dealing import layout
from bot.core.games.tarot.duties import FOOLS, Legal, Order, excuse_due, legal_cards, under_order, without_called_suit
from bot.core.games.tarot.king import Camp, Camps, partner_of
from bot.core.games.tarot.options import TarotOptions
from bot.core.games.tarot.pack import PETIT
from bot.core.games.tarot.poignee import Misere, Size
from bot.core.seats import Seat, next_seat, seats_from
from bot.core.tricks import Trick, WonTrick


class Phase(StrEnum):
    """Where a deal stands; the values are those of `View.phase`."""

    DEALING = "dealing"
    PETIT_SEC = "petit_sec"
    BIDDING = "bidding"
    CALL = "call"
    CHELEM = "chelem"
    ECART = "ecart"
    SHOW = "show"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Shown:
    """A poignée that was shown."""

    seat: Seat
    size: Size
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Ordered:
    """What the taker said of this trick's lead; `order` is None while he is asked."""

    suit: Suit
    order: Order | None = None


@dataclass(frozen=True)
class TarotState(DealState):
    """One deal. It has no slots: see `bot.core.evolving`.

    Attributes:
        setup: what it started from.
        auction: the calls so far.
        phase: where it stands.
        hands: cards held, by seat.
        dealt: all cards each seat was dealt, by seat.
        leader: who leads the current trick.
        chien: the cards dealt to the middle.
        turned: the chien lies open, or did.
        aside: the taker's écart.
        shown_aside: trumps in it, shown to the defence.
        petit_sec: who was dealt the Petit alone and said so.
        cancelled: the deal was annulled, by this seat.
        untouchable: the Petit is like a second Excuse.
        called: the called card, at five.
        revealed: the called card has been seen, so that everybody knows who plays with whom.
        chelem: who announced a chelem.
        waiting: seats that may still announce before the first lead.
        choosing: seats that choose what their poignée hides, each with its size: a secret of theirs.
        poignees: poignées shown.
        miseres: misères announced.
        trick: cards on the table.
        won: gathered tricks, oldest first.
        early: cards put on the table before their turn.
        ordered: what the taker may say, or said, of this trick's lead.
        returned: seats that a card went back to, in order: taken back, or put down early in vain.
        said: what was said aloud, to be put into words.
        score: the score, once over; None for a deal that nobody played.
    """

    setup: DealSetup
    auction: Auction
    phase: Phase
    hands: tuple[tuple[Card, ...], ...]
    dealt: tuple[tuple[Card, ...], ...]
    leader: Seat
    chien: tuple[Card, ...] = ()
    turned: bool = False
    aside: tuple[Card, ...] = ()
    shown_aside: tuple[Card, ...] = ()
    petit_sec: Seat | None = None
    cancelled: Seat | None = None
    untouchable: bool = False
    called: Card | None = None
    revealed: bool = False
    chelem: Seat | None = None
    waiting: frozenset[Seat] = frozenset()
    choosing: tuple[tuple[Seat, Size], ...] = ()
    poignees: tuple[Shown, ...] = ()
    miseres: tuple[tuple[Seat, Misere], ...] = ()
    trick: Trick = Trick()
    won: tuple[WonTrick, ...] = ()
    early: tuple[tuple[Seat, Card], ...] = ()
    ordered: Ordered | None = None
    returned: tuple[Seat, ...] = ()
    said: tuple[Fact, ...] = ()
    score: DealScored | None = None

    @kept
    def options(self) -> TarotOptions:
        """The options, as tarot reads them."""
        options = self.setup.options
        assert isinstance(options, TarotOptions)
        return options

    @kept
    def seats(self) -> tuple[Seat, ...]:
        """The seats that play this deal, in playing order from the dealer's next."""
        return playing_seats(self.setup)

    @kept
    def taker(self) -> Seat | None:
        """Who took, once the auction is over."""
        high = self.auction.high
        return high[0] if high is not None and self.auction.finished else None

    @kept
    def contract(self) -> Contract | None:
        """What is played, once the auction is over."""
        high = self.auction.high
        return high[1] if high is not None and self.auction.finished else None

    @kept
    def camps(self) -> Camps:
        """Who really plays with whom: a secret while the called card is not seen."""
        assert self.taker is not None
        dealt = [(seat, self.dealt[seat]) for seat in self.seats]
        return Camps(self.seats, self.taker, partner_of(self.called, self.taker, dealt))

    @property
    def fools(self) -> frozenset[Card]:
        """The Excuse, and what is like it."""
        return FOOLS | {PETIT} if self.untouchable else FOOLS

    @kept
    def turn(self) -> Seat:
        """Whose card is due; without meaning outside the play."""
        order = self.seats
        return order[(order.index(self.leader) + len(self.trick.plays)) % len(order)]

    @property
    def tricks_total(self) -> int:
        """How many tricks the deal has."""
        return layout(len(self.seats)).hand

    @property
    def started(self) -> bool:
        """Whether a card has been played that still stands."""
        return bool(self.won or self.trick.plays)

    def chosen_size(self, seat: Seat) -> Size | None:
        """The size of the poignée whose hidden trumps a seat is choosing; None when it is choosing none."""
        return next((size for owner, size in self.choosing if owner == seat), None)

    def has_played(self, seat: Seat) -> bool:
        """Whether a card of this seat stands, in this trick or an earlier one."""
        return bool(self.won) or any(owner == seat for owner, _ in self.trick.plays)

    def exposed(self, seat: Seat) -> Card | None:
        """The card that a seat put down before its turn."""
        return next((card for owner, card in self.early if owner == seat), None)

    def legal(self) -> Legal:
        """What may be played by the seat whose turn it is."""
        return self._legal

    @kept
    def _legal(self) -> Legal:
        seat = self.turn
        hand = self.hands[seat]
        legal = legal_cards(hand, self.trick, self.fools)
        if not self.trick.plays:
            legal = self._legal_lead(legal)
        forbidden = self.options.excuse_last_trick == "forbidden"
        if forbidden and len(self.won) == self.tricks_total - 2 and not self._has_swept(seat):
            return excuse_due(legal, hand, self.fools)
        return legal

    def _legal_lead(self, legal: Legal) -> Legal:
        restriction = self.options.call_lead_restriction
        bound = restriction == "opening_lead" or (restriction == "taker_only" and self.leader == self.taker)
        if self.called is not None and not self.won and bound:
            legal = without_called_suit(legal, self.called, self.taker)
        if self.ordered is not None and self.ordered.order is not None:
            return under_order(legal, self.ordered.order, self.ordered.suit, self.fools, self.taker)
        return legal

    def _has_swept(self, seat: Seat) -> bool:
        """Whether a seat knows that its camp has won every trick so far."""
        allies = self.known_allies(seat)
        return all(won.winner in allies for won in self.won)

    def known_allies(self, seat: Seat) -> frozenset[Seat]:
        """Seats that a player knows to be of his own camp, himself included: never more than he can know."""
        camps = self.camps
        if self.called is None or self.revealed or seat == camps.partner:
            return frozenset(camps.members(camps.of(seat)))
        return frozenset({seat})

    def may_be_defender(self, seat: Seat) -> bool:
        """Whether a seat may be a defender, for all that is known at the table."""
        return seat != self.taker and not (self.revealed and self.camps.of(seat) is Camp.ATTACK)

    def swept_by(self, camp: Camp) -> bool:
        """Whether a camp has won every trick so far."""
        camps = self.camps
        return all(camps.of(won.winner) is camp for won in self.won)

    def tricks_won(self) -> tuple[int, ...]:
        """Number of tricks won, by seat."""
        winners = [won.winner for won in self.won]
        return tuple(winners.count(Seat(seat)) for seat in range(self.setup.players))


def playing_seats(setup: DealSetup) -> tuple[Seat, ...]:
    """The seats that play, in playing order: at five with a dealer who sits out, all but him."""
    order = seats_from(next_seat(setup.dealer, setup.players), setup.players)
    return order[:-1] if sits_out(setup) else order


def sits_out(setup: DealSetup) -> bool:
    """Whether the dealer sits out (docs/rules/tarot.md 6, OPT-MORT)."""
    options = setup.options
    assert isinstance(options, TarotOptions)
    return setup.players == 5 and options.five_mode == "mort"
