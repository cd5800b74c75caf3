"""The order of a run: each worker begins with its share of what takes long, so that none is left with it at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

LONG = (
    "tests/loopback/test_tapis_chaos.py",
    "tests/loopback/test_tapis_leaks.py",
    "tests/loopback/test_tapis_killed.py",
    "tests/loopback/",
    "tests/conformance/test_conformance.py",
    "tests/storage/test_snapshots.py",
    "tests/ui/test_whole_deals.py",
    "tests/ui/test_any_order.py",
    "tests/rules/test_tarot_laws.py",
)
"""Beginnings of the names of tests that take long, the longest first. No fixture or cache is shared among them."""


def rank(name: str) -> int:
    """How early a test of this name comes: the number of its line in `LONG`."""
    return next((number for number, start in enumerate(LONG) if name.startswith(start)), len(LONG))


def arranged(items: Sequence[T], ranks: Sequence[int], workers: int) -> list[T]:
    """The same items, so that each worker's part of the list, which it goes through, begins with long ones.

    The rest stays in its order: what its tests share is then made by one worker. Workers get equal parts, as
    `--dist worksteal` hands them out at first.
    """
    long = [item for _, item in sorted(_numbered(items, ranks), key=lambda pair: pair[0])]
    rest = iter([item for item, place in zip(items, ranks, strict=True) if place == len(LONG)])
    made: list[T] = []
    for worker in range(workers):
        size = (len(items) - len(made)) // (workers - worker)
        part = long[worker::workers]
        # With more long tests than fit, what is over goes to whom there is room for.
        made += [*part, *(item for _, item in zip(range(size - len(part)), rest, strict=False))]
    return [*made, *rest]


def _numbered(items: Sequence[T], ranks: Sequence[int]) -> list[tuple[int, T]]:
    return [(place, item) for item, place in zip(items, ranks, strict=True) if place < len(LONG)]
