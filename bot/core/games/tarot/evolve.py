"""How a deal changes with each event: the single place where its state changes."""

from __future__ import annotations

from bot.core.cards import Card
from bot.core.errors import CorruptLog
from bot.core.events import CardPlayed, CardTakenBack, DealScored, DealVoid, Event, HandDealt, TalonSet, TrickWon
from bot.core.evolving import replace
from bot.core.facts import Fact, Term, Who, fact
from bot.core.games.tarot import events as ev
from bot.core.games.tarot.dealing import layout
from bot.core.games.tarot.duties import Order
from bot.core.games.tarot.keys import Key
from bot.core.games.tarot.poignee import Misere
from bot.core.games.tarot.state import Ordered, Phase, Shown, TarotState
from bot.core.seats import Seat
from bot.core.tricks import Trick, WonTrick


def evolve(state: TarotState, event: Event) -> TarotState:
    """The deal after an event.

    Raises:
        CorruptLog: the event is not one of tarot's, or does not fit the state.
    """
    match event:
        case HandDealt() | TalonSet() | ev.PetitSecSaid() | ev.PetitUntouchable():
            return _dealing(state, event)
        case ev.DealCancelled():
            return replace(state, cancelled=event.seat)
        case ev.Passed() | ev.BidMade() | ev.KingCalled() | ev.ChelemAnnounced() | ev.Ready():
            return _before_play(state, event)
        case ev.ChienTurned() | ev.EcartMade() | ev.EcartShown():
            return _ecart(state, event)
        case ev.PoigneeAnnounced() | ev.PoigneeShown() | ev.MisereSaid():
            return _announced(state, event)
        case CardPlayed() | TrickWon() | CardTakenBack():
            return _play(state, event)
        case ev.CardExposed() | ev.CardReturned() | ev.LeadOrdered():
            return _early(state, event)
        case DealScored():
            return replace(state, score=event, phase=Phase.OVER)
        case DealVoid():
            return replace(state, phase=Phase.OVER)
        case _:
            raise CorruptLog(f"{event.kind} does not belong to this game")


def _says(state: TarotState, said: Fact) -> TarotState:
    return replace(state, said=(*state.said, said))


def with_hand(state: TarotState, seat: Seat, hand: tuple[Card, ...]) -> TarotState:
    """The deal with another hand for a seat."""
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def _dealing(state: TarotState, event: HandDealt | TalonSet | ev.PetitSecSaid | ev.PetitUntouchable) -> TarotState:
    match event:
        case HandDealt(seat=seat, cards=given):
            if seat not in state.seats:
                raise CorruptLog(f"seat {seat} plays no part in this deal")
            dealt = (*state.dealt[:seat], given, *state.dealt[seat + 1 :])
            return replace(with_hand(state, seat, given), dealt=dealt)
        case TalonSet(cards=chien):
            return replace(state, chien=chien, phase=Phase.BIDDING)
        case ev.PetitSecSaid(seat=seat):
            return _says(
                replace(state, petit_sec=seat, phase=Phase.PETIT_SEC), fact(Key.SAID_PETIT_SEC.value, who=Who(seat))
            )
        case ev.PetitUntouchable(seat=seat):
            return _says(
                replace(state, untouchable=True, phase=Phase.BIDDING), fact(Key.SAID_UNTOUCHABLE.value, who=Who(seat))
            )


def _before_play(
    state: TarotState, event: ev.Passed | ev.BidMade | ev.KingCalled | ev.ChelemAnnounced | ev.Ready
) -> TarotState:
    match event:
        case ev.Passed() | ev.BidMade():
            if state.phase is not Phase.BIDDING or state.auction.finished:
                raise CorruptLog(f"{event.kind} outside the bidding")
            contract = event.contract if isinstance(event, ev.BidMade) else None
            state = replace(state, auction=state.auction.hear(contract))
            return replace(state, phase=_after_auction(state))
        case ev.KingCalled(card=card):
            state = replace(state, called=card)
            return replace(state, phase=_after_call(state))
        case ev.ChelemAnnounced(seat=seat):
            # A poignée that was being chosen waits for its holder's turn, which a new leader puts off.
            choosing = () if state.phase is Phase.PLAY else state.choosing
            state = replace(state, chelem=seat, leader=seat, ordered=None, choosing=choosing)
            return _says(state, fact(Key.SAID_CHELEM.value, who=Who(seat)))
        case ev.Ready(seat=seat):
            if state.phase is Phase.CHELEM:
                return _after_window(state)
            waiting = state.waiting - {seat}
            return replace(state, waiting=waiting, phase=state.phase if waiting else Phase.PLAY)


def _after_auction(state: TarotState) -> Phase:
    if not state.auction.finished or state.auction.high is None:
        return Phase.BIDDING
    if len(state.seats) == 5:
        return Phase.CALL
    return _after_call(state)


def _after_call(state: TarotState) -> Phase:
    """The taker is asked for a chelem where there will be no écart, or where it must be said before the chien."""
    if state.contract is None:
        raise CorruptLog("a card was called before a contract")
    asked = not state.contract.takes_chien or state.options.chelem_window == "before_chien"
    return Phase.CHELEM if asked else Phase.ECART


def _after_window(state: TarotState) -> TarotState:
    if state.contract is None:
        raise CorruptLog("nobody has taken")
    return replace(state, phase=Phase.ECART) if state.contract.takes_chien else _to_play(state)


def _to_play(state: TarotState) -> TarotState:
    """The deal after everything about the chien: announcements first where they come before the lead."""
    if state.options.poignee_time == "before_lead":
        return replace(state, phase=Phase.SHOW, waiting=frozenset(state.seats))
    return replace(state, phase=Phase.PLAY)


def _ecart(state: TarotState, event: ev.ChienTurned | ev.EcartMade | ev.EcartShown) -> TarotState:
    taker = state.taker
    if taker is None:
        raise CorruptLog(f"{event.kind} before a contract")
    match event:
        case ev.ChienTurned(cards=cards):
            state = replace(with_hand(state, taker, state.hands[taker] + cards), turned=True)
            return _found(state) if state.called in cards else state
        case ev.EcartMade(seat=seat, cards=cards):
            rest = tuple(card for card in state.hands[seat] if card not in cards)
            if len(rest) + layout(len(state.seats)).chien != len(state.hands[seat]):
                raise CorruptLog(f"seat {seat} cannot have put those cards aside")
            return replace(with_hand(state, seat, rest), aside=cards)
        case ev.EcartShown(trumps=trumps):
            return _to_play(replace(state, shown_aside=trumps))


def _found(state: TarotState) -> TarotState:
    """The called card lies open in the chien: the taker is alone, and everybody knows."""
    assert state.taker is not None
    said = fact(Key.SAID_ALONE.value, who=Who(state.taker))
    return _says(replace(state, revealed=True), said)


def _announced(state: TarotState, event: ev.PoigneeAnnounced | ev.PoigneeShown | ev.MisereSaid) -> TarotState:
    match event:
        case ev.PoigneeAnnounced(seat=seat, size=size):
            return replace(state, choosing=(*state.choosing, (seat, size)))
        case ev.PoigneeShown(seat=seat, size=size, cards=cards):
            shown = (*state.poignees, Shown(seat, size, cards))
            said = fact(Key.SAID_POIGNEE.value, who=Who(seat), poignee=Term("poignee", size.value))
            choosing = tuple(other for other in state.choosing if other[0] != seat)
            return _says(replace(state, choosing=choosing, poignees=shown), said)
        case ev.MisereSaid(seat=seat, misere=misere):
            key = Key.SAID_MISERE_TRUMPS if misere is Misere.TRUMPS else Key.SAID_MISERE_HONOURS
            said = fact(key.value, who=Who(seat))
            return _says(replace(state, miseres=(*state.miseres, (seat, misere))), said)


def _play(state: TarotState, event: CardPlayed | TrickWon | CardTakenBack) -> TarotState:
    if state.phase is not Phase.PLAY or state.taker is None:
        raise CorruptLog(f"{event.kind} outside the play")
    match event:
        case CardPlayed():
            return _card_played(state, event)
        case TrickWon(seat=seat):
            if len(state.trick.plays) != len(state.seats):
                raise CorruptLog("a trick was won before it was complete")
            won = (*state.won, WonTrick(state.trick, seat))
            return replace(state, trick=Trick(), won=won, leader=seat, early=(), ordered=None)
        case CardTakenBack(seat=seat, card=card):
            if not state.trick.plays or state.trick.plays[-1] != (seat, card):
                raise CorruptLog(f"seat {seat} cannot take {card.code} back")
            state = with_hand(state, seat, (*state.hands[seat], card))
            trick = Trick(state.trick.plays[:-1])
            return replace(state, trick=trick, returned=(*state.returned, seat), choosing=())


def _card_played(state: TarotState, event: CardPlayed) -> TarotState:
    seat, card = event.seat, event.card
    hand = state.hands[seat]
    if card not in hand or seat != state.turn:
        raise CorruptLog(f"seat {seat} cannot have played {card.code}")
    state = with_hand(state, seat, tuple(held for held in hand if held != card))
    early = tuple(play for play in state.early if play[0] != seat)
    state = replace(state, trick=state.trick.adding(seat, card), early=early)
    return _partner_seen(state, seat) if card == state.called and not state.revealed else state


def _partner_seen(state: TarotState, seat: Seat) -> TarotState:
    assert state.called is not None
    if seat == state.taker:
        return _found(state)
    said = fact(Key.SAID_PARTNER.value, who=Who(seat), card=state.called)
    return _says(replace(state, revealed=True), said)


def _early(state: TarotState, event: ev.CardExposed | ev.CardReturned | ev.LeadOrdered) -> TarotState:
    if state.phase is not Phase.PLAY or state.taker is None:
        raise CorruptLog(f"{event.kind} outside the play")
    match event:
        case ev.CardExposed(seat=seat, card=card, asks=asks):
            if card not in state.hands[seat] or state.exposed(seat) is not None:
                raise CorruptLog(f"seat {seat} cannot have shown {card.code}")
            ordered = Ordered(card.suit) if asks else state.ordered
            state = replace(state, early=(*state.early, (seat, card)), ordered=ordered)
            # The called card has been seen, whether it may be played at its turn or goes back to the hand.
            return _partner_seen(state, seat) if card == state.called and not state.revealed else state
        case ev.CardReturned(seat=seat):
            early = tuple(play for play in state.early if play[0] != seat)
            return replace(state, early=early, returned=(*state.returned, seat))
        case ev.LeadOrdered(seat=seat, order=order, suit=suit):
            state = replace(state, ordered=Ordered(suit, order))
            if order is Order.FREE:
                return state
            key = Key.SAID_DEMANDS if order is Order.DEMAND else Key.SAID_FORBIDS
            return _says(state, fact(key.value, who=Who(seat), suit=Term("suit", suit.value)))
