"""What a good player would do, and what the cards of a deal that is over have cost: facts, before they have words."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.cards import Card
from bot.core.facts import Fact
from bot.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Advice:
    """What a seat is advised to do, from what it may know.

    Attributes:
        code: of the action.
        reasons: why, the weightiest first; empty where nothing can be said in a sentence.
    """

    code: str
    reasons: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Weighed:
    """One card that was played, weighed against those that might have been, with all hands seen.

    Attributes:
        place: its number in the order of play, from 0.
        trick: the trick's number, from 1.
        seat: who played it.
        card: the card.
        losses: every card that might have been played, with what it gives up against the best one: points by which
            the own side's mark ends nearer to the others'. The best ones give up 0.
        exact: both sides play as well as can be from here on; else what would likely have followed.
        ways: ends of the deal that were tried to find out.
    """

    place: int
    trick: int
    seat: Seat
    card: Card
    losses: tuple[tuple[Card, int], ...]
    exact: bool
    ways: int = 0

    @property
    def loss(self) -> int:
        """What the card that was played has cost, 0 for a best one."""
        return dict(self.losses)[self.card]

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards that give up nothing."""
        return tuple(card for card, loss in self.losses if not loss)

    @property
    def forced(self) -> bool:
        """Whether no other card might have been played."""
        return len(self.losses) == 1


@dataclass(frozen=True, slots=True)
class Analysis:
    """The cards of a deal that is over, in the order of play."""

    cards: tuple[Weighed, ...]

    @property
    def costly(self) -> tuple[Weighed, ...]:
        """The cards that cost something, the costliest first."""
        return tuple(sorted((card for card in self.cards if card.loss), key=lambda card: (-card.loss, card.place)))
