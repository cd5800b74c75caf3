"""Why a word may not be said now: chelem, poignée, misère, the lone Petit (docs/rules/tarot.md 4, 8, 9 and 16)."""

from __future__ import annotations

from bot.core.cards import Card
from bot.core.errors import IllegalAction, Reason
from bot.core.facts import Term, Who
from bot.core.games.tarot import offers
from bot.core.games.tarot.keys import Refusal
from bot.core.games.tarot.pack import EXCUSE, trumps
from bot.core.games.tarot.poignee import Misere, Size, sizes
from bot.core.games.tarot.state import Phase, TarotState
from bot.core.seats import Seat

_POIGNEES = {f"{offers.POIGNEE}{size.value}": size for size in Size}


def refusal_to_declare(state: TarotState, seat: Seat, what: str) -> IllegalAction:
    """Why a seat may not say a word that it is not offered."""
    if offers.order_due(state):
        assert state.taker is not None
        return IllegalAction(Refusal.ORDER_DUE, who=Who(state.taker))
    if what == offers.CHELEM:
        return _about_chelem(state, seat)
    if what in (offers.ANNUL, offers.IMPRENABLE):
        return IllegalAction(Refusal.NO_LONE_PETIT)
    if what in _POIGNEES:
        if any(shown.seat == seat for shown in state.poignees):
            return IllegalAction(Refusal.POIGNEE_SAID)
        return _about_time(state, seat) or _too_few_trumps(state, seat, _POIGNEES[what])
    if what in (Misere.TRUMPS, Misere.HONOURS):
        return _about_misere(state, seat, Misere(what))
    return IllegalAction(Reason.CALL_NOT_OFFERED)


def _about_chelem(state: TarotState, seat: Seat) -> IllegalAction:
    if state.chelem is not None:
        return IllegalAction(Refusal.CHELEM_SAID, who=Who(state.chelem))
    if state.taker is None:
        return IllegalAction(Refusal.CHELEM_EARLY)
    if seat != state.taker and state.options.chelem_by_defence == "no":
        return IllegalAction(Refusal.CHELEM_OF_TAKER, who=Who(state.taker))
    if state.options.chelem_window == "before_chien":
        return IllegalAction(Refusal.CHELEM_AFTER_CHIEN)
    return IllegalAction(Refusal.GO_SAID if state.phase is Phase.SHOW else Refusal.CHELEM_LATE)


def _about_misere(state: TarotState, seat: Seat, misere: Misere) -> IllegalAction:
    if state.options.misere == "off":
        return IllegalAction(Refusal.NO_MISERE_HERE)
    if (seat, misere) in state.miseres:
        return IllegalAction(Refusal.MISERE_SAID)
    missing = Refusal.MISERE_WITH_TRUMPS if misere is Misere.TRUMPS else Refusal.MISERE_WITH_HONOURS
    return _about_time(state, seat) or IllegalAction(missing)


def _about_time(state: TarotState, seat: Seat) -> IllegalAction | None:
    """Why this is not the moment to show anything; None when it is."""
    if offers.may_show(state, seat):
        return None
    if state.phase is Phase.SHOW:
        return IllegalAction(Refusal.GO_SAID)
    if state.phase is not Phase.PLAY:
        return IllegalAction(Refusal.SHOW_EARLY)
    if state.options.poignee_time == "before_lead":
        return IllegalAction(Refusal.SHOW_BEFORE_LEAD)
    return IllegalAction(Refusal.SHOW_LATE if state.has_played(seat) else Reason.NOT_YOUR_TURN)


def _too_few_trumps(state: TarotState, seat: Seat, size: Size) -> IllegalAction:
    """The count of the hand's trumps, the Excuse included; of the taker's with those put aside."""
    aside: tuple[Card, ...] = state.aside if seat == state.taker else ()
    held = len(trumps((*state.hands[seat], *aside))) + (EXCUSE in state.hands[seat])
    needed = sizes(len(state.seats), state.options)[size]
    return IllegalAction(Refusal.POIGNEE_SHORT, poignee=Term("poignee", size.value), needed=needed, n=held)
