"""The kernel of the computer players of belote and coinche against the core, position by position.

    python -m bench.belote_kernel [--positions 200000] [--seed 1]

A position is one moment at which a card may be played: legal cards, the winning card, hands and points are compared
before it, annonces and marks at the end of its deal. Half of the deals is played under random options, the others
under each preset in turn. A disagreement is printed and ends the run with 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bot.core.registry import game_of
from tests.ai.belote_kernel import KEYS, Compared, any_options, compare, preset


def main() -> int:
    """Print a line for each preset and one for random options; 1 when kernel and core disagree."""
    parser = argparse.ArgumentParser(description="Kernel and core, position by position.")
    parser.add_argument("--positions", type=int, default=200_000, help="how many to compare in all")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = Random(arguments.seed)
    tables = [(key, name) for key in KEYS for name in (*game_of(key).presets, *("",) * len(game_of(key).presets))]
    for key, name in tables:
        found = Compared()
        begun = time.process_time()
        while found.positions < arguments.positions / len(tables):
            compare(key, preset(key, name) if name else any_options(key, chance), chance, found)
            if found.fault is not None:
                print(found.fault)
                return 1
        spent = time.process_time() - begun
        title = name or "random options"
        print(f"{key:8} {title:24}{found.positions:>8} positions, no disagreement, {spent:>5.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
