"""Counts and times, kept in plain dictionaries whether anybody reads them or not. No name, card or token gets in."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

BUCKETS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper ends in seconds; what takes longer is counted beyond the last."""

Labels = tuple[str, ...]


@dataclass(slots=True)
class Timing:
    """Durations in seconds.

    Attributes:
        counts: by bucket, one more for what is beyond the last.
        total: their sum.
    """

    counts: list[int] = field(default_factory=lambda: [0] * (len(BUCKETS) + 1))
    total: float = 0.0

    def add(self, seconds: float) -> None:
        """One more."""
        self.counts[bisect_left(BUCKETS, seconds)] += 1
        self.total += seconds

    def cumulated(self) -> list[int]:
        """How many took at most each bucket's end; the last number counts all."""
        found, so_far = [], 0
        for count in self.counts:
            so_far += count
            found.append(so_far)
        return found


class Meter:
    """Everything that is counted and timed, by name and labels."""

    def __init__(self) -> None:
        self.counters: dict[str, Counter[Labels]] = {}
        self.timings: dict[str, dict[Labels, Timing]] = {}

    def count(self, name: str, *labels: str, by: int = 1) -> None:
        """Count something."""
        self.counters.setdefault(name, Counter())[labels] += by

    def time(self, name: str, seconds: float, *labels: str) -> None:
        """Note how long something took."""
        self.timings.setdefault(name, {}).setdefault(labels, Timing()).add(seconds)

    @contextmanager
    def timing(self, name: str, *labels: str) -> Iterator[None]:
        """Time a block, however it ends."""
        begun = perf_counter()
        try:
            yield
        finally:
            self.time(name, perf_counter() - begun, *labels)
