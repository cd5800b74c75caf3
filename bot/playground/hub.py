"""Tells every open page what changed, a message at a time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from simcord import HttpLogEntry

from bot.playground import views
from bot.playground.world import World

GATHER_SECONDS = 0.03
_QUEUE_LENGTH = 500


@dataclass(slots=True)
class _Shown:
    """What the pages show now: the text of each message, by channel and id, and of the rest."""

    channels: dict[str, dict[str, str]] = field(default_factory=dict)
    rest: dict[str, str] = field(default_factory=dict)


class Hub:
    """Watches the world and sends the differences to the pages.

    Changes are gathered for a moment, so that a quick run of edits costs one drawing.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._shown = _Shown()
        self._pages: set[asyncio.Queue[str | None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        world.simulation.on_effect.append(self._heard_request)
        world.simulation.env.backend.subscribers.append(self._heard_event)

    def _heard_request(self, entry: HttpLogEntry) -> None:
        if entry.method != "GET":
            self.changed()

    def _heard_event(self, event: str, payload: Mapping[str, Any]) -> None:
        self.changed()

    def changed(self) -> None:
        """Something may have changed: look, soon, if somebody watches."""
        if self._timer is None and self._pages:
            self._timer = asyncio.get_running_loop().call_later(GATHER_SECONDS, self._look)

    @asynccontextmanager
    async def page(self) -> AsyncIterator[asyncio.Queue[str | None]]:
        """A queue of JSON texts for one page: everything first, then each change; ``None`` at the end."""
        queue: asyncio.Queue[str | None] = asyncio.Queue(_QUEUE_LENGTH)
        self._look()
        queue.put_nowait(self._everything())
        self._pages.add(queue)
        try:
            yield queue
        finally:
            self._pages.discard(queue)

    def close(self) -> None:
        """End every page's queue and stop looking."""
        if self._timer is not None:
            self._timer.cancel()
        for queue in self._pages:
            queue.put_nowait(None)

    # ------------------------------------------------------------------ look

    def _look(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now = self._read()
        changes = self._differences(now)
        self._shown = now
        for change in changes:
            self._send(json.dumps(change, ensure_ascii=False))

    def _read(self) -> _Shown:
        world, shown = self._world, _Shown()
        places = world.places()
        for channel in places:
            messages = views.channel_messages(world, channel.id)
            shown.channels[str(channel.id)] = {
                message["id"]: json.dumps(message, ensure_ascii=False) for message in messages
            }
        rest = {
            "channels": [views.channel_view(channel) for channel in places],
            "names": views.names_view(world),
            "people": views.people_view(world),
            "commands": {str(channel.id): views.commands_view(world, channel.id) for channel in places},
            "locale": world.simulation.locale,
            "you": str(world.you.id),
            "server": world.guild.name,
        }
        shown.rest = {key: json.dumps(value, ensure_ascii=False) for key, value in rest.items()}
        return shown

    def _differences(self, now: _Shown) -> list[dict[str, Any]]:
        changes: list[dict[str, Any]] = []
        rest = {key: json.loads(text) for key, text in now.rest.items() if self._shown.rest.get(key) != text}
        if rest:
            changes.append({"kind": "world", **rest})
        for channel, messages in now.channels.items():
            before = self._shown.channels.get(channel, {})
            put = [json.loads(text) for key, text in messages.items() if before.get(key) != text]
            gone = [key for key in before if key not in messages]
            if put or gone:
                changes.append({"kind": "messages", "channel": channel, "put": put, "gone": gone})
        return changes

    def _everything(self) -> str:
        rest = {key: json.loads(text) for key, text in self._shown.rest.items()}
        messages = {
            channel: [json.loads(text) for text in kept.values()] for channel, kept in self._shown.channels.items()
        }
        return json.dumps({"kind": "hello", **rest, "messages": messages}, ensure_ascii=False)

    def _send(self, text: str) -> None:
        for queue in tuple(self._pages):
            if queue.qsize() >= _QUEUE_LENGTH - 1:
                # A page that has fallen this far behind asks for everything again when its stream ends.
                self._pages.discard(queue)
                queue.put_nowait(None)
            else:
                queue.put_nowait(text)
