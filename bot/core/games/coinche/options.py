"""Options and presets of coinche and contrée (docs/rules/belote.md 17)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from bot.core.families.belote.options import FamilyOptions
from bot.core.options import choice, flag, limit, number

BID_CEILING = 1000
"""The highest number there is: of a `bid_max`, and of a bid where the rules set no maximum (then a technical bound)."""


@dataclass(frozen=True, slots=True)
class CoincheOptions(FamilyOptions):
    """Options of coinche and contrée; the defaults are the federation's coinche."""

    game: ClassVar[str] = "coinche"
    disputed: ClassVar[tuple[str, ...]] = (
        *FamilyOptions.disputed,
        "min_points_80",
        "must_beat_defence",
        "coinche_when",
    )
    needs: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            **FamilyOptions.needs,
            "generale_leads": "generale",
            "generale_value": "generale",
            "surcoinche_factor": "surcoinche",
            "annonces_multiplied": "annonces",
        }
    )
    # What differs from the classic game: docs/rules/belote.md 7 to 13.
    undertrump: str = choice("free", "required")
    annonces: bool = flag(True)
    fail_base: int = number(160, low=80, high=500)
    round: str = choice("nearest5up", "none", "nearest6up")
    target: int = number(2000, low=100, high=20000)
    belote_finish: str = choice("not_if_capot_or_failed", "always", "not_if_capot")
    # Bidding: docs/rules/belote.md 6.
    bid_min: int = number(80, low=10, high=250)
    bid_max: int | None = limit(None, low=80, high=BID_CEILING)
    suits_ranked: bool = flag(False)
    self_raise: str = choice("no", "other_suit")
    passes_to_end: int = number(3, low=3, high=4)
    generale: bool = flag(False)
    generale_leads: bool = flag(True)
    coinche_when: str = choice("turn", "any_time")
    surcoinche: bool = flag(True)
    capot_doublable: bool = flag(True)
    # Was it made, and what is marked: docs/rules/belote.md 12.
    must_beat_defence: bool = flag(True)
    min_points_80: int = number(80, low=80, high=90)
    scoring: str = choice("made_plus_bid", "made", "bid")
    multiply: str = choice("all", "bid_only")
    coinche_factor: int = number(2, low=1, high=10)
    surcoinche_factor: int = number(4, low=1, high=20)
    coinched_made_base: str = choice("flat", "points")
    annonces_multiplied: bool = flag(True)
    belote_multiplied: bool = flag(False)
    bid_mode_belote: str = choice("none", "mark")
    capot_bid: str = choice("contract", "flat")
    capot_bid_value: int = number(250, low=100, high=2000)
    generale_value: int = number(500, low=100, high=5000)

    def applies(self, name: str) -> bool:
        """Whether an option can make a difference: each way of scoring reads its own."""
        match name:
            case "self_raise":
                # Who bid last speaks again only after the third pass.
                return self.passes_to_end > 3
            case "min_points_80":
                return self.bid_min <= 80
            case "fail_base" | "multiply":
                return self.scoring != "bid"
            case "coinched_made_base" | "capot_bid":
                return self.scoring == "made_plus_bid"
            case "annonces_multiplied" if not self.annonces:
                return False
            case "annonces_multiplied" | "belote_multiplied":
                return self.multiply == "all" and self.scoring != "bid"
            case "bid_mode_belote":
                return self.scoring == "bid"
            case "belote_on_fail":
                return self.scoring != "bid" or self.bid_mode_belote == "mark"
            case _:
                return FamilyOptions.applies(self, name)


_COINCHE = CoincheOptions()
_CONTREE = replace(
    _COINCHE,
    annonces=False,
    bid_max=160,
    belote_on_fail="to_winner",
    belote_finish="always",
    must_beat_defence=False,
    capot_bid="flat",
)
_COINCHE_ONLINE = replace(
    _COINCHE, annonces=False, bid_max=160, undertrump="required", coinche_when="any_time", belote_announce="auto"
)
_CANNES = replace(
    _CONTREE,
    bid_max=260,
    fail_base=162,
    multiply="bid_only",
    surcoinche_factor=3,
    capot_bid="contract",
    capot_bid_value=270,
    round="nearest6up",
    round_last_deal=False,
    target=2001,
)
_PAGAT = replace(
    _COINCHE,
    annonces=False,
    undertrump="required",
    coinche_when="any_time",
    capot_doublable=False,
    must_beat_defence=False,
    min_points_80=82,
    multiply="bid_only",
    capot_bid="flat",
    capot_points=250,
    belote_finish="always",
)
_BGA = replace(
    _COINCHE,
    annonces=False,
    undertrump="required",
    under_partner="no_undertrump",
    sa_ta=True,
    sa_values="cards_152",
    ta_values="cards_152",
    ta_belotes="none",
    bid_min=82,
    bid_max=170,
    self_raise="other_suit",
    passes_to_end=4,
    coinche_when="any_time",
    must_beat_defence=False,
    fail_base=162,
    coinched_made_base="points",
    belote_multiplied=True,
    bid_mode_belote="mark",
    capot_points=250,
    round="none",
    belote_finish="always",
    target_rule="exceed",
)
_BID = replace(
    _COINCHE,
    annonces=False,
    undertrump="required",
    bid_max=160,
    coinche_when="any_time",
    must_beat_defence=False,
    scoring="bid",
    round="none",
    target=1000,
    belote_finish="always",
)
_TEXTS = replace(_COINCHE, undertrump="required", annonce_announce="manual")

PRESETS: Mapping[str, CoincheOptions] = MappingProxyType(
    {
        "coinche_online": _COINCHE_ONLINE,
        "contree_online": replace(_CONTREE, belote_announce="auto"),
        "coinche": _COINCHE,
        "contree": _CONTREE,
        "contree_made": replace(_CONTREE, scoring="made"),
        "contree_cannes": _CANNES,
        "coinche_pagat": _PAGAT,
        "coinche_bga": _BGA,
        "coinche_bid": _BID,
        "textes": _TEXTS,
    }
)
"""Named options; the online ones announce the belote by themselves, `textes` is the house-rules texts' game."""

FEDERATION: Mapping[str, str] = MappingProxyType(
    {name: "contree" if name.startswith("contree") else "coinche" for name in PRESETS}
)
"""The preset that states the federation's game, coinche or contrée, for each preset."""
