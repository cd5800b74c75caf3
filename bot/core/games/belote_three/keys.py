"""Sentences of belote for three beside those of the family; the words live in the catalogues."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from bot.core.account import Part
from bot.core.families.belote import keys as family


class Key(StrEnum):
    """Keys of the game's own facts."""

    ACCOUNT_BEATS_EACH = "account.beats_each"
    ACCOUNT_BEATS_BOTH = "account.beats_both"
    ACCOUNT_BEATEN_BY_ONE = "account.beaten_by_one"
    ACCOUNT_BEATEN_BY_BOTH = "account.beaten_by_both"
    ACCOUNT_LEVEL_WITH_ONE = "account.level_with_one"
    ACCOUNT_LEVEL_WITH_BOTH = "account.level_with_both"
    ACCOUNT_MARK_TRICKS_TAKEN = "account.mark_tricks_taken"


class Refusal(StrEnum):
    """Why something is refused, beyond the reasons of the family."""

    ECART_COUNT = "ecart_count"
    ECART_TOO_MANY = "ecart_too_many"


def _data(**names: str) -> Mapping[str, str]:
    return MappingProxyType(names)


_RIVAL = _data(camp="camp", points="int", rival="camp", other="int")
_BOTH = _data(camp="camp", points="int", other="int")

DATA: Mapping[Key, Mapping[str, str]] = MappingProxyType(
    {
        # `points` of the taker (`camp`) against the `other` points of the stronger opponent, or of both together.
        Key.ACCOUNT_BEATS_EACH: _RIVAL,
        Key.ACCOUNT_BEATS_BOTH: _BOTH,
        Key.ACCOUNT_BEATEN_BY_ONE: _RIVAL,
        Key.ACCOUNT_BEATEN_BY_BOTH: _BOTH,
        # As many points, where more are needed.
        Key.ACCOUNT_LEVEL_WITH_ONE: _RIVAL,
        Key.ACCOUNT_LEVEL_WITH_BOTH: _BOTH,
        # `camp` marks what `source`, who failed, won in tricks, or half of it.
        Key.ACCOUNT_MARK_TRICKS_TAKEN: _data(camp="camp", source="camp", points="int"),
    }
)

PARTS: Mapping[str, Part] = MappingProxyType(
    {
        **family.PARTS,
        Key.ACCOUNT_BEATS_EACH.value: Part.VERDICT,
        Key.ACCOUNT_BEATS_BOTH.value: Part.VERDICT,
        Key.ACCOUNT_BEATEN_BY_ONE.value: Part.VERDICT,
        Key.ACCOUNT_BEATEN_BY_BOTH.value: Part.VERDICT,
        Key.ACCOUNT_LEVEL_WITH_ONE.value: Part.VERDICT,
        Key.ACCOUNT_LEVEL_WITH_BOTH.value: Part.VERDICT,
        Key.ACCOUNT_MARK_TRICKS_TAKEN.value: Part.MARK,
    }
)
"""What each fact of an account is."""

REFUSALS: Mapping[StrEnum, Mapping[str, str]] = MappingProxyType(
    {
        # `n` cards go aside, `chosen` are named.
        Refusal.ECART_COUNT: _data(n="int", chosen="int", missing="int"),
        Refusal.ECART_TOO_MANY: _data(n="int", chosen="int"),
    }
)
"""Data of each refusal (`refusal.<reason>`)."""

TERMS: Mapping[str, tuple[str, ...]] = MappingProxyType({})
"""The game has no words of the field beside the family's."""
