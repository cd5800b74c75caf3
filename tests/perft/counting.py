"""Counting all legal play sequences of an ending, whoever says what is legal, and the tricks that each seat wins."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, TypeVar

from bot.core.actions import Action, Declare, PlayCard
from bot.core.families.belote.state import BeloteState
from bot.core.game import Game, apply
from bot.core.games.hearts.state import HeartsState
from bot.core.prompts import OneOf

P = TypeVar("P")
Count = tuple[int, tuple[int, ...]]
"""The sequences, and how many tricks of all of them each seat wins."""

State = BeloteState[Any] | HeartsState

SMALL: Final = 2_000
"""Endings of so few sequences are counted by the reference whenever the tests run; all with TAPIS_THOROUGH=1."""


def count(
    position: P,
    seats: int,
    moves: Callable[[P], Sequence[str]],
    after: Callable[[P, str], tuple[P, int | None]],
    key: Callable[[P], Hashable] = lambda position: None,
    known: dict[Hashable, Count] | None = None,
) -> Count:
    """Count from a position.

    Args:
        position: where to begin.
        seats: number of players.
        moves: what may be done; nothing once every card is played.
        after: the position after a move, and who won a trick by it.
        key: what the rest of the play depends on, to count it only once; None: always count.
        known: what was counted.
    """
    known = {} if known is None else known
    same = key(position)
    if same is not None and same in known:
        return known[same]
    offered = moves(position)
    total, tricks = 0 if offered else 1, [0] * seats
    for move in offered:
        following, winner = after(position, move)
        sequences, won = count(following, seats, moves, after, key, known)
        total += sequences
        tricks = [one + other for one, other in zip(tricks, won, strict=True)]
        if winner is not None:
            tricks[winner] += sequences
    if same is not None:
        known[same] = total, tuple(tricks)
    return total, tuple(tricks)


class Core:
    """Counts with what the core offers, each position between two tricks once.

    Attributes:
        met: the duties that bound, and how many positions each.
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.met: dict[object, int] = {}

    def count(self, state: State) -> Count:
        return count(state, state.setup.players, self.moves, self.after, _key)

    def moves(self, state: State) -> Sequence[str]:
        """Codes of what is offered."""
        if not any(state.hands):
            return ()
        self.met[state.legal.duty] = self.met.get(state.legal.duty, 0) + 1
        prompts = self.game.prompts(state, state.turn)
        offered = [action for prompt in prompts if isinstance(prompt, OneOf) for action in prompt.actions]
        assert offered
        return [action.code for action in offered if isinstance(action, PlayCard) or _changes(action)]

    def after(self, state: State, move: str) -> tuple[State, int | None]:
        following = apply(self.game, state, state.turn, self.game.parse(move)).state
        assert isinstance(following, BeloteState | HeartsState)
        return following, following.won[-1].winner if len(following.won) > len(state.won) else None


def _changes(action: Action) -> bool:
    """Whether an action that plays no card changes what may be played: the exchange does, words do not."""
    return action == Declare("exchange")


def _key(state: State) -> Hashable:
    if state.trick.plays:
        return None
    own = (state.breaker is None,) if isinstance(state, HeartsState) else (state.turned, getattr(state, "piles", None))
    return state.hands, state.leader, not state.won, own
