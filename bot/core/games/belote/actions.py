"""Calls of classic belote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from bot.core.actions import Action
from bot.core.families.belote.denominations import Denomination


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take: the turned card's suit (`take`), or in the second round a denomination of one's own (`take:S`)."""

    kind: ClassVar[str] = "take"
    denomination: Denomination | None = None

    @property
    def argument(self) -> str:
        """The denomination's code; empty for the turned suit."""
        return "" if self.denomination is None else self.denomination.value

    @classmethod
    def parse(cls, argument: str) -> Self:
        """Read a denomination's code, or nothing."""
        return cls(Denomination(argument) if argument else None)
