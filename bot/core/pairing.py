"""Who meets whom in a tournament (the sections on tournaments in docs/rules). Chance comes in as an order.

Everything here is a function of its arguments: the same entrants, in the same order, with the same past, are always
paired the same way. Entrants are names, each of them once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from bot.core.matching import paired

Pair = tuple[str, str]
Weight = Callable[[str, str], int]


class TooFew(ValueError):
    """There are not enough entrants for one table."""


@dataclass(slots=True)
class Past:
    """What has happened in earlier rounds.

    Attributes:
        met: how often two entrants were opponents, or sat at one table.
        partners: how often two entrants were partners.
        rested: how often an entrant rested.
    """

    met: Counter[frozenset[str]] = field(default_factory=Counter)
    partners: Counter[frozenset[str]] = field(default_factory=Counter)
    rested: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Round:
    """A round of entrants who meet two by two: its tables, best placed first, and who rests."""

    tables: tuple[Pair, ...]
    resting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Melee:
    """A round of people whose partners are drawn: at each table two pairs, and who rests."""

    tables: tuple[tuple[Pair, Pair], ...]
    resting: tuple[str, ...] = ()


def swiss(order: Sequence[str], past: Past) -> Round:
    """Pair teams with neighbours in the order, without a rematch while that can be avoided.

    Args:
        order: the teams as drawn (first round) or as ranked.
        past: the earlier rounds.

    Raises:
        TooFew: fewer than two teams.
    """
    if len(order) < 2:
        raise TooFew
    playing, resting = _without_resting(order, len(order) % 2, past)
    pairs = paired(len(playing), lambda one, two: past.met[frozenset((playing[one], playing[two]))])
    return Round(tuple((playing[one], playing[two]) for one, two in pairs), resting)


def melee(drawn: Sequence[str], past: Past) -> Melee:
    """Draw partners and opponents for people who entered alone.

    Nobody has a partner again while that can be avoided; then as few tables as possible seat people as opponents again.

    Args:
        drawn: everybody, in the order of the draw for this round.
        past: the earlier rounds.

    Raises:
        TooFew: fewer than four people.
    """
    if len(drawn) < 4:
        raise TooFew
    playing, resting = _without_resting(drawn, len(drawn) % 4, past)
    found = paired(len(playing), lambda one, two: past.partners[frozenset((playing[one], playing[two]))])
    pairs = [(playing[one], playing[two]) for one, two in found]

    def again(one: int, two: int) -> int:
        return sum(past.met[frozenset((first, second))] for first in pairs[one] for second in pairs[two])

    return Melee(tuple((pairs[one], pairs[two]) for one, two in paired(len(pairs), again)), resting)


def _without_resting(order: Sequence[str], number: int, past: Past) -> tuple[list[str], tuple[str, ...]]:
    """Who plays, in order, and who rests: those who have rested least, the last of them first."""
    last_first = sorted(range(len(order)), key=lambda place: (past.rested[order[place]], -place))
    resting = set(last_first[:number])
    playing = [name for place, name in enumerate(order) if place not in resting]
    return playing, tuple(order[place] for place in sorted(resting))


# Knock-out


def bracket(seeded: Sequence[str]) -> tuple[tuple[str, str | None], ...]:
    """The first round of a knock-out, in the order of the bracket; the best seeds have no opponent where one lacks.

    The two best can meet in the final only, the four best not before the semi-finals, and so on.

    Raises:
        TooFew: fewer than two entrants.
    """
    if len(seeded) < 2:
        raise TooFew
    places = [0]
    while len(places) < len(seeded):
        places = [seed for place in places for seed in (place, 2 * len(places) - 1 - place)]
    pairs = zip(places[::2], places[1::2], strict=True)
    return tuple((seeded[best], seeded[other] if other < len(seeded) else None) for best, other in pairs)


def next_round(winners: Sequence[str]) -> tuple[Pair, ...]:
    """The next round of a knock-out from the winners in the order of the bracket, a power of two of them."""
    return tuple(zip(winners[::2], winners[1::2], strict=True))


def groups(seeded: Sequence[str], number: int) -> tuple[tuple[str, ...], ...]:
    """Groups as equal as can be: seeds are dealt to and fro, so that no group has the better of each pair of seeds.

    Raises:
        TooFew: a group would have fewer than two entrants.
    """
    if number < 1 or len(seeded) < 2 * number:
        raise TooFew
    found: list[list[str]] = [[] for _ in range(number)]
    for place, name in enumerate(seeded):
        turn, index = divmod(place, number)
        found[index if turn % 2 == 0 else number - 1 - index].append(name)
    return tuple(tuple(group) for group in found)


def round_robin(group: Sequence[str]) -> tuple[Round, ...]:
    """Rounds in which everybody of a group meets everybody else once; of an odd group everybody rests once."""
    ring: list[str | None] = [*group, *([None] if len(group) % 2 else [])]
    rounds = []
    for _ in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = list(zip(ring[:half], reversed(ring[half:]), strict=True))
        tables = tuple((one, two) for one, two in pairs if one is not None and two is not None)
        resting = tuple(name for pair in pairs if None in pair for name in pair if name is not None)
        rounds.append(Round(tables, resting))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return tuple(rounds)


# Tables where everybody plays alone


def table_sizes(people: int) -> tuple[int, ...]:
    """Sizes of tables for so many people: of four, and as few of five or three as the number requires.

    Raises:
        TooFew: fewer than three people.
    """
    found = [
        (fives + threes, -fours, (5,) * fives + (4,) * fours + (3,) * threes)
        for fives in range(4)
        for threes in range(4)
        if (fours := (people - 5 * fives - 3 * threes) // 4) >= 0 and 5 * fives + 4 * fours + 3 * threes == people
    ]
    if people < 3 or not found:
        raise TooFew
    return min(found)[2]


_TEAM_MATES = 1000
"""What it weighs to seat two of a team at one table: more than any meeting with others."""


def positions(drawn: Sequence[str], past: Past, teams: Mapping[str, str] | None = None) -> tuple[tuple[str, ...], ...]:
    """Seat people at such tables so that they meet new opponents as far as an exchange of two people can bring it.

    Args:
        drawn: everybody, in the order of the draw for this position.
        past: the earlier positions.
        teams: the team of each person; those of one team do not meet while exchanges can avoid it.

    Raises:
        TooFew: fewer than three people.
    """
    known = teams or {}
    mates = {
        frozenset(pair): _TEAM_MATES
        for team in set(known.values())
        for pair in combinations(sorted(name for name in known if known[name] == team), 2)
    }

    def weight(one: str, two: str) -> int:
        pair = frozenset((one, two))
        return past.met[pair] ** 2 + mates.get(pair, 0)

    waiting, tables = list(drawn), []
    for size in table_sizes(len(drawn)):
        table = [waiting.pop(0)]
        while len(table) < size:
            costs = [sum(weight(name, other) for other in table) for name in waiting]
            table.append(waiting.pop(costs.index(min(costs))))
        tables.append(table)
    while _exchanged(tables, weight):
        pass
    return tuple(tuple(table) for table in tables)


def _exchanged(tables: list[list[str]], weight: Weight) -> bool:
    """Exchange two people of two tables if fewer then meet again; each exchange lowers the sum, so that it ends."""
    for number, table in enumerate(tables):
        for seat, name in enumerate(table):
            if not _burden(name, table, seat, weight):
                continue
            for index, other in enumerate(tables):
                if index == number:
                    continue
                for place, stranger in enumerate(other):
                    before = _burden(name, table, seat, weight) + _burden(stranger, other, place, weight)
                    after = _burden(stranger, table, seat, weight) + _burden(name, other, place, weight)
                    if after < before:
                        table[seat], other[place] = stranger, name
                        return True
    return False


def _burden(name: str, table: Sequence[str], seat: int, weight: Weight) -> int:
    """What `name` weighs in that seat of a table."""
    return sum(weight(name, other) for place, other in enumerate(table) if place != seat)


def sitting(tables: Iterable[Sequence[str]]) -> Counter[frozenset[str]]:
    """Who has met whom at these tables, to be added to `Past.met`."""
    return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
