"""The contract that a deal is played for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.core.evolving import kept_with
from bot.core.facts import Fact, Term, Who, fact
from bot.core.families.belote.denominations import Denomination
from bot.core.families.belote.keys import Key
from bot.core.seats import Seat


class Aim(StrEnum):
    """What the takers have to do."""

    TAKE = "take"
    NUMBER = "bid"
    CAPOT = "capot"
    GENERALE = "generale"


class Doubling(StrEnum):
    """Whether the contract was doubled."""

    NONE = "none"
    COINCHE = "coinche"
    SURCOINCHE = "surcoinche"


@dataclass(frozen=True)
class Contract:
    """Who plays what. It has no slots, so that its words are kept (see `evolving`).

    Attributes:
        taker: the last bidder.
        denomination: trump, SA or TA.
        aim: what is to be done.
        level: the number bid; 0 unless the aim is a number.
        doubling: coinche, surcoinche or none.
    """

    taker: Seat
    denomination: Denomination
    aim: Aim = Aim.TAKE
    level: int = 0
    doubling: Doubling = Doubling.NONE

    @property
    def side(self) -> int:
        """The taking side of a four-player deal."""
        return self.taker % 2

    @kept_with
    def as_fact(self) -> Fact:
        """The contract to be put into words."""
        name = f"contract.{self.aim.value}"
        key = Key(name if self.doubling is Doubling.NONE else f"{name}_{self.doubling.value}")
        denomination = Term("denomination", self.denomination.value)
        if self.aim is Aim.NUMBER:
            return fact(key.value, who=Who(self.taker), level=self.level, denomination=denomination)
        return fact(key.value, who=Who(self.taker), denomination=denomination)
