"""Every sentence tarot can ask for, with its data; the words live in the catalogues.

`DATA` names the values each fact carries and their kind, as the belote family's keys do.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from bot.core.account import Part
from bot.core.errors import Reason


class Key(StrEnum):
    """Keys of tarot's facts."""

    # Why only some cards may be played.
    DUTY_FOLLOW = "duty.tarot.follow"
    DUTY_RUFF = "duty.tarot.ruff"
    DUTY_OVERRUFF = "duty.tarot.overruff"
    DUTY_UNDERRUFF = "duty.tarot.underruff"
    DUTY_RISE = "duty.tarot.rise"
    DUTY_TRUMP = "duty.tarot.trump"
    DUTY_CALLED_SUIT = "duty.tarot.called_suit"
    DUTY_DEMANDED = "duty.tarot.demanded"
    DUTY_FORBIDDEN = "duty.tarot.forbidden"
    DUTY_EXCUSE = "duty.tarot.excuse"
    # Calls of the auction.
    CALL_PASSED = "call.tarot.pass"
    CALL_PETITE = "call.petite"
    CALL_GARDE = "call.garde"
    CALL_GARDE_SANS = "call.garde_sans"
    CALL_GARDE_CONTRE = "call.garde_contre"
    # The contract in force, at five with the called card.
    CONTRACT_PETITE = "contract.petite"
    CONTRACT_GARDE = "contract.garde"
    CONTRACT_GARDE_SANS = "contract.garde_sans"
    CONTRACT_GARDE_CONTRE = "contract.garde_contre"
    CONTRACT_PETITE_CALLED = "contract.petite_called"
    CONTRACT_GARDE_CALLED = "contract.garde_called"
    CONTRACT_GARDE_SANS_CALLED = "contract.garde_sans_called"
    CONTRACT_GARDE_CONTRE_CALLED = "contract.garde_contre_called"
    # What was said aloud.
    SAID_PETIT_SEC = "said.petit_sec"
    SAID_UNTOUCHABLE = "said.untouchable"
    SAID_CHELEM = "said.chelem"
    SAID_POIGNEE = "said.poignee"
    SAID_MISERE_TRUMPS = "said.misere_atout"
    SAID_MISERE_HONOURS = "said.misere_tete"
    SAID_PARTNER = "said.partner"
    SAID_ALONE = "said.alone"
    SAID_DEMANDS = "said.demands"
    SAID_FORBIDS = "said.forbids"
    # Why a deal was annulled.
    ACCOUNT_PETIT_SEC = "account.petit_sec"
    ACCOUNT_LONE_EXCUSE = "account.lone_excuse"
    # How a deal was counted.
    ACCOUNT_PARTNER = "account.partner"
    ACCOUNT_ALONE = "account.alone"
    ACCOUNT_EXCUSE_LOST = "account.excuse_lost"
    ACCOUNT_PETIT_LOST = "account.petit_lost"
    ACCOUNT_EXCUSE_GIVEN_BACK = "account.excuse_given_back"
    ACCOUNT_EXCUSE_UNPAID = "account.excuse_unpaid"
    ACCOUNT_POINTS = "account.tarot.points"
    ACCOUNT_POINTS_HALF = "account.tarot.points_half"
    ACCOUNT_POINTS_ODD = "account.tarot.points_odd"
    ACCOUNT_JUST_MADE = "account.tarot.just_made"
    ACCOUNT_MADE = "account.tarot.made"
    ACCOUNT_FAILED = "account.tarot.failed"
    ACCOUNT_ROUNDED = "account.tarot.rounded"
    # What every defender pays to the attack, part by part.
    ACCOUNT_CONTRACT = "account.tarot.contract"
    ACCOUNT_CONTRACT_SINGLE = "account.tarot.contract_single"
    ACCOUNT_CONTRACT_LOST = "account.tarot.contract_lost"
    ACCOUNT_CONTRACT_LOST_SINGLE = "account.tarot.contract_lost_single"
    ACCOUNT_PETIT_ATTACK = "account.petit_attack"
    ACCOUNT_PETIT_ATTACK_SINGLE = "account.petit_attack_single"
    ACCOUNT_PETIT_DEFENCE = "account.petit_defence"
    ACCOUNT_PETIT_DEFENCE_SINGLE = "account.petit_defence_single"
    ACCOUNT_POIGNEE = "account.poignee"
    ACCOUNT_SWEPT_ATTACK = "account.swept_attack"
    ACCOUNT_SWEPT_DEFENCE = "account.swept_defence"
    ACCOUNT_CHELEM_KEPT = "account.chelem_kept"
    ACCOUNT_CHELEM_MISSED = "account.chelem_missed"
    ACCOUNT_MISERE_TRUMPS = "account.misere_atout"
    ACCOUNT_MISERE_HONOURS = "account.misere_tete"
    # Who pays.
    ACCOUNT_DEFENDERS_PAY = "account.defenders_pay"
    ACCOUNT_DEFENDERS_RECEIVE = "account.defenders_receive"
    ACCOUNT_PERSONAL = "account.personal"
    ACCOUNT_MARKS = "account.tarot.marks"


class Refusal(StrEnum):
    """Why something is refused, beyond the reasons all games share."""

    CUT_ONLY = "tarot_cut_only"
    SITS_OUT = "sits_out"
    NOT_HIGHER = "not_higher"
    NO_PETITE = "no_petite"
    CALL_NOT_A_KING = "call_not_a_king"
    CALL_OWN_CARD = "call_own_card"
    ECART_COUNT = "ecart_count"
    ECART_TOO_MANY = "ecart_too_many"
    ECART_BOUT = "ecart_bout"
    ECART_KING = "ecart_king"
    ECART_TRUMP = "ecart_trump"
    ECART_GOES_ANYWAY = "ecart_goes_anyway"
    POIGNEE_DUE = "poignee_due"
    HIDE_COUNT = "hide_count"
    MUST_RUFF = "must_ruff"
    MUST_OVERRUFF = "must_overruff"
    MUST_RUFF_OVER = "must_ruff_over"
    MUST_UNDERRUFF = "must_underruff"
    MUST_GO_OVER = "must_go_over"
    MUST_PLAY_TRUMP = "must_play_trump"
    CALLED_SUIT = "called_suit"
    LEAD_DEMANDED = "lead_demanded"
    LEAD_FORBIDDEN = "lead_forbidden"
    EXCUSE_DUE = "excuse_due"
    ORDER_DUE = "order_due"
    EARLY_TWICE = "early_twice"
    CARD_COVERED = "card_covered"
    EARLY_ON_TURN = "early_on_turn"
    NO_CANCEL = "no_cancel"
    NO_LONE_EXCUSE = "no_lone_excuse"
    NO_LONE_PETIT = "no_lone_petit"
    CHELEM_SAID = "chelem_said"
    CHELEM_EARLY = "chelem_early"
    CHELEM_LATE = "chelem_late"
    CHELEM_AFTER_CHIEN = "chelem_after_chien"
    CHELEM_OF_TAKER = "chelem_of_taker"
    GO_SAID = "go_said"
    POIGNEE_SAID = "poignee_said"
    POIGNEE_SHORT = "poignee_short"
    MISERE_SAID = "misere_said"
    NO_MISERE_HERE = "no_misere_here"
    MISERE_WITH_TRUMPS = "misere_with_trumps"
    MISERE_WITH_HONOURS = "misere_with_honours"
    SHOW_EARLY = "tarot_show_early"
    SHOW_LATE = "tarot_show_late"
    SHOW_BEFORE_LEAD = "tarot_show_before_lead"


def _data(**names: str) -> Mapping[str, str]:
    return MappingProxyType(names)


_NOTHING = _data()
# Who demanded which suit with which card, and who played the trump to beat.
_LED = _data(who="who", suit="term:suit", card="card")
_BEAT = _data(who="who", suit="term:suit", card="card", master="who", best="card")
# The taker, and the suit demanded or forbidden; or called, with the card called.
_ORDERED = _data(who="who", suit="term:suit")
_OF_CALLED = _data(who="who", suit="term:suit", card="card")
_WHO = _data(who="who")
_CARD = _data(card="card")
_N = _data(n="int")
_CALLED = _data(who="who", card="card")
_POINTS = _data(points="int")
_MARKED = _data(who="who", points="int")
_PRODUCT = _data(base="int", factor="int", points="int")
_SUM = _data(base="int", difference="int", points="int")
_CONTRACT = _data(base="int", difference="int", factor="int", points="int")
_COUNTED = _data(n="int", points="int", needed="int")

DATA: Mapping[Key, Mapping[str, str]] = MappingProxyType(
    {
        # `suit` is the suit led, called, demanded or forbidden, `best` the highest trump on the table.
        Key.DUTY_FOLLOW: _LED,
        Key.DUTY_RUFF: _LED,
        Key.DUTY_OVERRUFF: _BEAT,
        Key.DUTY_UNDERRUFF: _BEAT,
        Key.DUTY_RISE: _BEAT,
        Key.DUTY_TRUMP: _BEAT,
        Key.DUTY_CALLED_SUIT: _OF_CALLED,
        Key.DUTY_DEMANDED: _ORDERED,
        Key.DUTY_FORBIDDEN: _ORDERED,
        Key.DUTY_EXCUSE: _NOTHING,
        Key.CALL_PASSED: _NOTHING,
        Key.CALL_PETITE: _NOTHING,
        Key.CALL_GARDE: _NOTHING,
        Key.CALL_GARDE_SANS: _NOTHING,
        Key.CALL_GARDE_CONTRE: _NOTHING,
        Key.CONTRACT_PETITE: _WHO,
        Key.CONTRACT_GARDE: _WHO,
        Key.CONTRACT_GARDE_SANS: _WHO,
        Key.CONTRACT_GARDE_CONTRE: _WHO,
        Key.CONTRACT_PETITE_CALLED: _CALLED,
        Key.CONTRACT_GARDE_CALLED: _CALLED,
        Key.CONTRACT_GARDE_SANS_CALLED: _CALLED,
        Key.CONTRACT_GARDE_CONTRE_CALLED: _CALLED,
        Key.SAID_PETIT_SEC: _WHO,
        Key.SAID_UNTOUCHABLE: _WHO,
        Key.SAID_CHELEM: _WHO,
        Key.SAID_POIGNEE: _data(who="who", poignee="term:poignee"),
        Key.SAID_MISERE_TRUMPS: _WHO,
        Key.SAID_MISERE_HONOURS: _WHO,
        Key.SAID_PARTNER: _CALLED,
        Key.SAID_ALONE: _WHO,
        Key.SAID_DEMANDS: _data(who="who", suit="term:suit"),
        Key.SAID_FORBIDS: _data(who="who", suit="term:suit"),
        Key.ACCOUNT_PETIT_SEC: _WHO,
        Key.ACCOUNT_LONE_EXCUSE: _WHO,
        Key.ACCOUNT_PARTNER: _WHO,
        Key.ACCOUNT_ALONE: _WHO,
        # The Excuse played to the last trick changes camps; the low card goes the other way when a partner won it.
        Key.ACCOUNT_EXCUSE_LOST: _WHO,
        Key.ACCOUNT_PETIT_LOST: _WHO,
        Key.ACCOUNT_EXCUSE_GIVEN_BACK: _NOTHING,
        Key.ACCOUNT_EXCUSE_UNPAID: _WHO,
        # `n` bouts; `points` made (and a half), `needed` with these bouts.
        Key.ACCOUNT_POINTS: _COUNTED,
        Key.ACCOUNT_POINTS_HALF: _COUNTED,
        Key.ACCOUNT_POINTS_ODD: _COUNTED,
        Key.ACCOUNT_JUST_MADE: _NOTHING,
        Key.ACCOUNT_MADE: _N,
        Key.ACCOUNT_FAILED: _N,
        Key.ACCOUNT_ROUNDED: _data(before="int", after="int"),
        # (`base` + `difference`) × `factor` = `points`; the whole below 0 when the attack pays.
        Key.ACCOUNT_CONTRACT: _CONTRACT,
        Key.ACCOUNT_CONTRACT_SINGLE: _SUM,
        Key.ACCOUNT_CONTRACT_LOST: _CONTRACT,
        Key.ACCOUNT_CONTRACT_LOST_SINGLE: _SUM,
        Key.ACCOUNT_PETIT_ATTACK: _PRODUCT,
        Key.ACCOUNT_PETIT_ATTACK_SINGLE: _POINTS,
        Key.ACCOUNT_PETIT_DEFENCE: _PRODUCT,
        Key.ACCOUNT_PETIT_DEFENCE_SINGLE: _POINTS,
        Key.ACCOUNT_POIGNEE: _data(who="who", poignee="term:poignee", points="int"),
        # All tricks without an announcement; an announcement kept or missed.
        Key.ACCOUNT_SWEPT_ATTACK: _POINTS,
        Key.ACCOUNT_SWEPT_DEFENCE: _POINTS,
        Key.ACCOUNT_CHELEM_KEPT: _MARKED,
        Key.ACCOUNT_CHELEM_MISSED: _MARKED,
        Key.ACCOUNT_MISERE_TRUMPS: _MARKED,
        Key.ACCOUNT_MISERE_HONOURS: _MARKED,
        Key.ACCOUNT_DEFENDERS_PAY: _POINTS,
        Key.ACCOUNT_DEFENDERS_RECEIVE: _POINTS,
        # Every other player pays `points` to `who`.
        Key.ACCOUNT_PERSONAL: _MARKED,
        # The last line: what each player marks.
        Key.ACCOUNT_MARKS: _MARKED,
    }
)

PARTS: Mapping[str, Part] = MappingProxyType(
    {
        Key.ACCOUNT_JUST_MADE.value: Part.VERDICT,
        Key.ACCOUNT_MADE.value: Part.VERDICT,
        Key.ACCOUNT_FAILED.value: Part.VERDICT,
        Key.ACCOUNT_MARKS.value: Part.SEAT,
    }
)
"""What facts of an account are; the others are sentences of their own."""

REFUSALS: Mapping[Reason | Refusal, Mapping[str, str]] = MappingProxyType(
    {
        Refusal.CUT_ONLY: _NOTHING,
        Refusal.SITS_OUT: _NOTHING,
        Reason.NOT_YOUR_TURN: _NOTHING,
        Reason.WRONG_PHASE: _NOTHING,
        Reason.DEAL_OVER: _NOTHING,
        Reason.BAD_DECK: _NOTHING,
        Reason.CALL_NOT_OFFERED: _NOTHING,
        Reason.NOT_IN_HAND: _CARD,
        Reason.MUST_FOLLOW: _LED,
        # `who` made `call`, the highest bid.
        Refusal.NOT_HIGHER: _data(who="who", call="call"),
        Refusal.NO_PETITE: _NOTHING,
        Refusal.NO_CANCEL: _NOTHING,
        Refusal.NO_LONE_EXCUSE: _NOTHING,
        Refusal.NO_LONE_PETIT: _NOTHING,
        Refusal.CALL_NOT_A_KING: _CARD,
        Refusal.CALL_OWN_CARD: _CARD,
        # `n` cards go aside, `chosen` are named.
        Refusal.ECART_COUNT: _data(n="int", chosen="int", missing="int"),
        Refusal.ECART_TOO_MANY: _data(n="int", chosen="int"),
        Refusal.ECART_BOUT: _CARD,
        Refusal.ECART_KING: _CARD,
        Refusal.ECART_TRUMP: _CARD,
        # The plain cards go by rule where trumps must; only the `n` trumps are chosen.
        Refusal.ECART_GOES_ANYWAY: _data(card="card", n="int"),
        Refusal.CHELEM_SAID: _WHO,
        Refusal.CHELEM_EARLY: _NOTHING,
        Refusal.CHELEM_LATE: _NOTHING,
        Refusal.CHELEM_AFTER_CHIEN: _NOTHING,
        Refusal.CHELEM_OF_TAKER: _WHO,
        Refusal.GO_SAID: _NOTHING,
        Refusal.POIGNEE_SAID: _NOTHING,
        # `needed` trumps make it, `n` are held.
        Refusal.POIGNEE_SHORT: _data(poignee="term:poignee", needed="int", n="int"),
        Refusal.POIGNEE_DUE: _NOTHING,
        Refusal.HIDE_COUNT: _data(n="int", chosen="int"),
        Refusal.MISERE_SAID: _NOTHING,
        Refusal.NO_MISERE_HERE: _NOTHING,
        Refusal.MISERE_WITH_TRUMPS: _NOTHING,
        Refusal.MISERE_WITH_HONOURS: _NOTHING,
        Refusal.SHOW_EARLY: _NOTHING,
        Refusal.SHOW_LATE: _NOTHING,
        Refusal.SHOW_BEFORE_LEAD: _NOTHING,
        Refusal.MUST_RUFF: _LED,
        Refusal.MUST_OVERRUFF: _BEAT,
        # A card that is no trump where one above `best` is held.
        Refusal.MUST_RUFF_OVER: _BEAT,
        Refusal.MUST_UNDERRUFF: _BEAT,
        Refusal.MUST_GO_OVER: _BEAT,
        Refusal.MUST_PLAY_TRUMP: _BEAT,
        Refusal.CALLED_SUIT: _OF_CALLED,
        Refusal.LEAD_DEMANDED: _ORDERED,
        Refusal.LEAD_FORBIDDEN: _ORDERED,
        Refusal.EXCUSE_DUE: _NOTHING,
        Refusal.ORDER_DUE: _WHO,
        Refusal.EARLY_TWICE: _CARD,
        Refusal.EARLY_ON_TURN: _NOTHING,
        Reason.NO_TAKE_BACK: _NOTHING,
        Refusal.CARD_COVERED: _NOTHING,
    }
)
"""Data of each refusal (`refusal.<reason>`)."""

TERMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"suit": ("S", "H", "D", "C", "T"), "poignee": ("simple", "double", "triple")}
)
"""Codes of the words of the field, by kind (`term.<kind>.<code>`)."""
