"""A page of an analysis, for whoever shows it: in words or as a picture."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.advice import Analysis, Weighed

OVERVIEW = 0


@dataclass(frozen=True, slots=True)
class Study:
    """What is looked at.

    Attributes:
        number: the deal's.
        analysis: what its cards have cost.
        trick: the trick's number; `OVERVIEW`, or one that there is not, for the costliest cards of all.
    """

    number: int
    analysis: Analysis
    trick: int = OVERVIEW

    @property
    def page(self) -> int:
        """The trick that is shown; `OVERVIEW` for none."""
        cards = self.analysis.cards
        return self.trick if cards and 1 <= self.trick <= cards[-1].trick else OVERVIEW

    @property
    def played(self) -> tuple[Weighed, ...]:
        """The cards of that trick."""
        return tuple(card for card in self.analysis.cards if card.trick == self.page)
