"""The state of one deal of hearts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.core.cards import Card
from bot.core.events import DealScored
from bot.core.evolving import kept
from bot.core.game import DealSetup, DealState
from bot.core.games.hearts.duties import Legal, Moment, legal_cards
from bot.core.games.hearts.options import HeartsOptions
from bot.core.games.hearts.pack import lowest_club, pack
from bot.core.games.hearts.passing import Way, count_of, receiver, way_of
from bot.core.games.hearts.scoring import shooter
from bot.core.seats import Seat, all_seats
from bot.core.tricks import Trick, WonTrick


class Phase(StrEnum):
    """Where a deal stands; the values are those of `View.phase`."""

    DEALING = "dealing"
    PASSING = "passing"
    PLAY = "play"
    MOON = "moon"
    OVER = "over"


@dataclass(frozen=True)
class HeartsState(DealState):
    """One deal. It has no slots: see `bot.core.evolving`.

    Attributes:
        setup: what it started from.
        phase: where it stands.
        hands: cards held, by seat.
        dealt: the cards each seat was dealt.
        given: the cards each seat passed; empty until it has.
        leader: who leads the current trick; without meaning before the play.
        trick: cards on the table.
        won: gathered tricks, oldest first.
        breaker: who played the card that broke hearts, and the card; None while they are not broken.
        score: the score, once over.
    """

    setup: DealSetup
    phase: Phase
    hands: tuple[tuple[Card, ...], ...]
    dealt: tuple[tuple[Card, ...], ...]
    given: tuple[tuple[Card, ...], ...]
    leader: Seat
    trick: Trick = Trick()
    won: tuple[WonTrick, ...] = ()
    breaker: tuple[Seat, Card] | None = None
    score: DealScored | None = None

    @property
    def options(self) -> HeartsOptions:
        """The options, as hearts reads them."""
        options = self.setup.options
        assert isinstance(options, HeartsOptions)
        return options

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats."""
        return all_seats(self.setup.players)

    @property
    def way(self) -> Way | None:
        """Where cards are passed at this deal; None where everybody keeps his own."""
        return way_of(self.options, self.setup.players, self.setup.number)

    @property
    def to_give(self) -> int:
        """How many cards everybody passes."""
        return count_of(self.options, self.setup.players)

    def receiver(self, giver: Seat) -> Seat:
        """Who gets what a seat passes."""
        assert self.way is not None
        return receiver(giver, self.way, self.setup.players)

    def giver(self, taker: Seat) -> Seat:
        """Whose cards a seat gets."""
        return next(seat for seat in self.seats if self.receiver(seat) == taker)

    @property
    def tricks_total(self) -> int:
        """How many tricks the deal has."""
        return len(pack(self.options, self.setup.players)) // self.setup.players

    @property
    def turn(self) -> Seat:
        """Whose card is due; without meaning outside the play."""
        return self.trick.next_to_play(self.leader, self.setup.players)

    @kept
    def opening(self) -> Card | None:
        """The lowest club, where it decides who leads."""
        if self.options.first_lead == "left_of_dealer":
            return None
        return lowest_club(pack(self.options, self.setup.players))

    @kept
    def taken(self) -> tuple[tuple[Card, ...], ...]:
        """The cards each seat took in tricks."""
        return tuple(
            tuple(card for won in self.won if won.winner == seat for card in won.trick.cards) for seat in self.seats
        )

    @kept
    def legal(self) -> Legal:
        """What may be played by the seat whose turn it is."""
        moment = Moment(self.trick, not self.won, self.breaker is not None, self.opening, self.options)
        return legal_cards(self.hands[self.turn], moment)

    def acting(self) -> frozenset[Seat]:
        """The seats that must act: all who have not passed yet, then one at a time."""
        match self.phase:
            case Phase.PASSING if self.way is None:
                return frozenset()  # between the last hand dealt and the first trick of a deal without a pass
            case Phase.PASSING:
                return frozenset(seat for seat in self.seats if not self.given[seat])
            case Phase.PLAY:
                return frozenset({self.turn})
            case Phase.MOON:
                moon = shooter(self.taken)
                return frozenset() if moon is None else frozenset({moon})
            case Phase.DEALING | Phase.OVER:
                return frozenset()
