"""Prompts: what a seat is offered. Derived from the rules; buttons, menus and checks are all made from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations

from bot.core.actions import Action
from bot.core.cards import Card

MAX_DIGITS = 6
"""Longer numbers are refused before they are read: nobody means them, and reading them costs time."""

HIGHEST_NUMBER = 10**MAX_DIGITS - 1
"""The highest number that can be bid in any game, whatever its rules."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """Choose exactly one of a few actions. Cards to play come as one `OneOf` of `PlayCard`.

    Attributes:
        actions: what may be done.
        careful: a click alone does not do it: it costs much, and is easily done by mistake. The actions of such a
            prompt are of one kind.
    """

    actions: tuple[Action, ...]
    careful: bool = False

    def codes(self) -> Iterator[str]:
        """The codes of all offered actions."""
        return (action.code for action in self.actions)

    def accepts(self, code: str) -> bool:
        """Whether the action of this code is offered."""
        return any(action.code == code for action in self.actions)


@dataclass(frozen=True, slots=True)
class PickCards:
    """Choose between `minimum` and `maximum` cards of `pool` and send them as one action `<kind>:<codes>`."""

    kind: str
    pool: tuple[Card, ...]
    minimum: int
    maximum: int

    def codes(self) -> Iterator[str]:
        """The codes of all choices, lazily: there may be very many."""
        sizes = range(self.minimum, self.maximum + 1)
        picks = chain.from_iterable(combinations(self.pool, size) for size in sizes)
        return (f"{self.kind}:{' '.join(card.code for card in pick)}" for pick in picks)

    def accepts(self, code: str) -> bool:
        """Whether the code picks an allowed number of different cards of the pool."""
        kind, _, argument = code.partition(":")
        picked = argument.split()
        pool = {card.code for card in self.pool}
        return (
            kind == self.kind
            and self.minimum <= len(picked) <= self.maximum
            and len(set(picked)) == len(picked)
            and pool.issuperset(picked)
        )


@dataclass(frozen=True, slots=True)
class BidRange:
    """Bid a number in a denomination: `<kind>:<number>:<denomination>`.

    Attributes:
        kind: the action's kind.
        floors: each denomination offered with its lowest number; strongest display order is the given order.
        maximum: the highest number by the rules, None for no end.
        step: numbers above a floor are multiples of this.
        ceiling: the highest number taken where the rules know no end: a technical bound, never announced as a rule.
    """

    kind: str
    floors: tuple[tuple[str, int], ...]
    maximum: int | None
    step: int
    ceiling: int = HIGHEST_NUMBER

    @property
    def top(self) -> int:
        """The highest number accepted."""
        return self.ceiling if self.maximum is None else min(self.maximum, self.ceiling)

    @property
    def minimum(self) -> int:
        """The lowest number in any denomination."""
        return min(floor for _, floor in self.floors)

    @property
    def denominations(self) -> tuple[str, ...]:
        """Codes of the denominations offered."""
        return tuple(name for name, _ in self.floors)

    def levels(self, denomination: str, ceiling: int) -> tuple[int, ...]:
        """Numbers offered in a denomination, lowest first, up to the maximum or else `ceiling`."""
        floor = dict(self.floors)[denomination]
        top = min(ceiling, self.top) if self.maximum is None else self.top
        after = (floor // self.step + 1) * self.step
        return tuple(level for level in (floor, *range(after, top + 1, self.step)) if level <= top)

    def codes(self) -> Iterator[str]:
        """The codes of the bids; without a maximum, twenty steps above the lowest."""
        ceiling = self.minimum + 20 * self.step
        for name, _ in self.floors:
            for level in self.levels(name, ceiling):
                yield f"{self.kind}:{level}:{name}"

    def accepts(self, code: str) -> bool:
        """Whether this bid is offered: any up to the maximum, or else the ceiling."""
        kind, _, argument = code.partition(":")
        number, _, name = argument.partition(":")
        floor = dict(self.floors).get(name)
        if kind != self.kind or floor is None or not number.isdecimal() or len(number) > MAX_DIGITS:
            return False
        level = int(number)
        return floor <= level <= self.top and str(level) == number and (level == floor or level % self.step == 0)


Prompt = OneOf | PickCards | BidRange
