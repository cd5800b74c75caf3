"""The simulated server: one guild, one channel, one person and his private messages with the bot.

A second start builds the same world again, with the same ids, from the state file: channels and threads, messages,
commands, emoji and the answers to interactions, as the real Discord would still have them.
"""

from __future__ import annotations

import asyncio
import base64
import dataclasses
import re
from collections import deque
from collections.abc import Iterable, Mapping
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
from simcord import ChannelHandle, GuildHandle, HttpLogEntry, MemberActor, RoleHandle, UserHandle
from simcord.backend.models import Channel, GuildEmoji, Interaction, Message, ResponseKind, ThreadMetadata
from simcord.components import walk_components

from bot.playground.adapter import Entity, Place, Simulation
from bot.playground.store import StateFile
from bot.playground.words import Words

_KEPT_MESSAGES = frozenset({0, 19, 20, 23})  # plain, reply, answer to a command: the rest Discord writes itself
_MESSAGE_FIELDS = (
    "id",
    "channel_id",
    "author_id",
    "content",
    "timestamp",
    "edited_timestamp",
    "type",
    "flags",
    "pinned",
    "embeds",
    "components",
    "attachments",
    "mention_user_ids",
    "mention_role_ids",
    "mention_everyone",
    "reference",
    "reply_author_id",
    "interaction_metadata",
)
_LOOKS = 6
_EMOJI = re.compile(r"/emojis/(\d+)$")
_TOKEN = re.compile(r"/(?:interactions/\d+|webhooks/\d+)/([^/]+)")


class World:
    """The guild and its people, kept in step with the state file.

    Attributes:
        guild, channel: the server and its card channel.
        you, member: the person, as a user (private messages) and as a member (server).
        restored: whether this start goes on from an earlier one.
    """

    guild: GuildHandle
    channel: ChannelHandle
    you: UserHandle
    member: MemberActor
    restored: bool

    def __init__(self, simulation: Simulation, state: StateFile, words: Words) -> None:
        self.simulation = simulation
        self._state = state
        self._dismissed: set[int] = set()
        self._looks: dict[int, deque[list[dict[str, Any]]]] = {}
        self._build(words)
        self._restore()
        simulation.move_clock()
        backend = simulation.env.backend
        backend.subscribers.append(self._heard_event)
        simulation.on_effect.append(self._heard_request)

    # ----------------------------------------------------------------- build

    def _build(self, words: Words) -> None:
        """Create guild, channel and person with the ids of the first start.

        An id is the moment of its making; simcord takes it from the clock. So the clock is set to the moment each
        thing was first made (never twice the same millisecond) and the ids come out equal.
        """
        env, simulation = self.simulation.env, self.simulation
        ids: dict[str, int] = self._state.get("world", "ids") or {}
        self.restored = bool(ids)
        start = datetime.now(UTC) - timedelta(seconds=10)

        def moment(what: str, step: int) -> datetime:
            made = discord.utils.snowflake_time(ids[what]) if what in ids else start + timedelta(seconds=step)
            # The middle of the millisecond, so that no rounding moves it to a neighbour.
            return made.replace(microsecond=made.microsecond // 1000 * 1000 + 500)

        env.backend.edit_bot_profile("Tapis")
        simulation.move_clock(moment("you", 0))
        self.you = env.create_user(words.you.casefold(), global_name=words.you)
        simulation.move_clock(moment("guild", 1))
        self.guild = env.create_guild(
            words.server, id=ids.get("guild"), owner=self.you, preferred_locale=simulation.locale
        )
        self.member = MemberActor(env, self.guild, self.you)
        simulation.move_clock(moment("channel", 2))
        self.channel = self.guild.create_text_channel(words.channel)
        simulation.move_clock(moment("dm", 3))
        dm = self.you.dm_channel
        built = {"you": self.you.id, "guild": self.guild.id, "channel": self.channel.id, "dm": dm.id}
        if ids and built != ids:
            raise RuntimeError(f"the simulated server came out with other ids: {built} instead of {ids}")
        self._state.put("world", "ids", built)

    def _restore(self) -> None:
        backend = self.simulation.env.backend
        for _, fields in self._state.all("thread"):
            fields["thread_metadata"] = ThreadMetadata(**fields["thread_metadata"])
            fields["thread_members"] = {int(user): since for user, since in fields["thread_members"].items()}
            thread = Channel(**{**fields, "overwrites": []})
            backend.channels[thread.id] = thread
            backend.messages[thread.id] = {}
            backend.guilds[self.guild.id].thread_ids.append(thread.id)
        for _, fields in self._state.all("message"):
            self._restore_message(Message(**fields))
        for scope, commands in self._state.all("commands"):
            guild_id = None if scope == "global" else int(scope)
            backend.commands[guild_id] = {(c["name"], c["type"]): c for c in commands}
        for key, fields in self._state.all("emoji"):
            if self._state.blob(f"emoji/{key}") is None:
                # Of an earlier version, which drew them itself: the bot uploads its own.
                self._state.drop("emoji", key)
                continue
            emoji = GuildEmoji(**fields)
            backend.application_emojis[emoji.id] = emoji
        for key, fields in self._state.all("interaction"):
            if datetime.fromisoformat(fields["expires_at"]) < datetime.now(UTC):
                self._state.drop("interaction", key)
                continue
            kind = fields["response_kind"]
            record = Interaction(**{**fields, "response_kind": None if kind is None else ResponseKind(kind)})
            backend.interactions[record.id] = record
            backend.interaction_tokens[record.token] = record.id

    def _restore_message(self, message: Message) -> None:
        backend = self.simulation.env.backend
        if message.channel_id not in backend.channels:
            self._state.drop("message", message.id)
            return
        for attachment in message.attachments:
            data = self._state.blob(attachment["id"])
            if data is not None:
                backend.cdn.store_attachment(
                    int(attachment["id"]), message.channel_id, attachment["filename"], data, None
                )
        backend.messages[message.channel_id][message.id] = message
        self._remember_look(message)
        backend.channels[message.channel_id].last_message_id = message.id

    # ------------------------------------------------------------------ keep

    def _heard_event(self, event: str, payload: Mapping[str, Any]) -> None:
        match event:
            case "MESSAGE_CREATE" | "MESSAGE_UPDATE":
                self._keep_message(int(payload["channel_id"]), int(payload["id"]))
            case "MESSAGE_DELETE":
                self._forget_message(int(payload["id"]))
            case "MESSAGE_DELETE_BULK":
                for key in payload["ids"]:
                    self._forget_message(int(key))
            case "THREAD_CREATE" | "THREAD_UPDATE":
                thread = self.simulation.env.backend.channels[int(payload["id"])]
                self._state.put("thread", thread.id, dataclasses.asdict(thread))
            case "THREAD_DELETE":
                self._state.drop("thread", payload["id"])
            case _:
                pass

    def _heard_request(self, entry: HttpLogEntry) -> None:
        backend = self.simulation.env.backend
        token = _TOKEN.match(entry.path)
        if token is not None and entry.method != "GET":
            self._keep_answer(token[1])
        elif entry.path.endswith("/commands") and entry.method != "GET":
            for scope, commands in backend.commands.items():
                self._state.put("commands", scope or "global", list(commands.values()))
        elif entry.path.endswith("/emojis") and entry.method == "POST":
            self._keep_emoji(entry.json)
        elif entry.method == "DELETE" and (gone := _EMOJI.search(entry.path)) is not None:
            self._state.drop("emoji", gone[1])
            self._state.drop_blob(f"emoji/{gone[1]}")

    def _keep_message(self, channel_id: int, message_id: int) -> None:
        backend = self.simulation.env.backend
        message = backend.messages.get(channel_id, {}).get(message_id)
        if message is None or message.type not in _KEPT_MESSAGES or message_id in self._dismissed:
            return
        self._remember_look(message)
        for attachment in message.attachments:
            data = backend.cdn.get(attachment["url"])
            if data is not None and self._state.blob(attachment["id"]) is None:
                self._state.put_blob(attachment["id"], data)
        before = self._state.get("message", message_id)
        held = {attachment["id"] for attachment in message.attachments}
        for attachment in before["attachments"] if before else ():
            if attachment["id"] not in held:
                self._state.drop_blob(attachment["id"])
        self._state.put("message", message_id, {name: getattr(message, name) for name in _MESSAGE_FIELDS})

    def _forget_message(self, message_id: int) -> None:
        before = self._state.get("message", message_id)
        for attachment in before["attachments"] if before else ():
            self._state.drop_blob(attachment["id"])
        self._state.drop("message", message_id)

    def _remember_look(self, message: Message) -> None:
        looks = self._looks.setdefault(message.id, deque(maxlen=_LOOKS))
        if not looks or looks[-1] != message.components:
            looks.append(deepcopy(message.components))

    def components_with(self, message: Message, custom_id: str) -> list[dict[str, Any]] | None:
        """The newest components of a message, present or past, that hold ``custom_id``; ``None`` if none did."""
        looks: Iterable[list[dict[str, Any]]] = reversed(self._looks.get(message.id, deque()))
        for look in looks:
            if any(component.get("custom_id") == custom_id for component in walk_components(look)):
                return look
        return None

    def _keep_answer(self, token: str) -> None:
        """Keep an interaction whose token still edits, and the ephemeral messages no event tells of."""
        backend = self.simulation.env.backend
        record = backend.interactions.get(backend.interaction_tokens.get(token, 0))
        if record is None:
            return
        fields = dataclasses.asdict(record)
        fields["modal"] = fields["autocomplete_choices"] = None
        self._state.put("interaction", record.id, fields)
        answers = [record.message_id, *record.followup_ids]
        for message_id in (answer for answer in answers if answer is not None):
            message = backend.messages.get(record.channel_id, {}).get(message_id)
            if message is not None and message.is_ephemeral:
                self._keep_message(record.channel_id, message_id)

    def _keep_emoji(self, body: Any) -> None:
        if not isinstance(body, Mapping):
            return
        head, _, encoded = str(body.get("image", "")).partition(";base64,")
        for emoji in self.simulation.env.backend.application_emojis.values():
            if emoji.name == body.get("name") and head.startswith("data:image/"):
                self._state.put("emoji", emoji.id, dataclasses.asdict(emoji))
                self._state.put_blob(f"emoji/{emoji.id}", base64.b64decode(encoded))

    # ------------------------------------------------------------------- ask

    def emoji_image(self, emoji_id: int) -> tuple[bytes, str] | None:
        """The picture of an emoji that the bot uploaded, and its media type."""
        uploaded = self._state.blob(f"emoji/{emoji_id}")
        return None if uploaded is None else (uploaded, "image/png")

    def places(self) -> list[Channel]:
        """The channels the page shows: the card channel and its open threads, then the private messages."""
        backend = self.simulation.env.backend
        threads = [backend.channels[key] for key in backend.guilds[self.guild.id].thread_ids]
        return [
            *(backend.channels[key] for key in [self.channel.id] if key in backend.channels),
            *(thread for thread in threads if thread.thread_metadata and not thread.thread_metadata.archived),
            backend.get_dm_channel(self.you.id),
        ]

    def place(self, channel_id: int) -> tuple[Place, MemberActor | UserHandle] | None:
        """Where ``channel_id`` is and as whom the person acts there; ``None`` if the page may not show it."""
        for channel in self.places():
            if channel.id == channel_id:
                actor = self.you if channel.guild_id is None else self.member
                return Place(channel.id, channel.guild_id), actor
        return None

    def entity(self, kind: str, key: int) -> Entity:
        """The ``user``, ``role`` or ``channel`` with this id, as the page names it.

        Raises:
            KeyError: there is none here.
        """
        env = self.simulation.env
        guild = env.backend.guilds[self.guild.id]
        match kind:
            case "user":
                return MemberActor(env, self.guild, UserHandle(env, env.backend.users[guild.members[key].user_id]))
            case "role":
                return RoleHandle(env, self.guild, guild.roles[key])
            case _:
                return ChannelHandle(env, self.guild, env.backend.channels[key])

    def message(self, channel_id: int, message_id: int) -> Message | None:
        """A message the person sees, or ``None``."""
        if self.place(channel_id) is None:
            return None
        message = self.simulation.env.backend.messages.get(channel_id, {}).get(message_id)
        return message if message is not None and self._shown(message) else None

    def messages(self, channel_id: int) -> list[Message]:
        """The messages of a channel as the person sees them, oldest first."""
        kept = self.simulation.env.backend.messages.get(channel_id, {})
        return [message for _, message in sorted(kept.items()) if self._shown(message)]

    def _shown(self, message: Message) -> bool:
        return message.visible_to(self.you.id) and message.id not in self._dismissed

    def dismiss(self, message: Message) -> None:
        """Take an ephemeral message off the person's screen; the bot may still edit it, as on Discord."""
        self._dismissed.add(message.id)
        self._state.drop("message", message.id)

    async def register_commands(self, bot: discord.Client) -> None:
        """Register the bot's commands if this Discord has none.

        A bot that remembers what it registered says nothing to a Discord that has just been made.
        """
        tree = getattr(bot, "tree", None)
        if isinstance(tree, discord.app_commands.CommandTree) and not self.simulation.env.backend.commands.get(None):
            async with asyncio.timeout(10):
                await tree.sync()
