"""How well computer players play: each level is a budget and some habits, never a blunder by chance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Habits:
    """How much and how well a computer player thinks.

    Budgets are numbers of worlds, so that the same seed plays the same; the clock is an emergency brake.

    Attributes:
        worlds: ways the hidden cards may lie that a card to play is tried in; 0 plays by rules of thumb.
        bidding_worlds: the same for a call, for each denomination or contract; 0 bids by rules of thumb.
        infers: whether it draws conclusions beyond the laws of the game: from calls, from what was not played.
        seconds: after so much thinking the best so far is played.
    """

    worlds: int
    bidding_worlds: int
    infers: bool
    seconds: float = 0.1


LEVELS: Mapping[str, Habits] = MappingProxyType(
    {
        "beginner": Habits(worlds=0, bidding_worlds=0, infers=False),
        "regular": Habits(worlds=12, bidding_worlds=0, infers=False),
        "club": Habits(worlds=40, bidding_worlds=20, infers=False),
        "expert": Habits(worlds=64, bidding_worlds=40, infers=True),
    }
)
"""From the code of a level to its habits, weakest first."""
