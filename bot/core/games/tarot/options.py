"""Options and presets of tarot (docs/rules/tarot.md 21)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from bot.core.game import MatchRules
from bot.core.options import Options, choice, limit, number


@dataclass(frozen=True, slots=True)
class TarotOptions(Options):
    """Every option of tarot; the defaults are the federation's rules."""

    game: ClassVar[str] = "tarot"
    disputed: ClassVar[tuple[str, ...]] = (
        "excuse_last_trick",
        "excuse_wins_last",
        "call_lead_restriction",
        "petit_sec",
        "misere",
        "take_back",
    )

    # The table and the deal: tarot.md 3 and 4.
    rotation: str = choice("counterclockwise", "clockwise", changes_answer=False)
    first_dealer: str = choice("draw", "random", changes_answer=False)
    shuffle: str = choice("full", "cut_only", changes_answer=False)
    petit_sec: str = choice("redeal", "ignore", "imprenable")
    lone_excuse: str = choice("play", "may_cancel")
    # The auction and the call: tarot.md 5 and 6.
    bids: str = choice("standard", "no_petite")
    five_mode: str = choice("call", "mort")
    call_self: str = choice("allowed", "forbidden")
    call_lead_restriction: str = choice("opening_lead", "none", "taker_only")
    # Announcements: tarot.md 8, 9 and 16.
    chelem_window: str = choice("until_lead", "before_chien")
    chelem_by_defence: str = choice("no", "yes")
    poignee_values: str = choice("20_30_40", "20_40_60", "10_20_40")
    poignee_five: str = choice("8_10_13", "8_10_15")
    poignee_time: str = choice("first_card", "before_lead")
    misere: str = choice("off", "flat10_camp", "flat10_personal", "flat20_camp", "mult10_camp")
    # The Excuse: tarot.md 11 and 12.
    excuse_wins_last: str = choice("any_chelem", "announced_only")
    excuse_last_trick: str = choice("changes_side", "trick_winner", "forbidden")
    excuse_pay_from: str = choice("tricks", "tricks_and_ecart")
    # Counting: tarot.md 15 and 16.
    half_point: str = choice("winner", "ignore")
    score_round: str = choice("exact", "nearest5", "nearest10")
    # The end of a match: tarot.md 17. A target, when there is one, takes the place of the number of deals.
    deals: int = number(12, low=1, high=100)
    target: int | None = limit(None, low=50, high=20000)
    tie: str = choice("shared", "extra_deal")
    # Irregularities: tarot.md 18.
    take_back: str = choice("none", "uncovered")
    out_of_turn: str = choice("refuse", "stands")

    def applies(self, name: str) -> bool:
        """Whether an option can make a difference.

        A match has a number of deals or a target, never both; five who play by fours call no king.
        """
        if name in ("deals", "target"):
            return (name == "target") is (self.target is not None)
        if name in ("call_self", "call_lead_restriction", "poignee_five"):
            return self.five_mode == "call"
        return Options.applies(self, name)

    def match_rules(self) -> MatchRules:
        """When a match ends."""
        shared = self.tie == "shared"
        if self.target is not None:
            return MatchRules(self.target, shared=shared)
        return MatchRules(0, deals=self.deals, shared=shared)


_FFT = TarotOptions()

PRESETS: Mapping[str, TarotOptions] = MappingProxyType(
    {
        "fft": _FFT,
        "textes": replace(
            _FFT,
            take_back="uncovered",
            out_of_turn="stands",
            excuse_wins_last="announced_only",
            excuse_pay_from="tricks_and_ecart",
        ),
        "friends": replace(_FFT, take_back="uncovered", misere="flat10_camp", call_lead_restriction="none"),
        "pagat": replace(_FFT, call_lead_restriction="none"),
    }
)
"""Named options; `textes` is the house-rules texts' game."""

FEDERATION: Mapping[str, str] = MappingProxyType(dict.fromkeys(PRESETS, "fft"))
"""The preset that states the federation's game, for each preset."""
