"""What players type: cards and calls in many forms become an action's code."""

from __future__ import annotations

from bot.core.cards import Card
from bot.core.prompts import PickCards
from bot.core.registry import game_of
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.models import SeatView
from bot.i18n.typed import (
    MORE,
    declarations,
    is_begun,
    named_calls,
    named_codes,
    parse_call,
    parse_card,
    parse_cards,
    parse_declaration,
    parse_named,
)
from bot.i18n.vocabulary import calls_of, words_of
from bot.i18n.words import Words
from bot.render.labels import action_label, card_of
from bot.render.names import names_of
from bot.ui.call import Call
from bot.ui.present import Notice
from bot.ui.scenes import seat_scene

CALL = "call"
"""The kind of action by which a game lets a card be called."""

TAKE_BACK = "takeback"
"""The kind of action by which a game lets a card be taken back."""

NOT_NOW = "not now"
"""What is chosen in place of a card when none may be played: the answer says why."""

_PHASE = "refusal.wrong_phase"


async def the_seat(call: Call, table: int | None) -> SeatView:
    """The member's seat at the table that is meant, where the match goes on: else nothing that is typed is read.

    Raises:
        EngineRefusal: NO_TABLE, NOT_SEATED, PAUSED.
        SeveralTables: it could be several.
    """
    seat = await call.the_seat(table)
    if seat.table.paused:
        raise EngineRefusal(Trouble.PAUSED)
    return seat


async def act(call: Call, seat: SeatView, code: str) -> None:
    """Do the action, then answer with the hand as it is now."""
    after = await call.answer.saving(call.front.service.act(seat.table.id, call.user, code, None, call.nonce))
    await call.send_hand(after)


def card_code(text: str, seat: SeatView, words: Words) -> str:
    """The code that plays a typed card: a playable one first, else any of the hand, for the rules to say why not.

    Raises:
        Notice: the text fits no card of the pack, or several; or no card is played now.
    """
    if seat.view is None or seat.view.phase != "play" or text == NOT_NOW:
        raise not_now(seat, words) or Notice("error.no_card")
    if card_of(text) is not None:
        return text
    for candidates in (seat.view.playable, seat.view.hand, _pack(seat)):
        found = parse_card(text, candidates, words.language)
        if found:
            break
    held = {*seat.view.playable, *seat.view.hand}
    if not found or (len(found) > 1 and held.isdisjoint(found)):
        raise Notice("error.no_card")
    if len(found) > 1:
        raise Notice("error.which_card", cards=found)
    return f"play:{found[0].code}"


def not_now(seat: SeatView, words: Words) -> Notice | None:
    """Why this seat plays no card now, as far as that is known before one is named; None when it is its turn."""
    view = seat.view
    if view is None:
        return Notice("mine.no_hand")
    if view.phase != "play":
        return Notice({"bidding": "error.bidding_on", "over": "refusal.deal_over"}.get(view.phase, _PHASE))
    if seat.seat in view.to_act:
        return None
    if not view.to_act:
        return Notice("refusal.not_your_turn")
    names = names_of(seat_scene(seat), words)
    return Notice("error.whose_turn", who=words.both([names.seat(other) for other in sorted(view.to_act)]))


def call_code(text: str, seat: SeatView, words: Words) -> str:
    """The code of a typed call: one that is offered, else one of the game's, for the rules to say why not.

    Raises:
        Notice: the text fits no call, or several; or it is not the time.
    """
    found = parse_call(text, seat.prompts)
    if seat.view is not None and seat.view.phase not in ("play", "over"):
        known = calls_of(seat.table.game)
        # "garde" is that call and no other, even where a dearer one that begins so is all that is left.
        named = named_calls(text, known)
        if not found or (named and not {*found}.intersection(named)):
            found = named[:1] or parse_call(text, known)[:1]
    if not found:
        raise Notice(_no_call(seat))
    if len(found) > 1:
        raise Notice("error.which_call", calls=words.either([action_label(code, words) for code in found]))
    return found[0]


def declaration_code(text: str, seat: SeatView, words: Words) -> str:
    """The code of a typed announcement: one that is offered, else any, for the rules to say why not.

    Raises:
        Notice: the text fits nothing that is announced in any game.
    """
    offered = declarations(seat.prompts)
    chosen = parse_declaration(text, seat.prompts) or tuple(
        code for code in offered if text.strip() and is_begun(text, action_label(code, words))
    )
    if not chosen and seat.view is not None and seat.view.phase != "over":
        chosen = parse_declaration(text, words_of(seat.table.game))
    if not chosen:
        raise Notice("error.no_call" if offered else "error.nothing_now")
    if len(chosen) > 1:
        raise Notice("error.which_call", calls=words.either([action_label(code, words) for code in chosen]))
    return chosen[0]


def named_code(text: str, kind: str, seat: SeatView, words: Words) -> str:
    """The code of an action of this kind for a typed card: an offered one, else any card, for the rules to say why not.

    Raises:
        Notice: nothing of the kind may be done now; or the text fits no card, or several.
    """
    if not named_codes(kind, seat.prompts):
        raise Notice("error.no_named")
    found = parse_named(text, kind, seat.prompts, words.language)
    meant = found or tuple(f"{kind}:{card.code}" for card in parse_card(text, _pack(seat), words.language))
    if not meant:
        raise Notice("error.no_card")
    if len(meant) > 1:
        raise Notice("error.which_card", cards=tuple(Card.parse(code.removeprefix(f"{kind}:")) for code in meant))
    return meant[0]


def pick_code(text: str, seat: SeatView, words: Words) -> str:
    """The code of several typed cards, of those to choose from or else of the hand: the rules then say why not.

    Raises:
        Notice: no cards are chosen now; or a part of the text fits no card, or several.
    """
    pick = the_pick(seat)
    if pick is None:
        raise Notice("error.no_pick")
    if text.startswith(f"{pick.kind}:"):
        return text
    held = () if seat.view is None else tuple(card for card in seat.view.hand if card not in pick.pool)
    for candidates in (pick.pool, (*pick.pool, *held)):
        picked, rest = parse_cards(text, candidates, words.language)
        if picked and not rest:
            return f"{pick.kind}:{' '.join(card.code for card in picked)}"
    found = parse_card(rest, pick.pool, words.language)
    raise Notice("error.which_card", cards=found) if len(found) > 1 else Notice("error.no_card")


def pick_choice(pick: PickCards, chosen: tuple[Card, ...], words: Words) -> tuple[str, str]:
    """A choice of cards in a list: "4♠, D♥ … 2/6", which reads as what it says, and its code."""
    label = ", ".join(words.short(card) for card in chosen)
    if len(chosen) < pick.minimum:
        label = f"{label} {MORE} {len(chosen)}/{pick.maximum}"
    return label, f"{pick.kind}:{' '.join(card.code for card in chosen)}"


def the_pick(seat: SeatView) -> PickCards | None:
    """What cards are to be chosen from; None when none are."""
    return next((prompt for prompt in seat.prompts if isinstance(prompt, PickCards)), None)


def take_back_code(seat: SeatView) -> str:
    """The code that takes a card back, offered or not: the rules then say why not.

    Raises:
        Notice: the game knows no such thing.
    """
    if TAKE_BACK not in {action.kind for action in game_of(seat.table.game).action_types}:
        raise Notice("error.no_take_back")
    return TAKE_BACK


def _no_call(seat: SeatView) -> str:
    """Why what was typed is no call: the wrong time, or the wrong words."""
    match None if seat.view is None else seat.view.phase:
        case None:
            return "refusal.not_playing"
        case "bidding":
            return "error.no_call" if seat.prompts else "refusal.not_your_turn"
        case "play":
            return "error.bidding_over"
        case "over":
            return "refusal.deal_over"
        case _:
            return "error.no_call" if seat.prompts else _PHASE


def _pack(seat: SeatView) -> tuple[Card, ...]:
    """Every card of the game: typing one that is not held is answered by the rules, not by "unknown card"."""
    table = seat.table
    return game_of(table.game).deck(table.options, table.players)
