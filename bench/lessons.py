"""Looks for prepared cards by which a game is learned well: those that bring the most different duties to the learner.

    python -m bench.lessons [--numbers 30] [--games belote]

Each number is played by computer players alone, who stand in for the learner in the first seat. The number in use
(`Game.lesson`) is marked. Who changes a game's rules of play may want another one.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bot.core.game import AnyGame
from bot.core.registry import games
from tests.lessons import Lesson, played_lesson


@dataclass(frozen=True, slots=True)
class Found:
    """How much a number teaches."""

    number: int
    lesson: Lesson

    @property
    def worth(self) -> tuple[bool, bool, int, int]:
        """Better is greater: a deal that is played, by the learner's side, with many duties, often."""
        duties = self.lesson.duties
        return not self.lesson.void, self.lesson.takes, len(set(duties)), len(duties)


async def look(game: AnyGame, numbers: int) -> list[Found]:
    """All numbers, the best first."""
    tried = {*range(1, numbers + 1), game.lesson}
    found = [Found(number, await played_lesson(game, number)) for number in sorted(tried)]
    return sorted(found, key=lambda one: one.worth, reverse=True)


def main() -> None:
    """Print the best numbers of each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--numbers", type=int, default=30)
    parser.add_argument("--games", nargs="*", default=list(games()))
    wanted = parser.parse_args()
    for key in wanted.games:
        ranked = asyncio.run(look(games()[key], wanted.numbers))
        shown = [*ranked[:3], *(one for one in ranked[3:] if one.number == games()[key].lesson)]
        for one in shown:
            mark = "*" if one.number == games()[key].lesson else " "
            print(f"{key:14}{mark}{one.number:5}  {' '.join(one.lesson.duties)}")


if __name__ == "__main__":
    main()
