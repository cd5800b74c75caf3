"""What exists in the loopback Discord: plain mutable records, no behaviour beyond small derived facts."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import Any

Json = dict[str, Any]

DISCORD_EPOCH_MS = 1_420_070_400_000


class ChannelType(IntEnum):
    """The channel types the loopback server knows."""

    TEXT = 0
    DM = 1
    CATEGORY = 4
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


THREADS = (ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD)


class Permission(IntFlag):
    """Permission bits a card bot can meet (Discord's names and values)."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38


EVERYONE = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
ALL_PERMISSIONS = (1 << 53) - 1


class Flag(IntFlag):
    """Message flags that change what the server does."""

    SUPPRESS_EMBEDS = 1 << 2
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    IS_COMPONENTS_V2 = 1 << 15


class Ack(IntEnum):
    """Types of the first answer to an interaction."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    AUTOCOMPLETE = 8
    MODAL = 9


class Snowflakes:
    """Makes ids that carry the real time and never repeat (42 bits of milliseconds, 22 bits of counter)."""

    def __init__(self) -> None:
        self._last = 0

    def make(self) -> int:
        """A fresh id, larger than every earlier one."""
        now = (int(time.time() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last = max(now, self._last + 1)
        return self._last


@dataclass(slots=True)
class User:
    """An account. `dms_open` is the privacy setting that lets a bot of a shared server write."""

    id: int
    name: str
    locale: str = "fr"
    bot: bool = False
    dms_open: bool = True


@dataclass(slots=True)
class Role:
    """A role of a server; `permissions` is the bit set."""

    id: int
    name: str
    permissions: int
    position: int = 0
    bot_id: int | None = None


@dataclass(slots=True)
class Member:
    """A user inside a server."""

    user: User
    roles: list[int]
    joined_at: str
    nick: str | None = None


@dataclass(slots=True)
class Overwrite:
    """A channel's exception to the roles: `kind` 0 for a role, 1 for a member."""

    id: int
    kind: int
    allow: int = 0
    deny: int = 0


@dataclass(slots=True)
class Guild:
    """A server."""

    id: int
    name: str
    owner_id: int
    locale: str
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)


@dataclass(slots=True)
class Channel:
    """A text channel, thread or DM. For a DM `recipient` is the human; for a thread `parent_id` is set."""

    id: int
    type: ChannelType
    name: str
    guild_id: int | None = None
    parent_id: int | None = None
    owner_id: int | None = None
    recipient: User | None = None
    overwrites: list[Overwrite] = field(default_factory=list)
    thread_members: set[int] = field(default_factory=set)
    archived: bool = False
    locked: bool = False
    auto_archive: int = 1440
    created_at: str = ""
    position: int = 0
    deleted: bool = False

    @property
    def is_thread(self) -> bool:
        """Whether this is a thread of another channel."""
        return self.type in THREADS


@dataclass(slots=True)
class Attachment:
    """An uploaded file, kept with its bytes."""

    id: int
    filename: str
    content: bytes
    content_type: str
    description: str | None = None


@dataclass(slots=True)
class Message:
    """A message. `to` is the only user who sees it (ephemeral), None for everyone.

    `drawn` holds the component trees it showed before its last edits, oldest first: what a slow screen may still show.
    """

    id: int
    channel_id: int
    author: User
    created_at: str
    type: int = 0
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    mentions: list[User] = field(default_factory=list)
    flags: int = 0
    to: int | None = None
    nonce: str | None = None
    edited_at: str | None = None
    reference: int | None = None
    interaction: Interaction | None = None
    deleted: bool = False
    drawn: list[list[Json]] = field(default_factory=list)

    @property
    def loading(self) -> bool:
        """Whether this is still the "is thinking" placeholder of a deferred answer."""
        return bool(self.flags & Flag.LOADING)


@dataclass(slots=True)
class Interaction:
    """One act of a human, from the click to the end of its token. Times are seconds of the event loop's clock."""

    id: int
    token: str
    type: int
    user: User
    channel: Channel
    data: Json
    sent_at: float
    message: Message | None = None
    acked: Ack | None = None
    acked_at: float | None = None
    ack_data: Json = field(default_factory=dict)
    timed_out: bool = False
    expired: bool = False
    original: Message | None = None
    placeholder_open: bool = False
    messages: list[Message] = field(default_factory=list)
    parent: Interaction | None = None


@dataclass(slots=True)
class Emoji:
    """An emoji of the application."""

    id: int
    name: str
    animated: bool = False


@dataclass(slots=True)
class Command:
    """A global command as Discord stores it: `payload` is the full response object."""

    id: int
    payload: Json

    @property
    def name(self) -> str:
        """The base name."""
        return str(self.payload["name"])


@dataclass(slots=True)
class Fault:
    """A planned failure: the next `times` requests whose method and path match are answered with it.

    `path` is a shell pattern on the path below /api/v10. With `after` the handler runs first: only its answer is lost.
    `more` goes into the body beside message and code; without `via` the proxy in front of Discord answers.
    """

    method: str
    path: str
    status: int
    code: int = 0
    message: str = "planned fault"
    times: int = 1
    after: bool = False
    via: bool = True
    more: Json = field(default_factory=dict)
    hits: int = 0


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a multipart request; `index` is the n of its field name files[n]."""

    index: int
    filename: str
    content: bytes


@dataclass(slots=True)
class Entry:
    """One request of the bot, as logged. `template` is the path as Discord's description writes it.

    `files` are those that were uploaded with it; `proxied` when the proxy in front of Discord answered; `wall` is the
    machine's clock, which the bot's events go by.
    """

    method: str
    path: str
    template: str
    at: float
    request: Any
    content_type: str
    status: int = 0
    code: int = 0
    response: Any = None
    files: Sequence[Upload] = ()
    proxied: bool = False
    wall: float = field(default_factory=time.time)

    @property
    def exempt(self) -> bool:
        """Whether the request is outside the bot's global limit of 50/s (interaction endpoints)."""
        return self.template.startswith(("/interactions/", "/webhooks/"))

    @property
    def route(self) -> str:
        """Method and template, the key for counting."""
        return f"{self.method} {self.template}"
