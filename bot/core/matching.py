"""Pairs out of an order of entrants: as few that have met as can be, then neighbours in the order (docs/adr/0031)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

Met = Callable[[int, int], int]
"""How often two entrants, given by their places in the order, have met."""

_EXACT = 10
"""Up to so many entrants nothing is left out: there are at most C(10, 5) = 252 ways to be half paired."""

_STEPS = 4_000
"""Half-paired ways looked at for larger fields, shared among the places."""

_WAITING = 8
"""So many may be unpaired at a time in larger fields; opponents that are farther apart are found by exchanges."""

_Cost = tuple[int, int, int]
_Pairs = tuple[tuple[int, int], ...]
_Link = tuple[tuple[int, int], "_Link"] | None


def paired(size: int, met: Met) -> _Pairs:
    """Pair all places 0 … `size` - 1.

    The number of pairs that have met before is the smallest there is, at any size. Among such pairings the one with the
    fewest earlier meetings, then with the smallest sum of distances in the order, up to 10 entrants; one that is close
    to it for larger fields.

    Args:
        size: the number of entrants, even.
        met: how often two have met; asked with the better place first.

    Returns:
        The pairs, each with its better place first, in the order of their first places.
    """
    assert size % 2 == 0, "an odd entrant rests"
    found = _near(size, met)
    if any(met(one, two) for one, two in found):
        found = fewest(size, met, found)
    return tuple(sorted(found))


def _near(size: int, met: Met) -> _Pairs:
    """Place after place: whoever comes waits for a later one, or is paired with one who waits."""
    width = 1 << size if size <= _EXACT else max(16, _STEPS // size)
    ways: dict[tuple[int, ...], tuple[_Cost, _Link]] = {(): ((0, 0, 0), None)}
    for place in range(size):
        coming: dict[tuple[int, ...], tuple[_Cost, _Link]] = {}
        meetings = [met(other, place) for other in range(place)]
        for waiting, (cost, link) in ways.items():
            if len(waiting) < min(size - place, _WAITING):
                _keep(coming, (*waiting, place), cost, link)
            for index, other in enumerate(waiting):
                times = meetings[other]
                worse = (cost[0] + (times > 0), cost[1] + times, cost[2] + place - other)
                _keep(coming, waiting[:index] + waiting[index + 1 :], worse, ((other, place), link))
        if len(coming) > width:
            best = sorted(coming.items(), key=lambda way: (_reckoned(way[0], way[1][0], place), way[0]))
            coming = dict(best[:width])
        ways = coming
    pairs = []
    link = ways[()][1]
    while link is not None:
        pair, link = link
        pairs.append(pair)
    return tuple(pairs)


def _keep(ways: dict[tuple[int, ...], tuple[_Cost, _Link]], waiting: tuple[int, ...], cost: _Cost, link: _Link) -> None:
    known = ways.get(waiting)
    if known is None or cost < known[0]:
        ways[waiting] = (cost, link)


def _reckoned(waiting: tuple[int, ...], cost: _Cost, place: int) -> _Cost:
    """A way's cost with what those who wait have cost already: they are at least this far from their opponents."""
    return cost[0], cost[1], cost[2] + sum(place + 1 - other for other in waiting)


def fewest(size: int, met: Met, pairs: _Pairs) -> _Pairs:
    """The same pairs, but for those that have met: these give way wherever a chain of exchanges avoids one.

    Whatever it is given, no pairing of these entrants has fewer pairs that have met.
    """
    fresh = [
        [other for other in range(size) if other != one and not met(min(one, other), max(one, other))]
        for one in range(size)
    ]
    mate: list[int | None] = [None] * size
    for one, two in pairs:
        if not met(one, two):
            mate[one], mate[two] = two, one
    for root in range(size):
        if mate[root] is None:
            _augment(fresh, mate, root)
    alone = [place for place in range(size) if mate[place] is None]
    made = [(one, two) for one, two in enumerate(mate) if two is not None and one < two]
    if not alone:
        return tuple(made)
    rest = _near(len(alone), lambda one, two: met(alone[one], alone[two]))
    return (*made, *((alone[one], alone[two]) for one, two in rest))


def _augment(fresh: Sequence[Sequence[int]], mate: list[int | None], root: int) -> None:
    """Look for a chain of exchanges that pairs `root` too, and make it (Edmonds' search through blossoms)."""
    search = _Search(fresh, mate, root)
    end = search.end()
    while end is not None:
        before = search.parent[end]
        assert before is not None, "the end of a chain was reached from somewhere"
        following = mate[before]
        mate[end], mate[before] = before, end
        end = following


class _Search:
    """One search for a chain of exchanges from an entrant without opponent."""

    def __init__(self, fresh: Sequence[Sequence[int]], mate: Sequence[int | None], root: int) -> None:
        self._fresh, self._mate, self._root = fresh, mate, root
        self.parent: list[int | None] = [None] * len(mate)
        self._base = list(range(len(mate)))
        self._outer = {root}
        self._queue = deque([root])

    def end(self) -> int | None:
        """Another entrant without opponent at the end of a chain; None when there is no chain."""
        while self._queue:
            one = self._queue.popleft()
            for two in self._fresh[one]:
                mate = self._mate[two]
                if self._base[one] == self._base[two] or self._mate[one] == two:
                    continue
                if two == self._root or (mate is not None and self.parent[mate] is not None):
                    self._shrink(one, two)
                elif self.parent[two] is None:
                    self.parent[two] = one
                    if mate is None:
                        return two
                    self._reach(mate)
        return None

    def _reach(self, one: int) -> None:
        if one not in self._outer:
            self._outer.add(one)
            self._queue.append(one)

    def _shrink(self, one: int, two: int) -> None:
        """An odd ring counts as one place from now on."""
        base = self._meeting(one, two)
        ring: set[int] = set()
        self._mark(one, base, two, ring)
        self._mark(two, base, one, ring)
        for place in range(len(self._base)):
            if self._base[place] in ring:
                self._base[place] = base
                self._reach(place)

    def _meeting(self, one: int, two: int) -> int:
        seen = set()
        while True:
            one = self._base[one]
            seen.add(one)
            before = self._before(one)
            if before is None:
                break
            one = before
        while self._base[two] not in seen:
            before = self._before(self._base[two])
            assert before is not None, "both sides of a ring come from the root"
            two = before
        return self._base[two]

    def _before(self, one: int) -> int | None:
        """Two steps nearer to the root."""
        mate = self._mate[one]
        return None if mate is None or one == self._root else self.parent[mate]

    def _mark(self, one: int, base: int, child: int, ring: set[int]) -> None:
        while self._base[one] != base:
            mate = self._mate[one]
            assert mate is not None, "inside a ring everybody is paired"
            ring |= {self._base[one], self._base[mate]}
            self.parent[one] = child
            child = mate
            before = self.parent[mate]
            assert before is not None, "inside a ring everybody was reached"
            one = before
