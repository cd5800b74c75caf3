"""What a taker does in belote for three, beside what all games of the family know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from bot.core.actions import Action
from bot.core.cards import Card, cards, codes


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Put cards aside: `discard:7S 8D`."""

    kind: ClassVar[str] = "discard"
    cards: tuple[Card, ...]

    @property
    def argument(self) -> str:
        """The cards' codes, separated by spaces."""
        return codes(self.cards)

    @classmethod
    def parse(cls, argument: str) -> Self:
        """Read cards from codes separated by spaces."""
        return cls(cards(argument))
