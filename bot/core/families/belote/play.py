"""Playing cards and saying words: what is offered, and the events of what is done (docs/rules/belote.md 7 to 9)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from bot.core.actions import Action, Declare, PlayCard
from bot.core.cards import Card
from bot.core.errors import IllegalAction, Reason
from bot.core.events import CardPlayed, TrickWon
from bot.core.facts import Term
from bot.core.families.belote.annonces import judge
from bot.core.families.belote.belotes import Word
from bot.core.families.belote.events import AnnonceSaid, AnnonceShown, AnnoncesJudged, BeloteSaid
from bot.core.families.belote.sayings import refusal_to_declare
from bot.core.families.belote.sayings import words as sayings
from bot.core.families.belote.state import A, BeloteState
from bot.core.game import Draft
from bot.core.prompts import OneOf, Prompt
from bot.core.seats import Seat


def play_prompts(state: BeloteState[A]) -> tuple[Prompt, ...]:
    """What the seat whose turn it is may do: its cards, then the words it may say first."""
    cards = state.playable_in_order()
    prompts: tuple[Prompt, ...] = (OneOf(tuple([_playing(card) for card in cards])),)
    words = tuple([Declare(what) for what in sayings(state)])
    return (*prompts, OneOf(words)) if words else prompts


@cache
def _playing(card: Card) -> PlayCard:
    return PlayCard(card)


def declare(draft: Draft[BeloteState[A]], seat: Seat, what: str) -> None:
    """Say a word at one's turn, before the card it goes with.

    Raises:
        IllegalAction: the word may not be said now.
    """
    refused = refusal_to_declare(draft.state, what)
    if refused is not None:
        raise refused
    match what:
        case "annonces":
            _announce(draft, seat)
        case "show":
            _show(draft, seat)
        case _:
            draft.emit(BeloteSaid(seat, Word(what)))


def _announce(draft: Draft[BeloteState[A]], seat: Seat) -> None:
    for made in draft.state.combinations(seat):
        draft.emit(AnnonceSaid(seat, made.kind))


def _announce_by_itself(draft: Draft[BeloteState[A]], seat: Seat) -> None:
    """Announce once: whose first card was taken back has announced already."""
    if all(owner != seat for owner, _ in draft.state.announced):
        _announce(draft, seat)


def _show(draft: Draft[BeloteState[A]], seat: Seat) -> None:
    for made in draft.state.combinations(seat):
        draft.emit(AnnonceShown(seat, made.kind, made.cards, made.points))


def play_card(draft: Draft[BeloteState[A]], seat: Seat, card: Card) -> None:
    """Play a card, with what the program says by itself, up to the gathering of the trick.

    Raises:
        IllegalAction: the card is not held, breaks a duty, or another card was promised.
    """
    state = draft.state
    _check_card(state, seat, card)
    if not state.won and state.options.annonces and state.options.annonce_announce == "auto":
        _announce_by_itself(draft, seat)
    if state.options.belote_announce == "auto":
        _say_by_itself(draft, seat, card)
    draft.emit(CardPlayed(seat, card))
    _judge_annonces(draft)
    if len(draft.state.trick.plays) == draft.state.setup.players:
        winning = draft.state.winning
        assert winning is not None
        draft.emit(TrickWon(winning[0]))


def _say_by_itself(draft: Draft[BeloteState[A]], seat: Seat, card: Card) -> None:
    if card not in draft.state.royals:
        return
    for word in Word:
        if card in draft.state.sayable(seat, word):
            draft.emit(BeloteSaid(seat, word))
            return


def _check_card(state: BeloteState[A], seat: Seat, card: Card) -> None:
    if card not in state.hands[seat]:
        raise IllegalAction(Reason.NOT_IN_HAND, legal=state.playable_in_order(), duty=state.duty(), card=card)
    legal = state.legal
    if card not in legal.cards:
        raise replace(legal, cards=state.playable_in_order()).refusal(card)
    if state.word is None or card in state.playable():
        return
    if card in state.sayable(seat, state.word, any_order=True):
        raise IllegalAction(Reason.BELOTE_ORDER, legal=state.playable_in_order())
    raise IllegalAction(Reason.DECLARED_CARD_DUE, legal=state.playable_in_order(), word=Term("said", state.word.value))


def _judge_annonces(draft: Draft[BeloteState[A]]) -> None:
    """Compare annonces: after the first card of trick 2 by the program, or when trick 2 is full among those shown."""
    state = draft.state
    if not state.announced or len(state.won) != 1:
        return
    first = state.won[0].trick.plays[0][0]
    tie = state.options.annonce_tie
    if state.options.annonce_announce == "manual":
        if len(state.trick.plays) == state.setup.players:
            result = judge(state.shown_combinations(), first, tie, state.form)
            draft.emit(AnnoncesJudged(result.side, result.points, result.cancelled))
        return
    if len(state.trick.plays) == 1:
        seats = dict.fromkeys(seat for seat, _ in state.announced)
        result = judge({seat: state.combinations(seat) for seat in seats}, first, tie, state.form)
        draft.emit(AnnoncesJudged(result.side, result.points, result.cancelled))
        for seat in seats:
            if state.form.camps[seat] == result.side:
                _show(draft, seat)


def act(draft: Draft[BeloteState[A]], seat: Seat, action: Action) -> None:
    """Do an action of the seat whose turn it is, in play.

    Raises:
        IllegalAction: it is not allowed.
    """
    match action:
        case PlayCard():
            play_card(draft, seat, action.card)
        case Declare():
            declare(draft, seat, action.what)
        case _:
            raise IllegalAction(Reason.WRONG_PHASE)
