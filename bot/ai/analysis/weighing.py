"""Weighs the cards of a deal: each by the best means that its game has and the budget allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.ai.analysis.open_hands import BestEnd, OutOfBudget, likely_values, two_sided
from bot.ai.analysis.walk import Decision, decisions
from bot.core.advice import Analysis, Weighed
from bot.core.events import Event
from bot.core.game import AnyGame, DealSetup

THOUSAND = 1000


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is tried for one card.

    Attributes:
        steps: cards tried on the way to the best end, by the core's contract; with more the end is estimated.
        samples: ends played by rules of thumb for each choice, for an estimate.
        seed: of their chance. The same gives the same.
    """

    steps: int = 400
    samples: int = 4
    seed: int = 0


USUAL = Budget()


@dataclass(frozen=True, slots=True)
class Values:
    """What each choice of a decision is worth to who decides: thousandths of a point, and whether that is exact."""

    exact: bool
    values: tuple[int, ...]


def weigh(game: AnyGame, setup: DealSetup, decision: Decision, budget: Budget) -> Values:
    """What each choice of a decision is worth, all hands seen."""
    if len(decision.choices) == 1:
        return Values(exact=True, values=(0,))
    if two_sided(game, setup):
        try:
            found = BestEnd(game, setup, budget.steps).values(decision)
            return Values(exact=True, values=tuple(THOUSAND * value for value in found))
        except OutOfBudget:
            pass  # it is estimated instead, and said to be
    return Values(exact=False, values=likely_values(game, setup, decision, budget.samples, budget.seed))


def weighed(decision: Decision, values: Values) -> Weighed:
    """A decision with what each of its choices gives up."""
    best = max(values.values)
    losses = [(best - value + THOUSAND // 2) // THOUSAND for value in values.values]
    pairs = tuple(zip(decision.choices, losses, strict=True))
    return Weighed(decision.place, decision.trick, decision.seat, decision.card, pairs, values.exact)


def analysed(game: AnyGame, setup: DealSetup, events: Sequence[Event], budget: Budget = USUAL) -> Analysis:
    """What every card of a deal has cost.

    Args:
        game: which game.
        setup: what the deal started from.
        events: all events of the deal, hidden ones included, oldest first.
        budget: how much is tried for each card.

    Raises:
        CorruptLog: the events do not fit the setup.
    """
    found = decisions(game, setup, events)
    return Analysis(tuple(weighed(decision, weigh(game, setup, decision, budget)) for decision in found))
