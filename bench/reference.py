"""The core and the references of tests/reference, compared on random tables, and how fast each of them is.

    python -m bench.reference [--positions 100000] [--games tarot belote coinche] [--seed 1] [--table 0]

A position is one moment at which somebody may call, announce or play: what every seat may do is compared before it,
what comes of it after it. `core` is how many positions a second the core plays, `told` how many are told to the
reference and compared, and `ratio` is `core` / `told`. A disagreement is printed with its seed and table; `--seed` and
`--table` start there again.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bot.core.game import AnyGame
from bot.core.registry import games
from tests.conformance.comparing import RETELLINGS, random_tables

MOST_SHOWN = 5


def compare(game: AnyGame, seed: int, first: int, wanted: int) -> int:
    """Compare so many positions and print a line; how many tables disagree."""
    positions = tables = faults = 0
    playing = telling = 0.0
    begun = time.process_time()
    for told in random_tables(game, seed, first):
        tables += 1
        positions += told.positions
        playing, telling = playing + told.playing, telling + told.telling
        if told.fault is not None:
            faults += 1
            if faults <= MOST_SHOWN:
                print(told.fault)
        if positions >= wanted:
            break
    spent = time.process_time() - begun
    print(
        f"{game.key:14}{positions:>10} positions{tables:>7} tables{faults:>5} disagreements{spent:>6.0f} s"
        f"   core {positions / playing:>6.0f}/s  told {positions / telling:>6.0f}/s  ratio {telling / playing:>5.2f}"
        f"   seed {seed}",
        flush=True,
    )
    return faults


def main() -> int:
    """Print a line for each game; 1 when core and reference disagree somewhere."""
    parser = argparse.ArgumentParser(description="Core and reference, position by position.")
    parser.add_argument("--positions", type=int, default=100_000, help="how many to compare for each game")
    parser.add_argument("--games", nargs="*", help="only these games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", type=int, default=0, help="the first table of the seed")
    arguments = parser.parse_args()
    faults = 0
    for key, game in games().items():
        if key in RETELLINGS and (not arguments.games or key in arguments.games):
            faults += compare(game, arguments.seed, arguments.table, arguments.positions)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
