"""What a taker does in belote for three, beside what all games of the family know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.core.actions import CardsAction


@dataclass(frozen=True, slots=True)
class Discard(CardsAction):
    """Put cards aside: `discard:7S 8D`."""

    kind: ClassVar[str] = "discard"
