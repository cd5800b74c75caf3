"""Hours of what the tests do for seconds. Run by `make soak`.

    python -m tests.soak [leaks] [chaos] [--deals N] [--seed N]

Each part prints figures: what was tried, what was seen of it. It ends with 1 when something was found, or when too
little was seen to say anything.
"""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Coroutine, Mapping
from random import SystemRandom
from types import MappingProxyType

from tests.loopback import chaos_soak, leak_soak

Part = Callable[[int, int], Coroutine[object, object, bool]]

PARTS: Mapping[str, Part] = MappingProxyType({"leaks": leak_soak.run, "chaos": chaos_soak.run})
"""By name: takes a number of deals and a seed, and tells whether nothing was found."""


def main() -> int:
    """Run a part, or all of them."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="which parts; all of them when none is named")
    parser.add_argument("--deals", type=int, default=1000, help="deals of each part")
    parser.add_argument("--seed", type=int, default=SystemRandom().getrandbits(32), help="what the deals come from")
    given = parser.parse_args()
    good = True
    for name in given.parts or PARTS:
        print(f"== {name}: {given.deals} deals, --seed {given.seed}", flush=True)
        good &= asyncio.run(PARTS[name](given.deals, given.seed))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
