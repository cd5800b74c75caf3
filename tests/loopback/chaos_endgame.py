"""After the storms: every table goes on to the end of a deal, or is over and its channel free."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.core.match import DealEnded

from .chaos_ledger import Known, Ledger, Look, look_at
from .chaos_people import Bench
from .players import Player
from .screen import NotOnScreen

PATIENCE = 1.0
"""Seconds without anything to do after which people look around: they ask for their hand, or for the table."""

STUCK = 180.0
"""Seconds without any change in the file, while people press all they are offered, after which a table is stuck."""

OVER = frozenset({"closed", "finished"})


def deals(known: Known) -> int:
    """How many deals of a table are over."""
    return sum(isinstance(event, DealEnded) for event in known.events)


def abandoned(ledger: Ledger, tables: set[int]) -> list[str]:
    """Tables whose channel is gone, and that do not wait as they should."""
    found = []
    for table in sorted(tables):
        look = look_at(ledger.database, table)
        if look is None or look.status not in OVER | {"suspended"}:
            found.append(f"table {table}, whose channel is gone, is {'missing' if look is None else look.status}")
    return found


class Endgame:
    """Brings what is open on a bench to the end of a deal.

    Attributes:
        driven: tables that went on to the end of a deal.
        over: tables that were over, and whose channel takes a new one.
    """

    def __init__(self, bench: Bench, ledger: Ledger, stuck: float = STUCK) -> None:
        self.bench = bench
        self.ledger = ledger
        self.stuck = stuck
        self.driven = 0
        self.over = 0

    async def run(self) -> str | None:
        """What is wrong with the table; None when all is well."""
        table = self.bench.present_table
        seen = None if table is None else self.ledger.see(table)
        if table is not None and seen is not None and seen[0].status not in OVER:
            return await self._play(table)
        fresh = await self._open_anew(table)
        if fresh is None:
            return f"no table can be opened where table {table} is over: {self._screen()}"
        if table is None:
            return await self._play(fresh)
        self.over += 1
        return None

    async def _play(self, table: int) -> str | None:
        begun: int | None = None
        changed, revision = self._now(), -1
        while True:
            seen = self.ledger.see(table)
            if seen is None:
                return f"table {table} is gone"
            look, known = seen
            begun = deals(known) if begun is None else begun
            if deals(known) > begun or look.status in OVER:
                self.driven += deals(known) > begun
                self.over += deals(known) == begun
                return None
            if look.status in ("frozen", "suspended"):
                return f"table {table} ({look.game}) is {look.status} in a channel that is there"
            if look.revision != revision:
                changed, revision = self._now(), look.revision
            elif self._now() > changed + self.stuck:
                return f"table {table} ({look.game}) is stuck: {look.status}, {look.seats}, {self._screen()}"
            try:
                await self._act(look)
            except NotOnScreen:
                await self._wait(table, look.revision)

    async def _open_anew(self, table: int | None) -> int | None:
        """The new table; None when none can be opened."""
        host = self.bench.guests[0].human
        wish = {"game": self.bench.seating.game, "players": self.bench.seating.seats}
        until = self._now() + self.stuck
        while self._now() < until:
            await host.slash(self.bench.channel, "table open", **wish)
            present = self.bench.present_table
            if present is not None and present != table:
                return present
            await self._wait(table, -1)
        return None

    async def _act(self, look: Look) -> None:
        """One thing that somebody who holds a seat would do to go on."""
        bench = self.bench
        bench.look()
        seated = [guest for guest in bench.guests if look.seat_of(guest.human.user.id) is not None]
        verbs = bench.verbs
        wanted = {"ui:agree:resume", "ui:disagree:pause", "ui:disagree:close", "ui:ask:resume", "ui:ready"}
        asked = [verb for verb in verbs if verb in wanted]
        if look.status == "lobby":
            host = next(guest.human for guest in bench.guests if guest.human.user.id == look.host)
            await host.slash(bench.channel, "table start", computers=True)
        elif asked:
            for guest in seated:
                if asked[0] in bench.verbs:
                    await guest.click(asked[0], bench.latest)
        elif (player := self._turn(seated)) is not None:
            await bench.move(player)
        else:
            await self._look_around(look, seated)

    def _turn(self, seated: Sequence[Player]) -> Player | None:
        self.bench.members = [*seated]
        return self.bench.asked()

    async def _look_around(self, look: Look, seated: Sequence[Player]) -> None:
        """Nobody is offered anything: things may be on their way; else ask for the table, and for hands."""
        table = self.bench.present_table
        if await self._wait(table, look.revision):
            return
        for guest in seated:
            if "ui:hand" in self.bench.verbs:
                await guest.click("ui:hand", self.bench.latest)
            else:
                await guest.human.slash(self.bench.channel, "table status")

    async def _wait(self, table: int | None, revision: int) -> bool:
        """Until the table changes or somebody is asked, but not for long; whether it did."""

        def goes_on() -> bool:
            look = None if table is None else look_at(self.ledger.database, table)
            return (look is not None and look.revision != revision) or self.bench.asked() is not None

        until = self._now() + PATIENCE
        while not goes_on():
            if self._now() >= until:
                return False
            await asyncio.sleep(PATIENCE / 20)
        return True

    def _now(self) -> float:
        return self.bench.world.now()

    def _screen(self) -> str:
        hands = {guest.human.user.name: guest.codes for guest in self.bench.guests}
        return f"the table offers {self.bench.verbs}, the hands {hands}"
