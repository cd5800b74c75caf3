"""What one seed decides: who does what at which table, and which trouble comes after how many acts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from types import MappingProxyType

from bot.core import registry

MOST_PEOPLE = 3
"""As many members sit at a table, at most; computer players take the other seats."""


class Deed(StrEnum):
    """What people do at a table."""

    GO_ON = "go on"
    TWICE = "double click"
    TOGETHER = "two at once"
    STALE = "stale click"
    LATE = "click that crosses an edit"
    WRONG = "wrong card"
    TYPED = "typed card"
    FORGED = "another's control"
    LOOK = "look"
    JOIN = "join"
    LEAVE = "leave"
    COMMAND = "command"
    PAUSE = "pause"
    CLOSE = "close"


WEIGHTS: Mapping[Deed, int] = MappingProxyType(
    {
        Deed.GO_ON: 56,
        Deed.TWICE: 8,
        Deed.TOGETHER: 5,
        Deed.STALE: 5,
        Deed.LATE: 3,
        Deed.WRONG: 4,
        Deed.TYPED: 5,
        Deed.FORGED: 2,
        Deed.LOOK: 3,
        Deed.JOIN: 2,
        Deed.LEAVE: 1,
        Deed.COMMAND: 4,
        Deed.PAUSE: 1,
        Deed.CLOSE: 1,
    }
)


class Storm(StrEnum):
    """What goes wrong around the bot."""

    KILLED = "process killed"
    GATEWAY_REFUSED = "gateway refused"
    GATEWAY_SILENT = "gateway silent"
    REFUSED = "requests cut off"
    UNANSWERED = "answers cut off"
    HANGING = "requests hanging"
    ERRORS = "5xx"
    LIMITED = "429"
    DISK_FULL = "disk full"
    LOCKED = "database locked"
    MESSAGE_GONE = "message deleted"
    CHANNEL_GONE = "channel deleted"
    FORBIDDEN = "permission removed"
    PRIVATE_CLOSED = "private messages closed"


DEADLY = (
    Storm.GATEWAY_REFUSED,
    Storm.GATEWAY_SILENT,
    Storm.REFUSED,
    Storm.UNANSWERED,
    Storm.HANGING,
    Storm.ERRORS,
    Storm.DISK_FULL,
    Storm.LOCKED,
    Storm.CHANNEL_GONE,
)
"""In the midst of these the process may be killed as well."""

NETWORK = (Storm.REFUSED, Storm.UNANSWERED, Storm.ERRORS, Storm.LIMITED)
PAIRED = (Storm.DISK_FULL, Storm.LOCKED, Storm.MESSAGE_GONE, Storm.FORBIDDEN, Storm.PRIVATE_CLOSED)
"""At the same time as these the network may be bad, too."""

WORST = (Storm.DISK_FULL, Storm.LOCKED, Storm.UNANSWERED)
"""In the midst of these it is killed each time."""


@dataclass(frozen=True, slots=True)
class Step:
    """A deed, with what decides everything that is chosen while it is done."""

    deed: Deed
    roll: int


@dataclass(frozen=True, slots=True)
class Trouble:
    """A storm that begins once so many acts more have been tried.

    Attributes:
        deadly: the process is killed in its midst.
        also: a storm of the network that rages at the same time.
        roll: decides what else is chosen.
    """

    storm: Storm
    after: int
    deadly: bool
    also: Storm | None
    roll: int


@dataclass(frozen=True, slots=True)
class Seating:
    """What is played at a table, and by how many people."""

    game: str
    seats: int
    people: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that a seed decides.

    Attributes:
        tables: how many; every game and number of seats comes before any comes again.
        rounds: how often every storm comes.
    """

    seed: int
    tables: int
    rounds: int

    def seatings(self) -> tuple[Seating, ...]:
        """Who plays what where."""
        chance = Random(f"{self.seed} seatings")
        kinds = [(game.key, seats) for game in registry.games().values() for seats in sorted(game.seat_counts)]
        found = [kinds[number % len(kinds)] for number in range(self.tables)]
        return tuple(Seating(game, seats, chance.randint(1, min(seats, MOST_PEOPLE))) for game, seats in found)

    def steps(self, table: int) -> Iterator[Step]:
        """What is done at a table, without end."""
        chance = Random(f"{self.seed} table {table}")
        deeds, weights = list(WEIGHTS), list(WEIGHTS.values())
        while True:
            yield Step(chance.choices(deeds, weights)[0], chance.getrandbits(32))

    def troubles(self) -> tuple[Trouble, ...]:
        """Every storm once a round, in any order, killed in the midst of some."""
        chance = Random(f"{self.seed} troubles")
        found = []
        for _ in range(self.rounds):
            for storm in chance.sample(list(Storm), len(Storm)):
                deadly = storm in WORST or (storm in DEADLY and chance.random() < 0.3)
                also = chance.choice(NETWORK) if storm in PAIRED and chance.random() < 0.4 else None
                found.append(Trouble(storm, chance.randint(10, 50), deadly, also, chance.getrandbits(32)))
        return tuple(found)
