"""The order of a run loses no test, and every worker begins with its share of the long ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.order import LONG, arranged, rank

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("workers", [1, 2, 3, 8])
@pytest.mark.parametrize("every", [1, 3, 10, 100])
def test_nothing_is_lost_and_long_ones_come_first(workers: int, every: int) -> None:
    items = list(range(97))
    ranks = [item % len(LONG) if item % every == 0 else len(LONG) for item in items]
    made = arranged(items, ranks, workers)
    assert sorted(made) == items
    assert [item for item in made if ranks[item] == len(LONG)] == [i for i in items if ranks[i] == len(LONG)]
    left, parts = made, []
    for worker in range(workers):
        size = len(left) // (workers - worker)
        parts.append([ranks[item] for item in left[:size]])
        left = left[size:]
    for part in parts:
        assert part == sorted(part) or every == 1
    counts = [sum(place < len(LONG) for place in part) for part in parts]
    assert max(counts) - min(counts) <= 1


def test_long_ones_are_tests_that_there_are() -> None:
    assert not [start for start in LONG if not (ROOT / start).exists()]
    assert rank("tests/loopback/test_tapis_chaos.py::test") == 0
    assert rank("tests/loopback/test_api.py::test") == LONG.index("tests/loopback/")
    assert rank("tests/core/test_codec.py::test") == len(LONG)
