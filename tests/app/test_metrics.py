"""Metrics: what is counted is told, and nothing that names a person, a card or a secret."""

from __future__ import annotations

import socket
from collections.abc import Mapping

import aiohttp
import discord
import pytest
from aiohttp import web

from bot.brake import Brake, HeldBack
from bot.engine.models import TableStatus
from bot.meter import BUCKETS, Meter, Timing
from bot.metrics import PortTaken, route_of, serving, traced


class House:
    """What is watched."""

    def __init__(self) -> None:
        self.meter = Meter()
        self.connected = True

    def census(self) -> Mapping[tuple[str, TableStatus], int]:
        return {("belote", TableStatus.PLAYING): 3, ("tarot", TableStatus.LOBBY): 1}

    def outbox_depth(self) -> int:
        return 7


async def read(house: House) -> str:
    async with serving(house, "127.0.0.1", 0) as port, aiohttp.ClientSession() as session:
        answer = await session.get(f"http://127.0.0.1:{port}/metrics")
        assert answer.status == 200
        return await answer.text()


async def test_what_is_counted_and_what_stands_is_told() -> None:
    house = House()
    house.meter.count("acts", "belote", by=5)
    house.meter.time("brain_seconds", 0.02, "belote")
    house.meter.time("brain_seconds", 9.0, "belote")
    text = await read(house)
    for line in (
        'tapis_tables{game="belote",status="playing"} 3.0',
        'tapis_tables{game="tarot",status="lobby"} 1.0',
        "tapis_connected 1.0",
        "tapis_outbox_messages 7.0",
        'tapis_acts_total{game="belote"} 5.0',
        'tapis_brain_seconds_bucket{game="belote",le="0.025"} 1.0',
        'tapis_brain_seconds_bucket{game="belote",le="+Inf"} 2.0',
        'tapis_brain_seconds_sum{game="belote"} 9.02',
    ):
        assert line in text.splitlines()


async def test_without_a_port_nothing_listens() -> None:
    async with serving(House(), "127.0.0.1", None) as port:
        assert port is None


async def test_a_port_that_is_taken_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(PortTaken, match="cannot be served"):
        async with serving(House(), "127.0.0.1", taken.getsockname()[1]):
            raise AssertionError("served")


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/api/v10/channels/123456/messages/98765", "/channels/:id/messages/:id"),
        ("/api/v10/interactions/11/aW50ZXJhY3Rpb246abc-_x/callback", "/interactions/:id/:token/callback"),
        ("/api/v10/webhooks/11/se.cret/messages/@original", "/webhooks/:id/:token/messages/@original"),
        ("/api/v10/users/@me/channels", "/users/@me/channels"),
        ("/api/gateway/bot", "/gateway/bot"),
    ],
)
def test_routes_name_nobody_and_open_nothing(path: str, route: str) -> None:
    assert route_of(path) == route


async def test_requests_are_counted_and_those_that_count_against_the_bot(unused_tcp_port: int) -> None:
    """A shared limit's 429 is nobody's fault; an answer's time runs from the interaction's creation."""
    answers = iter([(200, {}), (403, {}), (429, {"X-RateLimit-Scope": "shared"}), (429, {"X-RateLimit-Scope": "user"})])

    async def answer(_: web.Request) -> web.Response:
        status, headers = next(answers)
        return web.Response(status=status, headers=headers)

    application = web.Application()
    application.router.add_route("*", "/{rest:.*}", answer)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", unused_tcp_port).start()
    meter, brake = Meter(), Brake()
    base = f"http://127.0.0.1:{unused_tcp_port}/api/v10"
    now = discord.utils.time_snowflake(discord.utils.utcnow())
    async with aiohttp.ClientSession(trace_configs=[traced(meter, brake)]) as session:
        await session.post(f"{base}/interactions/{now}/tok/callback")
        for _ in range(3):
            await session.patch(f"{base}/channels/5/messages/6")
    await runner.cleanup()
    async with aiohttp.ClientSession(trace_configs=[traced(meter, brake)]) as session:
        with pytest.raises(aiohttp.ClientConnectionError):
            await session.get(f"{base}/users/@me")
    assert meter.counters["invalid_requests"] == {("403",): 1, ("429",): 1}
    assert brake.count == 2
    assert meter.counters["requests"] == {
        ("POST", "/interactions/:id/:token/callback", "200"): 1,
        ("PATCH", "/channels/:id/messages/:id", "403"): 1,
        ("PATCH", "/channels/:id/messages/:id", "429"): 2,
        ("GET", "/users/@me", "ClientConnectorError"): 1,
    }
    (timing,) = meter.timings["ack_seconds"].values()
    assert timing.cumulated()[-1] == 1
    assert timing.total < 5


async def test_a_stopped_brake_lets_only_answers_out(unused_tcp_port: int) -> None:
    """Repetitions that the library makes by itself are held back too; people are answered all the same."""
    asked: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.path)
        return web.Response(status=403)

    application = web.Application()
    application.router.add_route("*", "/{rest:.*}", answer)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", unused_tcp_port).start()
    base, meter = f"http://127.0.0.1:{unused_tcp_port}", Meter()
    answers = ["/api/v10/interactions/11/tok/callback", "/api/v10/webhooks/11/tok/messages/@original", "/gateway"]
    async with aiohttp.ClientSession(trace_configs=[traced(meter, Brake(wary_at=1, stop_at=2))]) as session:
        for _ in range(2):
            await session.patch(f"{base}/api/v10/channels/5/messages/6")
        with pytest.raises(HeldBack):
            await session.patch(f"{base}/api/v10/channels/5/messages/6")
        for path in answers:
            await session.post(base + path)
    await runner.cleanup()
    assert asked == ["/api/v10/channels/5/messages/6"] * 2 + answers


def test_every_duration_is_in_one_bucket() -> None:
    timing = Timing()
    for seconds in (0.0, *BUCKETS, 100.0):
        timing.add(seconds)
    assert timing.counts == [2, *([1] * (len(BUCKETS) - 1)), 1]
    assert timing.cumulated()[-1] == len(BUCKETS) + 2


def test_a_block_is_timed_however_it_ends() -> None:
    meter = Meter()
    with pytest.raises(KeyError), meter.timing("work", "x"):
        raise KeyError
    assert meter.timings["work"]["x",].cumulated()[-1] == 1
