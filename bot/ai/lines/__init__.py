"""Deals in play on fast kernels, all hands seen, one module for each game that has one: `bot.ai.lines.<key>`.

A module has a function `root`. The analysis of deals that are over searches in it; no player and no hint may.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, Self, cast

from bot.ai.analysis.walk import Decision
from bot.core.game import AnyGame, DealSetup


class Line(Protocol):
    """How a deal stands between two camps. What one wins the other loses; a line never changes."""

    @property
    def over(self) -> bool:
        """Whether all cards are played."""
        ...

    @property
    def up(self) -> bool:
        """Whether the first camp is to play."""
        ...

    @property
    def players(self) -> int:
        """Cards of a trick."""
        ...

    @property
    def due(self) -> int:
        """Cards until the trick is complete, at least 1."""
        ...

    @property
    def rest(self) -> int:
        """Cards not yet played."""
        ...

    def moves(self) -> Sequence[int]:
        """The cards that may be played now, the likeliest best first."""
        ...

    def after(self, card: int) -> Self:
        """The line after one of them."""
        ...

    def key(self) -> Hashable:
        """Equal where everything that follows is worth the same; asked between tricks only."""
        ...

    def value(self) -> int:
        """What the deal that is over is worth to the first camp, in thousandths."""
        ...

    def likely(self) -> int:
        """The same of a deal that is not over, if everybody goes on by rules of thumb."""
        ...


@dataclass(frozen=True, slots=True)
class Root:
    """A decision on a kernel.

    Attributes:
        line: how the deal stood.
        cards: the choices as the kernel names them, in the decision's order.
        scale: the mark of who decides moves by so much for each point of the line's value.
        weight: how many times longer a card takes on this kernel than on the fastest.
    """

    line: Line
    cards: tuple[int, ...]
    scale: int = 1
    weight: int = 1


RootOf = Callable[[AnyGame, DealSetup, Decision], Root]
"""A decision of a deal on the kernel of its game."""


@cache
def root_for(key: str) -> RootOf | None:
    """How a game's decisions come to its kernel; None where it has none."""
    name = f"{__name__}.{key}"
    return None if find_spec(name) is None else cast("RootOf", import_module(name).root)
