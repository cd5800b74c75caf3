"""Calls of coinche and contrée."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from bot.core.actions import Action
from bot.core.families.belote.denominations import Denomination


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Bid a number in a denomination: `bid:90:S`."""

    kind: ClassVar[str] = "bid"
    level: int
    denomination: Denomination

    @property
    def argument(self) -> str:
        """The number and the denomination's code."""
        return f"{self.level}:{self.denomination.value}"

    @classmethod
    def parse(cls, argument: str) -> Self:
        """Read a number and a denomination's code."""
        level, _, denomination = argument.partition(":")
        return cls(_number(level), Denomination(denomination))


@dataclass(frozen=True, slots=True)
class Capot(Action):
    """Bid all the tricks for one's side: `capot:S`."""

    kind: ClassVar[str] = "capot"
    denomination: Denomination

    @property
    def argument(self) -> str:
        """The denomination's code."""
        return self.denomination.value

    @classmethod
    def parse(cls, argument: str) -> Self:
        """Read a denomination's code."""
        return cls(Denomination(argument))


@dataclass(frozen=True, slots=True)
class Generale(Action):
    """Bid all the tricks for oneself alone: `generale:S`."""

    kind: ClassVar[str] = "generale"
    denomination: Denomination

    @property
    def argument(self) -> str:
        """The denomination's code."""
        return self.denomination.value

    @classmethod
    def parse(cls, argument: str) -> Self:
        """Read a denomination's code."""
        return cls(Denomination(argument))


@dataclass(frozen=True, slots=True)
class Coinche(Action):
    """Double the bid that was the `of_bid`-th call of the auction, so that no later bid is hit: `coinche:3`."""

    kind: ClassVar[str] = "coinche"
    of_bid: int

    @property
    def argument(self) -> str:
        """The number of calls up to and including the doubled bid."""
        return str(self.of_bid)

    @classmethod
    def parse(cls, argument: str) -> Self:
        """Read the number of calls."""
        return cls(_number(argument))


@dataclass(frozen=True, slots=True)
class Surcoinche(Action):
    """Redouble."""

    kind: ClassVar[str] = "surcoinche"

    @classmethod
    def parse(cls, argument: str) -> Self:
        """Accept the empty text."""
        if argument:
            raise ValueError(argument)
        return cls()


def _number(text: str) -> int:
    """A whole number in its one canonical form, so that codes and actions match one to one."""
    number = int(text)
    if number < 0 or str(number) != text:
        raise ValueError(text)
    return number
