"""How long a round of a tournament takes to be paired, and how far its pairs are from neighbours in the ranking.

    python -m bench.pairing [--sizes 16 128 500] [--rounds 8] [--seed 1]

Wanted: the slowest round of 500 entrants within a second of processor time, and no rematch in Swiss. `apart` is the
mean distance of two opponents in the ranking, in the worst round; 1 when everybody meets a neighbour.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bot.core.pairing import Past, melee, positions, sitting, swiss


def _swiss(order: list[str], past: Past) -> tuple[int, float]:
    found = swiss(order, past)
    again = sum(past.met[frozenset(pair)] for pair in found.tables)
    places = {name: place for place, name in enumerate(order)}
    apart = sum(abs(places[one] - places[two]) for one, two in found.tables) / len(found.tables)
    past.met.update(frozenset(pair) for pair in found.tables)
    past.rested.update(found.resting)
    return again, apart


def _melee(order: list[str], past: Past) -> tuple[int, float]:
    found = melee(order, past)
    pairs = [frozenset(pair) for table in found.tables for pair in table]
    again = sum(past.partners[pair] for pair in pairs)
    past.partners.update(pairs)
    past.met.update(frozenset((one, two)) for us, them in found.tables for one in us for two in them)
    past.rested.update(found.resting)
    return again, 0.0


def _tarot(order: list[str], past: Past) -> tuple[int, float]:
    met = sitting(positions(order, past))
    again = sum(past.met[pair] for pair in met)
    past.met.update(met)
    return again, 0.0


FORMATS: dict[str, Callable[[list[str], Past], tuple[int, float]]] = {
    "swiss": _swiss,
    "melee": _melee,
    "tarot": _tarot,
}


def main() -> None:
    """Print one line for each format and size."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", type=int, nargs="*", default=[16, 128, 500])
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    for name, play in FORMATS.items():
        for size in wanted.sizes:
            chance, past = Random(wanted.seed), Past()
            order = [f"t{place}" for place in range(size)]
            chance.shuffle(order)
            slowest, repeated, apart = 0.0, 0, 0.0
            for _ in range(wanted.rounds):
                begun = process_time()
                again, distance = play(order, past)
                slowest = max(slowest, process_time() - begun)
                repeated, apart = repeated + again, max(apart, distance)
                # Results move everybody by a few places; a draw would be another order altogether.
                moved = {name: place + 6 * chance.random() for place, name in enumerate(order)}
                order.sort(key=moved.__getitem__)
            print(f"{name:6} {size:4} entrants: slowest round {slowest:.2f} s, repeated {repeated}, apart {apart:.1f}")


if __name__ == "__main__":
    main()
