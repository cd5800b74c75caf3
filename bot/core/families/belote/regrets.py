"""Taking the latest card back, by oneself or with the opponents' consent (docs/rules/belote.md 14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from bot.core.actions import Action, Agree, Refuse, TakeBack
from bot.core.errors import CorruptLog, IllegalAction, Reason
from bot.core.events import CardTakenBack
from bot.core.evolving import replace
from bot.core.facts import Fact, Who, fact
from bot.core.families.belote.events import TakeBackAgreed, TakeBackAsked, TakeBackRefused
from bot.core.families.belote.hands import with_hand
from bot.core.families.belote.keys import Key, Refusal
from bot.core.families.belote.state import A, BeloteState, Regret
from bot.core.game import Draft
from bot.core.prompts import OneOf, Prompt
from bot.core.seats import Seat, all_seats
from bot.core.tricks import Trick

REGRETS: tuple[type[Action], ...] = (TakeBack, Agree, Refuse)
"""The actions that all games of the family offer about the latest card."""

ANSWERS = OneOf((Agree(), Refuse()))
"""What an opponent is offered while somebody asks to take a card back."""

_TAKING = OneOf((TakeBack(),))
_WORDS = frozenset({Key.SAID_BELOTE.value, Key.SAID_REBELOTE.value})

RegretEvent = TakeBackAsked | TakeBackAgreed | TakeBackRefused | CardTakenBack


def regret_prompts(state: BeloteState[A], seat: Seat) -> Iterator[Prompt]:
    """What a seat is offered about the latest card, whoever's turn it is."""
    regret = state.regret
    if regret is None:
        return
    if seat == regret.seat and not regret.asked:
        yield _TAKING
    if seat in regret.waiting:
        yield ANSWERS


def regret_facts(state: BeloteState[A]) -> tuple[Fact, ...]:
    """That somebody asks for the latest card, or was refused it, until somebody plays or speaks."""
    regret = state.regret
    if regret is None or not regret.asked:
        return ()
    if regret.refused is not None:
        return (fact(Key.SAID_TAKE_BACK_REFUSED.value, who=Who(regret.refused), card=regret.card),)
    return (fact(Key.SAID_TAKE_BACK_ASKED.value, who=Who(regret.seat), card=regret.card),)


def regret_act(draft: Draft[BeloteState[A]], seat: Seat, action: TakeBack | Agree | Refuse) -> None:
    """Take a card back, ask for it, or answer who asks.

    Raises:
        IllegalAction: it is not allowed.
    """
    regret = draft.state.regret
    if isinstance(action, TakeBack):
        _take_back(draft, seat)
        return
    if regret is None or seat not in regret.waiting:
        raise IllegalAction(Refusal.NOT_ASKED)
    if isinstance(action, Refuse):
        draft.emit(TakeBackRefused(seat))
        return
    draft.emit(TakeBackAgreed(seat))
    if regret.waiting == (seat,):
        draft.emit(CardTakenBack(regret.seat, regret.card))


def _take_back(draft: Draft[BeloteState[A]], seat: Seat) -> None:
    state, regret = draft.state, draft.state.regret
    if state.options.undo == "none":
        raise IllegalAction(Reason.NO_TAKE_BACK)
    if regret is None or regret.seat != seat:
        raise IllegalAction(Refusal.CARD_STAYS)
    if regret.refused is not None:
        raise IllegalAction(Refusal.TAKE_BACK_REFUSED, who=Who(regret.refused))
    if regret.asked:
        raise IllegalAction(Refusal.TAKE_BACK_ASKED)
    asks = state.options.undo == "consent"
    draft.emit(TakeBackAsked(seat, regret.card) if asks else CardTakenBack(seat, regret.card))


def regretted(state: BeloteState[A], event: RegretEvent) -> BeloteState[A]:
    """The deal after a card was asked for, granted, refused or taken back.

    Raises:
        CorruptLog: the event does not fit the state.
    """
    regret = state.regret
    if regret is None:
        raise CorruptLog(f"{event.kind} where no card may be taken back")
    if isinstance(event, CardTakenBack):
        return _taken_back(state, regret, event)
    return replace(state, regret=_answered(state, regret, event), regrets=state.regrets + 1)


def _answered(state: BeloteState[A], regret: Regret, event: TakeBackAsked | TakeBackAgreed | TakeBackRefused) -> Regret:
    match event:
        case TakeBackAsked(seat=seat, card=card):
            if regret != Regret(seat, card):
                raise CorruptLog(f"seat {seat} cannot have asked for this card")
            camps = state.form.camps
            opponents = (other for other in all_seats(state.setup.players) if camps[other] != camps[seat])
            return _asked_for(regret, waiting=tuple(opponents))
        case TakeBackAgreed(seat=seat) | TakeBackRefused(seat=seat):
            if seat not in regret.waiting:
                raise CorruptLog(f"seat {seat} was not asked")
            if isinstance(event, TakeBackRefused):
                return _asked_for(regret, refused=seat)
            return _asked_for(regret, waiting=tuple(other for other in regret.waiting if other != seat))
        case _:
            assert_never(event)


def _asked_for(regret: Regret, waiting: tuple[Seat, ...] = (), refused: Seat | None = None) -> Regret:
    """The same card, asked for, with these answers due or this refusal given."""
    return Regret(regret.seat, regret.card, True, waiting, refused)


def _taken_back(state: BeloteState[A], regret: Regret, event: CardTakenBack) -> BeloteState[A]:
    """The card is in the hand again, and the word said with it is not said; what a hand announced stays announced."""
    seat, card = event.seat, event.card
    due = regret.waiting or regret.refused is not None
    if (regret.seat, regret.card) != (seat, card) or due:
        raise CorruptLog(f"seat {seat} cannot have taken this card back")
    royal, said = state.royal, state.said
    if royal and royal[-1].card == card:
        said = said if royal[-1].word is None else _without_word(said, seat)
        royal = royal[:-1]
    return replace(
        state,
        hands=with_hand(state.hands, seat, (*state.hands[seat], card)),
        trick=Trick(state.trick.plays[:-1]),
        royal=royal,
        said=(*said, fact(Key.SAID_TAKEN_BACK.value, who=Who(seat), card=card)),
        regret=None,
        regrets=state.regrets + 1,
    )


def _without_word(said: tuple[Fact, ...], seat: Seat) -> tuple[Fact, ...]:
    """What was said, without the last belote or rebelote of a seat."""
    last = max(place for place, told in enumerate(said) if told.key in _WORDS and told.get("who") == Who(seat))
    return (*said[:last], *said[last + 1 :])
