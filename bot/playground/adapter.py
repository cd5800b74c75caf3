"""The one place that knows how simcord works inside.

simcord is made for tests: it holds the clock still and, after every act, waits until the bot has nothing left to
do. A person at a browser needs the contrary: real time, computer players who move while the person thinks, two
clicks in a row. Everything here uses simcord's public names, but for one:

* ``Env._bot_scope`` is overridden, since it is what marks the bot's tasks and timers as simulated. Without the
  mark the bot runs on the plain event loop in real time, nothing waits for it to settle, and ``shutdown`` leaves
  its tasks to the bot's own ``close``. No public option does this in simcord 3.2.1 (the pinned version).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from simcord import (
    ChannelHandle,
    Env,
    HttpLogEntry,
    InteractionResult,
    MemberActor,
    RoleHandle,
    SetupError,
    UserHandle,
    interactions,
)
from simcord.backend import serializers
from simcord.backend.models import Message

if TYPE_CHECKING:
    import discord

ACKNOWLEDGE_SECONDS = 3.0
_LOG_LENGTH = 400
Entity = MemberActor | RoleHandle | ChannelHandle
_COMMAND, _COMPONENT, _AUTOCOMPLETE = 2, 3, 4


class LiveEnv(Env):
    """simcord's environment in real time."""

    def now(self) -> datetime:
        """The real time, as the bot's ``discord.utils.utcnow()`` sees it."""
        return datetime.now(UTC)

    @contextmanager
    def _bot_scope(self) -> Iterator[None]:
        with self.time_context():
            yield


class RecentLog(list[Any]):
    """A log simcord appends to: keeps the newest entries and tells a listener of each.

    simcord's own lists grow for ever, which suits a test and not an evening of cards.
    """

    def __init__(self, heard: Callable[[Any], None] | None = None) -> None:
        super().__init__()
        self._heard = heard

    def append(self, entry: Any) -> None:
        """Keep ``entry``, forget the oldest one beyond the limit, and tell the listener."""
        super().append(entry)
        del self[:-_LOG_LENGTH]
        if self._heard is not None:
            self._heard(entry)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a person acts: a channel of the server, or the private messages with the bot."""

    channel_id: int
    guild_id: int | None


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button or menu as the page showed it: its id and type, the values chosen, all components around it.

    ``entities`` are the people, roles or channels that the values of such a menu name.
    """

    custom_id: str
    kind: int
    values: list[str] | None
    components: list[dict[str, Any]]
    entities: tuple[Entity, ...] = ()


class Simulation:
    """The simulated Discord around one bot, driven in real time.

    ``on_request`` hears every request of the bot *before* it takes effect; ``on_effect`` is called on the next turn
    of the loop, when it has. ``patience`` is how long a person waits for an answer, in seconds.
    """

    def __init__(self, bot: discord.Client) -> None:
        self.env = LiveEnv(bot, check_errors=False)
        self.locale = "fr"
        self.patience = ACKNOWLEDGE_SECONDS
        self.on_effect: list[Callable[[HttpLogEntry], None]] = []
        self._waiting: list[tuple[InteractionResult, asyncio.Future[None]]] = []
        self._operation = asyncio.Lock()
        backend = self.env.backend
        backend.http_requests = RecentLog(self._heard_request)
        backend.transcript = RecentLog()
        backend.subscribers.insert(0, self._set_locale)

    async def start(self) -> None:
        """Attach the bot: it logs in, registers its commands and gets READY.

        Raises:
            TimeoutError: the bot was not ready in 30 s.
        """
        self.move_clock()
        await self.env.start()
        async with asyncio.timeout(30):
            await self.env.bot.wait_until_ready()

    async def stop(self) -> None:
        """Detach the bot (which has been closed before: its tasks are its own)."""
        await self.env.shutdown()

    # ------------------------------------------------------------------ time

    def move_clock(self, moment: datetime | None = None) -> None:
        """Set the simulated clock to ``moment`` (default: now); it never goes back."""
        target = moment if moment is not None else datetime.now(UTC)
        backend = self.env.backend
        ahead = (target - backend.clock.now()).total_seconds()
        if ahead > 0:
            backend.advance_clock(ahead)

    # ---------------------------------------------------------------- events

    def _set_locale(self, event: str, payload: Mapping[str, Any]) -> None:
        # simcord says en-US in every interaction; the payload is delivered as this very dict.
        if event == "INTERACTION_CREATE" and isinstance(payload, dict):
            payload["locale"] = self.locale
            if "guild_locale" in payload:
                payload["guild_locale"] = self.locale

    def _heard_request(self, entry: HttpLogEntry) -> None:
        self.move_clock()
        asyncio.get_running_loop().call_soon(self._effect, entry)

    def _effect(self, entry: HttpLogEntry) -> None:
        self._waiting = [pair for pair in self._waiting if not pair[1].done()]
        for result, future in self._waiting:
            if result.acknowledged:
                future.set_result(None)
        for heard in self.on_effect:
            heard(entry)

    # ------------------------------------------------------------------ acts

    async def answered(self, result: InteractionResult) -> bool:
        """Wait until the bot has answered ``result``; ``False`` when it has not in the time Discord gives."""
        if result.acknowledged:
            return True
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((result, future))
        try:
            async with asyncio.timeout(self.patience):
                await future
        except TimeoutError:
            return False
        return True

    def press(self, user: UserHandle, message: Message, pressed: Pressed) -> InteractionResult:
        """Press a button or choose in a menu.

        Unlike simcord's actors this does not look at what the message shows now: a page that lags by a moment
        presses what it showed, and the bot has to refuse it. The message goes with the components the page showed,
        since discord.py drops a press whose component its message does not hold.
        """
        data: dict[str, Any] = {"custom_id": pressed.custom_id, "component_type": pressed.kind, "id": 0}
        if pressed.values is not None:
            data["values"] = pressed.values
        backend = self.env.backend
        payload: dict[str, Any] = dict(serializers.message_payload(backend, message))
        resolved: dict[str, dict[str, Any]] = {}
        for entity in pressed.entities:
            interactions.resolve_handle(user, entity, resolved, channel_id=message.channel_id)
        if resolved:
            data["resolved"] = resolved
        extra = {"message": {**payload, "components": pressed.components}}
        place = Place(message.channel_id, backend.get_channel(message.channel_id).guild_id)
        return self._dispatch(_COMPONENT, place, user, data, extra=extra, source=message.id)

    def command(
        self, actor: MemberActor | UserHandle, place: Place, path: str, options: dict[str, Any]
    ) -> InteractionResult:
        """Call the command at ``path`` ("table open").

        Raises:
            SetupError: unknown command, option or value (``OptionError`` names the option).
        """
        data = self._command_data(actor, place, path, options, partial=False)
        return self._dispatch(_COMMAND, place, actor, data, command=path)

    def complete(
        self,
        actor: MemberActor | UserHandle,
        place: Place,
        path: str,
        options: dict[str, Any],
        focused: tuple[str, str],
    ) -> InteractionResult:
        """Ask the bot for the choices of an option while the person types.

        Raises:
            SetupError: unknown command or option.
        """
        data = self._command_data(actor, place, path, options, partial=True, focused=focused)
        return self._dispatch(_AUTOCOMPLETE, place, actor, data)

    async def submit(
        self, actor: MemberActor | UserHandle, shown: InteractionResult, values: dict[str, Any]
    ) -> InteractionResult:
        """Send a filled form back.

        Raises:
            SetupError: a value does not fit its field.
        """
        self.move_clock()
        async with self._operation:
            result: InteractionResult = await actor.submit_modal(shown, values)
            return result

    def say(self, actor: MemberActor | UserHandle, place: Place, text: str) -> None:
        """Write ``text`` as the person."""
        self.move_clock()
        self.env.backend.create_message(place.channel_id, actor.id, text)

    def _command_data(
        self,
        actor: MemberActor | UserHandle,
        place: Place,
        path: str,
        options: dict[str, Any],
        *,
        partial: bool,
        focused: tuple[str, str] | None = None,
    ) -> dict[str, Any]:
        name, *rest = path.split()
        backend = self.env.backend
        known = backend.visible_commands(user_id=actor.id, channel_id=place.channel_id)
        root = next((command for command in known if command["name"] == name), None)
        if root is None:
            raise SetupError(f"no command /{name} here")
        leaf, nesting = interactions.walk_to_subcommand(root, rest)
        built, resolved = interactions.build_options(
            actor, path, leaf, options, partial=partial, channel_id=place.channel_id
        )
        if focused is not None:
            declared = {option["name"]: option for option in leaf.get("options") or []}
            if focused[0] not in declared:
                raise SetupError(f"no option {focused[0]} in /{path}")
            kind = declared[focused[0]]["type"]
            built.append({"name": focused[0], "type": kind, "value": focused[1], "focused": True})
        data: dict[str, Any] = {"id": root["id"], "name": root["name"], "type": root.get("type", 1)}
        data["options"] = interactions.nest_options(root, nesting, built)
        if resolved:
            data["resolved"] = resolved
        return data

    def _dispatch(
        self,
        kind: int,
        place: Place,
        user: MemberActor | UserHandle,
        data: dict[str, Any],
        *,
        extra: dict[str, Any] | None = None,
        source: int | None = None,
        command: str | None = None,
    ) -> InteractionResult:
        self.move_clock()
        backend = self.env.backend
        record, payload = interactions.base_payload(
            backend, type=kind, channel_id=place.channel_id, guild_id=place.guild_id, user_id=user.id, data=data
        )
        payload.update(extra or {})
        record.source_message_id = source
        if command is not None:
            record.command_name = command  # simcord names the group alone; Discord shows the subcommand too
        backend.emit("INTERACTION_CREATE", payload)
        return InteractionResult(self.env, record)
