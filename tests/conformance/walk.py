"""Plays matches of any game by a plan of choices, and keeps every moment for the checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

from hypothesis import strategies as st

from bot.core import match
from bot.core.actions import Action, Deal
from bot.core.cards import Card
from bot.core.errors import IllegalAction
from bot.core.events import Event
from bot.core.game import AnyGame
from bot.core.match import MatchState
from bot.core.options import Options
from bot.core.prompts import BidRange, OneOf, PickCards, Prompt
from bot.core.seats import Seat

LONGEST_DEAL = 3000
"""No deal of any game takes more actions than this, even when cards are taken back again and again."""


@dataclass(frozen=True)
class Plan:
    """Choices: the first ones explicit, so that Hypothesis can shrink them, the rest from a seed."""

    seed: int
    picks: tuple[int, ...] = ()

    def choices(self) -> Choices:
        return Choices(list(reversed(self.picks)), Random(self.seed))


class Choices:
    def __init__(self, picks: list[int], random: Random) -> None:
        self._picks = picks
        self.random = random
        self.shy = random.random() if random.random() < 0.3 else 0.0

    def passes(self) -> bool:
        """Whether to say nothing where that is offered: in some walks often."""
        return not self._picks and self.random.random() < self.shy

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1; 0 is the simplest."""
        return (self._picks.pop() if self._picks else self.random.randrange(1 << 20)) % limit

    def one_of(self, codes: tuple[str, ...]) -> str:
        """Any of these."""
        return codes[self.below(len(codes))]

    def order(self, deck: tuple[Card, ...]) -> tuple[Card, ...]:
        """The pack shuffled; one time in three only a little, so that long suits and high cards stay together."""
        if self.random.random() < 0.66:
            return tuple(self.random.sample(deck, len(deck)))
        order = sorted(deck, key=lambda card: card.rank) if self.random.random() < 0.5 else list(deck)
        for _ in range(self.random.randrange(len(deck) // 2)):
            one, other = self.random.sample(range(len(deck)), 2)
            order[one], order[other] = order[other], order[one]
        return tuple(order)


def some_codes(prompts: Iterable[Prompt], limit: int = 60) -> Iterator[str]:
    """The codes of everything offered, but of a pick of cards only the first: there may be very many."""
    for prompt in prompts:
        yield from islice(prompt.codes(), limit if isinstance(prompt, PickCards) else None)


plans = st.builds(Plan, st.integers(0, 2**32 - 1), st.lists(st.integers(0, 60), max_size=40).map(tuple))


@dataclass(frozen=True)
class Moment:
    """One accepted action of a match."""

    before: MatchState
    seat: Seat | None
    action: Action
    events: tuple[Event, ...]
    after: MatchState


@dataclass(frozen=True)
class Walk:
    """A match played for a while: `started` opened it, `moments` followed."""

    game: AnyGame
    opened: match.MatchStep
    moments: tuple[Moment, ...]

    @property
    def state(self) -> MatchState:
        return self.moments[-1].after if self.moments else self.opened.state

    @property
    def events(self) -> tuple[Event, ...]:
        return (*self.opened.events, *(event for moment in self.moments for event in moment.events))

    def states(self) -> Iterator[MatchState]:
        yield self.opened.state
        yield from (moment.after for moment in self.moments)


def choose(prompts: tuple[Prompt, ...], choices: Choices) -> str:
    """The code of an offered action. Passing is likelier than bidding, a low number likelier than a high one."""
    if choices.passes() and any(prompt.accepts("pass") for prompt in prompts):
        return "pass"
    prompt = prompts[choices.below(len(prompts))]
    numbers = next((prompt for prompt in prompts if isinstance(prompt, BidRange)), None)
    if numbers is not None and choices.below(8):
        prompt = numbers if choices.below(2) else prompts[0]
    match prompt:
        case OneOf():
            codes = tuple(prompt.codes())
            assert codes, "a choice of nothing"
            return choices.one_of(codes)
        case BidRange():
            name, floor = prompt.floors[choices.below(len(prompt.floors))]
            levels = prompt.levels(name, floor + 10 * prompt.step)
            level = levels[choices.below(len(levels))] if not choices.below(6) else floor
            return f"{prompt.kind}:{level}:{name}"
        case PickCards():
            pool = list(prompt.pool)
            size = prompt.minimum + choices.below(prompt.maximum - prompt.minimum + 1)
            picked = [pool.pop(choices.below(len(pool))) for _ in range(size)]
            return f"{prompt.kind}:{' '.join(card.code for card in picked)}"


def steps(game: AnyGame, state: MatchState, choices: Choices) -> Iterator[Moment]:
    """Play on until the match is over."""
    since_deal = 0
    while not state.ended:
        seat: Seat | None = None
        action: Action
        since_deal += 1
        if match.needs_deal(game, state):
            action = Deal(choices.order(game.deck(state.options, state.players)))
            since_deal = 0 if state.between else since_deal
        else:
            # Mostly those whose turn it is; now and then anybody who may do something.
            acting = sorted((match.may_act if choices.below(4) == 3 else match.to_act)(game, state))
            assert acting, "nobody can act and the deal is not over"
            assert since_deal <= LONGEST_DEAL, "the deal does not end"
            seat = acting[choices.below(len(acting))]
            offered = match.prompts(game, state, seat)
            assert offered, f"seat {seat} may act but is offered nothing"
            action = game.parse(choose(offered, choices))
        try:
            step = match.act(game, state, seat, action)
        except IllegalAction as error:
            raise AssertionError(f"{action.code} was offered to {seat} and refused: {error}") from error
        yield Moment(state, seat, action, step.events, step.state)
        state = step.state


def walk(game: AnyGame, options: Options, players: int, plan: Plan, deals: int = 1) -> Walk:
    """Play so many deals, or to the end of the match if that comes first."""
    choices = plan.choices()
    opened = match.start(game, options, players, Seat(choices.below(players)))
    moments = []
    finished = 0
    for moment in steps(game, opened.state, choices):
        moments.append(moment)
        finished += moment.after.between
        if finished == deals:
            break
    return Walk(game, opened, tuple(moments))
