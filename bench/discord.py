"""What Tapis costs on Discord: the real bot on the loopback server, with Discord's limits of requests.

    python -m bench.discord [--tables 1,10,100,500] [--rate 25] [--seconds 15] [--pace 1.2] [--rtt 0.05] [--seed 1]

- a deal: requests within the bot's limit of 50 a second, for every game, against what is budgeted: played from private
  messages cards + 16, from the channel 8.
- a table: memory, and processor time an act, with so many tables open, four members at each.
- a click: milliseconds to its first answer (p50, p99), against Discord's limit of 3,000; the round trip is in them.

Requests and memory mean the same on every machine, times do not. Server and players share the machine with the bot:
how much of the processor they took is printed. Members' conversations with the bot are open before it starts: opening
hundreds at once is held back on purpose.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent.parent))

from bot.core.actions import Pass
from bot.engine.memory import HandPlace, UserSettings
from bot.engine.models import ChannelId, UserId
from bot.storage.store import SqliteStore
from tests.loopback.deal_costs import FROM_THE_CHANNEL, Cost, deal_cost, percentile
from tests.loopback.harness import Harness
from tests.loopback.limits import RateLimits
from tests.loopback.model import Guild
from tests.loopback.players import bid_once, take_first
from tests.loopback.sitting import LOOK, Sitting

DEADLINE_MS = 3_000
IN_A_SERVER = 25
"""Tables of one server."""

STEADY, STEADY_SECONDS_A_CARD = 60, 2.0
"""As many tables at this pace must not meet a refusal."""

UNWATCHED = {"TAPIS_TURN_SECONDS": "86400", "TAPIS_NEXT_DEAL_SECONDS": "3600", "TAPIS_TAKE_BACK_PAUSE": "0"}
QUARTER = {"TAPIS_COMPUTER_PAUSE": "0.25", "TAPIS_EDIT_INTERVAL": "0.3"}
"""Computer players and edits four times as fast as usual, in their usual proportion."""

Choose = Callable[[Sequence[str]], str]


@dataclass(frozen=True, slots=True)
class Case:
    """A deal to be measured; `here` is played from the channel."""

    name: str
    game: str
    seats: int = 4
    humans: int = 4
    here: bool = False
    deals: int = 1
    choose: Callable[[], Choose] = lambda: take_first


def thirteen_calls() -> Choose:
    """A long auction at coinche: a pass, nine bids from 80 to 160, three passes."""
    calls = iter([False, *[True] * 9])

    def choose(codes: Sequence[str]) -> str:
        bids = [code for code in codes if code.startswith("bid:")]
        if Pass().code not in codes:
            return take_first(codes)
        return bids[0] if next(calls, False) and bids else Pass().code

    return choose


CASES = (
    Case("belote", "belote"),
    Case("belote for three", "belote_three", 3, 3),
    Case("belote for two", "belote_two", 2, 2),
    Case("coinche", "coinche", choose=lambda: bid_once, deals=2),
    Case("coinche, 13 calls", "coinche", choose=thirteen_calls),
    Case("tarot for three", "tarot", 3, 3),
    Case("tarot for four", "tarot", 4, 4),
    Case("tarot for five", "tarot", 5, 5),
    Case("hearts", "hearts", 4, 4),
    Case("coinche", "coinche", here=True, choose=lambda: bid_once, deals=2),
    Case("coinche, 13 calls", "coinche", here=True, choose=thirteen_calls),
    Case("tarot for five", "tarot", 5, 5, here=True),
)
WITH_COMPUTERS = (
    Case("coinche, 1 member", "coinche", humans=1, choose=lambda: bid_once),
    Case("coinche, 2 members", "coinche", humans=2, choose=lambda: bid_once),
    Case("tarot for five, 1 member", "tarot", 5, 1),
)


@asynccontextmanager
async def opened(env: dict[str, str], rtt: float, seed: int) -> AsyncIterator[tuple[Harness, Path]]:
    """A bot that is not started yet, at a fresh database, with Discord's limits."""
    with TemporaryDirectory() as folder:
        database = Path(folder) / "tapis.db"
        settings = {**UNWATCHED, "TAPIS_LOG_LEVEL": "WARNING", **env}
        async with Harness(("-m", "bot"), database=database, env=settings, rtt=rtt, seed=seed) as harness:
            harness.world.limits = RateLimits(harness.world)
            yield harness, database


async def acquainted(harness: Harness, database: Path, sittings: Sequence[Sitting], here: Sequence[bool]) -> None:
    """Note what people chose on an earlier evening: their conversation with the bot, or hands in the channel."""
    store = await SqliteStore.open(database)
    try:
        for sitting, in_channel in zip(sittings, here, strict=True):
            for player in sitting.members:
                channel = ChannelId(harness.world.dm_channel(player.human.user).id)
                place = HandPlace.CHANNEL if in_channel else HandPlace.DM

                def known(
                    settings: UserSettings, channel: ChannelId = channel, place: HandPlace = place
                ) -> UserSettings:
                    return replace(settings, dm_channel=channel, hand=place)

                await store.settings.change_user(UserId(player.human.user.id), known)
    finally:
        await store.close()


# A deal


async def deals_of(cases: Sequence[Case], options: argparse.Namespace, **env: str) -> None:
    """One bot, a table for each case, all at once; what each deal cost."""
    async with opened(env, options.rtt, options.seed) as (harness, database):
        guild, chance = harness.world.add_guild("Club"), Random(options.seed)
        sittings = [
            Sitting(harness, database, guild, number, case.humans, chance) for number, case in enumerate(cases, 10)
        ]
        await acquainted(harness, database, sittings, [case.here for case in cases])
        await harness.start()
        played = [played_at(sitting, case, options.pace) for sitting, case in zip(sittings, cases, strict=True)]
        for case, costs in zip(cases, await asyncio.gather(*played), strict=True):
            for number, cost in enumerate(costs, 1):
                show(case, number, cost)


async def played_at(sitting: Sitting, case: Case, pace: float) -> list[Cost]:
    """The deals of one table."""
    sitting.choose = case.choose()
    await sitting.sit(case.game, case.seats)
    costs = [await deal_cost(sitting, sitting.start, here=case.here, pace=pace)]

    async def ready() -> None:
        over = sitting.board
        for player in sitting.members:
            await player.click("ui:ready", over)
        await sitting.world.until(lambda: sitting.board.id != over.id, 30.0, what="the next deal")

    for number in range(2, case.deals + 1):
        sitting.choose = case.choose()
        costs.append(await deal_cost(sitting, ready, number, here=case.here, pace=pace))
    return costs


def show(case: Case, deal: int, cost: Cost) -> None:
    """One line: stated, measured, within or not; then the routes."""
    budget = FROM_THE_CHANNEL if case.here else cost.private_budget
    name = f"{case.name}, {'channel' if case.here else 'private'}{', deal 2' if deal > 1 else ''}"
    verdict = "within" if cost.requests <= budget else "OVER"
    acks = f"answers p50 {percentile(cost.acks, 50):3.0f} ms p99 {percentile(cost.acks, 99):3.0f} ms"
    print(
        f"{name:36} {cost.cards:3} cards {cost.clicks:3} clicks | budget {budget:3} measured {cost.requests:3} "
        f"{verdict} | exempt {cost.exempt:3} | {acks}"
    )
    for route, count in cost.counted.most_common():
        print(f"{'':36} {count:3} {route}")


# A crowd


@dataclass(frozen=True, slots=True)
class Used:
    """What a process has used so far, in seconds of processor and bytes held."""

    bot: float
    ours: float
    bytes: int
    at: float

    @classmethod
    def now(cls, harness: Harness) -> Used:
        """The present."""
        assert harness.process is not None
        fields = Path(f"/proc/{harness.process.pid}/stat").read_text().rpartition(")")[2].split()
        ticks, pages = int(fields[11]) + int(fields[12]), int(fields[21])
        bot = ticks / os.sysconf("SC_CLK_TCK")
        return cls(bot, time.process_time(), pages * os.sysconf("SC_PAGE_SIZE"), time.perf_counter())


class Crowd:
    """Tables of coinche with four members each, and their members' clicks."""

    def __init__(self, harness: Harness, database: Path, most: int, seed: int) -> None:
        self.harness = harness
        self.world = harness.world
        chance, guilds = Random(seed), list[Guild]()
        for number in range(most):
            if number % IN_A_SERVER == 0:
                guilds.append(self.world.add_guild(f"Club {number}"))
        self.all = [
            Sitting(harness, database, guilds[number // IN_A_SERVER], number + 1, 4, chance) for number in range(most)
        ]
        for sitting in self.all:
            sitting.choose = bid_once
        self.open: list[Sitting] = []
        self.tried = 0

    async def grow(self, tables: int) -> None:
        """Open tables until there are so many, eight at a time, and begin to play."""
        wanted, self.tried = self.all[self.tried : tables], tables
        gate = asyncio.Semaphore(8)

        async def begin(sitting: Sitting) -> None:
            async with gate:
                await sitting.begin("coinche", 4)
                if await self._begun(sitting):
                    self.open.append(sitting)
                else:
                    print(f"table {sitting.channel.name} does not begin: {sitting.board.text!r}", flush=True)

        await asyncio.gather(*(begin(sitting) for sitting in wanted))

    async def _begun(self, sitting: Sitting) -> bool:
        """Whether the first turn comes within a minute."""
        limit, due = self.world.now() + 60.0, None
        while due is None and self.world.now() < limit:
            await asyncio.sleep(LOOK)
            due = sitting.due()
        return due is not None

    async def play(self, seconds: float, rate: float) -> int:
        """Act at the tables in turn, so many times a second, until the time is over; how many acts were made."""
        begun, acts, pending = self.world.now(), 0, set[asyncio.Task[None]]()
        while (elapsed := self.world.now() - begun) < seconds:
            if acts < elapsed * rate:
                task = asyncio.create_task(self._act(self.open[acts % len(self.open)]))
                pending.add(task)
                task.add_done_callback(pending.discard)
                acts += 1
            else:
                await asyncio.sleep((acts / rate) - elapsed)
        await asyncio.gather(*pending)
        return acts

    async def _act(self, sitting: Sitting) -> None:
        player = sitting.due()
        if player is not None:
            await sitting.move(player)
        elif sitting.over:
            for each in sitting.members:
                await each.click("ui:ready", sitting.board)


async def crowd_of(stages: Sequence[int], options: argparse.Namespace) -> None:
    """One bot with more and more tables."""
    async with opened({"TAPIS_COMPUTER_PAUSE": "1"}, options.rtt, options.seed) as (harness, database):
        crowd = Crowd(harness, database, max(stages), options.seed)
        await acquainted(harness, database, crowd.all, [False] * len(crowd.all))
        await harness.start()
        await harness.world.quiet(0.5)
        empty = Used.now(harness)
        print(f"no table: {empty.bytes / 2**20:.1f} MiB")
        for tables in stages:
            begun = Used.now(harness)
            await crowd.grow(tables)
            await asyncio.sleep(1.0)
            grown = Used.now(harness)
            most = float("inf") if tables == STEADY else options.rate
            await stage(crowd, tables, min(tables / STEADY_SECONDS_A_CARD, most), options.seconds, empty)
            spent = grown.bot - begun.bot
            print(f"{'':11} opened in {grown.at - begun.at:.0f} s with {spent:.1f} s of the bot's processor")


async def stage(crowd: Crowd, tables: int, rate: float, seconds: float, empty: Used) -> None:
    """Play for a while with so many tables, and tell."""
    harness, world = crowd.harness, crowd.world
    limits = world.limits
    assert isinstance(limits, RateLimits)
    before, mark, clicks, refused = Used.now(harness), len(world.log), len(world.interactions), Counter(limits.refused)
    acts = await crowd.play(seconds, rate)
    after = Used.now(harness)
    wall, bot, ours = after.at - before.at, after.bot - before.bot, after.ours - before.ours
    acks = tuple(
        (click.acked_at - click.sent_at) * 1000
        for click in [*world.interactions.values()][clicks:]
        if click.acked_at is not None
    )
    lost = sum(click.timed_out for click in [*world.interactions.values()][clicks:])
    counted = world.tally(exempt=False, since=mark).total()
    each, held = (after.bytes - empty.bytes) / tables / 1024, after.bytes / 2**20
    refusals = dict(limits.refused - refused)
    print(
        f"{tables:3} tables: {each:.0f} KiB a table ({held:.0f} MiB in all) | {acts / wall:.1f} acts/s, "
        f"{counted / wall:.1f} requests/s, refused with 429: {refusals or 'none'} | "
        f"answers p50 {percentile(acks, 50):.0f} ms p99 {percentile(acks, 99):.0f} ms of {DEADLINE_MS}, "
        f"late {lost} of {lost + len(acks)} | "
        f"bot {bot / acts * 1000:.1f} ms an act, {bot / wall:.0%} of a core; server and players {ours / wall:.0%}",
        flush=True,
    )


def arguments() -> argparse.Namespace:
    """What to measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="1,10,100,500", help="numbers of open tables; empty: none are measured")
    parser.add_argument("--rate", type=float, default=25.0, help="acts a second of all tables, at most")
    parser.add_argument("--seconds", type=float, default=15.0, help="of play with each number of tables")
    parser.add_argument("--pace", type=float, default=1.2, help="least seconds from act to act in a measured deal")
    parser.add_argument("--rtt", type=float, default=0.05, help="round trip of a request in seconds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=("deals", "tables"), help="half of it")
    return parser.parse_args()


async def main(options: argparse.Namespace) -> None:
    """Measure a deal of everything, then more and more tables."""
    if options.only != "tables":
        await deals_of(CASES, options)
        await deals_of(WITH_COMPUTERS, options, **QUARTER)
    stages = [int(number) for number in options.tables.split(",") if number]
    if options.only != "deals" and stages:
        if max(stages) > STEADY:
            stages = sorted({*stages, STEADY})
        await crowd_of(stages, options)


if __name__ == "__main__":
    asyncio.run(main(arguments()))
