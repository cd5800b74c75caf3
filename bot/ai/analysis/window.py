"""What the searches for the best end share: two camps, each cutting off what the other would never allow."""

from __future__ import annotations

NOTHING = 10**9
"""No deal is worth as much."""


class OutOfBudget(Exception):
    """The best end was not found within the steps that were allowed."""


class Window:
    """The best value found so far for whose turn it is, and between which bounds a better one still matters.

    Args:
        up: the first camp is to play, which looks for the highest value; else the lowest is looked for.
        low: the first camp is sure of this much.
        high: the second camp allows no more than this.

    Attributes:
        best: the best value so far; a bound of it once the window is shut.
    """

    __slots__ = ("_up", "best", "high", "low")

    def __init__(self, up: bool, low: int, high: int) -> None:
        self._up = up
        self.best = -NOTHING if up else NOTHING
        self.low = low
        self.high = high

    def shut_by(self, value: int) -> bool:
        """Take up the value of one more card; whether the others do not matter any more."""
        if self._up:
            if value > self.best:
                self.best = value
                self.low = max(self.low, value)
        elif value < self.best:
            self.best = value
            self.high = min(self.high, value)
        return self.low >= self.high
