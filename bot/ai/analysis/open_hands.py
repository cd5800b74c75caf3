"""A deal played on with all hands seen, by the core's contract alone: to its best end, or as it would likely go on."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.ai.analysis.walk import Decision, playable
from bot.ai.analysis.window import NOTHING, OutOfBudget, Window
from bot.ai.hints import Hint, hint_for
from bot.ai.random_legal import sample
from bot.core.actions import PlayCard
from bot.core.cards import Card
from bot.core.events import Event, visible
from bot.core.game import AnyGame, DealResult, DealSetup, DealState, apply
from bot.core.seats import Seat

WHIMS = 0.15
"""How often a seat of a sampled end plays any card instead of the one that rules of thumb name."""

LONGEST_END = 500
"""No end of a deal takes more actions."""


def margin(game: AnyGame, setup: DealSetup, result: DealResult, seat: Seat) -> int:
    """What a deal is worth to a seat: its side's mark less the other's, or its own where there are several others."""
    sides = game.sides(setup.players)
    mine = next(number for number, seats in enumerate(sides) if seat in seats)
    sign = -1 if game.match_rules(setup.options).lowest_wins else 1
    if len(sides) != 2:
        return sign * result.points[mine]
    return sign * (result.points[mine] - result.points[1 - mine])


def two_sided(game: AnyGame, setup: DealSetup) -> bool:
    """Whether what one side wins the other loses, so that a best end exists."""
    return len(game.sides(setup.players)) == 2


class BestEnd:
    """Finds what a deal comes to when both of two sides play as well as can be, all hands seen.

    What may be said beside a card is not said in it.

    Args:
        game: which game.
        setup: what the deal started from.
        steps: cards that may be tried.

    Attributes:
        ends: ends of the deal that were tried so far.
    """

    def __init__(self, game: AnyGame, setup: DealSetup, steps: int) -> None:
        self._game = game
        self._setup = setup
        self._left = steps
        self._first = game.sides(setup.players)[0]
        self.ends = 0

    def values(self, decision: Decision) -> tuple[int, ...]:
        """What each choice of a decision is worth to who decides.

        Raises:
            OutOfBudget: that takes more steps.
        """
        sign = 1 if decision.seat in self._first else -1
        ends = (self._after(decision.before, decision.seat, card) for card in decision.choices)
        return tuple([sign * self.value(state) for state in ends])

    def value(self, state: DealState, low: int = -NOTHING, high: int = NOTHING) -> int:
        """What the deal comes to for the first side; a bound of it outside of `low` and `high`.

        Raises:
            OutOfBudget: that takes more steps.
        """
        result = self._game.result(state)
        if result is not None:
            self.ends += 1
            return margin(self._game, self._setup, result, self._first[0])
        seat = min(self._game.to_act(state), default=None)
        cards = () if seat is None else playable(self._game, state, seat)
        if seat is None or not cards:
            raise OutOfBudget("something else than a card is due")
        window = Window(seat in self._first, low, high)
        for card in cards:
            if window.shut_by(self.value(self._after(state, seat, card), window.low, window.high)):
                break
        return window.best

    def _after(self, state: DealState, seat: Seat, card: Card) -> DealState:
        self._left -= 1
        if self._left < 0:
            raise OutOfBudget("too many cards to try")
        return apply(self._game, state, seat, PlayCard(card)).state


def likely_values(game: AnyGame, setup: DealSetup, decision: Decision, samples: int, seed: int) -> tuple[int, ...]:
    """What each choice is likely worth to who decides, in thousandths: the mean of ends played by rules of thumb.

    Args:
        game: which game.
        setup: what the deal started from.
        decision: the card to weigh.
        samples: ends played for each choice. The first keeps to the rules of thumb, in the others seats have whims,
            the same for each choice.
        seed: of those whims.
    """
    hint, values = hint_for(game.key), list[int]()
    for card in decision.choices:
        step = apply(game, decision.before, decision.seat, PlayCard(card))
        seen, total = (*decision.seen, *step.events), 0
        for number in range(samples):
            whims = Random(f"{seed}/{decision.place}/{number}") if number else None  # noqa: S311 - play is no secret
            total += margin(game, setup, _end(game, step.state, seen, hint, whims), decision.seat)
        values.append(1000 * total // samples)
    return tuple(values)


def _end(game: AnyGame, state: DealState, seen: Sequence[Event], hint: Hint | None, whims: Random | None) -> DealResult:
    """How a deal ends that is played on by rules of thumb."""
    events = list(seen)
    for _ in range(LONGEST_END):
        result = game.result(state)
        if result is not None:
            return result
        seat = min(game.to_act(state))
        step = apply(game, state, seat, game.parse(_choice(game, state, seat, events, hint, whims)))
        state = step.state
        events += step.events
    raise RuntimeError(f"a deal of {game.key} does not end")


def _choice(
    game: AnyGame, state: DealState, seat: Seat, events: Sequence[Event], hint: Hint | None, whims: Random | None
) -> str:
    prompts = game.prompts(state, seat)
    cards = playable(game, state, seat)
    if len(cards) == 1 and len(prompts) == 1:
        return PlayCard(cards[0]).code
    if cards and whims is not None and whims.random() < WHIMS:
        return PlayCard(whims.choice(cards)).code
    if hint is not None:
        code = hint(game.view(state, seat), prompts, tuple(event for event in events if visible(event, seat)))
        if code is not None and any(prompt.accepts(code) for prompt in prompts):
            return code
    by = whims or Random(0)  # noqa: S311 - play is no secret
    return PlayCard(by.choice(cards)).code if cards else sample(prompts, by)
