"""What a seat may do in hearts, beside playing a card."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Self

from bot.core.actions import Action, CardsAction


@dataclass(frozen=True, slots=True)
class Give(CardsAction):
    """Pass cards: `give:QS KH AH`."""

    kind: ClassVar[str] = "give"


class MoonWay(StrEnum):
    """How taking everything counts."""

    ADD = "add"
    SUBTRACT = "subtract"


@dataclass(frozen=True, slots=True)
class Moon(Action):
    """Say how taking everything counts: `moon:add`."""

    kind: ClassVar[str] = "moon"
    way: MoonWay

    @property
    def argument(self) -> str:
        """The choice's code."""
        return self.way.value

    @classmethod
    def parse(cls, argument: str) -> Self:
        """Read a choice's code."""
        return cls(MoonWay(argument))
