"""Facts: what is to be said, before it has words.

The core never speaks a language. It names a sentence by key and gives its data; `bot.i18n` turns both into text.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.cards import Card
from bot.core.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class Who:
    """A seat, to be shown by its player's name."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Camp:
    """A side, to be shown by its team's name."""

    side: Side


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the field, translated as `term.<kind>.<code>`: `Term("denomination", "SA")`."""

    kind: str
    code: str


Value = int | str | Card | tuple[Card, ...] | Who | Camp | Term
"""What a fact may carry. A `str` is shown as it is (never a language's word)."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One sentence to be: its key in the catalogues and its named data."""

    key: str
    data: tuple[tuple[str, Value], ...] = ()

    def get(self, name: str) -> Value | None:
        """The value under `name`, or None."""
        return dict(self.data).get(name)


def fact(key: str, **data: Value) -> Fact:
    """Make a fact from keyword arguments.

    >>> fact("refusal.must_follow", suit=Term("suit", "S")).key
    'refusal.must_follow'
    """
    return Fact(key, tuple(data.items()))
