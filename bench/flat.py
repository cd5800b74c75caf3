"""Whether memory, open handles, tasks and what the bot holds stay flat over many deals.

    python -m bench.flat [--deals 10000] [--tables 20] [--every 1000] [--undrawn] [--seed N] [--folder DIR]

The real service, database, renderer and outbox, in one process; a member of each table moves through the service's
door, computer players take the other seats. Discord is a client that takes every message and keeps nothing, so that its
own memory does not count; clicks and the gateway are not part of it. `--undrawn` closes the outbox: five times as many
deals a second, and nothing of the outbox is tried. A line for every so many deals, taken with every table closed:

    deals, tables over, requests, open handles, tasks, entries of all containers, MiB resident, bytes a deal in the file

Ends with 1 when handles, tasks or any container are more than after the first line; memory is for reading.
"""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.flat import Count, count, evenings, grown

MIB = 2**20


async def main(chosen: Namespace) -> int:
    """Play and print; whether anything grew."""
    counts: list[Count] = []
    with TemporaryDirectory(dir=chosen.folder) as folder:
        async with evenings(Path(folder), chosen.seed, drawn=not chosen.undrawn) as club:
            empty = _size(Path(folder))
            while club.deals < chosen.deals:
                await club.play(min(chosen.every, chosen.deals - club.deals), chosen.tables)
                found = count(club.front, club.meter)
                counts.append(found)
                print(
                    f"{club.deals:>6} deals  {club.over:>5} tables over  {club.client.requests:>7} requests"
                    f"  {found.handles} handles  {found.tasks} tasks"
                    f"  {sum(found.entries.values())} entries  {found.resident / MIB:.1f} MiB"
                    f"  {(_size(Path(folder)) - empty) / club.deals:.0f} bytes a deal",
                    flush=True,
                )
    for name, number in sorted(counts[-1].entries.items()):
        if number:
            print(f"  {name}: {counts[0].entries.get(name, 0)} after the first line, {number} after the last")
    told = grown(counts[0], counts[-1])
    for line in told:
        print(f"GREW {line}")
    return int(bool(told))


def _size(folder: Path) -> int:
    return sum(found.stat().st_size for found in folder.glob("tapis.db"))


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--every", type=int, default=1000)
    parser.add_argument("--undrawn", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", default=None)
    sys.exit(asyncio.run(main(parser.parse_args())))
