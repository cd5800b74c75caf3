"""Options and presets of belote for three (docs/rules/belote.md 15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from bot.core.families.belote.options import FamilyOptions, with_dependents
from bot.core.options import choice

_NO_PARTNER = frozenset({"under_partner", "rise_on_partner"})
_NO_BASE = frozenset({"fail_base", "belote_on_fail", "belote_finish"})
"""A failed contract is shared out point by point, and the belote stays with its holder."""


@dataclass(frozen=True, slots=True)
class ThreeOptions(FamilyOptions):
    """Options of belote for three; no source gives it annonces, sans-atout or tout-atout."""

    game: ClassVar[str] = "belote_three"
    disputed: ClassVar[tuple[str, ...]] = ("three_deal", "three_contract", "undertrump")
    needs: ClassVar[Mapping[str, str]] = MappingProxyType({})
    withheld: ClassVar[frozenset[str]] = _NO_PARTNER | with_dependents("sa_ta", "annonces") | _NO_BASE

    three_deal: str = choice("cards_24", "cards_32", "chien")
    three_contract: str = choice("each", "both")


_ONLINE = ThreeOptions(belote_announce="auto")

PRESETS: Mapping[str, ThreeOptions] = MappingProxyType(
    {
        "trois_24": _ONLINE,
        "trois_32": replace(_ONLINE, three_deal="cards_32"),
        "trois_10": replace(_ONLINE, three_deal="chien"),
    }
)
"""Named options: one for each way to deal."""
