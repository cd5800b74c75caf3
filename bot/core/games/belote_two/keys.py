"""Sentences of belote for two beside those of the family; the words live in the catalogues."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from bot.core.account import Part
from bot.core.families.belote import keys as family

EXCHANGE = "exchange"
"""What is said to exchange the seven of trumps."""


class Key(StrEnum):
    """Keys of the game's own facts."""

    # The contract of a deal that nobody takes: the suit of the last card dealt is trump.
    CONTRACT_FIXED = "contract.fixed"
    SAID_EXCHANGE = "said.exchange"


DATA: Mapping[Key, Mapping[str, str]] = MappingProxyType(
    {
        Key.CONTRACT_FIXED: MappingProxyType({"denomination": "term:denomination"}),
        Key.SAID_EXCHANGE: MappingProxyType({"who": "who", "given": "card", "received": "card"}),
    }
)

PARTS: Mapping[str, Part] = family.PARTS


class Refusal(StrEnum):
    """Why something is refused, beyond the reasons of the family."""

    NO_EXCHANGE = "no_exchange"
    EXCHANGE_LATE = "exchange_late"


REFUSALS: Mapping[StrEnum, Mapping[str, str]] = MappingProxyType(
    {Refusal.NO_EXCHANGE: MappingProxyType({}), Refusal.EXCHANGE_LATE: MappingProxyType({})}
)
"""Data of each refusal (`refusal.<reason>`)."""

TERMS: Mapping[str, tuple[str, ...]] = MappingProxyType({})
"""All words of the field are the family's."""
