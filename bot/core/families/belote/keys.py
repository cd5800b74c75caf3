"""Every sentence the belote family can ask for, with its data; the words live in the catalogues.

`DATA` names the values each fact carries and their kind: `int`, `card`, `cards`, `who` (a seat), `camp` (a side),
`call` (a call that stands in the way of a refused one), or `term:<kind>` for a word of the field.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from bot.core.account import Part
from bot.core.errors import Reason


class Key(StrEnum):
    """Keys of the family's facts."""

    # Why only some cards may be played.
    DUTY_FOLLOW = "duty.follow"
    DUTY_RISE = "duty.rise"
    DUTY_TRUMP = "duty.trump"
    DUTY_OVERTRUMP = "duty.overtrump"
    DUTY_UNDERTRUMP = "duty.undertrump"
    DUTY_NO_UNDERTRUMP = "duty.no_undertrump"
    DUTY_DECLARED = "duty.declared"
    # Calls of the auction.
    CALL_PASSED = "call.pass"
    CALL_TAKE = "call.take"
    CALL_NAME = "call.name"
    CALL_BID = "call.bid"
    CALL_CAPOT = "call.capot"
    CALL_GENERALE = "call.generale"
    CALL_COINCHE = "call.coinche"
    CALL_SURCOINCHE = "call.surcoinche"
    # The contract in force.
    CONTRACT_TAKE = "contract.take"
    CONTRACT_BID = "contract.bid"
    CONTRACT_BID_COINCHE = "contract.bid_coinche"
    CONTRACT_BID_SURCOINCHE = "contract.bid_surcoinche"
    CONTRACT_CAPOT = "contract.capot"
    CONTRACT_CAPOT_COINCHE = "contract.capot_coinche"
    CONTRACT_CAPOT_SURCOINCHE = "contract.capot_surcoinche"
    CONTRACT_GENERALE = "contract.generale"
    CONTRACT_GENERALE_COINCHE = "contract.generale_coinche"
    CONTRACT_GENERALE_SURCOINCHE = "contract.generale_surcoinche"
    # What was said aloud during play.
    SAID_BELOTE = "said.belote"
    SAID_REBELOTE = "said.rebelote"
    SAID_ANNONCE = "said.annonce"
    SAID_SHOWN = "said.shown"
    SAID_ANNONCES_WON = "said.annonces_won"
    SAID_ANNONCES_CANCELLED = "said.annonces_cancelled"
    # The latest card, asked for, refused, or taken back.
    SAID_TAKE_BACK_ASKED = "said.take_back_asked"
    SAID_TAKE_BACK_REFUSED = "said.take_back_refused"
    SAID_TAKEN_BACK = "said.taken_back"
    # How the deal was counted: what each side has.
    ACCOUNT_CARDS = "account.cards"
    ACCOUNT_ASIDE = "account.aside"
    ACCOUNT_DER = "account.der"
    ACCOUNT_CONVERTED = "account.converted"
    ACCOUNT_CAPOT = "account.capot"
    ACCOUNT_TRICKS = "account.tricks"
    ACCOUNT_BELOTE = "account.belote"
    ACCOUNT_ANNONCES = "account.annonces"
    # The same where they do not count towards the contract.
    ACCOUNT_BELOTE_APART = "account.belote_apart"
    ACCOUNT_ANNONCES_APART = "account.annonces_apart"
    # Was the contract made?
    ACCOUNT_MADE = "account.made"
    ACCOUNT_MADE_CAPOT = "account.made_capot"
    ACCOUNT_FAILED = "account.failed"
    ACCOUNT_TIE = "account.tie"
    ACCOUNT_TIE_FAILS = "account.tie_fails"
    ACCOUNT_TIE_MADE = "account.tie_made"
    ACCOUNT_TIE_LAST_DEAL = "account.tie_last_deal"
    ACCOUNT_BID_MADE = "account.bid_made"
    ACCOUNT_BID_FAILED = "account.bid_failed"
    ACCOUNT_DEFENCE_NOT_BEATEN = "account.defence_not_beaten"
    ACCOUNT_CAPOT_MADE = "account.capot_made"
    ACCOUNT_CAPOT_FAILED = "account.capot_failed"
    ACCOUNT_GENERALE_MADE = "account.generale_made"
    ACCOUNT_GENERALE_FAILED = "account.generale_failed"
    # What each side marks; these lines add up to the marks before rounding.
    ACCOUNT_MARK_TRICKS = "account.mark_tricks"
    ACCOUNT_MARK_BELOTE = "account.mark_belote"
    ACCOUNT_MARK_BELOTE_TAKEN = "account.mark_belote_taken"
    ACCOUNT_MARK_ANNONCES = "account.mark_annonces"
    ACCOUNT_MARK_ANNONCES_TAKEN = "account.mark_annonces_taken"
    ACCOUNT_MARK_BASE = "account.mark_base"
    ACCOUNT_MARK_BID = "account.mark_bid"
    ACCOUNT_MARK_FLAT = "account.mark_flat"
    ACCOUNT_MARK_CAPOT_BONUS = "account.mark_capot_bonus"
    ACCOUNT_MARK_MULTIPLIED = "account.mark_multiplied"
    ACCOUNT_MARK_POT = "account.mark_pot"
    ACCOUNT_MARK_POT_RETURNED = "account.mark_pot_returned"
    # After the marks.
    ACCOUNT_HELD = "account.held"
    ACCOUNT_ROUNDED = "account.rounded"
    ACCOUNT_NOT_ROUNDED = "account.not_rounded"
    ACCOUNT_UNDECIDED = "account.undecided"
    ACCOUNT_MARKS = "account.marks"


def _data(**names: str) -> Mapping[str, str]:
    return MappingProxyType(names)


_NOTHING = _data()
# The suit to be played; who demanded which suit; whose card is winning: a partner's, an opponent's.
_BEAT = _data(suit="term:suit", who="who", led="term:suit", relation="term:relation", master="who", best="card")
_FOLLOW = _data(suit="term:suit", who="who", card="card")
_STANDING = _data(who="who", call="call")
_WHO = _data(who="who")
_ASKED = _data(who="who", card="card")
_NAMED = _data(denomination="term:denomination")
_TAKEN = _data(who="who", denomination="term:denomination")
_BID = _data(who="who", level="int", denomination="term:denomination")
_POINTS = _data(camp="camp", points="int")
_AGAINST = _data(camp="camp", points="int", other="int")
_NEEDED = _data(camp="camp", points="int", needed="int")
_TRICKS = _data(camp="camp", tricks="int")

DATA: Mapping[Key, Mapping[str, str]] = MappingProxyType(
    {
        # `suit` is the suit to be played, `best` the card to beat (or not to go under).
        Key.DUTY_FOLLOW: _FOLLOW,
        Key.DUTY_RISE: _BEAT,
        Key.DUTY_TRUMP: _BEAT,
        Key.DUTY_OVERTRUMP: _BEAT,
        # Unable to go above `best`, a trump is due all the same.
        Key.DUTY_UNDERTRUMP: _BEAT,
        # Going under the partner's `best` is not allowed to a player able to go above it.
        Key.DUTY_NO_UNDERTRUMP: _BEAT,
        Key.DUTY_DECLARED: _data(word="term:said"),
        Key.CALL_PASSED: _NOTHING,
        # The turned card is taken, in its suit; `name` is the second round.
        Key.CALL_TAKE: _NAMED,
        Key.CALL_NAME: _NAMED,
        Key.CALL_BID: _data(level="int", denomination="term:denomination"),
        Key.CALL_CAPOT: _NAMED,
        Key.CALL_GENERALE: _NAMED,
        Key.CALL_COINCHE: _NOTHING,
        Key.CALL_SURCOINCHE: _NOTHING,
        Key.CONTRACT_TAKE: _TAKEN,
        Key.CONTRACT_BID: _BID,
        Key.CONTRACT_BID_COINCHE: _BID,
        Key.CONTRACT_BID_SURCOINCHE: _BID,
        Key.CONTRACT_CAPOT: _TAKEN,
        Key.CONTRACT_CAPOT_COINCHE: _TAKEN,
        Key.CONTRACT_CAPOT_SURCOINCHE: _TAKEN,
        Key.CONTRACT_GENERALE: _TAKEN,
        Key.CONTRACT_GENERALE_COINCHE: _TAKEN,
        Key.CONTRACT_GENERALE_SURCOINCHE: _TAKEN,
        Key.SAID_BELOTE: _WHO,
        Key.SAID_REBELOTE: _WHO,
        # One fact for each combination announced; its height stays secret until it is shown.
        Key.SAID_ANNONCE: _data(who="who", annonce="term:annonce"),
        Key.SAID_SHOWN: _data(who="who", annonce="term:annonce", cards="cards", points="int"),
        Key.SAID_ANNONCES_WON: _POINTS,
        Key.SAID_ANNONCES_CANCELLED: _NOTHING,
        Key.SAID_TAKE_BACK_ASKED: _ASKED,
        Key.SAID_TAKE_BACK_REFUSED: _ASKED,
        Key.SAID_TAKEN_BACK: _ASKED,
        Key.ACCOUNT_CARDS: _POINTS,
        # Cards that the taker put aside count with his tricks.
        Key.ACCOUNT_ASIDE: _POINTS,
        Key.ACCOUNT_DER: _POINTS,
        # `before` × `times` / `over` = `after`, to the nearest integer.
        Key.ACCOUNT_CONVERTED: _data(camp="camp", before="int", times="int", over="int", after="int"),
        # All eight tricks: `points` replace the count.
        Key.ACCOUNT_CAPOT: _POINTS,
        Key.ACCOUNT_TRICKS: _POINTS,
        Key.ACCOUNT_BELOTE: _POINTS,
        Key.ACCOUNT_ANNONCES: _POINTS,
        Key.ACCOUNT_BELOTE_APART: _POINTS,
        Key.ACCOUNT_ANNONCES_APART: _POINTS,
        # `points` of the takers (`camp`) against the `other` side's.
        Key.ACCOUNT_MADE: _AGAINST,
        Key.ACCOUNT_MADE_CAPOT: _data(camp="camp"),
        Key.ACCOUNT_FAILED: _AGAINST,
        # A tie: the takers' points are held over; by option it fails, or it is made; or it is the last deal.
        Key.ACCOUNT_TIE: _data(points="int"),
        Key.ACCOUNT_TIE_FAILS: _data(points="int"),
        Key.ACCOUNT_TIE_MADE: _data(points="int"),
        Key.ACCOUNT_TIE_LAST_DEAL: _data(points="int"),
        Key.ACCOUNT_BID_MADE: _NEEDED,
        Key.ACCOUNT_BID_FAILED: _NEEDED,
        Key.ACCOUNT_DEFENCE_NOT_BEATEN: _AGAINST,
        Key.ACCOUNT_CAPOT_MADE: _TRICKS,
        Key.ACCOUNT_CAPOT_FAILED: _TRICKS,
        # `tricks` won by the bidder in person.
        Key.ACCOUNT_GENERALE_MADE: _data(who="who", tricks="int"),
        Key.ACCOUNT_GENERALE_FAILED: _data(who="who", tricks="int"),
        Key.ACCOUNT_MARK_TRICKS: _POINTS,
        Key.ACCOUNT_MARK_BELOTE: _POINTS,
        # `camp` marks what `source` had.
        Key.ACCOUNT_MARK_BELOTE_TAKEN: _data(camp="camp", source="camp", points="int"),
        Key.ACCOUNT_MARK_ANNONCES: _POINTS,
        Key.ACCOUNT_MARK_ANNONCES_TAKEN: _data(camp="camp", source="camp", points="int"),
        # 160, 162, 250 … instead of the tricks made.
        Key.ACCOUNT_MARK_BASE: _POINTS,
        Key.ACCOUNT_MARK_BID: _POINTS,
        # A capot or générale that was bid, worth a fixed amount (before any coinche).
        Key.ACCOUNT_MARK_FLAT: _POINTS,
        Key.ACCOUNT_MARK_CAPOT_BONUS: _POINTS,
        # `points` more, because `amount`, the sum of the last marks, counts `factor` times.
        Key.ACCOUNT_MARK_MULTIPLIED: _data(camp="camp", amount="int", factor="int", points="int"),
        Key.ACCOUNT_MARK_POT: _POINTS,
        Key.ACCOUNT_MARK_POT_RETURNED: _POINTS,
        # `points` of `camp` wait for the next deal.
        Key.ACCOUNT_HELD: _POINTS,
        Key.ACCOUNT_ROUNDED: _data(camp="camp", before="int", after="int"),
        Key.ACCOUNT_NOT_ROUNDED: _NOTHING,
        # `points` of belote cannot finish the match by themselves.
        Key.ACCOUNT_UNDECIDED: _POINTS,
        # The last line: what `camp` marks.
        Key.ACCOUNT_MARKS: _POINTS,
    }
)

PARTS: Mapping[str, Part] = MappingProxyType(
    {
        Key.ACCOUNT_CARDS.value: Part.COUNTED,
        Key.ACCOUNT_ASIDE.value: Part.COUNTED,
        Key.ACCOUNT_DER.value: Part.COUNTED,
        Key.ACCOUNT_CONVERTED.value: Part.CONVERTED,
        Key.ACCOUNT_CAPOT.value: Part.COUNTED,
        Key.ACCOUNT_TRICKS.value: Part.TRICKS,
        Key.ACCOUNT_BELOTE.value: Part.EXTRA,
        Key.ACCOUNT_ANNONCES.value: Part.EXTRA,
        Key.ACCOUNT_BELOTE_APART.value: Part.APART,
        Key.ACCOUNT_ANNONCES_APART.value: Part.APART,
        Key.ACCOUNT_MADE.value: Part.VERDICT,
        Key.ACCOUNT_MADE_CAPOT.value: Part.VERDICT,
        Key.ACCOUNT_FAILED.value: Part.VERDICT,
        Key.ACCOUNT_TIE.value: Part.VERDICT,
        Key.ACCOUNT_TIE_FAILS.value: Part.VERDICT,
        Key.ACCOUNT_TIE_MADE.value: Part.VERDICT,
        Key.ACCOUNT_TIE_LAST_DEAL.value: Part.VERDICT,
        Key.ACCOUNT_BID_MADE.value: Part.VERDICT,
        Key.ACCOUNT_BID_FAILED.value: Part.VERDICT,
        Key.ACCOUNT_DEFENCE_NOT_BEATEN.value: Part.VERDICT,
        Key.ACCOUNT_CAPOT_MADE.value: Part.VERDICT,
        Key.ACCOUNT_CAPOT_FAILED.value: Part.VERDICT,
        Key.ACCOUNT_GENERALE_MADE.value: Part.VERDICT,
        Key.ACCOUNT_GENERALE_FAILED.value: Part.VERDICT,
        Key.ACCOUNT_MARK_TRICKS.value: Part.MARK_TRICKS,
        Key.ACCOUNT_MARK_BELOTE.value: Part.MARK,
        Key.ACCOUNT_MARK_BELOTE_TAKEN.value: Part.MARK,
        Key.ACCOUNT_MARK_ANNONCES.value: Part.MARK,
        Key.ACCOUNT_MARK_ANNONCES_TAKEN.value: Part.MARK,
        Key.ACCOUNT_MARK_BASE.value: Part.MARK,
        Key.ACCOUNT_MARK_BID.value: Part.MARK,
        Key.ACCOUNT_MARK_FLAT.value: Part.MARK,
        Key.ACCOUNT_MARK_CAPOT_BONUS.value: Part.MARK,
        Key.ACCOUNT_MARK_MULTIPLIED.value: Part.MULTIPLIED,
        Key.ACCOUNT_MARK_POT.value: Part.MARK,
        Key.ACCOUNT_MARK_POT_RETURNED.value: Part.MARK,
        Key.ACCOUNT_HELD.value: Part.ASIDE,
        Key.ACCOUNT_UNDECIDED.value: Part.ASIDE,
        Key.ACCOUNT_ROUNDED.value: Part.ROUNDED,
        Key.ACCOUNT_NOT_ROUNDED.value: Part.NOTE,
        Key.ACCOUNT_MARKS.value: Part.TOTAL,
    }
)
"""What each fact of an account is."""


class Refusal(StrEnum):
    """Why something is refused, beyond the reasons all games share."""

    CUT_ONLY = "cut_only"
    # A card of another suit, where going above `best` is due.
    MUST_FOLLOW_OVER = "must_follow_over"
    MUST_TRUMP_OVER = "must_trump_over"
    # A card that is no trump, where a trump is due that cannot go above `best`.
    MUST_UNDERTRUMP = "must_undertrump"
    # The turned card.
    TAKE_TURNED_ONLY = "take_turned_only"
    NAME_A_SUIT = "name_a_suit"
    # Bids.
    OPENING_TOO_LOW = "opening_too_low"
    SLAM_STANDS = "slam_stands"
    NO_GENERALE = "no_generale"
    OWN_SIDE = "own_side"
    # Words.
    WORD_AUTOMATIC = "word_automatic"
    ANNONCES_AUTOMATIC = "annonces_automatic"
    NO_ANNONCES = "no_annonces"
    WORD_SAID = "word_said"
    ANNONCES_SAID = "annonces_said"
    ANNONCES_SHOWN = "annonces_shown"
    NO_BELOTE = "no_belote"
    NO_REBELOTE = "no_rebelote"
    ONE_BELOTE = "one_belote"
    BELOTE_LATE = "belote_late"
    REBELOTE_NEXT = "rebelote_next"
    ROYAL_NOT_NOW = "royal_not_now"
    NO_COMBINATION = "no_combination"
    ANNONCES_LATE = "annonces_late"
    NOTHING_TO_SHOW = "nothing_to_show"
    SHOW_EARLY = "show_early"
    SHOW_LATE = "show_late"
    # Taking a card back.
    CARD_STAYS = "card_stays"
    TAKE_BACK_ASKED = "take_back_asked"
    TAKE_BACK_REFUSED = "take_back_refused"
    NOT_ASKED = "not_asked"


REFUSALS: Mapping[Reason | Refusal, Mapping[str, str]] = MappingProxyType(
    {
        # Tricks gathered and only cut would tell the players most of the next deal.
        Refusal.CUT_ONLY: _NOTHING,
        Reason.NOT_YOUR_TURN: _NOTHING,
        Reason.WRONG_PHASE: _NOTHING,
        Reason.DEAL_OVER: _NOTHING,
        Reason.NOT_IN_HAND: _data(card="card"),
        Reason.MUST_FOLLOW: _FOLLOW,
        Reason.MUST_RISE: _BEAT,
        Refusal.MUST_FOLLOW_OVER: _BEAT,
        Reason.MUST_TRUMP: _BEAT,
        Refusal.MUST_TRUMP_OVER: _BEAT,
        Refusal.MUST_UNDERTRUMP: _BEAT,
        Reason.MUST_OVERTRUMP: _BEAT,
        Reason.NO_UNDERTRUMP: _BEAT,
        # `who` made `call`, the last bid.
        Reason.BID_TOO_LOW: _data(who="who", call="call", minimum="int", denomination="term:denomination"),
        Refusal.OPENING_TOO_LOW: _data(minimum="int"),
        Reason.BID_TOO_HIGH: _data(maximum="int"),
        Reason.BID_NOT_A_STEP: _data(level="int", step="int", near="int"),
        Reason.DENOMINATION_NOT_OFFERED: _NAMED,
        Refusal.SLAM_STANDS: _STANDING,
        Refusal.NO_GENERALE: _NOTHING,
        Reason.OWN_BID: _data(call="call"),
        Reason.NOTHING_TO_DOUBLE: _NOTHING,
        # The last bid is the partner's, or one's own (OWN_SIDE).
        Reason.NOT_THE_OPPONENTS_BID: _STANDING,
        Refusal.OWN_SIDE: _data(call="call"),
        Reason.ALREADY_DOUBLED: _WHO,
        Reason.NOT_DOUBLED: _NOTHING,
        Reason.BID_CHANGED: _STANDING,
        # `card` is the one that was turned up.
        Reason.SUIT_WAS_TURNED: _data(suit="term:suit", card="card"),
        Refusal.TAKE_TURNED_ONLY: _data(suit="term:suit", card="card"),
        Refusal.NAME_A_SUIT: _data(suit="term:suit", card="card"),
        Reason.CALL_NOT_OFFERED: _NOTHING,
        Reason.DECLARED_CARD_DUE: _data(word="term:said"),
        Reason.BELOTE_ORDER: _NOTHING,
        Refusal.WORD_AUTOMATIC: _NOTHING,
        Refusal.WORD_SAID: _data(word="term:said"),
        Refusal.NO_BELOTE: _NOTHING,
        Refusal.NO_REBELOTE: _NOTHING,
        Refusal.ONE_BELOTE: _NOTHING,
        # `card` was played without a word.
        Refusal.BELOTE_LATE: _data(card="card"),
        # `card` was played with its word.
        Refusal.REBELOTE_NEXT: _data(card="card"),
        Refusal.ROYAL_NOT_NOW: _NOTHING,
        Refusal.NO_ANNONCES: _NOTHING,
        Refusal.ANNONCES_AUTOMATIC: _NOTHING,
        Refusal.ANNONCES_SAID: _NOTHING,
        Refusal.ANNONCES_SHOWN: _NOTHING,
        Refusal.ANNONCES_LATE: _NOTHING,
        Refusal.NO_COMBINATION: _NOTHING,
        Refusal.NOTHING_TO_SHOW: _NOTHING,
        Refusal.SHOW_EARLY: _NOTHING,
        Refusal.SHOW_LATE: _NOTHING,
        Reason.NO_TAKE_BACK: _NOTHING,
        Refusal.CARD_STAYS: _NOTHING,
        Refusal.TAKE_BACK_ASKED: _NOTHING,
        # `who` refused it.
        Refusal.TAKE_BACK_REFUSED: _WHO,
        Refusal.NOT_ASKED: _NOTHING,
        Reason.BAD_DECK: _NOTHING,
        Reason.OPTION_REFUSED: _data(option="str", value="str"),
    }
)
"""Data of each refusal (`refusal.<reason>`)."""

TERMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "suit": ("S", "H", "D", "C"),
        "denomination": ("S", "H", "D", "C", "SA", "TA"),
        "annonce": ("carre", "cent", "cinquante", "tierce"),
        "relation": ("partner", "opponent", "sole_opponent", "player"),
        "said": ("belote", "rebelote", "annonces", "show"),
    }
)
"""Codes of the words of the field, by kind (`term.<kind>.<code>`)."""
