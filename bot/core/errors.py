"""Refusals of the rules core.

`IllegalAction` is the only error that a wrong action raises. It carries a code and data, never a sentence.

    CoreError
    ├── IllegalAction   the action is not allowed here and now
    ├── UnknownAction   the text names no action of this game
    └── CorruptLog      recorded events cannot be read or do not fit together
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.core.cards import Card
from bot.core.facts import Fact, Value, fact
from bot.core.seats import Seat

if TYPE_CHECKING:
    # Prompts are made of actions, and reading an action may fail with an error of this module.
    from bot.core.prompts import Prompt


NOTHING: Mapping[str, Value] = MappingProxyType({})
"""No data."""


class CoreError(Exception):
    """Base of everything the core raises on purpose."""


class Reason(StrEnum):
    """Why an action is refused. The sentence is `refusal.<value>` in the catalogues."""

    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PHASE = "wrong_phase"
    DEAL_OVER = "deal_over"
    NOT_IN_HAND = "not_in_hand"
    MUST_FOLLOW = "must_follow"
    MUST_RISE = "must_rise"
    MUST_TRUMP = "must_trump"
    MUST_OVERTRUMP = "must_overtrump"
    NO_UNDERTRUMP = "no_undertrump"
    BID_TOO_LOW = "bid_too_low"
    BID_TOO_HIGH = "bid_too_high"
    BID_NOT_A_STEP = "bid_not_a_step"
    DENOMINATION_NOT_OFFERED = "denomination_not_offered"
    SUIT_WAS_TURNED = "suit_was_turned"
    CALL_NOT_OFFERED = "call_not_offered"
    OWN_BID = "own_bid"
    NOTHING_TO_DOUBLE = "nothing_to_double"
    NOT_THE_OPPONENTS_BID = "not_the_opponents_bid"
    ALREADY_DOUBLED = "already_doubled"
    NOT_DOUBLED = "not_doubled"
    BID_CHANGED = "bid_changed"
    NOTHING_TO_DECLARE = "nothing_to_declare"
    TOO_LATE_TO_DECLARE = "too_late_to_declare"
    ALREADY_DECLARED = "already_declared"
    DECLARED_CARD_DUE = "declared_card_due"
    BELOTE_ORDER = "belote_order"
    NO_TAKE_BACK = "no_take_back"
    BAD_DECK = "bad_deck"
    OPTION_REFUSED = "option_refused"


@dataclass(frozen=True, slots=True)
class Ruling:
    """Everything a player is told of a refusal: for that player alone, since it shows what may be done.

    Attributes:
        fact: the sentence to show, with its data (`refusal.<code>`).
        legal: the cards that would have been legal, when the action was a card.
        duty: why only those, where the sentence does not say it.
        call: the call that stands in the way, itself a sentence (`{call}` of the refusal's).
        seat: who was refused; None for chance, and for options that do not go together.
        offers: what that seat was offered instead.
        waiting: the seats that had to act.
    """

    fact: Fact
    legal: tuple[Card, ...] = ()
    duty: Fact | None = None
    call: Fact | None = None
    seat: Seat | None = None
    offers: tuple[Prompt, ...] = ()
    waiting: frozenset[Seat] = frozenset()


class IllegalAction(CoreError):
    """The action is not allowed. Nothing has changed.

    Attributes:
        code: a `Reason`, or a game's own StrEnum member.
        legal: the cards that would have been legal, when the action was a card.
        duty: why only those, where the refusal itself does not say it.
        call: the call that stands in the way.
        fact: the sentence to show, with its data (`refusal.<code>`).
    """

    def __init__(
        self,
        code: StrEnum,
        given: Mapping[str, Value] = NOTHING,
        *,
        legal: tuple[Card, ...] = (),
        duty: Fact | None = None,
        call: Fact | None = None,
        **data: Value,
    ) -> None:
        """Refuse for a reason.

        Args:
            code: the reason.
            given: data of the sentence, where it is at hand as a mapping.
            legal: see the class.
            duty: see the class.
            call: see the class.
            data: data of the sentence.
        """
        super().__init__(code.value)
        self.code = code
        self.legal = legal
        self.duty = duty
        self.call = call
        self.fact: Fact = fact(f"refusal.{code.value}", **given, **data)
        self._seat: Seat | None = None
        self._offers: tuple[Prompt, ...] = ()
        self._waiting: frozenset[Seat] = frozenset()

    def meet(self, seat: Seat, offers: tuple[Prompt, ...], waiting: frozenset[Seat]) -> None:
        """Note whom the refusal met, what that seat was offered, and who had to act: the same for every game."""
        self._seat, self._offers, self._waiting = seat, offers, waiting

    @property
    def ruling(self) -> Ruling:
        """All there is to tell."""
        return Ruling(self.fact, self.legal, self.duty, self.call, self._seat, self._offers, self._waiting)


class UnknownAction(CoreError):
    """The text is no action's code."""


class CorruptLog(CoreError):
    """A recorded event cannot be read, or does not fit what came before it."""
