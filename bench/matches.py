"""How matches between computer players of one level go: whether they end, and whether their deals look like people's.

    python -m bench.matches [--matches 20] [--level club] [--games hearts] [--presets all] [--seats 3 5] [--seed 1]

Every move goes through the rules, so that a match that ends was played by them.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.players import Play, Table, Timed, arguments, opened, player, spread, tables
from bot.core.registry import game_of
from bot.core.seats import Seat


@dataclass
class Census:
    """What became of the deals of many matches."""

    matches: int = 0
    deals: int = 0
    void: int = 0
    taken: int = 0
    made: int = 0
    sweeps: int = 0
    failures: int = 0
    decisions: int = 0
    takers: list[int] = field(default_factory=lambda: [0] * 5)

    def add(self, other: Census) -> None:
        """Join what another process counted."""
        for name in ("matches", "deals", "void", "taken", "made", "sweeps", "failures", "decisions"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.takers = [mine + theirs for mine, theirs in zip(self.takers, other.takers, strict=True)]


LONGEST = 2000
"""A match that has not ended after so many deals is a fault."""


def census(table: Table, level: str, seed: int, numbers: Sequence[int]) -> Census:
    """Play whole matches between players of one level."""
    game, count = game_of(table.game), Census()
    timed = Timed(player(game, level, seed))
    for number in numbers:
        play = opened(table, number % table.seats, Random(f"{seed}/{table.name}/match {number}"))
        count.matches += 1
        while not play.state.ended:
            dealer = play.state.dealer
            asyncio.run(play.deal([timed] * table.seats))
            _note(count, play, dealer)
            if play.state.number > LONGEST:
                raise RuntimeError(f"a match of {table.name} does not end")
    count.failures, count.decisions = timed.failures
    return count


def _note(count: Census, play: Play, dealer: Seat) -> None:
    record = play.state.records[-1]
    assert play.state.deal is not None
    view = play.game.view(play.state.deal, None)
    count.deals += 1
    count.void += not record.counts
    if record.counts and record.taker_side is not None:
        count.taken += 1
        count.made += record.made is True
    if view.taker is not None:
        count.takers[(view.taker - dealer - 1) % play.state.players] += 1
    sides = [sum(view.tricks_won[seat] for seat in side) for side in play.game.sides(play.state.players)]
    count.sweeps += record.counts and sum(sides) > 0 and max(sides) == sum(sides)


@dataclass(frozen=True, slots=True)
class Evening:
    """Work for another process: whole matches."""

    table: Table
    level: str
    seed: int

    def __call__(self, numbers: Sequence[int]) -> Census:
        """Play these matches."""
        return census(self.table, self.level, self.seed, numbers)


def evenings(wanted: argparse.Namespace) -> None:
    """Print how matches between computer players go."""
    print(f"{wanted.matches} matches of {wanted.level} players, seed {wanted.seed}; takers from the eldest hand on")
    columns = "matches  deals  void  taken   made  capots  fell back  takers"
    print(f"{'':34}  {columns}")
    for table in tables(wanted.games, wanted.presets, wanted.seats):
        total = Census()
        for part in spread(Evening(table, wanted.level, wanted.seed), wanted.matches, wanted.jobs):
            total.add(part)
        print(f"{table.name:34}  {_shares(total, table.seats)}", flush=True)


def _shares(total: Census, seats: int) -> str:
    deals, taken = max(1, total.deals), max(1, total.taken)
    takers = "/".join(str(count) for count in total.takers[:seats])
    failed = total.failures / max(1, total.decisions)
    return (
        f"{total.matches:7} {total.deals:6} {total.void / deals:6.1%} {total.taken / deals:6.1%} "
        f"{total.made / taken:6.1%} {total.sweeps / deals:7.1%} {failed:10.2%}  {takers}"
    )


def main() -> None:
    """Print what is asked for; without arguments one match of every game."""
    parser = arguments(__doc__)
    parser.add_argument("--matches", type=int, default=1)
    parser.add_argument("--level", default="club")
    evenings(parser.parse_args())


if __name__ == "__main__":
    main()
