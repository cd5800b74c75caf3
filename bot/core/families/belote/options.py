"""Options that belote and coinche share (docs/rules/belote.md 2 to 10, 13 and 14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from bot.core.game import MatchRules
from bot.core.options import Options, choice, flag, limit, number


@dataclass(frozen=True, slots=True)
class FamilyOptions(Options):
    """Options of every game of the family, with the defaults of the classic game."""

    disputed: ClassVar[tuple[str, ...]] = ("undertrump", "annonces", "annonce_tie", "belote_on_fail")
    needs: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "ta_rise": "sa_ta",
            "sa_values": "sa_ta",
            "ta_values": "sa_ta",
            "ta_belotes": "sa_ta",
            "annonce_cards": "annonces",
            "annonce_tie": "annonces",
            "annonce_announce": "annonces",
            "annonces_count_for_contract": "annonces",
            "capot_takes_annonces": "annonces",
        }
    )

    # The table and the deal: belote.md 2 and 4.
    direction: str = choice("anticlockwise", "clockwise", changes_answer=False)
    shuffle: str = choice("every_deal", "cut_only", changes_answer=False)
    cut_min: int = number(3, low=1, high=8, changes_answer=False)
    passed_out_dealer: str = choice("next", "same")
    # Play: belote.md 7.
    undertrump: str = choice("required", "free")
    under_partner: str = choice("free", "no_undertrump", "must_rise")
    rise_on_partner: bool = flag(True)
    ta_rise: bool = flag(True)
    # Sans-atout and tout-atout: belote.md 3 and 8.
    sa_ta: bool = flag(False)
    sa_values: str = choice("ace19", "cards_152", "convert_130")
    ta_values: str = choice("convert_258", "scaled_13", "scaled_14", "cards_152")
    ta_belotes: str = choice("all", "one", "none")
    # Annonces: belote.md 9.
    annonces: bool = flag(False)
    annonce_cards: str = choice("single", "multi")
    annonce_tie: str = choice("cancel", "first")
    annonce_announce: str = choice("auto", "manual")
    annonces_count_for_contract: bool = flag(True)
    capot_takes_annonces: bool = flag(True)
    # Belote and rebelote: belote.md 8.
    belote_announce: str = choice("manual", "auto")
    belote_order: str = choice("any", "king_first")
    belote_counts_for_contract: bool = flag(True)
    belote_on_fail: str = choice("kept", "to_winner")
    # Counting: belote.md 10 to 12.
    capot_points: int = number(252, low=152, high=1000)
    fail_base: int = number(162, low=80, high=500)
    round: str = choice("none", "nearest5up", "nearest6up")
    round_last_deal: bool = flag(True)
    # The end of a match: belote.md 13.
    target: int = number(1000, low=100, high=10000)
    target_rule: str = choice("reach", "exceed")
    deals: int | None = limit(None, low=1, high=100)
    both_over: str = choice("higher", "takers_win", "draw")
    belote_finish: str = choice("always", "not_if_capot", "not_if_capot_or_failed")
    # What may be looked at: belote.md 14.
    last_trick_view: str = choice("until_next_gathered", "after_next_trick", "never")
    undo: str = choice("none", "consent", "uncovered")

    def applies(self, name: str) -> bool:
        """Whether an option can make a difference: nothing is rounded, or a number of deals takes a target's place."""
        match name:
            case "round_last_deal":
                return self.round != "none"
            case "target" | "target_rule" | "belote_finish":
                return self.deals is None
            case _:
                return Options.applies(self, name)

    def match_rules(self) -> MatchRules:
        """When a match ends."""
        return MatchRules(self.target, self.target_rule == "exceed", self.both_over, self.deals)


def with_dependents(*names: str) -> frozenset[str]:
    """These options, and those that only make sense with one of them: what a game that has no such thing withholds."""
    return frozenset({*names, *(name for name, needed in FamilyOptions.needs.items() if needed in names)})
