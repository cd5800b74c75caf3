"""The loopback server's HTTP answers, asked directly: error codes and limits a bot must be able to rely on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import pytest

from . import messages, spec
from .conftest import Loopback
from .harness import Harness
from .model import Channel, Entry, Json, Permission
from .rest import API

Ask = Callable[..., Awaitable[tuple[int, Any]]]


def asker(harness: Harness, session: aiohttp.ClientSession) -> Ask:
    """A function that sends one request as the bot and returns status and JSON."""

    async def ask(method: str, path: str, body: Any = None) -> tuple[int, Any]:
        headers = {"Authorization": f"Bot {harness.world.token}"}
        url = harness.world.base_url + API + path
        async with session.request(method, url, json=body, headers=headers) as reply:
            assert reply.status == 204 or reply.headers["Content-Type"] == "application/json"
            return reply.status, await reply.json() if reply.status != 204 else None

    return ask


def place(harness: Harness) -> Channel:
    """A channel in a new server."""
    return harness.world.add_channel(harness.world.add_guild("Club"), "table")


def row(*buttons: Json) -> Json:
    """An action row."""
    return {"type": 1, "components": list(buttons)}


def button(custom_id: str, **more: Any) -> Json:
    """A button."""
    return {"type": 2, "style": 1, "label": custom_id[:80], "custom_id": custom_id, **more}


async def test_errors_of_messages(loopback: Loopback) -> None:
    harness = await loopback([])
    channel = place(harness)
    posts = f"/channels/{channel.id}/messages"
    async with aiohttp.ClientSession() as session:
        ask = asker(harness, session)
        status, sent = await ask("POST", posts, {"content": "one"})
        assert (status, sent["content"]) == (200, "one")
        assert (await ask("POST", posts, {"content": ""}))[1]["code"] == 50006
        assert (await ask("POST", "/channels/1/messages", {"content": "x"}))[1]["code"] == 10003
        assert (await ask("PATCH", f"{posts}/1", {"content": "x"}))[1]["code"] == 10008
        harness.moderator.delete(harness.world.messages[int(sent["id"])])
        assert (await ask("PATCH", f"{posts}/{sent['id']}", {"content": "x"}))[1]["code"] == 10008
        other = messages.write(harness.world, channel, harness.world.owner, {"content": "mine"})
        assert (await ask("PATCH", f"{posts}/{other.id}", {"content": "x"}))[1]["code"] == 50005
        harness.moderator.deny(channel, Permission.SEND_MESSAGES)
        assert (await ask("POST", posts, {"content": "x"}))[1]["code"] == 50013
        harness.moderator.deny(channel, Permission.VIEW_CHANNEL)
        assert (await ask("POST", posts, {"content": "x"}))[1]["code"] == 50001
        assert [e.code for e in harness.world.log] == [0, 50006, 10003, 10008, 10008, 50005, 50013, 50001]


@pytest.mark.parametrize(
    "components",
    [
        [row(*[button(f"b{n}") for n in range(6)])],
        [row(button(f"b{n}")) for n in range(6)],
        [row(button("same"), button("same"))],
        [row(button("x" * 101))],
        [row(button("b", label="x" * 81))],
        [row(button("b", emoji={"id": "1", "name": "as"}))],
        [{"type": 10, "content": "only in the newer kind"}],
        [row({"type": 3, "custom_id": "s", "options": []})],
    ],
)
async def test_limits_of_components(loopback: Loopback, components: list[Json]) -> None:
    harness = await loopback([])
    channel = place(harness)
    async with aiohttp.ClientSession() as session:
        body = {"content": "x", "components": components}
        status, answer = await asker(harness, session)("POST", f"/channels/{channel.id}/messages", body)
    assert (status, answer["code"]) == (400, 50035)
    assert harness.world.messages == {}
    harness.world.log.clear()  # The request was wrong on purpose.


async def test_a_lost_answer_does_not_post_twice(loopback: Loopback) -> None:
    harness = await loopback([])
    channel = place(harness)
    posts = f"/channels/{channel.id}/messages"
    harness.world.add_fault("POST", posts, 502, after=True)
    async with aiohttp.ClientSession() as session:
        ask = asker(harness, session)
        body = {"content": "once", "nonce": "7", "enforce_nonce": True}
        assert (await ask("POST", posts, body))[0] == 502
        assert (await ask("POST", posts, body))[0] == 200
    assert [m.content for m in harness.world.channel_messages(channel)] == ["once"]


async def test_threads(loopback: Loopback) -> None:
    harness = await loopback([])
    channel = place(harness)
    async with aiohttp.ClientSession() as session:
        ask = asker(harness, session)
        status, made = await ask("POST", f"/channels/{channel.id}/threads", {"name": "t", "type": 11})
        assert status == 201
        thread = harness.world.channels[int(made["id"])]
        posts = f"/channels/{thread.id}/messages"
        _, sent = await ask("POST", posts, {"content": "one"})
        harness.moderator.archive(thread)
        assert (await ask("PATCH", f"{posts}/{sent['id']}", {"content": "x"}))[1]["code"] == 50083
        assert (await ask("POST", posts, {"content": "two"}))[0] == 200
        assert not thread.archived
        assert (await ask("PATCH", f"{posts}/{sent['id']}", {"content": "x"}))[0] == 200
        status, _ = await ask("POST", f"/channels/{channel.id}/threads", {"name": "t", "type": 12})
        assert status == 403
        harness.moderator.delete_channel(channel)
        assert (await ask("POST", posts, {"content": "x"}))[1]["code"] == 10003


async def test_strangers_and_closed_dms(loopback: Loopback) -> None:
    harness = await loopback([])
    channel = place(harness)
    guild = harness.world.guilds[channel.guild_id or 0]
    friend, stranger = harness.human("Friend", guild, dms_open=False), harness.human("Stranger")
    async with aiohttp.ClientSession() as session:
        ask = asker(harness, session)
        for human, code in ((friend, 50007), (stranger, 50278)):
            _, dm = await ask("POST", "/users/@me/channels", {"recipient_id": str(human.user.id)})
            assert (await ask("POST", f"/channels/{dm['id']}/messages", {"content": "x"}))[1]["code"] == code
        friend.open_dms()
        assert (await ask("POST", f"/channels/{friend.dm_channel.id}/messages", {"content": "x"}))[0] == 200
        assert [m.content for m in friend.dm] == ["x"]


async def test_unknown_routes_and_wrong_tokens_fail_loudly(loopback: Loopback) -> None:
    harness = await loopback([])
    channel = place(harness)
    async with aiohttp.ClientSession() as session:
        ask = asker(harness, session)
        assert (await ask("PUT", f"/channels/{channel.id}/pins/1"))[0] == 501
        async with session.get(harness.world.base_url + API + "/users/@me") as reply:
            assert reply.status == 401
    assert harness.problems() == [
        f"unknown route: PUT /channels/{channel.id}/pins/1",
        f"PUT /channels/{channel.id}/pins/1: not in Discord's description",
    ]
    harness.world.unknown.clear()
    harness.world.log.clear()


def test_the_referee_finds_a_wrong_request_and_a_wrong_answer() -> None:
    entry = Entry(
        "POST", "/users/@me/channels", "/users/@me/channels", 0.0, {"recipient_id": 5}, "application/json", 200
    )
    entry.response = {"id": "1", "type": 1, "flags": 0, "recipients": []}
    assert spec.check(entry) == []
    entry.response["recipients"] = [{"id": "1"}]
    entry.request = {"recipient_id": "5", "access_tokens": "none"}
    problems = spec.check_all([entry, entry])
    assert any("request: $.access_tokens" in problem for problem in problems)
    assert any("'username' is a required property" in problem for problem in problems)
    assert len(problems) == len(set(problems))
