"""The state of one deal of the belote family."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from bot.core.cards import Card
from bot.core.events import DealScored
from bot.core.evolving import kept
from bot.core.facts import Fact, Term, fact
from bot.core.families.belote.annonces import Annonce, Combination, Judged, combinations_of
from bot.core.families.belote.auction import Auction
from bot.core.families.belote.belotes import RoyalPlay, Word, belote_holders, royals, sayable
from bot.core.families.belote.contract import Contract
from bot.core.families.belote.counting import DealCount, Points
from bot.core.families.belote.denominations import BeloteRanking, Denomination, ranking
from bot.core.families.belote.display import sort_cards
from bot.core.families.belote.duties import Legal, legal_cards
from bot.core.families.belote.forms import Form
from bot.core.families.belote.keys import Key
from bot.core.families.belote.options import FamilyOptions
from bot.core.game import DealSetup, DealState
from bot.core.seats import Seat, Side
from bot.core.tricks import Trick, WonTrick

A = TypeVar("A", bound=Auction)


class Phase(StrEnum):
    """Where a deal stands; the values are those of `View.phase`. `ECART` only where the taker puts cards aside."""

    DEALING = "dealing"
    BIDDING = "bidding"
    ECART = "ecart"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Regret:
    """The latest card of an incomplete trick, while nobody has played or said anything after it.

    Attributes:
        seat: who played it.
        card: the card.
        asked: it was asked for.
        waiting: opponents who have not answered yet.
        refused: who refused it; None while nobody has.
    """

    seat: Seat
    card: Card
    asked: bool = False
    waiting: tuple[Seat, ...] = ()
    refused: Seat | None = None


@dataclass(frozen=True)
class BeloteState(DealState, Generic[A]):
    """One deal. It has no slots, so that what is asked of it again and again is kept (see `evolving`).

    Attributes:
        setup: what it started from.
        form: who plays with whom, for how many tricks.
        auction: the calls so far.
        phase: where it stands.
        hands: cards held, by seat.
        dealt: all cards each seat received, by seat.
        points: card points of the gathered tricks, by side.
        talon: cards still face down.
        turned: the card turned up, until it is taken.
        contract: once the auction is closed.
        aside: cards the taker put aside, which count with his tricks.
        leader: who leads the current trick.
        trick: cards on the table.
        won: gathered tricks, oldest first.
        word: belote or rebelote, said and waiting for its card.
        royal: kings and queens of trumps played so far.
        announced: combinations announced, by seat, in order.
        shown: combinations shown, in order.
        judged: whose annonces count, once compared.
        said: what was said aloud, to be put into words.
        score: the score, once over; None for a deal that nobody took.
        regret: the card that may be taken back, where the options allow it.
        regrets: how often that was asked, answered or done.
    """

    setup: DealSetup
    form: Form
    auction: A
    phase: Phase
    hands: tuple[tuple[Card, ...], ...]
    dealt: tuple[tuple[Card, ...], ...]
    leader: Seat
    points: Points
    talon: tuple[Card, ...] = ()
    turned: Card | None = None
    contract: Contract | None = None
    aside: tuple[Card, ...] = ()
    trick: Trick = Trick()
    won: tuple[WonTrick, ...] = ()
    word: Word | None = None
    royal: tuple[RoyalPlay, ...] = ()
    announced: tuple[tuple[Seat, Annonce], ...] = ()
    shown: tuple[tuple[Seat, Combination], ...] = ()
    judged: Judged | None = None
    said: tuple[Fact, ...] = ()
    score: DealScored | None = None
    regret: Regret | None = None
    regrets: int = 0

    @kept
    def options(self) -> FamilyOptions:
        """The options, as the family reads them."""
        options = self.setup.options
        assert isinstance(options, FamilyOptions)
        return options

    @kept
    def turn(self) -> Seat:
        """Who must act; without meaning before the cards are dealt and once the deal is over."""
        if self.phase is Phase.PLAY:
            return self.trick.next_to_play(self.leader, self.setup.players)
        return self.playing.taker if self.phase is Phase.ECART else self.auction.turn

    @kept
    def to_act(self) -> frozenset[Seat]:
        """The seat that must act, if any."""
        return frozenset() if self.phase in (Phase.DEALING, Phase.OVER) else frozenset((self.turn,))

    @kept
    def may_act(self) -> frozenset[Seat]:
        """The seat that must act, and those that may double out of turn, take a card back, or answer who asks to."""
        if self.phase is Phase.BIDDING:
            return self.to_act | self.auction.interrupters()
        regret = self.regret
        if regret is None:
            return self.to_act
        return self.to_act | (frozenset(regret.waiting) if regret.asked else {regret.seat})

    @kept
    def trumps(self) -> Denomination | None:
        """What is trump once it is known: what the contract says, unless a game knows it without one."""
        return None if self.contract is None else self.contract.denomination

    @property
    def denomination(self) -> Denomination:
        """What is trump in a deal in play."""
        assert self.trumps is not None
        return self.trumps

    @kept
    def ranking(self) -> BeloteRanking:
        """Card order and points of the trumps."""
        return ranking_for(self.denomination, self.options)

    @property
    def playing(self) -> Contract:
        """The contract of a deal in play."""
        assert self.contract is not None
        return self.contract

    @kept
    def winning(self) -> tuple[Seat, Card] | None:
        """The play that is winning the current trick; None before its first card."""
        return self.trick.best(self.ranking)

    @kept
    def legal(self) -> Legal:
        """What the duties of play allow the seat whose turn it is."""
        hand, winning = self.hands[self.turn], self.winning
        if winning is None:
            return Legal(hand)
        partner = self.form.partners(winning[0], self.turn)
        return legal_cards(hand, self.trick, partner, self.ranking, self.options, winning[1], self.form.opponent)

    @kept
    def royals(self) -> frozenset[Card]:
        """The cards that may be half of a belote under the contract."""
        return royals(self.denomination, self.options.ta_belotes)

    @property
    def holds_royal(self) -> bool:
        """Whether the seat whose turn it is holds a card that belote or rebelote may go with."""
        return not self.royals.isdisjoint(self.hands[self.turn])

    def duty(self) -> Fact | None:
        """Why the seat whose turn it is may play only some of its cards; None when it may play them all."""
        if self.word is not None:
            return fact(Key.DUTY_DECLARED.value, word=Term("said", self.word.value))
        return self.legal.as_fact()

    def sayable(self, seat: Seat, word: Word, *, any_order: bool = False) -> tuple[Card, ...]:
        """Cards of a seat that this word may go with; `any_order`: as if the queen could always come first."""
        own = tuple(play for play in self.royal if play.seat == seat)
        options, denomination = self.options, self.denomination
        only_one = denomination is Denomination.TOUT_ATOUT and options.ta_belotes == "one"
        if only_one and belote_holders(self.royal, denomination, options):
            return ()
        return sayable(word, self.hands[seat], own, denomination, options, any_order=any_order)

    def playable(self) -> tuple[Card, ...]:
        """Cards the seat whose turn it is may play, a word already said included."""
        legal = self.legal.cards
        if self.word is None:
            return legal
        due = self.sayable(self.turn, self.word)
        return tuple(card for card in legal if card in due)

    def playable_in_order(self) -> tuple[Card, ...]:
        """The same as a hand is shown."""
        return sort_cards(self.playable(), self.ranking)

    def combinations(self, seat: Seat) -> tuple[Combination, ...]:
        """The combinations of the cards a seat was dealt."""
        return combinations_of(self.dealt[seat], self.denomination, self.options.annonce_cards)

    def shown_combinations(self) -> Mapping[Seat, tuple[Combination, ...]]:
        """Combinations shown so far, by seat."""
        seats = dict.fromkeys(seat for seat, _ in self.shown)
        return {seat: tuple(made for owner, made in self.shown if owner == seat) for seat in seats}

    def tricks_won(self) -> tuple[int, ...]:
        """Number of tricks won, by seat."""
        numbers = [0] * self.setup.players
        for won in self.won:
            numbers[won.winner] += 1
        return tuple(numbers)

    def belotes(self) -> tuple[Side, ...]:
        """The side of each belote earned, in order."""
        holders = belote_holders(self.royal, self.denomination, self.options)
        return tuple(self.form.camps[seat] for seat, _ in holders)

    def deal_count(self) -> DealCount:
        """What was won, once every card is played."""
        tricks = self.tricks_won()
        taker, values = None if self.contract is None else self.contract.taker, self.ranking.values
        takers = None if taker is None else self.form.camps[taker]
        aside = sum(values[card] for card in self.aside)
        return DealCount(
            cards=self.points,
            tricks=self.form.added(tricks),
            der=self.form.camps[self.won[-1].winner],
            belotes=self.belotes(),
            annonces=self.form.nothing if self.judged is None else self.judged.points,
            solo_tricks=0 if taker is None else tricks[taker],
            aside=tuple(aside if side == takers else 0 for side in range(len(self.points))) if self.aside else (),
            asleep=sum(values.values()) - sum(self.points) - aside,
        )


def ranking_for(denomination: Denomination, options: FamilyOptions) -> BeloteRanking:
    """Card order and points of a contract under these options."""
    return ranking(denomination, options.sa_values, options.ta_values)
