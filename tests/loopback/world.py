"""The only truth of the loopback Discord: who and what exists, what was asked, and how to wait for a change.

Everything runs in one event loop and every change is made without awaiting, so no change is ever half visible.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from . import payloads
from .model import (
    ALL_PERMISSIONS,
    EVERYONE,
    Ack,
    Channel,
    ChannelType,
    Command,
    Emoji,
    Entry,
    Fault,
    Guild,
    Interaction,
    Json,
    Member,
    Message,
    Overwrite,
    Permission,
    Role,
    Snowflakes,
    User,
)

TOKEN = "loopback.bot.token"
BOT_PERMISSIONS = int(
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
)

if TYPE_CHECKING:
    from .rest import Weather

T = TypeVar("T")
How = Ack | Literal["edit", "message"]
"""The kind of a first answer, or what followed by the act's token."""

Answered = Callable[[Interaction, How, Json], None]
Listener = Callable[[str, Json, int | None], None]


class Limits(Protocol):
    """The seam for rate limits: None in `World.limits` means there are none."""

    def refuse(self, entry: Entry) -> tuple[int, Json, dict[str, str]] | None:
        """Status, body and headers of a 429, or None to let the request pass."""

    def headers(self, entry: Entry) -> dict[str, str]:
        """The X-RateLimit headers of an answer."""


class BotDied(AssertionError):
    """The bot's process ended while a test was waiting for something."""


class World:
    """All state of one loopback Discord. Times are in seconds; `rtt` is the round trip added to every request."""

    def __init__(self, *, rtt: float = 0.0, ack_deadline: float = 3.0) -> None:
        self.ids = Snowflakes()
        self.rtt = rtt
        self.ack_deadline = ack_deadline
        self.token = TOKEN
        self.base_url = ""
        self.gateway_url = ""
        self.bot = User(self.ids.make(), "Tapis", bot=True)
        self.owner = User(self.ids.make(), "owner")
        self.users: dict[int, User] = {u.id: u for u in (self.bot, self.owner)}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.interactions: dict[str, Interaction] = {}
        self.commands: dict[int, Command] = {}
        self.emojis: dict[int, Emoji] = {}
        self.emoji_images: dict[int, bytes] = {}
        self.log: list[Entry] = []
        self.faults: list[Fault] = []
        self.unknown: list[str] = []
        self.gateway_faults: list[str] = []
        self.identified = 0
        self.last_request_at = 0.0
        self.limits: Limits | None = None
        self.weather: Weather | None = None
        self.listeners: list[Listener] = []
        self.on_answer: list[Answered] = []
        self.death: str | None = None
        self.describe: Callable[[], str] = lambda: ""
        self._in_channel: dict[int, list[Message]] = {}
        self._private: dict[int, Channel] = {}
        self._waiters: list[asyncio.Future[None]] = []

    @property
    def application_id(self) -> int:
        """The application has the id of its bot user, as all applications made since 2016."""
        return self.bot.id

    # Waiting

    def now(self) -> float:
        """Seconds on the event loop's clock."""
        return asyncio.get_running_loop().time()

    def touch(self) -> None:
        """Wakes everybody in `until`. Called after every change."""
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def until(self, predicate: Callable[[], T], within: float = 10.0, *, what: str = "") -> T:
        """Waits until `predicate()` is true and returns its value.

        Raises AssertionError with the last requests and the bot's last lines after `within` seconds, BotDied when
        the bot ends meanwhile.
        """
        deadline = self.now() + within
        while not (value := predicate()):
            if self.death is not None:
                raise BotDied(f"{self.death}\n{self.transcript()}")
            left = deadline - self.now()
            if left <= 0:
                raise AssertionError(f"not within {within} s: {what or predicate}\n{self.transcript()}")
            waiter = asyncio.get_running_loop().create_future()
            self._waiters.append(waiter)
            await asyncio.wait([waiter], timeout=left)
        return value

    async def quiet(self, seconds: float = 0.1, within: float = 10.0) -> None:
        """Waits until the bot has sent no request for a while. For what must *not* happen; else use `until`."""
        deadline = self.now() + within
        while self.now() - self.last_request_at < seconds:
            assert self.now() < deadline, f"never quiet within {within} s\n{self.transcript()}"
            await asyncio.sleep(seconds - (self.now() - self.last_request_at))

    def transcript(self, last: int = 15) -> str:
        """The last requests, faults of the harness and lines of the bot, for a failing test."""
        lines = [f"{e.status} {e.method} {e.path} {e.code or ''}".rstrip() for e in self.log[-last:]]
        return "\n".join(["-- last requests", *lines, *self.unknown, *self.gateway_faults, self.describe()])

    # Requests

    def fault_for(self, method: str, path: str) -> Fault | None:
        """The next planned fault for a request, used up by this call."""
        for fault in self.faults:
            if fault.hits < fault.times and fault.method == method and fnmatchcase(path, fault.path):
                fault.hits += 1
                return fault
        return None

    def add_fault(
        self,
        method: str,
        path: str,
        status: int,
        code: int = 0,
        *,
        times: int = 1,
        after: bool = False,
        via: bool = True,
        **more: Any,
    ) -> Fault:
        """Plans a failure for the next `times` requests matching `path` (a shell pattern below /api/v10).

        `more` goes into the body: a 429 that comes from Discord itself needs retry_after, in seconds.
        """
        self.faults.append(Fault(method, path, status, code, times=times, after=after, via=via, more=more))
        return self.faults[-1]

    def tally(self, *, exempt: bool | None = None, since: int = 0) -> Counter[str]:
        """Requests per "METHOD template" from log position `since`; only exempt or only counted ones if asked."""
        return Counter(e.route for e in self.log[since:] if exempt is None or e.exempt == exempt)

    def requests(self, method: str, template: str, *, since: int = 0) -> list[Entry]:
        """The logged requests of one route, oldest first."""
        return [e for e in self.log[since:] if e.method == method and e.template == template]

    # Events

    def dispatch(self, event: str, data: Json, guild_id: int | None = None) -> None:
        """Sends an event to the bot's gateway sessions and wakes the waiting."""
        for listener in self.listeners:
            listener(event, data, guild_id)
        self.touch()

    def answered(self, record: Interaction, how: How, data: Json) -> None:
        """Tells who listens that an answer was taken, before the bot hears of it."""
        for listener in self.on_answer:
            listener(record, how, data)
        self.touch()

    # Building

    def add_user(self, name: str, *, locale: str = "fr", dms_open: bool = True) -> User:
        """A new account."""
        user = User(self.ids.make(), name, locale, dms_open=dms_open)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, *, locale: str = "fr", permissions: int = BOT_PERMISSIONS) -> Guild:
        """A new server with the bot in it; `permissions` are those of the bot's own role."""
        guild = Guild(self.ids.make(), name, self.owner.id, locale)
        guild.roles[guild.id] = Role(guild.id, "@everyone", int(EVERYONE))
        bot_role = Role(self.ids.make(), self.bot.name, permissions, 1, bot_id=self.bot.id)
        guild.roles[bot_role.id] = bot_role
        self.guilds[guild.id] = guild
        self.join(guild, self.owner)
        self.join(guild, self.bot, roles=[bot_role.id])
        self.dispatch("GUILD_CREATE", payloads.guild_create(self, guild), guild.id)
        return guild

    def join(self, guild: Guild, user: User, roles: Iterable[int] = ()) -> Member:
        """Puts a user into a server."""
        guild.members[user.id] = Member(user, list(roles), now_iso())
        self.touch()
        return guild.members[user.id]

    def make_manager(self, guild: Guild, user: User) -> Role:
        """Gives a member a role with every permission."""
        role = Role(self.ids.make(), f"managers-{user.name}", ALL_PERMISSIONS, 2)
        guild.roles[role.id] = role
        guild.members[user.id].roles.append(role.id)
        self.dispatch("GUILD_ROLE_CREATE", {"guild_id": str(guild.id), "role": payloads.role(role)}, guild.id)
        return role

    def add_channel(self, guild: Guild, name: str, *, overwrites: Iterable[Overwrite] = ()) -> Channel:
        """A new text channel."""
        channel = Channel(
            self.ids.make(), ChannelType.TEXT, name, guild.id, overwrites=list(overwrites), created_at=now_iso()
        )
        self.channels[channel.id] = channel
        self.dispatch("CHANNEL_CREATE", payloads.channel(self, channel), guild.id)
        return channel

    def dm_channel(self, user: User) -> Channel:
        """The DM between the bot and a user, made on first use."""
        if user.id in self._private:
            return self._private[user.id]
        channel = Channel(self.ids.make(), ChannelType.DM, "", recipient=user, created_at=now_iso())
        self.channels[channel.id] = self._private[user.id] = channel
        return channel

    def add_message(self, message: Message) -> None:
        """Keeps a message that was written."""
        self.messages[message.id] = message
        self._in_channel.setdefault(message.channel_id, []).append(message)

    # Looking

    def channel_messages(self, channel: Channel, viewer: User | None = None) -> list[Message]:
        """What stands in a channel, oldest first; with `viewer`, what that user is shown of it."""
        return [
            m
            for m in self._in_channel.get(channel.id, ())
            if not m.deleted and (m.to is None or viewer is None or m.to == viewer.id)
        ]

    def threads_of(self, channel: Channel) -> list[Channel]:
        """The threads below a channel that still exist."""
        return [c for c in self.channels.values() if c.is_thread and c.parent_id == channel.id and not c.deleted]

    def shares_guild(self, user: User) -> bool:
        """Whether the bot and a user are in one server."""
        return any(user.id in g.members and self.bot.id in g.members for g in self.guilds.values())

    def knows_emoji(self, emoji_id: int) -> bool:
        """Whether the application has that emoji."""
        return emoji_id in self.emojis

    def expire_tokens(self) -> None:
        """Ends the 15 minutes of every interaction token given out so far."""
        for interaction in self.interactions.values():
            interaction.expired = True

    def problems(self) -> list[str]:
        """What no test may leave behind: unknown routes and gateway misuse."""
        return [*self.unknown, *self.gateway_faults]


def now_iso() -> str:
    """The present in Discord's form."""
    return datetime.now(UTC).isoformat()


def as_int(value: Any) -> int:
    """A snowflake of a request, which may be a string or a number."""
    return int(value)
