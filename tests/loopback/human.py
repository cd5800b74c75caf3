"""A human at a Discord client: can type what exists and press only what is on the screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from . import components as parts
from . import interactions, payloads
from .commands import Typed, fill, find_command
from .model import Ack, Channel, Guild, Interaction, Json, Message, Permission, User
from .permissions import base, can_see, may
from .screen import NotOnScreen, Seen, Widget, look, widget
from .world import World


@dataclass(frozen=True, slots=True)
class Act:
    """An act of a human and what came of it. Everything is read live except the act itself."""

    world: World
    interaction: Interaction

    @property
    def ack(self) -> Ack | None:
        """The type of the first answer; None if the application did not respond in time."""
        return self.interaction.acked

    @property
    def failed(self) -> bool:
        """Whether the human read "the application did not respond"."""
        return self.interaction.timed_out

    @property
    def ack_ms(self) -> float | None:
        """Milliseconds from the click to the first answer."""
        if self.interaction.acked_at is None:
            return None
        return (self.interaction.acked_at - self.interaction.sent_at) * 1000

    @property
    def reply(self) -> Seen | None:
        """The message of the first answer (for an update: the message that was pressed), if it still stands."""
        message = self.interaction.original
        return None if message is None or message.deleted else look(message)

    @property
    def replies(self) -> list[Seen]:
        """Every message this act brought forth and that still stands: the first answer and followups."""
        return [look(m) for m in self.interaction.messages if not m.deleted]

    @property
    def choices(self) -> list[tuple[str, Any]]:
        """What autocomplete offered: (name, value)."""
        return [(c["name"], c["value"]) for c in self.interaction.ack_data.get("choices") or []]

    @property
    def modal(self) -> Json:
        """The form that opened. Raises NotOnScreen if none did."""
        if self.ack is not Ack.MODAL:
            raise NotOnScreen(f"no form opened: {self.ack!r}")
        return self.interaction.ack_data

    async def settled(self, within: float = 10.0) -> Seen:
        """Waits until the first answer is no longer "thinking" and returns it."""
        await self.world.until(lambda: self.reply is not None and not self.reply.loading, within, what="an answer")
        assert self.reply is not None
        return self.reply


class Human:
    """One person. All acts return after the bot's first answer, or after the deadline without one."""

    def __init__(self, world: World, user: User) -> None:
        self.world = world
        self.user = user
        self._reloaded_at = 0

    def __repr__(self) -> str:
        return f"<Human {self.user.name}>"

    @property
    def mention(self) -> str:
        """How messages name this person."""
        return f"<@{self.user.id}>"

    # Looking

    @property
    def dm_channel(self) -> Channel:
        """The DM with the bot."""
        return self.world.dm_channel(self.user)

    @property
    def dm(self) -> list[Seen]:
        """The DM with the bot, oldest first."""
        return self.sees(self.dm_channel)

    def sees(self, channel: Channel) -> list[Seen]:
        """What stands in a channel for this person, oldest first; nothing if the channel is hidden."""
        return [look(m) for m in self._on_screen(channel)]

    def newest(self, channel: Channel) -> Iterator[Seen]:
        """The same, newest first, and looked at one by one: for who soon finds what they look for."""
        return map(look, reversed(self._on_screen(channel)))

    def reload(self) -> None:
        """Restarts the client: ephemeral messages so far are gone from the screen."""
        self._reloaded_at = self.world.ids.make()

    def _on_screen(self, channel: Channel) -> list[Message]:
        if not can_see(self.world, channel, self.user.id):
            return []
        shown = self.world.channel_messages(channel, self.user)
        return [m for m in shown if m.to is None or m.id > self._reloaded_at]

    # Settings

    def close_dms(self) -> None:
        """Forbids bots to write to this person."""
        self.user.dms_open = False

    def open_dms(self) -> None:
        """Allows it again."""
        self.user.dms_open = True

    def join(self, guild: Guild) -> None:
        """Enters a server."""
        self.world.join(guild, self.user)

    def leave(self, guild: Guild) -> None:
        """Leaves a server; the bot gets no event without the members intent."""
        del guild.members[self.user.id]

    # Commands

    async def slash(self, channel: Channel, command: str, /, **options: Any) -> Act:
        """Types a command ("table", or "table open" for a subcommand; base or localised names) and sends it.

        Option values: text, numbers, booleans, a User, Human, Channel or Role. Raises NotOnScreen for a command that
        was never synced, is not for this place or person, or is filled in wrongly.
        """
        typed = self._typed(channel, command)
        data = fill(self.world, typed, self._plain(options), channel)
        return await self._send(interactions.COMMAND, channel, data)

    async def autocomplete(self, channel: Channel, command: str, option: str, text: str, /, **options: Any) -> Act:
        """Types into one option and waits for the choices offered."""
        typed = self._typed(channel, command)
        values = self._plain(options) | {option: text}
        data = fill(self.world, typed, values, channel, focused=option)
        return await self._send(interactions.AUTOCOMPLETE, channel, data)

    def _plain(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return {k: v.user if isinstance(v, Human) else v for k, v in options.items()}

    def _typed(self, channel: Channel, command: str) -> Typed:
        if not can_see(self.world, channel, self.user.id):
            raise NotOnScreen(f"{self} does not see #{channel.name}")
        typed = find_command(self.world, command, self.user.locale)
        place = 0 if channel.guild_id is not None else 1
        contexts = typed.payload.get("contexts")
        if contexts is not None and place not in contexts:
            raise NotOnScreen(f"/{command} is not offered here")
        if channel.guild_id is not None:
            if not may(self.world, channel, self.user.id, Permission.USE_APPLICATION_COMMANDS):
                raise NotOnScreen(f"{self} may not use commands here")
            needed = typed.payload.get("default_member_permissions")
            if needed is not None:
                bits = base(self.world.guilds[channel.guild_id], self.user.id)
                if bits & (int(needed) or 1 << 3) != (int(needed) or 1 << 3):
                    raise NotOnScreen(f"/{command} is not offered to {self}")
        return typed

    # Components

    async def click(
        self, where: Channel | Seen, label: str | None = None, /, *, custom_id: str | None = None, late: bool = False
    ) -> Act:
        """Presses the newest matching button of a channel or message.

        `label` is exact (or an emoji's name), `custom_id` a shell pattern. With `late` the press crosses the bot's last
        edits on their way: it reached Discord just before them, so the bot is told of the message as it was.
        """
        message, found, tree = self._find(where, (parts.BUTTON,), label, custom_id, late)
        data = {"component_type": parts.BUTTON, "custom_id": found.custom_id, "id": 1}
        channel = self.world.channels[message.channel_id]
        return await self._send(interactions.COMPONENT, channel, data, message, shown=tree)

    async def select(
        self, where: Channel | Seen, /, *values: str | User, label: str | None = None, custom_id: str | None = None
    ) -> Act:
        """Picks values in a select menu and closes it.

        Options are named by label or value; `label` is the menu's placeholder, `custom_id` a shell pattern.
        """
        message, found, _ = self._find(where, parts.SELECTS, label, custom_id, late=False)
        channel = self.world.channels[message.channel_id]
        data: Json = {"component_type": found.kind, "custom_id": found.custom_id, "id": 1}
        data |= self._picked(found, values, channel)
        return await self._send(interactions.COMPONENT, channel, data, message)

    def _picked(self, found: Widget, values: tuple[str | User, ...], channel: Channel) -> Json:
        if not found.minimum <= len(values) <= found.maximum:
            raise NotOnScreen(f"{found.custom_id} takes {found.minimum} to {found.maximum} values, not {len(values)}")
        users = [v for v in values if isinstance(v, User)]
        if found.kind == 5:
            resolved: Json = {"users": {str(u.id): payloads.user(u) for u in users}}
            if channel.guild_id is not None:
                members = self.world.guilds[channel.guild_id].members
                resolved["members"] = {str(u.id): payloads.resolved_member(members[u.id]) for u in users}
            return {"values": [str(u.id) for u in users], "resolved": resolved}
        by_name = {name: value for label, value in found.options for name in (value, label)}
        missing = [v for v in values if v not in by_name]
        if missing or users:
            raise NotOnScreen(f"no option {missing or users}, only {[label for label, _ in found.options]}")
        return {"values": [by_name[str(v)] for v in values]}

    def _find(
        self, where: Channel | Seen, kinds: tuple[int, ...], label: str | None, custom_id: str | None, late: bool
    ) -> tuple[Message, Widget, list[Json]]:
        channel = where if isinstance(where, Channel) else self.world.channels[where.message.channel_id]
        shown = self._on_screen(channel)
        if isinstance(where, Seen):
            shown = [m for m in shown if m is where.message]
        disabled = False
        for message in reversed(shown):
            trees = [message.components, *reversed(message.drawn)] if late else [message.components]
            for tree in trees:
                for found in map(widget, parts.interactive(tree)):
                    if found.kind in kinds and found.named(label, custom_id):
                        if not found.disabled:
                            return message, found, tree
                        disabled = True
        wanted = label or custom_id or "anything to press"
        there = [look(m).labels for m in shown]
        raise NotOnScreen(f"{self}: {wanted!r} is {'disabled' if disabled else 'not on screen'}; enabled: {there}")

    async def submit(self, act: Act, /, **fields: str | list[str]) -> Act:
        """Fills in the form an act opened (fields by custom id or by label) and sends it."""
        rows, unused = [], dict(fields)
        for row in act.modal["components"]:
            inner = [*(row.get("components") or []), *([row["component"]] if row.get("component") else [])]
            filled = [self._field(row, field, unused) for field in inner]
            kept = {"type": row["type"], "id": 1}
            if "component" in row:
                rows.append(kept | {"component": filled[0]})
            elif filled:
                rows.append(kept | {"components": filled})
        if unused:
            raise NotOnScreen(f"the form has no field {list(unused)}")
        old = act.interaction
        data = {"custom_id": act.modal["custom_id"], "components": rows}
        return await self._send(interactions.MODAL_SUBMIT, old.channel, data, old.message, old)

    def _field(self, row: Json, field: Json, unused: dict[str, str | list[str]]) -> Json:
        names = (field["custom_id"], field.get("label") or row.get("label") or field["custom_id"])
        value = next((unused.pop(name) for name in names if name in unused), None)
        body: Json = {"type": field["type"], "id": 1, "custom_id": field["custom_id"]}
        if field["type"] == parts.TEXT_INPUT:
            text = str(value if value is not None else field.get("value") or "")
            if (field.get("required", True) and not text) or len(text) > field.get("max_length", 4000):
                raise NotOnScreen(f"the field {names[1]!r} does not take {text!r}")
            return body | {"value": text}
        if field["type"] != parts.STRING_SELECT:
            raise NotOnScreen(f"fields of type {field['type']} are not known to this client")
        picked = value if isinstance(value, list) else [] if value is None else [value]
        return body | self._picked(widget(field), tuple(picked), self.dm_channel)

    async def forge(self, data: Json, message: Message) -> Act:
        """Sends what no screen offers: a client that was tampered with can press any id on any message it knows."""
        return await self._send(interactions.COMPONENT, self.world.channels[message.channel_id], data, message)

    async def _send(
        self,
        kind: int,
        channel: Channel,
        data: Json,
        message: Message | None = None,
        parent: Interaction | None = None,
        shown: list[Json] | None = None,
    ) -> Act:
        record = interactions.send(
            self.world, kind, self.user, channel, data, message=message, parent=parent, shown=shown
        )
        # One or the other comes by itself: the limit is only for a machine so busy that the deadline is looked at late.
        await self.world.until(
            lambda: record.acked is not None or record.timed_out,
            self.world.ack_deadline + 60,
            what="an acknowledgement",
        )
        return Act(self.world, record)
