"""Looks ahead in a deal on its game's kernel, all hands seen, as far as a budget goes: to its end where it can."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from bot.ai.analysis.window import NOTHING, OutOfBudget, Window
from bot.ai.lines import Line, Root

CHEAP = 5
"""So many cards played by rules of thumb take as long as one that is tried."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """What each choice is worth to who decides.

    Attributes:
        exact: both camps play their best to the end.
        values: thousandths of a point, in the order of the choices.
        ways: ends of the deal that were tried for it.
    """

    exact: bool
    values: tuple[int, ...]
    ways: int


def look_ahead(root: Root, steps: int) -> Ahead:
    """Try every answer to each choice, trick by trick further; beyond, everybody plays by rules of thumb.

    Args:
        root: the decision.
        steps: cards that may be tried, on the fastest kernel. However few, every choice is tried once.
    """
    sign = root.scale if root.line.up else -root.scale
    lines = [root.line.after(card) for card in root.cards]
    search, rest = _Search(steps // root.weight), root.line.rest - 1
    found, depth = search.tried(lines, 0, limited=False), root.line.due - 1 or root.line.players
    reached = 0
    while reached < rest:
        try:
            found = search.tried(lines, depth, limited=True)
        except OutOfBudget:
            break
        reached, depth = depth, depth + root.line.players
    return Ahead(reached >= rest, tuple([sign * value for value in found]), search.ways)


class _Search:
    """Alpha-beta between two camps, with a memory for each depth."""

    def __init__(self, steps: int) -> None:
        self._left = steps
        self._limited = True
        self._memory: dict[Hashable, tuple[int, int]] = {}
        self.ways = 0

    def tried(self, lines: list[Line], depth: int, *, limited: bool) -> list[int]:
        """What each of these lines is worth to the first camp, every answer tried for so many cards.

        Raises:
            OutOfBudget: that takes more steps.
        """
        self._limited, self._memory = limited, {}
        return [self._value(line, depth, -NOTHING, NOTHING) for line in lines]

    def _value(self, line: Line, depth: int, low: int, high: int) -> int:
        if line.over:
            self.ways += 1
            return line.value()
        if not depth:
            self.ways += 1
            self._pay(1 + line.rest // CHEAP)
            return line.likely()
        key, known = None, (-NOTHING, NOTHING)
        if line.due == line.players:
            key = line.key()
            known = self._memory.get(key, known)
            if known[0] >= high or known[0] == known[1]:
                return known[0]
            if known[1] <= low:
                return known[1]
            low, high = max(low, known[0]), min(high, known[1])
        best = self._best(line, depth, low, high)
        if key is not None:
            self._memory[key] = (
                best if best > low else known[0],
                best if best < high else known[1],
            )
        return best

    def _best(self, line: Line, depth: int, low: int, high: int) -> int:
        window = Window(line.up, low, high)
        for card in line.moves():
            self._pay(1)
            if window.shut_by(self._value(line.after(card), depth - 1, window.low, window.high)):
                break
        return window.best

    def _pay(self, steps: int) -> None:
        self._left -= steps
        if self._left < 0 and self._limited:
            raise OutOfBudget("too many cards to try")
