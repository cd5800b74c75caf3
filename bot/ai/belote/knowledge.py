"""What a seat knows of a deal of belote or coinche, from its situation alone, as numbers for a worker.

Everything comes from the events that the seat has seen; what it may not see is not in them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.ai.belote.kernel import DENOMINATIONS, NUMBERS, RANKS, SUITS, TA, Order, denied, laws_of, mask_of, order_of
from bot.ai.belote.layout import Group, Known, numbers_of
from bot.ai.belote.playout import Trick
from bot.ai.levels import Habits
from bot.core.cards import Card, Rank
from bot.core.events import CardPlayed, CardTakenBack, Event
from bot.core.families.belote.annonces import Annonce
from bot.core.families.belote.belotes import Word
from bot.core.families.belote.classic import CardTurned, Taken
from bot.core.families.belote.contract import Aim, Doubling
from bot.core.families.belote.denominations import Denomination
from bot.core.families.belote.events import AnnonceSaid, AnnonceShown, AnnoncesJudged, BeloteSaid, Passed
from bot.core.families.belote.options import FamilyOptions
from bot.core.games.coinche.events import BidMade, CapotBid, Coinched, GeneraleBid, Surcoinched
from bot.core.games.coinche.options import CoincheOptions
from bot.core.situation import Situation

PASS, TAKE, BID, CAPOT, GENERALE, COINCHE, SURCOINCHE = range(7)
"""Kinds of calls, by number."""

AIMS = tuple(Aim)
DOUBLINGS = tuple(Doubling)
ANNONCES = tuple(Annonce)
_AIM_OF = {TAKE: Aim.TAKE, BID: Aim.NUMBER, CAPOT: Aim.CAPOT, GENERALE: Aim.GENERALE}
_KING, _QUEEN = 6, 5


@dataclass(slots=True)
class Heard:
    """What was dealt, said and played, from the events that a seat has seen.

    Attributes:
        turned: the card turned up.
        calls: seat, kind, level and denomination of each call.
        plays: seat, card and what was said with it.
        announced: a digit to the base 5 for each combination, by seat.
        shown: cards shown, by seat, as masks.
        annonces: points of valid annonces, once compared.
    """

    turned: Card | None = None
    calls: list[tuple[int, int, int, int]] = field(default_factory=list)
    plays: list[tuple[int, Card, Word | None]] = field(default_factory=list)
    announced: list[int] = field(default_factory=lambda: [0] * 4)
    shown: list[int] = field(default_factory=lambda: [0] * 4)
    annonces: Group = ()
    word: Word | None = None

    def hear(self, event: Event) -> None:
        """Take in one event."""
        match event:
            case CardPlayed():
                self.plays.append((event.seat, event.card, self.word))
                self.word = None
            case CardTakenBack():
                self.plays.pop()
            case BeloteSaid():
                self.word = event.word
            case AnnonceSaid():
                self.announced[event.seat] = self.announced[event.seat] * 5 + ANNONCES.index(event.annonce) + 1
            case AnnonceShown():
                self.shown[event.seat] |= mask_of(event.cards)
            case AnnoncesJudged():
                self.annonces = event.points
            case CardTurned():
                self.turned = event.card
            case _:
                self._call(event)

    def _call(self, event: Event) -> None:
        match event:
            case Passed():
                self.calls.append((event.seat, PASS, 0, 0))
            case Taken():
                self.calls.append((event.seat, TAKE, 0, _denomination(event.denomination)))
            case BidMade():
                self.calls.append((event.seat, BID, event.level, _denomination(event.denomination)))
            case CapotBid():
                self.calls.append((event.seat, CAPOT, 0, _denomination(event.denomination)))
            case GeneraleBid():
                self.calls.append((event.seat, GENERALE, 0, _denomination(event.denomination)))
            case Coinched():
                self.calls.append((event.seat, COINCHE, 0, 0))
            case Surcoinched():
                self.calls.append((event.seat, SURCOINCHE, 0, 0))
            case _:
                pass

    def contract(self) -> Group:
        """Taker, denomination, aim, level and doubling of the last bid; empty before there is one."""
        found: Group = ()
        for seat, kind, level, denomination in self.calls:
            if kind in _AIM_OF:
                found = (seat, denomination, AIMS.index(_AIM_OF[kind]), level, 0)
            elif kind in (COINCHE, SURCOINCHE):
                found = (*found[:4], DOUBLINGS.index(Doubling.COINCHE if kind == COINCHE else Doubling.SURCOINCHE))
        return found


def _denomination(named: Denomination) -> int:
    return DENOMINATIONS.index(named)


def known(situation: Situation, habits: Habits, seed: int, choices: Group) -> Known:
    """All that is needed to weigh the choices.

    Args:
        situation: what the seat knows.
        habits: how much and how well it thinks.
        seed: of its chance.
        choices: as in `Known`.
    """
    heard = Heard()
    for event in situation.seen:
        heard.hear(event)
    setup, options = situation.setup, situation.setup.options
    assert isinstance(options, FamilyOptions)
    contract = heard.contract()
    playing = situation.view.phase == "play"
    table = _Table.of(heard, contract, options, setup.dealer) if playing else _Table()
    if playing:
        _belotes(table, heard, contract[1], options, habits.infers)
    turned = 0 if heard.turned is None else mask_of((heard.turned,))
    if playing and turned and not turned & sum(table.played):
        table.held[contract[0]] |= turned
    for seat in range(4) if playing else ():
        table.held[seat] |= heard.shown[seat]
    trick = [NUMBERS[card] for _, card in situation.view.trick.plays]
    milliseconds = max(1, int(1000 * habits.seconds))
    worlds = habits.worlds if playing else habits.bidding_worlds
    return Known(
        rules=numbers_of(options),
        budget=(worlds, int(habits.infers), milliseconds, seed),
        seats=(situation.seat, setup.dealer, int(setup.last), int(playing)),
        match=(*setup.totals, *setup.carried),
        contract=contract,
        calls=tuple(number for call in heard.calls for number in call),
        hand=(mask_of(situation.view.hand),),
        turned=(0 if playing else turned,),
        played=tuple(table.played),
        plays=(table.first, *(NUMBERS[card] for _, card, _ in heard.plays)) if playing else (),
        held=tuple(held & ~played for held, played in zip(table.held, table.played, strict=True)),
        barred=tuple(table.barred),
        sizes=situation.view.hand_sizes,
        trick=tuple(trick),
        won=(table.leader, *table.points, table.winners),
        annonces=heard.annonces,
        announced=tuple(heard.announced),
        silent=(table.silent,),
        choices=choices,
    )


@dataclass(slots=True)
class _Table:
    """The play so far, by numbers."""

    leader: int = 0
    first: int = 0
    winners: int = 0
    silent: int = 0
    points: list[int] = field(default_factory=lambda: [0, 0])
    played: list[int] = field(default_factory=lambda: [0] * 4)
    held: list[int] = field(default_factory=lambda: [0] * 4)
    barred: list[int] = field(default_factory=lambda: [0] * 4)

    @classmethod
    def of(cls, heard: Heard, contract: Group, options: FamilyOptions, dealer: int) -> _Table:
        """Replay the cards played: points, and what each of them denies about its hand."""
        order, laws = order_of(contract[1]), laws_of(contract[1], options)
        first = _first_leader(contract, options, dealer)
        table = cls(first, first)
        trick = Trick()
        for seat, card, _ in heard.plays:
            bit = order.places[NUMBERS[card]]
            partner = trick.count > 0 and (trick.master ^ seat) & 1 == 0
            table.barred[seat] |= order.numbered(denied(bit, trick.led, trick.best, partner, laws))
            table.played[seat] |= 1 << NUMBERS[card]
            trick = trick.adding(seat, bit, laws)
            if trick.count == 4:
                table.points[trick.master & 1] += trick.pile
                table.winners |= 1 << trick.master
                table.leader, trick = trick.master, Trick()
        return table


def _first_leader(contract: Group, options: FamilyOptions, dealer: int) -> int:
    """Who leads to the first trick (docs/rules/belote.md 6 and 7)."""
    alone = AIMS[contract[2]] is Aim.GENERALE and isinstance(options, CoincheOptions) and options.generale_leads
    return contract[0] if alone else (dealer + 1) % 4


def _belotes(table: _Table, heard: Heard, denomination: int, options: FamilyOptions, infers: bool) -> None:
    """What kings and queens of trumps tell of each other (docs/rules/belote.md 8)."""
    if denomination == TA and options.ta_belotes != "all":
        return
    begun = 0
    for seat, card, word in heard.plays:
        suit = NUMBERS[card] // RANKS
        if card.rank not in (Rank.KING, Rank.QUEEN) or denomination not in (suit, TA) or begun >> suit & 1:
            continue
        begun |= 1 << suit
        other = 1 << suit * RANKS + (_QUEEN if card.rank is Rank.KING else _KING)
        in_order = options.belote_order == "any" or card.rank is Rank.KING
        if word is Word.BELOTE:
            table.held[seat] |= other
        elif in_order and (options.belote_announce == "auto" or infers):
            table.barred[seat] |= other
        if word is None:
            table.silent |= 1 << suit


def royal_suits(order: Order) -> tuple[int, ...]:
    """Suits in which there is a belote under an order."""
    if order.denomination < SUITS:
        return (order.denomination,)
    return tuple(range(SUITS)) if order.denomination == TA else ()
