"""Gives the application the card emoji it lacks: in the background, one at a time, for as long as it takes.

Discord limits these requests hard, and the library sleeps through its refusals, for half an hour if it must. So nothing
waits for this work: not the start, not a table, not the end of the process. What there is to do is read off the
application's own list, which survives every restart.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from enum import StrEnum

import aiohttp
import discord

from bot.ui.budget import Budget, Priority
from bot.ui.emoji.names import CardStyle
from bot.ui.emoji.shelf import CAPACITY, EmojiId, Shelf, Wanted

log = logging.getLogger(__name__)

Draw = Callable[[Wanted], bytes]
"""Draws a card's emoji as PNG; it is called in a thread."""

FULL = 30008
UNKNOWN_EMOJI = 10014
TOO_MANY_REQUESTS = 429
_PASSES = frozenset({408, TOO_MANY_REQUESTS})

FIRST_READ = 5.0
"""Seconds that a start waits for the list: longer means that Discord has shut the door for a while."""

FIRST_REST = 60.0
LONGEST_REST = 3600.0
"""Seconds before another try after a failure: the first, and the most after many."""

DOUBT_EVERY = 600.0
"""Seconds between two looks at the list for a control that was refused."""


class State(StrEnum):
    """What becomes of missing emoji: nobody wants them or can draw them; they are made, after a rest, or all there.

    `STOPPED` is for a refusal that only the operator or another start can help with.
    """

    OFF = "off"
    UNDRAWN = "undrawn"
    WORKING = "working"
    RESTING = "resting"
    DONE = "done"
    FULL = "full"
    STOPPED = "stopped"


class Uploads:
    """Works through what a shelf lacks.

    Args:
        client: whose application it is.
        shelf: what is there and wanted.
        budget: the bot's requests.
        draw: draws the pictures; None when the library for it is not installed.
        pause: seconds between two requests; None when the owner wants no uploads.
    """

    def __init__(
        self, client: discord.Client, shelf: Shelf, budget: Budget, draw: Draw | None, pause: float | None
    ) -> None:
        self._client = client
        self._shelf = shelf
        self._budget = budget
        self._draw = draw
        self._pause = pause or 0.0
        self._fixed = State.OFF if pause is None else State.UNDRAWN if draw is None else None
        self._state = self._fixed or State.DONE
        self._task: asyncio.Task[None] | None = None
        self._reading: asyncio.Task[None] | None = None
        self._started = self._closed = self._napping = False
        self._unread = self._unsure = True
        self._failures = 0
        self._doubted_at = float("-inf")
        self._doomed: dict[str, EmojiId] = {}
        shelf.asked, shelf.doubted = self._wake, self._doubt

    @property
    def shelf(self) -> Shelf:
        """What it fills."""
        return self._shelf

    @property
    def state(self) -> State:
        """What becomes of missing emoji now."""
        return self._state

    async def read(self) -> None:
        """Read the application's list before anything is shown; if that takes long, it goes on beside the start."""
        self._shelf.filling = self._fixed is None
        self._reading = asyncio.create_task(self._read_first())
        self._reading.add_done_callback(_ended)
        await asyncio.wait({self._reading}, timeout=FIRST_READ)

    def start(self, style: CardStyle) -> None:
        """Begin, with this style before others; nothing happens when that was said before."""
        if not self._started:
            self._started = True
            self._shelf.want(style)
            self._wake()

    async def close(self) -> None:
        """Stop at once, whatever is under way: the next start reads how far it came."""
        self._closed = True
        tasks = [task for task in (self._task, self._reading) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # ------------------------------------------------------------- the operator's wishes

    def again(self) -> None:
        """Read the list anew and try everything once more that is missing, was refused or stopped."""
        self._shelf.forgive()
        self._unread = True
        self._failures = 0
        self._resume()

    def renew(self) -> int:
        """Make all pictures of the wanted styles anew; how many are taken away for it."""
        present = self._shelf.present() if self._fixed is None else ()
        self._doomed.update(present)
        self.again()
        return len(present)

    def clean(self) -> int:
        """Remove what is stale; how many there are of it."""
        stale = self._shelf.stale()
        self._doomed.update(stale)
        self._resume()
        return len(stale)

    # ------------------------------------------------------------- the work

    def _doubt(self) -> None:
        """A control was refused for its emoji: perhaps somebody deleted it."""
        now = asyncio.get_running_loop().time()
        if now - self._doubted_at >= DOUBT_EVERY:
            self._doubted_at, self._unread = now, True
            self._wake()

    def _resume(self) -> None:
        """Go on now, though it was resting or had stopped."""
        if self._task is not None and self._napping:
            self._task.cancel()
            self._task = None
        self._wake()

    def _wake(self) -> None:
        if self._started and not self._closed and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._run())
            self._task.add_done_callback(_ended)

    async def _run(self) -> None:
        """Everything there is to do, then nothing more."""
        self._napping = False
        self._settle(State.WORKING)
        while (step := self._next()) is not None:
            if isinstance(step, Wanted) and self._shelf.count >= CAPACITY:
                self._fill_up()
                return
            try:
                await self._do(step)
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                rest = self._after(step, error)
                if rest is None:
                    return
            else:
                self._failures, rest = 0, self._pause
            self._napping = True
            await asyncio.sleep(rest)
            self._napping = False
            self._settle(State.WORKING)
        self._settle(State.DONE)

    def _settle(self, state: State) -> None:
        """Say how things stand; who reads cards waits only for what will come."""
        self._state = self._fixed or state
        filling = self._fixed is None and state in {State.WORKING, State.RESTING, State.DONE}
        if self._shelf.filling != filling:
            self._shelf.filling = filling

    def _next(self) -> Wanted | str | None:
        """The next emoji to make, the name of one to delete, "" for the list; None when all is done."""
        if self._unread:
            return ""
        if self._doomed:
            return next(iter(self._doomed))
        wanted = None if self._fixed is not None else next(self._shelf.missing(), None)
        if wanted is None and self._unsure and self._shelf.refused:
            # Some may be there all the same: made by a request whose answer was lost.
            return ""
        return wanted

    async def _do(self, step: Wanted | str) -> None:
        """One step.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: Discord did not take it.
        """
        if step == "":
            self._shelf.read(await self._list())
        elif isinstance(step, str):
            await self._delete(step)
        else:
            await self._upload(step)

    async def _read_first(self) -> None:
        try:
            self._shelf.read(await self._list())
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.warning("card emoji not read yet: %s", error)

    async def _list(self) -> dict[str, EmojiId]:
        await self._budget.take(Priority.CHATTER)
        found = {emoji.name: EmojiId(emoji.id) for emoji in await self._client.fetch_application_emojis()}
        self._unread = self._unsure = False
        return found

    async def _delete(self, name: str) -> None:
        await self._budget.take(Priority.CHATTER)
        try:
            await self._client.http.delete_application_emoji(self._client.application_id or 0, self._doomed[name])
        except discord.NotFound as error:
            if error.code != UNKNOWN_EMOJI:
                raise
        del self._doomed[name]
        self._shelf.removed(name)

    async def _upload(self, wanted: Wanted) -> None:
        assert self._draw is not None, "nothing is missing where nothing can be drawn"
        try:
            picture = await asyncio.to_thread(self._draw, wanted)
        except Exception:  # one picture that cannot be drawn, for whatever reason, must not keep the others back
            log.exception("the emoji %s is not drawn", wanted.name)
            self._shelf.refuse(wanted.name, "not drawn")
            return
        await self._budget.take(Priority.CHATTER)
        made = await self._client.create_application_emoji(name=wanted.name, image=picture)
        self._shelf.added(wanted.name, EmojiId(made.id))

    def _fill_up(self) -> None:
        log.error("card emoji: the application has as many as it may have")
        self._settle(State.FULL)

    def _after(self, step: Wanted | str, error: Exception) -> float | None:
        """Seconds to rest after a failure; None when only the operator or a new start can help."""
        status = error.status if isinstance(error, discord.HTTPException) else None
        if isinstance(error, discord.HTTPException) and error.code == FULL:
            self._fill_up()
            return None
        if status == 400 and isinstance(step, Wanted):
            log.warning("the emoji %s is refused: %s", step.name, error)
            self._shelf.refuse(step.name, str(error))
            self._unsure = True
            return self._pause
        if status is None or status >= 500 or status in _PASSES:
            rest = min(FIRST_REST * 2.0**self._failures, LONGEST_REST)
            self._failures += 1
            log.warning("card emoji wait %d s: %s", rest, error)
            self._settle(State.RESTING)
            return rest
        log.error("card emoji are not made any more: %s", error)
        self._settle(State.STOPPED)
        return None


def _ended(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("card emoji are not made any more", exc_info=error)
