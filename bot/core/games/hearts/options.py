"""Options and presets of hearts (docs/rules/hearts.md 9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from bot.core.game import MatchRules
from bot.core.options import Options, choice, flag, number


@dataclass(frozen=True, slots=True)
class HeartsOptions(Options):
    """Every option of hearts; the defaults are what most published descriptions agree on."""

    game: ClassVar[str] = "hearts"
    disputed: ClassVar[tuple[str, ...]] = (
        "exchange",
        "first_trick",
        "queen_breaks",
        "moon",
        "jack_of_diamonds",
        "tie",
    )

    # The pack and the pass: hearts.md 2 and 3.
    removed_at_three: str = choice("two_of_diamonds", "two_of_clubs")
    exchange: str = choice(
        "left_right_across_hold", "left_right_across", "left_right_hold", "left_right", "left", "none"
    )
    exchange_count: str = choice("three", "by_players")
    # The play: hearts.md 4 and 5.
    first_lead: str = choice("lowest_club", "any_club", "left_of_dealer")
    first_trick: str = choice("no_points", "no_queen", "free")
    hearts_lead: str = choice("when_broken", "free")
    queen_breaks: bool = flag(False)
    # The score: hearts.md 6 and 7.
    jack_of_diamonds: bool = flag(False)
    moon: str = choice("others_add", "own_subtract", "choice")
    # The end of a match: hearts.md 8.
    target: int = number(100, low=20, high=10000)
    tie: str = choice("extra_deal", "shared")

    def applies(self, name: str) -> bool:
        """Whether an option can make a difference: some need a pass, or hearts that have to be broken."""
        if name == "queen_breaks":
            return self.hearts_lead == "when_broken"
        if name == "exchange_count":
            return self.exchange != "none"
        return Options.applies(self, name)

    def match_rules(self) -> MatchRules:
        """When a match ends: the lowest total wins once somebody has the target."""
        return MatchRules(self.target, shared=self.tie == "shared", lowest_wins=True)


_STANDARD = HeartsOptions()

PRESETS: Mapping[str, HeartsOptions] = MappingProxyType(
    {
        "standard": _STANDARD,
        "omnibus": replace(_STANDARD, jack_of_diamonds=True, queen_breaks=True),
        "short": replace(_STANDARD, target=50, exchange="left_right_across", moon="choice"),
        "free": replace(_STANDARD, first_lead="left_of_dealer", first_trick="free", hearts_lead="free"),
    }
)
"""Named options; `omnibus` has the jack of diamonds, `free` none of the limits of play."""
