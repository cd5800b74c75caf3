"""The state of one deal of belote for two."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.cards import Card, Rank
from bot.core.errors import CorruptLog
from bot.core.events import Event
from bot.core.evolving import kept, replace
from bot.core.facts import Who, fact
from bot.core.families.belote.belotes import belote_holders
from bot.core.families.belote.classic import ClassicAuction
from bot.core.families.belote.denominations import Denomination
from bot.core.families.belote.hands import with_hand
from bot.core.families.belote.state import BeloteState, Phase
from bot.core.games.belote_two.events import BottomShown, CardUncovered, RowCovered, RowDealt, SevenExchanged
from bot.core.games.belote_two.keys import Key
from bot.core.games.belote_two.options import TwoOptions
from bot.core.seats import Seat, Side

Pile = tuple[Card, Card]
"""A card that lies open, and the one under it."""


@dataclass(frozen=True)
class TwoState(BeloteState[ClassicAuction]):
    """One deal. In the open form the hands are the cards that lie open: no other card may be played.

    Attributes:
        piles: the covered cards, by seat, each with the card that lies or lay on it; nobody knows them.
        bottom: the bottom card of the talon, once shown.
    """

    piles: tuple[tuple[Pile, ...], ...] = ((), ())
    bottom: Card | None = None

    @kept
    def rules(self) -> TwoOptions:
        """The options."""
        options = self.setup.options
        assert isinstance(options, TwoOptions)
        return options

    @kept
    def trumps(self) -> Denomination | None:
        """What is trump once it is known: the taker's choice, or the suit of the last card dealt."""
        if self.rules.has_taker or self.auction.turned is None:
            return None if self.contract is None else self.contract.denomination
        return Denomination(self.auction.turned_suit.value)

    def belotes(self) -> tuple[Side, ...]:
        """The side of each belote earned. The words decide, under all options: only who had both cards said them."""
        options = _words_said_by_players(self.rules)
        return tuple(self.form.camps[seat] for seat, _ in belote_holders(self.royal, self.denomination, options))

    def on_cover(self, seat: Seat) -> tuple[Card, ...]:
        """Open cards of a seat that lie on another card."""
        return tuple(top for top, _ in self.piles[seat] if top in self.hands[seat])

    def to_uncover(self, seat: Seat) -> tuple[Card, ...]:
        """Cards of a seat from which the card above has been played."""
        return tuple(under for top, under in self.piles[seat] if top not in self.hands[seat])

    def exchange(self, seat: Seat) -> tuple[Card, Card] | None:
        """The seven that a seat may put down at its turn, and the card it would have for it; None where it may not.

        Before its first card, when the turned suit is trump. Not between a word and its card, which the card received
        might make unlawful.
        """
        turned = self.turned
        if (
            self.word is not None
            or not self.rules.seven_exchange
            or self.phase is not Phase.PLAY
            or self.won
            or turned is None
        ):
            return None
        seven = Card(Rank.N7, turned.suit)
        lawful = self.trumps is Denomination(turned.suit.value) and seven in self.hands[seat]
        return (seven, turned) if lawful and seat == self.turn else None


def _words_said_by_players(options: TwoOptions) -> TwoOptions:
    """The same options where words are said by the players."""
    return options.with_values({"belote_announce": "manual"})


def evolve(state: TwoState, event: Event) -> TwoState | None:
    """The deal after an event of this game alone; None for any other event.

    Raises:
        CorruptLog: the event does not fit the state.
    """
    match event:
        case BottomShown():
            _check(state.phase is Phase.PLAY and event.card in state.talon, event)
            return replace(state, bottom=event.card)
        case SevenExchanged():
            return _exchanged(state, event)
        case RowDealt():
            _check(state.phase is Phase.DEALING and not state.hands[event.seat], event)
            return _received(state, event.seat, event.cards, hand=event.cards)
        case RowCovered():
            return _covered(state, event)
        case CardUncovered():
            return _uncovered(state, event)
        case _:
            return None


def _check(fits: bool, event: Event) -> None:
    if not fits:
        raise CorruptLog(f"{event.kind} does not fit the deal")


def _received(state: TwoState, seat: Seat, cards: tuple[Card, ...], hand: tuple[Card, ...]) -> TwoState:
    dealt = with_hand(state.dealt, seat, (*state.dealt[seat], *cards))
    return replace(state, dealt=dealt, hands=with_hand(state.hands, seat, hand))


def _covered(state: TwoState, event: RowCovered) -> TwoState:
    row = state.hands[event.seat]
    _check(state.phase is Phase.DEALING and len(row) == len(event.cards) and not state.piles[event.seat], event)
    piles = list(state.piles)
    piles[event.seat] = tuple(zip(row, event.cards, strict=True))
    return replace(_received(state, event.seat, event.cards, row), piles=tuple(piles))


def _uncovered(state: TwoState, event: CardUncovered) -> TwoState:
    _check(event.card in state.to_uncover(event.seat), event)
    piles = list(state.piles)
    piles[event.seat] = tuple(pile for pile in piles[event.seat] if pile[1] != event.card)
    hand = (*state.hands[event.seat], event.card)
    return replace(state, piles=tuple(piles), hands=with_hand(state.hands, event.seat, hand))


def _exchanged(state: TwoState, event: SevenExchanged) -> TwoState:
    seat = event.seat
    _check(state.turned == event.received and event.given in state.hands[seat], event)
    said = fact(Key.SAID_EXCHANGE.value, who=Who(seat), given=event.given, received=event.received)

    def swapped(hands: tuple[tuple[Card, ...], ...]) -> tuple[tuple[Card, ...], ...]:
        kept_cards = (card for card in hands[seat] if card != event.given)
        return with_hand(hands, seat, (*kept_cards, event.received))

    return replace(
        state,
        hands=swapped(state.hands),
        dealt=swapped(state.dealt),
        turned=event.given,
        said=(*state.said, said),
        regret=None,
    )
