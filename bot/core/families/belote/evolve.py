"""How a deal changes with each shared event: the single place where its state changes."""

from __future__ import annotations

from typing import assert_never

from bot.core.errors import CorruptLog
from bot.core.events import CardPlayed, CardTakenBack, DealScored, DealVoid, Event, HandDealt, TalonSet, TrickWon
from bot.core.evolving import replace
from bot.core.facts import Camp, Fact, Term, Who, fact
from bot.core.families.belote.annonces import Combination, Judged, combinations_of
from bot.core.families.belote.belotes import RoyalPlay, Word
from bot.core.families.belote.events import (
    AnnonceSaid,
    AnnonceShown,
    AnnoncesJudged,
    BeloteSaid,
    TakeBackAgreed,
    TakeBackAsked,
    TakeBackRefused,
)
from bot.core.families.belote.hands import with_hand
from bot.core.families.belote.keys import Key
from bot.core.families.belote.regrets import regretted
from bot.core.families.belote.state import A, BeloteState, Phase, Regret
from bot.core.tricks import Trick, WonTrick


def evolve(state: BeloteState[A], event: Event) -> BeloteState[A]:
    """The deal after a shared event.

    Raises:
        CorruptLog: the event is not one of the family's, or does not fit the state.
    """
    match event:
        case HandDealt():
            return _hand_dealt(state, event)
        case TalonSet():
            return replace(state, talon=event.cards)
        case CardPlayed():
            return _card_played(state, event)
        case TakeBackAsked() | TakeBackAgreed() | TakeBackRefused() | CardTakenBack():
            return regretted(state, event)
        case TrickWon():
            return _trick_won(state, event)
        case BeloteSaid():
            return _belote_said(state, event)
        case AnnonceSaid() | AnnonceShown() | AnnoncesJudged():
            return _evolve_annonces(state, event)
        case DealScored():
            return replace(state, score=event, phase=Phase.OVER)
        case DealVoid():
            return replace(state, phase=Phase.OVER)
        case _:
            raise CorruptLog(f"{event.kind} does not belong to this game")


def _check_play(state: BeloteState[A], event: Event) -> None:
    if state.phase is not Phase.PLAY or state.trumps is None:
        raise CorruptLog(f"{event.kind} before a contract")


def _belote_said(state: BeloteState[A], event: BeloteSaid) -> BeloteState[A]:
    _check_play(state, event)
    key = Key.SAID_BELOTE if event.word is Word.BELOTE else Key.SAID_REBELOTE
    said = (*state.said, fact(key.value, who=Who(event.seat)))
    return replace(state, word=event.word, said=said, regret=None)


def _hand_dealt(state: BeloteState[A], event: HandDealt) -> BeloteState[A]:
    given = frozenset(event.cards)
    hands = with_hand(state.hands, event.seat, state.hands[event.seat] + event.cards)
    all_dealt = state.phase is Phase.DEALING and all(len(hand) == state.form.tricks for hand in hands)
    return replace(
        state,
        phase=Phase.BIDDING if all_dealt else state.phase,
        hands=hands,
        dealt=with_hand(state.dealt, event.seat, state.dealt[event.seat] + event.cards),
        talon=tuple(card for card in state.talon if card not in given),
    )


def _card_played(state: BeloteState[A], event: CardPlayed) -> BeloteState[A]:
    _check_play(state, event)
    seat, card = event.seat, event.card
    hand = state.hands[seat]
    if card not in hand or seat != state.turn:
        raise CorruptLog(f"seat {seat} cannot have played this card")
    royal = state.royal
    if card in state.royals:
        royal = (*royal, RoyalPlay(seat, card, state.word))
    rest = tuple([held for held in hand if held is not card])
    hands = with_hand(state.hands, seat, rest)
    covers = state.options.undo == "none" or len(state.trick.plays) + 1 == state.setup.players
    regret = None if covers else Regret(seat, card)
    return replace(state, hands=hands, trick=state.trick.adding(seat, card), royal=royal, word=None, regret=regret)


def _trick_won(state: BeloteState[A], event: TrickWon) -> BeloteState[A]:
    _check_play(state, event)
    if len(state.trick.plays) != state.setup.players:
        raise CorruptLog("a trick was won before it was complete")
    values, points = state.ranking.values, list(state.points)
    points[state.form.camps[event.seat]] += sum([values[card] for _, card in state.trick.plays])
    return replace(
        state,
        trick=Trick(),
        won=(*state.won, WonTrick(state.trick, event.seat)),
        points=tuple(points),
        leader=event.seat,
    )


def _evolve_annonces(state: BeloteState[A], event: AnnonceSaid | AnnonceShown | AnnoncesJudged) -> BeloteState[A]:
    match event:
        case AnnonceSaid():
            heard = fact(Key.SAID_ANNONCE.value, who=Who(event.seat), annonce=Term("annonce", event.annonce.value))
            announced = (*state.announced, (event.seat, event.annonce))
            return replace(state, announced=announced, said=(*state.said, heard), regret=None)
        case AnnonceShown():
            shown = (*state.shown, (event.seat, _shown(state, event)))
            return replace(state, shown=shown, said=(*state.said, _shown_fact(event)), regret=None)
        case AnnoncesJudged():
            judged = Judged(event.side, event.points, event.cancelled)
            return replace(state, judged=judged, said=(*state.said, *_judged_facts(event)), regret=None)
        case _:
            assert_never(event)


def _shown(state: BeloteState[A], event: AnnonceShown) -> Combination:
    """The combination its cards make, with the strength that compares it."""
    if state.contract is None:
        raise CorruptLog("annonces shown before a contract")
    made = combinations_of(event.cards, state.contract.denomination, "single")
    if len(made) != 1:
        raise CorruptLog("cards shown make no combination")
    return made[0]


def _shown_fact(event: AnnonceShown) -> Fact:
    annonce = Term("annonce", event.annonce.value)
    return fact(Key.SAID_SHOWN.value, who=Who(event.seat), annonce=annonce, cards=event.cards, points=event.points)


def _judged_facts(event: AnnoncesJudged) -> tuple[Fact, ...]:
    if event.cancelled:
        return (fact(Key.SAID_ANNONCES_CANCELLED.value),)
    if event.side is None:
        return ()
    return (fact(Key.SAID_ANNONCES_WON.value, camp=Camp(event.side), points=event.points[event.side]),)
