"""Words said with cards: which may be said now, and why not the others (docs/rules/belote.md 8 and 9)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.errors import IllegalAction, Reason
from bot.core.facts import Term
from bot.core.families.belote.belotes import Word, belote_holders, partner_card
from bot.core.families.belote.denominations import Denomination
from bot.core.families.belote.keys import Refusal
from bot.core.families.belote.state import A, BeloteState

ANNONCES = "annonces"
SHOW = "show"


def words(state: BeloteState[A]) -> Iterator[str]:
    """What `refusal_to_declare` does not refuse, without looking for reasons: every turn asks."""
    options = state.options
    if options.belote_announce == "manual" and state.word is None and state.holds_royal:
        yield from (word.value for word in Word if _fits(state, word))
    if options.annonces and options.annonce_announce == "manual" and len(state.won) <= 1:
        yield from (what for what in (ANNONCES, SHOW) if _may(state, what))


def _fits(state: BeloteState[A], word: Word) -> bool:
    """Whether the word goes with a card that the seat whose turn it is may play."""
    return any(card in state.legal.cards for card in state.sayable(state.turn, word))


def _may(state: BeloteState[A], what: str) -> bool:
    if what == ANNONCES:
        return not state.won and not _announced(state) and bool(state.combinations(state.turn))
    return len(state.won) == 1 and _announced(state) and not _shown(state)


def _announced(state: BeloteState[A]) -> bool:
    return any(owner == state.turn for owner, _ in state.announced)


def _shown(state: BeloteState[A]) -> bool:
    return any(owner == state.turn for owner, _ in state.shown)


def refusal_to_declare(state: BeloteState[A], what: str) -> IllegalAction | None:
    """Why the seat whose turn it is may not say this word now; None when it may."""
    options = state.options
    match what:
        case Word.BELOTE.value | Word.REBELOTE.value:
            if options.belote_announce == "auto":
                return IllegalAction(Refusal.WORD_AUTOMATIC)
            return _refusal_of_word(state, Word(what))
        case "annonces" | "show":
            if not options.annonces:
                return IllegalAction(Refusal.NO_ANNONCES)
            if options.annonce_announce == "auto":
                return IllegalAction(Refusal.ANNONCES_AUTOMATIC)
            return None if _may(state, what) else IllegalAction(_refusal_of_annonces(state, what))
        case _:
            return IllegalAction(Reason.CALL_NOT_OFFERED)


def _refusal_of_word(state: BeloteState[A], word: Word) -> IllegalAction | None:
    seat = state.turn
    if state.word is not None:
        word_said = Term("said", state.word.value)
        return IllegalAction(Refusal.WORD_SAID, legal=state.playable_in_order(), word=word_said)
    if _fits(state, word):
        return None
    if any(card in state.legal.cards for card in state.sayable(seat, word, any_order=True)):
        return IllegalAction(Reason.BELOTE_ORDER)
    if state.sayable(seat, word, any_order=True):
        return IllegalAction(Refusal.ROYAL_NOT_NOW, legal=state.playable_in_order(), duty=state.duty())
    if word is Word.REBELOTE:
        return IllegalAction(Refusal.NO_REBELOTE)
    options, denomination = state.options, state.denomination
    only_one = denomination is Denomination.TOUT_ATOUT and options.ta_belotes == "one"
    if only_one and belote_holders(state.royal, denomination, options):
        return IllegalAction(Refusal.ONE_BELOTE)
    begun = [play for play in state.royal if play.seat == seat and partner_card(play.card) in state.hands[seat]]
    if not begun:
        return IllegalAction(Refusal.NO_BELOTE)
    said = begun[0].word is Word.BELOTE
    return IllegalAction(Refusal.REBELOTE_NEXT if said else Refusal.BELOTE_LATE, card=begun[0].card)


def _refusal_of_annonces(state: BeloteState[A], what: str) -> Refusal:
    """Why nothing is announced or shown, given that it may not be."""
    number = len(state.won)
    if what == ANNONCES:
        if number > 0:
            return Refusal.ANNONCES_LATE
        return Refusal.ANNONCES_SAID if _announced(state) else Refusal.NO_COMBINATION
    if not _announced(state):
        return Refusal.NOTHING_TO_SHOW
    if number != 1:
        return Refusal.SHOW_LATE if number > 1 else Refusal.SHOW_EARLY
    return Refusal.ANNONCES_SHOWN
