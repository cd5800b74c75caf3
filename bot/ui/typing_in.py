"""What players type: cards and calls in many forms become an action's code."""

from __future__ import annotations

from bot.core.cards import Card
from bot.engine.models import SeatView
from bot.i18n.typed import parse_call, parse_card
from bot.i18n.words import Words
from bot.render.labels import action_label, card_of
from bot.ui.call import Call
from bot.ui.present import Notice
from bot.ui.suggestions import declaration_codes, plain


async def act(call: Call, seat: SeatView, code: str) -> None:
    """Do the action, then answer with the hand as it is now."""
    after = await call.answer.after(call.front.service.act(seat.table.id, call.user, code, None, call.nonce))
    await call.show_hand(after)


def card_code(text: str, seat: SeatView) -> str:
    """The code that plays a typed card: a playable one first, else any of the hand, for the rules to say why not.

    Raises:
        Notice: the text fits no card of the hand, or several.
    """
    if seat.view is None:
        raise Notice("mine.no_hand")
    if card_of(text) is not None:
        return text
    found = parse_card(text, seat.view.playable) or parse_card(text, seat.view.hand) or parse_card(text, _pack(seat))
    if not found:
        raise Notice("error.no_card")
    if len(found) > 1:
        raise Notice("error.which_card", cards=found)
    return f"play:{found[0].code}"


def call_code(text: str, seat: SeatView, words: Words) -> str:
    """The code of a typed call.

    Raises:
        Notice: the text fits no call, or several; or it is not the time.
    """
    if not seat.prompts:
        bidding = seat.view is not None and seat.view.phase == "bidding"
        raise Notice("refusal.not_your_turn" if bidding else "refusal.wrong_phase")
    found = parse_call(text, seat.prompts)
    if not found:
        raise Notice("error.no_call")
    if len(found) > 1:
        raise Notice("error.which_call", calls=words.either([action_label(code, words) for code in found]))
    return found[0]


def declaration_code(text: str, seat: SeatView, words: Words) -> str:
    """The code of a typed announcement.

    Raises:
        Notice: the text fits nothing that may be announced.
    """
    offered = declaration_codes(seat.prompts)
    if text.startswith("declare:"):
        return text
    found = [code for code in offered if plain(text) and plain(text) in plain(action_label(code, words))]
    exact = [code for code in found if plain(action_label(code, words)) == plain(text)]
    chosen = exact or found
    if not chosen:
        raise Notice("refusal.nothing_to_declare" if not offered else "error.no_call")
    if len(chosen) > 1:
        raise Notice("error.which_call", calls=words.either([action_label(code, words) for code in chosen]))
    return chosen[0]


def _pack(seat: SeatView) -> tuple[Card, ...]:
    """Cards that lie open: typing one of them is answered by the rules, not by "unknown card"."""
    view = seat.view
    if view is None:
        return ()
    return tuple(card for _, card in view.trick.plays)
