"""Prometheus metrics, an extra: what the meter counted, and how things stand at the moment of the question.

`docs/operating.md` says what each one means. Labels are games, statuses, routes without their ids, and kinds of work.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from importlib.util import find_spec
from types import SimpleNamespace
from typing import TYPE_CHECKING, Protocol

import aiohttp
import discord
from aiohttp import web

from bot.brake import Brake, HeldBack, Level
from bot.core.actions import Action
from bot.core.situation import Situation
from bot.engine.driver import BrainFor
from bot.engine.ports import Brain
from bot.meter import BUCKETS, Meter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from prometheus_client.core import Metric

    from bot.engine.models import TableStatus

COUNTERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "acts": ("Recorded changes of matches, people's and computers'", ("game",)),
    "deals": ("Deals that ended", ("game",)),
    "swept": ("Tables over for long: by what was removed of them, the log or the whole table", ("what",)),
    "requests": ("Requests to Discord", ("method", "route", "status")),
    "pictures": ("Pictures by how they came about: drawn, again, late or failed", ("kind", "outcome")),
    "picture_steps": ("Steps to fewer pictures while messages pile up, and back", ("to",)),
    "workers_restarted": ("Processes that think for computer players and were replaced, for they died or hung", ()),
    "invalid_requests": ("Answers that count towards Discord's ban: 401, 403, 429 but for shared limits", ("status",)),
}
TIMINGS: dict[str, tuple[str, tuple[str, ...]]] = {
    "ack_seconds": ("From an interaction's creation to Discord taking the answer, by this machine's clock", ()),
    "brain_seconds": ("A computer player's choice of an action", ("game",)),
    "picture_seconds": ("Drawing a picture, waiting for the thread included", ("kind",)),
    "database_seconds": ("A transaction, waiting for the writer included", ("kind",)),
}


class NoMetrics(Exception):
    """The extra is not installed though a port is set."""


class PortTaken(Exception):
    """The metrics cannot be served there."""


class Watched(Protocol):
    """What the gauges look at."""

    meter: Meter

    @property
    def connected(self) -> bool:
        """Whether Discord reaches the bot."""
        ...

    def census(self) -> Mapping[tuple[str, TableStatus], int]:
        """Open tables by game and status."""
        ...

    def outbox_depth(self) -> int:
        """Messages waiting to be drawn."""
        ...


def how_to_install(extra: str) -> str:
    """What to type for an extra of Tapis, which is installed from its own folder."""
    return f"`python -m pip install --constraint constraints.txt '.[{extra}]'` in the folder of Tapis"


def require_installed() -> None:
    """Raise NoMetrics when the extra is missing."""
    if find_spec("prometheus_client") is None:
        raise NoMetrics(
            f"TAPIS_METRICS_PORT is set, but the metrics are not installed: {how_to_install('metrics')}, "
            "or leave the setting empty"
        )


class Collector:
    """Hands the present values to the library."""

    def __init__(self, watched: Watched) -> None:
        self._watched = watched

    def collect(self) -> Iterator[Metric]:
        """All metrics as they are now."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        tables = GaugeMetricFamily("tapis_tables", "Open tables", labels=["game", "status"])
        for (game, status), count in self._watched.census().items():
            tables.add_metric([game, status.value], count)
        yield tables
        yield GaugeMetricFamily("tapis_connected", "1 while Discord reaches the bot", value=self._watched.connected)
        depth = self._watched.outbox_depth()
        yield GaugeMetricFamily("tapis_outbox_messages", "Messages waiting to be drawn or being drawn", value=depth)
        meter = self._watched.meter
        for name, (about, labels) in COUNTERS.items():
            counter = CounterMetricFamily(f"tapis_{name}", about, labels=labels)
            for values, count in meter.counters.get(name, {}).items():
                counter.add_metric(values, count)
            yield counter
        for name, (about, labels) in TIMINGS.items():
            histogram = HistogramMetricFamily(f"tapis_{name}", about, labels=labels)
            for values, timing in meter.timings.get(name, {}).items():
                ends = [*(str(end) for end in BUCKETS), "+Inf"]
                histogram.add_metric(values, list(zip(ends, timing.cumulated(), strict=True)), timing.total)
            yield histogram


@contextlib.asynccontextmanager
async def serving(watched: Watched, host: str, port: int | None) -> AsyncIterator[int | None]:
    """Answer `GET /metrics` while the block runs; yields the port, None when none is wanted.

    Raises:
        NoMetrics: the extra is not installed.
        PortTaken: it cannot listen there.
    """
    if port is None:
        yield None
        return
    require_installed()
    from prometheus_client import CollectorRegistry, generate_latest

    registry = CollectorRegistry()
    registry.register(Collector(watched))

    async def answer(_: web.Request) -> web.Response:
        return web.Response(body=generate_latest(registry), headers={"Content-Type": "text/plain; version=0.0.4"})

    application = web.Application()
    application.router.add_get("/metrics", answer)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        try:
            await site.start()
        except OSError as error:
            raise PortTaken(f"the metrics cannot be served on {host}:{port}: {error}") from error
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


def timed_brains(brains: BrainFor, meter: Meter) -> BrainFor:
    """The same computer players, with their thinking timed."""
    return lambda game, level: _TimedBrain(brains(game, level), game, meter)


class _TimedBrain:
    def __init__(self, brain: Brain, game: str, meter: Meter) -> None:
        self._brain = brain
        self._game = game
        self._meter = meter

    async def choose(self, situation: Situation) -> Action:
        """One of the offered actions."""
        with self._meter.timing("brain_seconds", self._game):
            return await self._brain.choose(situation)


_API = re.compile(r"/api/")
_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
_TOKENS = re.compile(r"/(interactions|webhooks)/\d+/[^/]+")
_IDS = re.compile(r"/\d+")


def route_of(path: str) -> str:
    """A request's path without what names anybody or opens anything: ids and tokens."""
    path = re.sub(r"^/api(/v\d+)?", "", path)
    return _IDS.sub("/:id", _TOKENS.sub(r"/\1/:id/:token", path))


def traced(meter: Meter, brake: Brake) -> aiohttp.TraceConfig:
    """Counts every request that the library makes, its own repetitions included, and holds back what the brake says."""

    async def started(_: object, __: SimpleNamespace, what: aiohttp.TraceRequestStartParams) -> None:
        path = what.url.path
        if _API.match(path) and not _TOKENS.search(path) and brake.level is Level.STOPPED:
            raise HeldBack("held back: too many requests were refused")

    async def ended(_: object, __: SimpleNamespace, done: aiohttp.TraceRequestEndParams) -> None:
        path, status = done.url.path, done.response.status
        meter.count("requests", done.method, route_of(path), str(status))
        if status in {401, 403} or (status == 429 and done.response.headers.get("X-RateLimit-Scope") != "shared"):
            meter.count("invalid_requests", str(status))
            brake.refused()
        callback = _CALLBACK.search(path)
        if callback is not None and status < 300:
            meter.time("ack_seconds", _age(int(callback[1]), discord.utils.utcnow()))

    async def failed(_: object, __: SimpleNamespace, what: aiohttp.TraceRequestExceptionParams) -> None:
        meter.count("requests", what.method, route_of(what.url.path), type(what.exception).__name__)

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(started)
    trace.on_request_end.append(ended)
    trace.on_request_exception.append(failed)
    return trace


def _age(snowflake: int, now: datetime) -> float:
    return max(0.0, (now - discord.utils.snowflake_time(snowflake)).total_seconds())
