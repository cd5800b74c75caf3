"""Weighs the cards of a deal: each by the best means that its game has and the budget allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.ai.analysis.lookahead import look_ahead
from bot.ai.analysis.open_hands import BestEnd, likely_values, two_sided
from bot.ai.analysis.walk import Decision, decisions
from bot.ai.analysis.window import OutOfBudget
from bot.ai.lines import root_for
from bot.core.advice import Analysis, Weighed
from bot.core.events import Event
from bot.core.game import AnyGame, DealSetup

THOUSAND = 1000


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is tried for one card.

    Attributes:
        steps: cards tried on the kernel of the game, where it has one; on slower ones fewer.
        core_steps: cards tried by the core's contract on the way to the best end, where there is no kernel.
        plays: cards played by rules of thumb for an estimate, all choices together, where there is no kernel.
        seed: of their chance. The same gives the same.
    """

    steps: int = 100_000
    core_steps: int = 400
    plays: int = 1500
    seed: int = 0


USUAL = Budget()

MOST_SAMPLES = 8
"""More ends of the deal by rules of thumb are not played for one choice."""


@dataclass(frozen=True, slots=True)
class Values:
    """What each choice of a decision is worth to who decides.

    Attributes:
        exact: both sides play their best from here on; else what is likely.
        values: thousandths of a point, in the order of the choices.
        ways: ends of the deal that were tried for it.
    """

    exact: bool
    values: tuple[int, ...]
    ways: int = 0


def weigh(game: AnyGame, setup: DealSetup, decision: Decision, left: int, budget: Budget) -> Values:
    """What each choice of a decision is worth, all hands seen.

    Args:
        game: which game.
        setup: what the deal started from.
        decision: the card to weigh.
        left: cards of the deal from this one on.
        budget: how much is tried.
    """
    choices = len(decision.choices)
    if choices == 1:
        return Values(exact=True, values=(0,))
    root = root_for(game.key)
    if root is not None:
        found = look_ahead(root(game, setup, decision), budget.steps)
        return Values(found.exact, found.values, found.ways)
    if two_sided(game, setup):
        best = BestEnd(game, setup, budget.core_steps)
        try:
            values = best.values(decision)
            return Values(exact=True, values=tuple(THOUSAND * value for value in values), ways=best.ends)
        except OutOfBudget:
            pass  # it is estimated instead, and said to be
    samples = max(1, min(MOST_SAMPLES, budget.plays // (choices * left)))
    likely = likely_values(game, setup, decision, samples, budget.seed)
    return Values(exact=False, values=likely, ways=samples * choices)


def weighed(decision: Decision, values: Values) -> Weighed:
    """A decision with what each of its choices gives up."""
    best = max(values.values)
    losses = [(best - value + THOUSAND // 2) // THOUSAND for value in values.values]
    pairs = tuple(zip(decision.choices, losses, strict=True))
    return Weighed(decision.place, decision.trick, decision.seat, decision.card, pairs, values.exact, values.ways)


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
    return Analysis(
        tuple(
            weighed(decision, weigh(game, setup, decision, len(found) - decision.place, budget)) for decision in found
        )
    )
