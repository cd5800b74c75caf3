"""The bit-mask kernel of tarot and the core, compared on random tables of every preset and number of players.

    python -m bench.tarot_kernel [--positions 200000] [--seed 1]

A position is one moment of the play: legal cards, turn and hands are compared before each card, the winner after each
trick, every seat's mark at the end. Half of the tables play by options changed at random. A disagreement is printed
with what brings it again.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bot.core.games.tarot.options import PRESETS, TarotOptions
from tests.ai.tarot.tables import compare, varied

A_TABLE = 500
MOST_SHOWN = 5


def main() -> int:
    """Print what was compared; 1 when core and kernel disagree somewhere."""
    parser = argparse.ArgumentParser(description="Core and kernel of tarot, position by position.")
    parser.add_argument("--positions", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    positions = deals = faults = 0
    begun, round_ = time.process_time(), 0
    while positions < arguments.positions and faults < MOST_SHOWN:
        seed = arguments.seed + round_
        mixed = [varied(TarotOptions(), Random(seed + 1000 * number)) for number in range(len(PRESETS))]
        for options in (*PRESETS.values(), *mixed):
            for players in (3, 4, 5):
                done = compare(options, players, seed, A_TABLE)
                positions, deals = positions + done.positions, deals + done.deals
                if done.fault:
                    faults += 1
                    print(done.fault)
        round_ += 1
    spent = time.process_time() - begun
    print(f"tarot {positions} positions, {deals} deals to their end, {faults} disagreements, {spent:.0f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
