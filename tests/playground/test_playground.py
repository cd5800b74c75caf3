"""The simulated Discord and its page server, without a browser."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot.playground import PortTaken, host, open_playground
from bot.playground.store import state_path
from bot.playground.words import ENGLISH, FRENCH, terminal_words
from bot.playground.world import World
from tests.playground.toy_bot import ToyBot, ToySettings, create_bot


@dataclass(slots=True)
class Client:
    """What the page does: reads the stream, and calls."""

    url: str
    world: World
    session: aiohttp.ClientSession
    bots: list[ToyBot] = field(default_factory=list)

    async def call(self, act: str, **body: Any) -> dict[str, Any]:
        async with self.session.post(f"{self.url}api/{act}", json=body) as response:
            answer: dict[str, Any] = await response.json()
            return answer

    async def hello(self) -> dict[str, Any]:
        async with self.session.get(f"{self.url}api/events") as response:
            first: dict[str, Any] = json.loads((await response.content.readline()).removeprefix(b"data: "))
            return first

    @property
    def channel(self) -> str:
        return str(self.world.channel.id)

    @property
    def dm(self) -> str:
        return str(self.world.you.dm_channel.id)

    async def open_table(self) -> None:
        answer = await self.call("command", channel=self.channel, path="table open", options={"game": "belote"})
        assert answer == {}

    async def messages(self, channel: str) -> list[dict[str, Any]]:
        shown: list[dict[str, Any]] = (await self.hello())["messages"][channel]
        return shown

    async def until(self, channel: str, told: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
        for _ in range(500):
            if told(shown := await self.messages(channel)):
                return shown
            await asyncio.sleep(0.02)
        raise AssertionError(f"not in 10 s: {shown}")


@asynccontextmanager
async def playing(tmp_path: Path, **numbers: float) -> AsyncIterator[Client]:
    settings = ToySettings(tmp_path / "toy.json", **numbers)
    bots: list[ToyBot] = []

    def create(settings: ToySettings) -> ToyBot:
        bots.append(create_bot(settings))
        return bots[-1]

    async with (
        open_playground(settings, create, port=0, words=FRENCH) as playground,
        aiohttp.ClientSession() as session,
    ):
        yield Client(playground.url, playground.world, session, bots)
    assert bots[0].closed_store


def buttons(message: dict[str, Any]) -> list[str]:
    return [part["custom_id"] for row in message["components"] for part in row["components"] if part["type"] == 2]


async def test_a_second_start_shows_the_same_world(tmp_path: Path) -> None:
    async with playing(tmp_path, pace=0.01) as first:
        await first.open_table()
        hand = (await first.messages(first.dm))[0]
        answer = await first.call(
            "press", channel=first.dm, message=hand["id"], custom_id="t|1|KH", type=2, values=None
        )
        assert answer == {}
        await first.call(
            "press",
            channel=first.channel,
            message=(await first.messages(first.channel))[0]["id"],
            custom_id="table:hand",
            type=2,
        )
        await first.until(first.channel, lambda shown: "pli 2" in shown[0]["content"])
        await first.until(first.dm, lambda shown: "À toi" in shown[0]["content"])
        before = await first.hello()
    assert not first.world.restored
    async with playing(tmp_path, pace=0.01) as second:
        assert second.world.restored
        after = await second.hello()
        assert after == before
        assert len(before["messages"][second.dm]) == 1
        assert len(before["messages"][second.channel]) == 2
        hand = (await second.messages(second.dm))[0]
        assert "t|2|AH" in buttons(hand)
        await second.call("press", channel=second.dm, message=hand["id"], custom_id="t|2|AH", type=2)
        await second.until(second.channel, lambda shown: "pli 3" in shown[0]["content"])


async def test_ids_are_of_now_and_never_used_again(tmp_path: Path) -> None:
    made: list[int] = []
    for _ in range(2):
        async with playing(tmp_path) as client:
            await client.open_table()
            made += [int(message["id"]) for message in await client.messages(client.channel)]
    assert len(set(made)) == 2  # the first message is there both times
    age = discord.utils.utcnow() - discord.utils.snowflake_time(max(made))
    assert abs(age.total_seconds()) < 60


async def test_without_its_database_the_bot_gets_a_new_world(tmp_path: Path) -> None:
    async with playing(tmp_path) as client:
        await client.open_table()
    (tmp_path / "toy.json").unlink()
    async with playing(tmp_path) as client:
        assert not client.world.restored
        assert await client.messages(client.channel) == []


async def test_commands_are_registered_with_a_new_discord_though_the_bot_remembers_them(tmp_path: Path) -> None:
    async with playing(tmp_path) as client:
        paths = [command["path"] for command in (await client.hello())["commands"][client.channel]]
    state_path(tmp_path / "toy.json").unlink()
    async with playing(tmp_path) as client:
        assert [command["path"] for command in (await client.hello())["commands"][client.channel]] == paths
    assert "table open" in paths


async def test_commands_speak_the_language_of_the_person(tmp_path: Path) -> None:
    async with playing(tmp_path) as client:
        french = {c["path"]: c["label"] for c in (await client.hello())["commands"][client.channel]}
        assert french["table open"] == "table ouvrir"
        await client.call("locale", locale="en-US")
        english = {c["path"]: c["label"] for c in (await client.hello())["commands"][client.channel]}
        assert english["table open"] == "table open"
        assert "table open" not in {c["path"] for c in (await client.hello())["commands"][client.dm]}


async def test_choices_come_while_typing(tmp_path: Path) -> None:
    async with playing(tmp_path) as client:
        body = {"channel": client.channel, "path": "table open", "options": {}, "focused": "game"}
        answer = await client.call("complete", value="co", **body)
        assert answer == {"choices": [{"name": "Coinche", "value": "coinche"}, {"name": "Contrée", "value": "contrée"}]}


async def test_a_bot_that_says_nothing_is_reported(tmp_path: Path) -> None:
    async with playing(tmp_path) as client:
        client.world.simulation.patience = 0.1
        await client.open_table()
        table = (await client.messages(client.channel))[0]
        answer = await client.call(
            "press", channel=client.channel, message=table["id"], custom_id="table:silent", type=2
        )
        assert answer == {"error": FRENCH.silent}


async def test_what_cannot_be_done_is_said(tmp_path: Path) -> None:
    async with playing(tmp_path) as client:
        await client.open_table()
        gone = await client.call("press", channel=client.dm, message="1", custom_id="t|1|KH", type=2)
        hand = (await client.messages(client.dm))[0]
        never = await client.call("press", channel=client.dm, message=hand["id"], custom_id="t|9|KH", type=2)
        unknown = await client.call("command", channel=client.channel, path="nope", options={})
        missing = await client.call("command", channel=client.channel, path="table open", options={})
        elsewhere = await client.call("say", channel="1", text="?")
        broken = await client.call("press")
        assert gone == never == elsewhere == {"error": FRENCH.gone}
        assert unknown == {"error": "Aucune commande /nope ici."}
        assert missing == {"error": "Il manque : jeu"}
        assert broken == {"error": "unreadable request"}


@pytest.mark.parametrize(("locale", "said"), [("fr", "« carte »"), ("en-US", "“card”")])
async def test_a_value_that_does_not_fit_is_refused_in_the_language_of_the_person(
    tmp_path: Path, locale: str, said: str
) -> None:
    async with playing(tmp_path) as client:
        await client.call("locale", locale=locale)
        answer = await client.call("command", channel=client.channel, path="play", options={"card": None})
        assert answer["error"].startswith(said)
        assert "NoneType" not in answer["error"]


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "https://example.org"}, {"Host": "example.org"}, {"Host": "127.0.0.1.example.org:8410"}],
)
async def test_only_the_page_itself_may_act(tmp_path: Path, headers: dict[str, str]) -> None:
    async with playing(tmp_path) as client:
        body = {"channel": client.channel, "text": "coucou"}
        async with client.session.post(f"{client.url}api/say", json=body, headers=headers) as response:
            assert response.status == 403
        assert await client.messages(client.channel) == []
        assert await client.call("say", **body) == {}
        assert [m["content"] for m in await client.messages(client.channel)] == ["coucou"]


async def test_a_closed_page_is_no_error(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with playing(tmp_path, pace=0.01) as client:
        async with client.session.get(f"{client.url}api/events") as response:
            await response.content.readline()
            response.close()
        for number in range(5):
            await client.call("say", channel=client.channel, text=f"{number}")
            await client.messages(client.channel)
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def test_threads_are_shown_and_kept(tmp_path: Path) -> None:
    async with playing(tmp_path) as client:
        channel = client.bots[0].get_channel(client.world.channel.id)
        assert isinstance(channel, discord.TextChannel)
        thread = await channel.create_thread(name="belote", type=discord.ChannelType.public_thread)
        await thread.send("La table est ici.")
        before = await client.hello()
        assert {"id": str(thread.id), "name": "belote", "dm": False, "thread": True} in before["channels"]
    async with playing(tmp_path) as client:
        again = await client.hello()
        assert again["channels"] == before["channels"]
        assert again["messages"][str(thread.id)] == before["messages"][str(thread.id)]
        kept = client.bots[0].get_channel(thread.id)
        assert isinstance(kept, discord.Thread)
        await kept.send("Elle continue.")
        assert len((await client.hello())["messages"][str(thread.id)]) == 2


async def test_pictures_are_served_and_kept(tmp_path: Path) -> None:
    for _ in range(2):
        async with playing(tmp_path) as client:
            if not client.world.restored:
                await client.call("command", channel=client.channel, path="picture", options={})
            url = (await client.messages(client.channel))[0]["embeds"][0]["image"]["url"]
            emoji = next(e for e in await client.bots[0].fetch_application_emojis() if e.name == "cAS")
            for path in (url, f"/emoji/{emoji.id}"):
                async with client.session.get(client.url.rstrip("/") + path) as response:
                    assert response.status == 200
                    assert (await response.read()).startswith(b"\x89PNG")


async def test_an_emoji_that_the_bot_deletes_is_gone_for_good(tmp_path: Path) -> None:
    async with playing(tmp_path) as client:
        emoji = next(e for e in await client.bots[0].fetch_application_emojis() if e.name == "cAS")
        with client.world.simulation.env.time_context():
            await emoji.delete()
        async with client.session.get(f"{client.url}emoji/{emoji.id}") as response:
            assert response.status == 404
    async with playing(tmp_path) as client:
        kept = [e for e in await client.bots[0].fetch_application_emojis() if e.name == "cAS"]
        assert [e.id for e in kept if e.id == emoji.id] == []


async def test_an_answer_keeps_its_token_over_a_restart(tmp_path: Path) -> None:
    async with playing(tmp_path) as client:
        await client.open_table()
        token = next(iter(client.world.simulation.env.backend.interaction_tokens))
    async with playing(tmp_path) as client:
        bot = client.bots[0]
        hook = discord.Webhook.partial(bot.application_id or 0, token, client=bot)
        with client.world.simulation.env.time_context():
            await hook.send("Je continue.")
        assert [m["content"] for m in await client.messages(client.channel)][-1] == "Je continue."


async def test_a_bot_that_fails_to_start_leaves_nothing_open(tmp_path: Path) -> None:
    class Broken(ToyBot):
        async def setup_hook(self) -> None:
            raise RuntimeError("no such file")

    bots: list[ToyBot] = []

    def create(settings: ToySettings) -> ToyBot:
        bots.append(Broken(settings))
        return bots[-1]

    with pytest.raises(RuntimeError, match="no such file"):
        async with open_playground(ToySettings(tmp_path / "toy.json"), create, port=0, words=FRENCH):
            pytest.fail("it must not start")
    assert bots[0].closed_store
    async with playing(tmp_path) as client:
        await client.open_table()


async def test_a_taken_port_is_said_in_words(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(PortTaken, match=f"Le port {port} est déjà pris.*TAPIS_PLAYGROUND_PORT"):
            await host(ToySettings(tmp_path / "toy.json"), create_bot, port=port, words=FRENCH, say=print)


def test_the_terminal_chooses_the_language() -> None:
    assert terminal_words({}) is FRENCH
    assert terminal_words({"LANG": "C.UTF-8"}) is FRENCH
    assert terminal_words({"LANG": "fr_CA.UTF-8"}) is FRENCH
    assert terminal_words({"LANG": "en_GB.UTF-8"}) is ENGLISH
    assert terminal_words({"LC_ALL": "en_US", "LANG": "fr_FR"}) is ENGLISH
