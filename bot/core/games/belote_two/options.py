"""Options and presets of belote for two (docs/rules/belote.md 15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from bot.core.families.belote.options import FamilyOptions, with_dependents
from bot.core.options import choice, flag, number

_WITH_A_TAKER = frozenset(
    {"passed_out_dealer", "belote_counts_for_contract", "belote_on_fail", "fail_marks", "litige", "litige_belote"}
)
"""Options that ask what becomes of a contract, or of an auction."""


@dataclass(frozen=True, slots=True)
class TwoOptions(FamilyOptions):
    """Options of belote for two; the defaults are the form with a talon."""

    game: ClassVar[str] = "belote_two"
    disputed: ClassVar[tuple[str, ...]] = ("seven_exchange", "open_trump", "fail_marks", "capot_bonus")
    # Nobody has a partner or finds a ruff on the table, nobody announces anything but the belote, a suit is trump.
    withheld: ClassVar[frozenset[str]] = with_dependents("sa_ta", "annonces") | {
        "direction",
        "shuffle",
        "cut_min",
        "undertrump",
        "under_partner",
        "rise_on_partner",
        "capot_points",
    }
    needs: ClassVar[Mapping[str, str]] = MappingProxyType({})

    form: str = choice("talon", "open")
    # The form with a talon.
    seven_exchange: bool = flag(True)
    # The open form.
    open_trump: str = choice("last_card", "bid")
    # Counting, where the amounts of the classic game suppose that every card is played.
    capot_bonus: int = number(50, low=0, high=500)
    fail_marks: str = choice("all_won", "flat")
    litige: str = choice("carry", "fail", "made")
    litige_belote: str = choice("held", "kept")
    next_dealer: str = choice("winner", "next")

    @property
    def is_open(self) -> bool:
        """Whether it is played before two rows of cards."""
        return self.form == "open"

    @property
    def has_taker(self) -> bool:
        """Whether the trump is bid for."""
        return not self.is_open or self.open_trump == "bid"

    def applies(self, name: str) -> bool:
        """Whether an option can make a difference under the others."""
        match name:
            case "seven_exchange":
                return not self.is_open
            case "open_trump":
                return self.is_open
            case "fail_base":
                return self.has_taker and self.fail_marks == "flat"
            case "litige_belote":
                return self.has_taker and self.litige == "carry"
            case _:
                return (self.has_taker or name not in _WITH_A_TAKER) and FamilyOptions.applies(self, name)


_TALON = TwoOptions(belote_announce="auto")

PRESETS: Mapping[str, TwoOptions] = MappingProxyType(
    {
        "deux_talon": _TALON,
        "deux_decouverte": replace(_TALON, form="open", capot_bonus=90, next_dealer="next"),
    }
)
"""Named options: with a talon, and open."""
