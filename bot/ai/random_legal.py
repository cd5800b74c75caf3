"""The simplest computer player: any offered action, by chance. It is also what stands in when another one fails."""

from __future__ import annotations

import random
from collections.abc import Sequence

from bot.core.actions import Action
from bot.core.game import AnyGame
from bot.core.prompts import BidRange, OneOf, PickCards, Prompt
from bot.core.situation import Situation


def chance(seed: int, situation: Situation) -> random.Random:
    """Chance for one decision: the same for the same seed and the same situation, whatever was decided before."""
    return random.Random(f"{seed}/{situation.view!r}/{situation.prompts!r}")  # noqa: S311  # play is no secret; deals have their own seeds


def sample(prompts: Sequence[Prompt], by: random.Random) -> str:
    """The code of some offered action: a prompt by chance, then a choice in it.

    Raises:
        IndexError: nothing is offered.
    """
    prompt = by.choice(prompts)
    match prompt:
        case OneOf():
            return by.choice(prompt.actions).code
        case BidRange():
            name, floor = by.choice(prompt.floors)
            level = by.choice(prompt.levels(name, floor + 4 * prompt.step))
            return f"{prompt.kind}:{level}:{name}"
        case PickCards():
            picked = by.sample(prompt.pool, by.randint(prompt.minimum, prompt.maximum))
            return f"{prompt.kind}:{' '.join(card.code for card in picked)}"


class RandomLegal:
    """A `Brain` that does any offered action.

    Args:
        game: reads the codes.
        seed: the same seed does the same in the same situation.
    """

    def __init__(self, game: AnyGame, seed: int) -> None:
        self._game = game
        self._seed = seed

    async def choose(self, situation: Situation) -> Action:
        """One of the offered actions, by chance."""
        return self._game.parse(sample(situation.prompts, chance(self._seed, situation)))
