"""Options and presets of classic belote (docs/rules/belote.md 17)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from bot.core.families.belote.options import FamilyOptions
from bot.core.options import choice, number


@dataclass(frozen=True, slots=True)
class BeloteOptions(FamilyOptions):
    """Options of classic belote; the defaults are the federation's game."""

    game: ClassVar[str] = "belote"
    disputed: ClassVar[tuple[str, ...]] = (*FamilyOptions.disputed, "litige")
    # docs/rules/belote.md 11
    defence_capot_base: int = number(252, low=80, high=500)
    litige: str = choice("carry", "fail", "made")
    litige_belote: str = choice("held", "kept")

    def applies(self, name: str) -> bool:
        """Whether an option can make a difference: a belote waits only where ties wait."""
        return self.litige == "carry" if name == "litige_belote" else FamilyOptions.applies(self, name)


_FEDERATION = BeloteOptions()
_ANNONCES = replace(_FEDERATION, annonces=True, belote_finish="not_if_capot")

PRESETS: Mapping[str, BeloteOptions] = MappingProxyType(
    {
        "belote_online": replace(_FEDERATION, belote_announce="auto"),
        "belote_annonces_online": replace(_ANNONCES, belote_announce="auto", annonce_tie="first"),
        "belote": _FEDERATION,
        "belote_annonces": _ANNONCES,
        "textes": _FEDERATION,
    }
)
"""Named options; the online ones announce the belote by themselves, `textes` is the house-rules texts' game."""

FEDERATION: Mapping[str, str] = MappingProxyType(
    {
        "belote_online": "belote",
        "belote_annonces_online": "belote_annonces",
        "belote": "belote",
        "belote_annonces": "belote_annonces",
        "textes": "belote",
    }
)
"""The preset that states the federation's game, without annonces or with them, for each preset."""
