"""The loopback server proven by a small bot of our own, run as a process and unmodified."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import Any

import pytest

from .conftest import Loopback
from .harness import Harness
from .human import Human
from .model import Ack, Channel, Guild, Permission
from .screen import NotOnScreen
from .world import BotDied

BOT = Path(__file__).with_name("sample_bot.py")


async def setting(loopback: Loopback, **kwargs: Any) -> tuple[Harness, Guild, Channel, Human, Human]:
    """A running sample bot in a server with one channel and two members."""
    harness = await loopback([BOT, "--flag"], **kwargs)
    guild = harness.world.add_guild("Club")
    channel = harness.world.add_channel(guild, "table")
    alice, bob = harness.human("Alice", guild), harness.human("Bob", guild)
    await harness.start()
    return harness, guild, channel, alice, bob


async def test_commands_buttons_and_dms(loopback: Loopback) -> None:
    harness, _, channel, alice, bob = await setting(loopback)
    assert "argv --flag" in harness.log
    offered = await alice.autocomplete(channel, "ping", "fruit", "ap")
    assert offered.choices == [("Apple", "apple"), ("Apricot", "apricot")]
    with pytest.raises(NotOnScreen):
        await alice.slash(channel, "pong")
    with pytest.raises(NotOnScreen):
        await alice.slash(channel, "ping")
    with pytest.raises(NotOnScreen):
        await alice.slash(alice.dm_channel, "ping", fruit="apple")
    act = await alice.slash(channel, "ping", fruit="apple", times=3)
    assert act.ack is Ack.MESSAGE
    assert act.ack_ms is not None
    assert [m.content for m in bob.sees(channel)] == ["apple 3"]
    with pytest.raises(NotOnScreen):
        await bob.click(channel, "Count 1")

    mark = len(harness.world.log)
    act = await bob.click(channel, "Hand")
    assert act.ack is Ack.DEFERRED_MESSAGE
    assert (await act.settled()).content == "look at your DM"
    assert [m.content for m in bob.sees(channel)] == ["apple 3", "look at your DM"]
    assert [m.content for m in alice.sees(channel)] == ["apple 3"]
    assert bob.dm[-1].labels == ["Count 0"]
    assert (await bob.click(bob.dm_channel, "Count 0")).ack is Ack.UPDATE
    assert bob.dm[-1].content == "at 1"
    counted = harness.world.tally(exempt=False, since=mark)
    assert counted == {"POST /users/@me/channels": 1, "POST /channels/{channel_id}/messages": 1}
    assert sum(harness.world.tally(exempt=True, since=mark).values()) == 3

    alice.close_dms()
    act = await alice.click(channel, "Hand")
    hand = await act.settled()
    assert hand.content == "closed 50007"
    assert hand.ephemeral
    assert (await alice.click(channel, "Count 0", custom_id="count:*")).reply is not None
    assert alice.sees(channel)[-1].content == "at 1"
    alice.reload()
    assert [m.content for m in alice.sees(channel)] == ["apple 3"]


async def test_a_killed_bot_comes_back_and_its_buttons_work(loopback: Loopback) -> None:
    harness, _, channel, alice, bob = await setting(loopback, ack_deadline=0.3)
    harness.world.ack_deadline = 3.0
    await alice.slash(channel, "ping", fruit="apple")
    await alice.click(channel, "Count 0")
    await harness.kill()
    harness.world.ack_deadline = 0.2
    assert (await alice.click(channel, "Count 1")).failed
    harness.world.ack_deadline = 3.0
    await harness.start()
    assert (await bob.click(channel, "Count 1")).ack is Ack.UPDATE
    assert bob.sees(channel)[-1].content == "at 2"
    assert await harness.stop(signal.SIGINT) in (0, -signal.SIGINT)


async def test_two_clicks_at_once_and_a_late_one(loopback: Loopback) -> None:
    harness, _, channel, alice, bob = await setting(loopback, rtt=0.05)
    await alice.slash(channel, "ping", fruit="apple")
    acts = await asyncio.gather(alice.click(channel, "Count 0"), bob.click(channel, "Count 0"))
    assert sorted(act.ack or 0 for act in acts) == [Ack.MESSAGE, Ack.UPDATE]
    loser = next(act for act in acts if act.ack is Ack.MESSAGE)
    assert [m.content for m in loser.replies] == ["too late"]
    assert loser.replies[0].ephemeral
    with pytest.raises(NotOnScreen):
        await bob.click(channel, "Count 0")
    crossed = await bob.click(channel, "Count 0", late=True)
    assert crossed.ack is Ack.MESSAGE
    assert all((act.ack_ms or 0) >= 50 for act in acts)
    assert harness.world.tally()["POST /interactions/{interaction_id}/{interaction_token}/callback"] == 4


async def test_an_answer_after_the_deadline_is_refused(loopback: Loopback) -> None:
    harness, _, channel, alice, _ = await setting(loopback, ack_deadline=0.2)
    act = await alice.slash(channel, "slow")
    assert act.failed
    assert act.ack is None
    await harness.until_log("late 10062")
    await harness.world.quiet()
    assert alice.sees(channel) == []


async def test_forms_selects_panels_and_threads(loopback: Loopback) -> None:
    harness, guild, channel, alice, bob = await setting(loopback)
    form = await alice.slash(channel, "form")
    assert form.modal["title"] == "Name"
    with pytest.raises(NotOnScreen):
        await alice.submit(form, name="much too long for it")
    assert (await alice.submit(form, name="Alice")).ack is Ack.MESSAGE
    assert alice.sees(channel)[-1].content == "hello Alice"

    await alice.slash(channel, "fruit")
    with pytest.raises(NotOnScreen):
        await alice.select(channel, "Cherry")
    await alice.select(channel, "Apple", "banana")
    assert alice.sees(channel)[-1].content == "picked apple banana"

    panel = await (await alice.slash(channel, "panel")).settled()
    assert panel.text == "# Panel"
    assert [f.filename for f in panel.files] == ["dot.png"]
    await alice.click(panel, "Count 7")
    assert alice.sees(channel)[-1].labels == ["Count 8"]

    act = await alice.slash(channel, "thread")
    await act.settled()
    [thread] = harness.world.threads_of(channel)
    assert bob.sees(thread)[-1].text == "the table\nBelote\nto 1000"
    harness.moderator.deny(channel, Permission.VIEW_CHANNEL, to=bob.user.id)
    assert bob.sees(thread) == []
    harness.moderator.delete_channel(channel)
    assert alice.sees(thread) == []
    assert guild.id in harness.world.guilds


async def test_gateway_resumes_after_a_cut(loopback: Loopback) -> None:
    harness, _, channel, alice, _ = await setting(loopback)
    await alice.slash(channel, "ping", fruit="apple")
    harness.gateway.lose()
    pressing = asyncio.create_task(alice.click(channel, "Count 0"))
    harness.gateway.ask_reconnect()
    assert (await pressing).ack is Ack.UPDATE
    assert harness.gateway.resumed == 1
    assert harness.world.identified == 1


async def test_planned_faults_and_unknown_routes(loopback: Loopback) -> None:
    harness, _, channel, alice, _ = await setting(loopback)
    await alice.slash(channel, "ping", fruit="apple")
    harness.world.add_fault("POST", "/users/@me/channels", 403, 40003)
    act = await alice.click(channel, "Hand")
    assert (await act.settled()).content == "closed 40003"
    harness.world.expire_tokens()
    assert harness.problems() == []


async def test_a_bot_that_ends_is_reported_at_once(loopback: Loopback, tmp_path: Path) -> None:
    script = tmp_path / "ends.py"
    script.write_text("print('no configuration'); raise SystemExit(3)", encoding="utf-8")
    harness = await loopback([script])
    with pytest.raises(BotDied, match=r"exit code 3[\s\S]*no configuration"):
        await harness.start()
    await harness.kill()
    await harness.start(wait=False)
    assert await harness.ended() == 3


async def test_a_frozen_bot_does_not_respond(loopback: Loopback) -> None:
    harness, _, channel, alice, _ = await setting(loopback)
    await alice.slash(channel, "ping", fruit="apple")
    harness.freeze()
    harness.world.ack_deadline = 0.1
    assert (await alice.click(channel, "Count 0")).failed
    harness.world.ack_deadline = 3.0
    harness.thaw()
    assert (await alice.click(channel, "Count 0")).ack is not None
    await harness.world.until(lambda: any(e.code == 10062 for e in harness.world.log))
