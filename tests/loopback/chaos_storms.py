"""Makes the troubles of a plan happen, each until something was seen of it, and counts what was seen."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from random import Random
from typing import Any

from .chaos_keeper import Keeper
from .chaos_ledger import look_at, table_in
from .chaos_network import Network
from .chaos_people import Bench
from .chaos_plan import Storm, Trouble
from .model import Permission
from .moderator import Moderator
from .world import World

if sys.platform != "win32":
    import resource

LIMIT = 120.0
"""Seconds after which a storm ends of which nothing was seen."""

STEP = 0.05
"""Seconds between two looks."""

GOAL = 6
"""So many requests a storm of the network meets before it ends."""

PLACES = 6
"""At so many tables something is deleted or forbidden at once."""

EVER = 1 << 30
"""More connections than a bot tries while a storm lasts."""

NEEDED = (Permission.SEND_MESSAGES, Permission.VIEW_CHANNEL)
"""What may be taken from the bot in a channel."""

FULL = re.compile(r"disk I/O error|database or disk is full")
LOCKED = re.compile(r"database is locked")


class Storms:
    """Injects faults and watches for their effects.

    Attributes:
        injected: how often each kind was let loose.
        observed: how often something of it was seen.
        lost_tables: tables whose channel was deleted.
    """

    def __init__(self, harness: Any, database: Path, benches: Sequence[Bench], keeper: Keeper) -> None:
        self.harness = harness
        self.world: World = harness.world
        self.moderator: Moderator = harness.moderator
        self.database = database
        self.benches = benches
        self.keeper = keeper
        self.network = Network(self.world.touch)
        self.world.weather = self.network
        self.injected: Counter[Storm] = Counter()
        self.observed: Counter[Storm] = Counter()
        self.lost_tables: set[int] = set()

    @property
    def kinds(self) -> tuple[Storm, ...]:
        """What can be let loose on this system."""
        return tuple(storm for storm in Storm if storm is not Storm.DISK_FULL or hasattr(resource, "prlimit"))

    async def strike(self, trouble: Trouble) -> None:
        """Let one trouble come and go."""
        storm, chance = trouble.storm, Random(trouble.roll)
        await self.keeper.started()
        self.injected[storm] += 1
        self.keeper.storm(on=True)
        async with AsyncExitStack() as over:
            match storm:
                case Storm.KILLED:
                    await self._kill()
                case Storm.GATEWAY_REFUSED:
                    seen = await over.enter_async_context(self._gateway_shut())
                case Storm.GATEWAY_SILENT:
                    seen = await over.enter_async_context(self._gateway_silent())
                case Storm.DISK_FULL:
                    seen = await over.enter_async_context(self._disk_full(chance))
                case Storm.LOCKED:
                    seen = await over.enter_async_context(self._locked())
                case Storm.MESSAGE_GONE | Storm.CHANNEL_GONE | Storm.FORBIDDEN | Storm.PRIVATE_CLOSED:
                    seen = await over.enter_async_context(self._people(storm, chance))
                case _:
                    seen = await over.enter_async_context(self._bad_network(storm, chance))
            if trouble.also is not None:
                self.injected[trouble.also] += 1
                await over.enter_async_context(self._bad_network(trouble.also, chance))
            if storm is not Storm.KILLED:
                await self._until(lambda: seen() > 0)
                if trouble.deadly:
                    await self._kill_in_midst(seen)
                self.observed[storm] += seen()
            if trouble.also is not None:
                self.observed[trouble.also] += self.network.hits
        self.keeper.storm(on=False)
        await self.keeper.started()

    async def _kill(self) -> None:
        before = self.keeper.killed
        await self.keeper.strike()
        self.observed[Storm.KILLED] += self.keeper.killed - before

    async def _kill_in_midst(self, seen: Callable[[], int]) -> None:
        """The process dies, and the next one starts into the same trouble: it comes up, cannot, or meets more of it."""
        self.injected[Storm.KILLED] += 1
        up, refused = self.keeper.up, self.keeper.refused
        await self._kill()
        met = seen()
        await self._until(lambda: self.keeper.up > up or self.keeper.refused > refused or seen() > met)

    # The gateway and the network

    @asynccontextmanager
    async def _gateway_shut(self) -> AsyncIterator[Callable[[], int]]:
        gateway = self.harness.gateway
        before, gateway.refusing = gateway.refused, EVER
        await gateway.kick()
        try:
            yield lambda: int(gateway.refused - before)
        finally:
            gateway.refusing = 0

    @asynccontextmanager
    async def _gateway_silent(self) -> AsyncIterator[Callable[[], int]]:
        """What people do reaches nobody until the bot connects anew, and is then told what it missed."""
        began = self.world.now()
        self.harness.gateway.lose()

        def unheard() -> int:
            return sum(i.timed_out and i.sent_at >= began for i in self.world.interactions.values())

        try:
            yield unheard
        finally:
            await self.harness.gateway.kick()

    @asynccontextmanager
    async def _bad_network(self, storm: Storm, chance: Random) -> AsyncIterator[Callable[[], int]]:
        self.network.begin(storm, late=chance.random() < 0.5)
        goal = chance.randint(1, GOAL)
        try:
            yield lambda: self.network.hits if self.network.hits >= goal else 0
        finally:
            self.network.end()

    # The database

    def _lines(self, wanted: re.Pattern[str]) -> Callable[[], int]:
        """How many lines the bot has written since that say so."""
        since = len(self.harness.log)
        return lambda: sum(bool(wanted.search(line)) for line in self.harness.log[since:])

    @asynccontextmanager
    async def _disk_full(self, chance: Random) -> AsyncIterator[Callable[[], int]]:
        """No file of the process may grow, or not beyond the middle of its next write."""
        seen, process = self._lines(FULL), self.harness.process
        log = self.database.with_name(self.database.name + "-wal")
        torn = chance.random() < 0.5 and log.exists()
        room = log.stat().st_size + chance.randint(1, 4000) if torn else 0
        _soft, hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (room, hard))
        try:
            yield seen
        finally:
            if process.returncode is None:
                resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (hard, hard))

    @asynccontextmanager
    async def _locked(self) -> AsyncIterator[Callable[[], int]]:
        """Another program holds the database and does not let go."""
        seen = self._lines(LOCKED)
        other = await asyncio.to_thread(self._lock)
        with closing(other):
            try:
                yield seen
            finally:
                other.execute("ROLLBACK")

    def _lock(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.database, timeout=LIMIT, isolation_level=None, check_same_thread=False)
        connection.execute("BEGIN IMMEDIATE")
        return connection

    # What people do to the server

    @asynccontextmanager
    async def _people(self, storm: Storm, chance: Random) -> AsyncIterator[Callable[[], int]]:
        await self._until(lambda: any(self._can_be_hit(bench, storm) for bench in self.benches))
        began = len(self.world.log)
        places = [bench for bench in self.benches if self._can_be_hit(bench, storm)]
        # Half at most: whoever is once known to take no private messages is sent none for hours.
        hit = chance.sample(places, min(PLACES, (len(places) + 1) // 2))
        channels = {bench.channel.id for bench in hit}
        match storm:
            case Storm.MESSAGE_GONE:
                deleted = {self._delete_board(bench) for bench in hit}
                yield lambda: sum(str(m) in e.path and e.code == 10008 for e in self._since(began) for m in deleted)
            case Storm.CHANNEL_GONE:
                tables = {self._delete_channel(bench) for bench in hit[:1]}
                yield lambda: sum(self._status(table) in ("suspended", "closed", "finished") for table in tables)
            case Storm.FORBIDDEN:
                for bench in hit:
                    self.moderator.deny(bench.channel, chance.choice(NEEDED))
                    self._delete_board(bench)
                yield lambda: sum(
                    e.code in (50001, 50013) and any(str(c) in e.path for c in channels) for e in self._since(began)
                )
                for bench in hit:
                    self.moderator.allow_again(bench.channel)
            case _:
                people = [guest.human for bench in hit for guest in bench.guests]
                for human in people:
                    human.close_dms()
                    for seen in human.dm:
                        self.moderator.delete(seen)
                yield lambda: sum(e.code == 50007 for e in self._since(began))
                for human in people:
                    human.open_dms()

    def _since(self, began: int) -> Sequence[Any]:
        return self.world.log[began:]

    def _can_be_hit(self, bench: Bench, storm: Storm) -> bool:
        """Whether the storm would be felt there: the table is on the screen, and goes on."""
        table = table_in(self.database, bench.channel.id)
        if table is None or bench.latest is None or self._status(table) not in ("lobby", "playing"):
            return False
        return storm is not Storm.PRIVATE_CLOSED or any(guest.human.dm for guest in bench.guests)

    def _status(self, table: int) -> str:
        look = look_at(self.database, table)
        return "missing" if look is None else look.status

    def _delete_board(self, bench: Bench) -> int:
        shown = bench.latest
        assert shown is not None, "chosen for having one"
        self.moderator.delete(shown)
        return shown.id

    def _delete_channel(self, bench: Bench) -> int:
        table = table_in(self.database, bench.channel.id)
        assert table is not None, "chosen for having one"
        self.lost_tables.add(table)
        self.moderator.delete_channel(bench.channel)
        bench.move_to_new_channel()
        return table

    async def _until(self, true: Callable[[], bool]) -> None:
        """Until something was seen, or for a long time: what is never seen fails the run at its end."""
        limit = self.world.now() + LIMIT
        while not true() and self.world.now() < limit:  # noqa: ASYNC110 - to look at each change would cost too much
            await asyncio.sleep(STEP)
