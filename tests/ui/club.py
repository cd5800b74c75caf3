"""A club of members who play through the simulated Discord: they press what is on their screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import simcord
from simcord import MemberActor, interactions
from simcord.backend import serializers

from bot.app import TapisBot
from bot.config import Settings
from bot.core import registry
from bot.core.actions import Deal
from bot.core.cards import Card
from bot.core.game import DealSetup, apply
from bot.core.seats import Seat
from bot.engine.fairdeal import SEED_BYTES, SecureDealer, order, shuffled
from bot.engine.models import TableId
from bot.engine.ports import DealSecret
from bot.ui.boards import Key
from bot.ui.emoji.uploads import Draw
from bot.ui.sketch import Drawing

NAMES = ("Anna", "Bruno", "Chloé", "Denis")
MORE_NAMES = ("Élise", "Farid")


def quick_settings(folder: Path, **changes: Any) -> Settings:
    """Settings under which nothing waits, but for people."""
    quick = {
        "database": folder / "tapis.db",
        "computer_pause": 0.0,
        "take_back_pause": 0.0,
        "edit_interval": 0.0,
        "next_deal_seconds": 600,
        "turn_seconds": 3600,
    }
    return replace(Settings(), **{**quick, **changes})


class SeededDealer(SecureDealer):
    """Seeds of deals that come again when the test is run again with its own seed.

    Attributes:
        wanted: which orders of the pack may be dealt; all of them by default.
    """

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)
        self.wanted: Callable[[tuple[Card, ...]], bool] | None = None

    def seed(self) -> bytes:
        return self._chance.randbytes(SEED_BYTES)

    def order(self, secret: DealSecret, table: TableId, deck: Sequence[Card]) -> tuple[Card, ...]:
        """The first of this secret's orders that is wanted."""
        wanted = self.wanted
        if wanted is None:
            return order(secret, table, deck)
        orders = (shuffled(secret.seed, f"{table}|{secret.number}|{count}", deck) for count in range(100_000))
        return next(found for found in orders if wanted(found))


def plays_on(game: str, seats: int) -> Callable[[tuple[Card, ...]], bool]:
    """Tells of an order of the pack whether its deal by the usual rules is not void at once, as by a lone Petit."""
    played = registry.game_of(game)
    options = played.presets[played.default_preset]
    nothing = (0,) * len(played.sides(seats))
    opened = played.begin(DealSetup(seats, Seat(0), options, nothing, nothing))
    return lambda pack: played.result(apply(played, opened, None, Deal(pack)).state) is None


def quick_bot(
    settings: Settings,
    seed: int,
    dealer: SeededDealer | None = None,
    draw: Draw | None = None,
    drawing: Drawing | None = None,
) -> TapisBot:
    """The real bot; simulated time would stop where it waits for its own limit of requests.

    It draws nothing unless it is told how to: most tests read text.
    """
    dealer = dealer or SeededDealer(seed)
    return TapisBot(settings, requests_per_second=10_000, dealer=dealer, thinking=seed, draw=draw, drawing=drawing)


OUT_OF_TURN = ("coinche", "surcoinche", "declare:chelem", "takeback", "early")
"""What may be said or done by somebody whose turn it is not."""


class Member:
    """One person: a member of the server and a user with private messages."""

    def __init__(self, club: Club, name: str, *, owner: bool = False) -> None:
        self.club = club
        self.name = name
        self.name = name
        self.user = club.olga_user if owner else club.env.create_user(name.casefold(), global_name=name)
        self.actor = MemberActor(club.env, club.guild, self.user) if owner else club.guild.add_member(self.user)

    @property
    def dm(self) -> Any:
        """The last private message."""
        return self.user.dm_channel.last_message

    @property
    def here(self) -> Any:
        """The last message this member sees in the channel."""
        return self.club.channel.history(viewer=self.actor)[-1]

    async def say(self, command: str, **options: Any) -> Any:
        """Use a command in the channel."""
        return await self.actor.slash(self.club.channel, command, **options)

    async def press(self, verb: str, message: Any = None) -> Any:
        """Press the control of this verb on the table's message, or on another one."""
        target = self.club.table if message is None else message
        return await self._actor(target).click(target, custom_id=control(target, verb))

    async def choose(self, verb: str, value: str, message: Any) -> Any:
        """Choose in a menu."""
        return await self._actor(message).select(message, [value], custom_id=control(message, verb))

    async def hand_press(self, verb: str) -> Any:
        """Press a control on the hand in the private messages, or choose it in the menu of actions."""
        if verb in options(self.dm, "do"):
            return await self.choose("do", verb, self.dm)
        return await self.press(verb, self.dm)

    def offers(self) -> list[str]:
        """Verbs of the enabled controls on the hand in the private messages."""
        return verbs(self.dm)

    def _actor(self, message: Any) -> Any:
        return self.user if message.channel.id == self.user.dm_channel.id else self.actor


class Club:
    """The server, its owner Olga, its channel and its members."""

    def __init__(self, env: simcord.Env, settings: Settings, seed: int, drawing: Drawing | None = None) -> None:
        self.env = env
        self.drawing = drawing
        self.seed = seed
        self.restarts = 0
        self.settings = settings
        self.draw: Draw | None = None
        self.olga_user = env.create_user("olga", global_name="Olga")
        self.guild = env.create_guild("Club", owner=self.olga_user)
        self.channel = self.guild.create_text_channel("table")
        self.members = [Member(self, name) for name in NAMES]
        self.olga = Member(self, "Olga", owner=True)

    def welcome(self, count: int) -> None:
        """Have this many members: others join the server or leave the table's side."""
        for name in MORE_NAMES[: max(0, count - len(self.members))]:
            self.members.append(Member(self, name))
        del self.members[count:]

    def speak_french(self) -> None:
        """From now on everybody's client, and the server, are French."""
        self.env.backend.subscribers.insert(0, _french)

    @property
    def bot(self) -> TapisBot:
        """The bot that runs now."""
        assert isinstance(self.env.bot, TapisBot)
        return self.env.bot

    @property
    def table(self) -> Any:
        """The newest message of the bot that everybody sees in the channel."""
        return self.channel.history()[-1]

    async def open(self, game: str, profile: str | None = None, **options: Any) -> Any:
        """Anna opens a table."""
        if profile is not None:
            options["profile"] = profile
        return await self.members[0].say("table open", game=game, **options)

    async def fill(self, humans: int = 4, seats: int = 4) -> None:
        """Members join, computer players take the rest of the seats, the host starts."""
        for member in self.members[1:humans]:
            await member.press("ui:join")
        for _ in range(seats - humans):
            await self.members[0].press("ui:computer")
        await self.members[0].press("ui:start")

    async def end(self) -> None:
        """The server's owner closes the table, whatever its players want."""
        await self.olga.say("table close", confirm=True)

    async def restart(self) -> None:
        """The process ends and another begins with the same database."""
        await self.env.bot.close()
        self.restarts += 1
        again = quick_bot(self.settings, self.seed + self.restarts, draw=self.draw, drawing=self.drawing)
        await self.env.restart_bot(again)

    def waiting(self) -> Member | None:
        """The member whose hand offers an action; who only may speak out of turn comes last."""
        asked = []
        for member in self.members:
            messages = member.user.dm_channel.history()
            shown = verbs(messages[-1]) if messages else []
            codes = [verb for verb in shown if not verb.startswith("ui:") or verb.startswith("ui:pick")]
            if any(not code.startswith(OUT_OF_TURN) for code in codes):
                return member
            if codes:
                asked.append(member)
        return asked[0] if asked else None

    def mover(self) -> Member:
        """The member whose hand offers an action; there must be one."""
        member = self.waiting()
        assert member is not None, "nobody is asked anything"
        return member

    def raw_click(self, member: Member, message: Any, custom_id: str, *, values: list[str] | None = None) -> Any:
        """A click that a well-behaved client would not send: stale, doubled, or of a control that is gone."""
        backend = self.env.backend
        stored = backend.get_message(message.channel.id, message.id)
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2 if values is None else 3, "id": 0}
        if values is not None:
            data["values"] = values
        guild = None if message.channel.id == member.user.dm_channel.id else self.guild.id
        record, payload = interactions.base_payload(
            backend, type=3, channel_id=stored.channel_id, guild_id=guild, user_id=member.user.id, data=data
        )
        payload["message"] = dict(serializers.message_payload(backend, stored))
        record.source_message_id = stored.id
        backend.emit("INTERACTION_CREATE", payload)
        return simcord.InteractionResult(self.env, record)


def _french(event: str, payload: Any) -> None:
    if event == "INTERACTION_CREATE":
        payload["locale"] = payload["guild_locale"] = "fr"


def ids(message: Any, *, enabled: bool = True) -> list[str]:
    """Custom ids of a message's controls."""
    found = []
    for row in message.components:
        for item in row.children:
            if not (enabled and getattr(item, "disabled", False)):
                found.append(item.custom_id)
    return found


def verbs(message: Any) -> list[str]:
    """Verbs of a message's enabled controls; a menu of actions counts as its choices."""
    found = []
    for row in message.components:
        for item in row.children:
            verb = item.custom_id.split("|", 3)[3]
            if getattr(item, "disabled", False):
                continue
            if verb == "do":
                found += [option.value for option in item.options]
            else:
                found.append(verb)
    return found


def options(message: Any, verb: str) -> list[str]:
    """Values of the menu with this verb; none when there is no such menu."""
    menus = [item for row in message.components for item in row.children if item.custom_id.split("|", 3)[3] == verb]
    return [option.value for item in menus for option in getattr(item, "options", ())]


def control(message: Any, verb: str) -> str:
    """The custom id of the control with this verb."""
    for custom_id in ids(message):
        if custom_id.split("|", 3)[3] == verb:
            return custom_id
    raise AssertionError(f"no {verb!r} among {ids(message)} on {message.content!r}")


def actions(member: Member) -> list[str]:
    """Codes of the actions that the member's private hand offers."""
    return [verb for verb in member.offers() if not verb.startswith("ui:")]


def take_first(offered: list[str]) -> str:
    """Take or bid the first that can be, else do the first thing offered; never double."""
    calm = [code for code in offered if not code.startswith(("coinche", "surcoinche"))]
    return next((code for code in calm if code.startswith(("take", "bid"))), calm[0])


def without_token(club: Club) -> None:
    """Let the table's message be edited by requests: the click that began the deal was long ago."""
    club.bot.front.outbox.board(Key(TableId(1))).token = None


async def play_deal(club: Club, choose: Callable[[list[str]], str] = take_first, moves: int = 120) -> None:
    """Members act by their private hands until nobody is asked any more."""
    for _ in range(moves):
        member = club.waiting()
        if member is None:
            return
        await member.hand_press(choose(actions(member)))
    raise AssertionError("the deal does not end")


async def play_match(club: Club) -> None:
    """A short match is played to its end: everybody wants the next deal."""
    for _ in range(6):
        await play_deal(club)
        if "ui:rematch" in verbs(club.table):
            return
        for member in club.members:
            await member.press("ui:ready")
    raise AssertionError("the match does not end")


def said(result: Any) -> list[str]:
    """Everything the answer said in private."""
    answers = [*result.followups]
    if result.response is not None and result.response.ephemeral:
        answers.append(result.response)
    return [answer.content for answer in answers if answer.ephemeral]


def untipped(text: str) -> str:
    """A text without what is told once only to who sees something for the first time."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("-# 💡"))
