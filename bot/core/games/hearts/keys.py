"""Every sentence hearts can ask for, with its data; the words live in the catalogues.

`DATA` names the values each fact carries and their kind, as the belote family's keys do.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from bot.core.account import Part


class Key(StrEnum):
    """Keys of hearts' facts."""

    # What cards are picked for, and why only some cards may be played.
    DUTY_GIVE = "duty.hearts.give"
    DUTY_OPEN = "duty.hearts.open"
    DUTY_OPEN_CLUBS = "duty.hearts.open_clubs"
    DUTY_FOLLOW = "duty.hearts.follow"
    DUTY_FIRST_TRICK = "duty.hearts.first_trick"
    DUTY_NO_QUEEN = "duty.hearts.no_queen"
    DUTY_NOT_BROKEN = "duty.hearts.not_broken"
    # What everybody knows.
    SAID_EXCHANGE = "said.hearts.exchange"
    SAID_HOLD = "said.hearts.hold"
    SAID_BROKEN = "said.hearts.broken"
    # How a deal was counted.
    ACCOUNT_MOON = "account.hearts.moon"
    ACCOUNT_HEARTS = "account.hearts.hearts"
    ACCOUNT_QUEEN = "account.hearts.queen"
    ACCOUNT_JACK = "account.hearts.jack"
    ACCOUNT_MOON_ADDED = "account.hearts.moon_added"
    ACCOUNT_MOON_TAKEN_OFF = "account.hearts.moon_taken_off"
    ACCOUNT_MARKS = "account.hearts.marks"


class Refusal(StrEnum):
    """Why something is refused, beyond the reasons all games share."""

    GIVE_COUNT = "hearts_give_count"
    GIVEN = "hearts_given"
    OPEN = "hearts_open"
    OPEN_CLUBS = "hearts_open_clubs"
    FOLLOW = "hearts_follow"
    FIRST_TRICK = "hearts_first_trick"
    NOT_BROKEN = "hearts_not_broken"


def _data(**names: str) -> Mapping[str, str]:
    return MappingProxyType(names)


_NOTHING = _data()
_CARD = _data(card="card")
_LED = _data(suit="term:suit", who="who", card="card")
_SUM = _data(camp="camp", points="int")

DATA: Mapping[Key, Mapping[str, str]] = MappingProxyType(
    {
        Key.DUTY_GIVE: _data(n="int", who="who"),
        Key.DUTY_OPEN: _CARD,
        Key.DUTY_OPEN_CLUBS: _CARD,
        # `who` led `card`.
        Key.DUTY_FOLLOW: _LED,
        Key.DUTY_FIRST_TRICK: _NOTHING,
        Key.DUTY_NO_QUEEN: _NOTHING,
        Key.DUTY_NOT_BROKEN: _NOTHING,
        Key.SAID_EXCHANGE: _data(n="int", way="term:way"),
        Key.SAID_HOLD: _NOTHING,
        Key.SAID_BROKEN: _data(who="who", card="card"),
        Key.ACCOUNT_MOON: _data(who="who"),
        Key.ACCOUNT_HEARTS: _SUM,
        Key.ACCOUNT_QUEEN: _SUM,
        Key.ACCOUNT_JACK: _SUM,
        Key.ACCOUNT_MOON_ADDED: _SUM,
        Key.ACCOUNT_MOON_TAKEN_OFF: _SUM,
        Key.ACCOUNT_MARKS: _SUM,
    }
)

PARTS: Mapping[str, Part] = MappingProxyType(
    {
        Key.ACCOUNT_MOON.value: Part.VERDICT,
        Key.ACCOUNT_HEARTS.value: Part.MARK,
        Key.ACCOUNT_QUEEN.value: Part.MARK,
        Key.ACCOUNT_JACK.value: Part.MARK,
        Key.ACCOUNT_MOON_ADDED.value: Part.MARK,
        Key.ACCOUNT_MOON_TAKEN_OFF.value: Part.MARK,
        Key.ACCOUNT_MARKS.value: Part.TOTAL,
    }
)
"""What facts of an account are."""

REFUSALS: Mapping[Refusal, Mapping[str, str]] = MappingProxyType(
    {
        Refusal.GIVE_COUNT: _data(n="int"),
        Refusal.GIVEN: _NOTHING,
        Refusal.OPEN: _CARD,
        Refusal.OPEN_CLUBS: _CARD,
        Refusal.FOLLOW: _LED,
        # `card` is the one refused.
        Refusal.FIRST_TRICK: _CARD,
        Refusal.NOT_BROKEN: _NOTHING,
    }
)
"""Data of each refusal (`refusal.<reason>`)."""

TERMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"suit": ("S", "H", "D", "C"), "way": ("left", "right", "across")}
)
"""Codes of the words of the field, by kind (`term.<kind>.<code>`)."""
