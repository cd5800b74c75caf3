"""A network that refuses, cuts, hangs or answers with trouble: stands between the bot's requests and their handling."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from .chaos_plan import Storm
from .model import Entry
from .rest import Reply

BAD_GATEWAY = (500, 502, 503)
RETRY_AFTER = 0.05


class Network:
    """The weather of a world. Every second request meets it, so that some things go on.

    Attributes:
        hits: requests that the present storm has met.
    """

    def __init__(self, touch: Callable[[], None]) -> None:
        self._touch = touch
        self._storm: Storm | None = None
        self._late = False
        self._arrived = 0
        self._over = asyncio.Event()
        self.hits = 0

    def begin(self, storm: Storm, *, late: bool) -> None:
        """Let a storm begin; when `late`, what fails is done all the same and only its answer goes wrong."""
        self._storm, self._late, self.hits = storm, late, 0
        self._over = asyncio.Event()

    def end(self) -> None:
        """Fair weather."""
        self._storm = None
        self._over.set()

    async def meet(self, entry: Entry, handle: Callable[[], Reply]) -> Reply | None:
        """Answer a request as the weather lets it."""
        self._arrived += 1
        storm = self._storm
        if storm is None or self._arrived % 2:
            return handle()
        self.hits += 1
        self._touch()
        match storm:
            case Storm.REFUSED:
                return None
            case Storm.UNANSWERED:
                handle()
                return None
            case Storm.HANGING:
                await self._over.wait()
                if self._late:
                    handle()
                return None
            case Storm.ERRORS:
                if self._late:
                    handle()
                return Reply(BAD_GATEWAY[self.hits % 3], {"message": "upstream", "code": 0})
            case _:
                body = {"message": "You are being rate limited.", "retry_after": RETRY_AFTER, "global": False}
                return Reply(429, body, {"Retry-After": "1", "X-RateLimit-Scope": "user"})
