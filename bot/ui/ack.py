"""Answering an interaction once, in time, whatever happens.

The order is always: do the work (lock, validate, commit: milliseconds), then answer. Work that takes more than a
second is acknowledged first and finished by the interaction's token. An answer that Discord no longer takes changes
nothing about the committed work.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeVar

import aiohttp
import discord

from bot.ui.gallery import Gallery
from bot.ui.message import Draft, readably
from bot.ui.sketch import Sketch

log = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE = 1.0
"""Seconds from the request to a first sign, whatever the work until then consists of."""

LEAST = 0.1
"""Seconds that any work is waited for, however late it begins: most takes milliseconds, and answers by itself."""

PICTURE_PATIENCE = 0.7
"""Seconds that an answer waits for its picture. With the work before it that is less than Discord waits."""

UNKNOWN_INTERACTION = 10062
ALREADY_ACKNOWLEDGED = 40060
UNKNOWN_WEBHOOK = 10015
INVALID_TOKEN = 50027
UNKNOWN_MESSAGE = 10008
_LOST = frozenset({UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED, UNKNOWN_WEBHOOK, INVALID_TOKEN, UNKNOWN_MESSAGE})


@dataclass(frozen=True, slots=True)
class Sent:
    """A message sent in answer.

    Attributes:
        message: its id.
        original: it is the interaction's own message, not one that followed.
        draft: what it says, as it was sent.
    """

    message: int
    original: bool
    draft: Draft


_ON_A_MESSAGE = frozenset({discord.InteractionType.component, discord.InteractionType.modal_submit})


class Answer:
    """The answer to one interaction.

    Attributes:
        updates: a first sign given before the answer promises to change the clicked message; else a private message.
        saved: what was asked for is done and recorded, whatever becomes of the answer.
    """

    def __init__(self, interaction: discord.Interaction[Any], *, updates: bool, gallery: Gallery | None = None) -> None:
        self.interaction = interaction
        self._gallery = gallery
        self.updates = updates and interaction.type in _ON_A_MESSAGE and interaction.message is not None
        self._work: set[asyncio.Future[Any]] = set()
        self._placeholder = False
        self._begun = monotonic()
        self.saved = False

    async def saving(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for work that records what was asked for. A later failure is no failure of that."""
        done = await self.after(work)
        self.saved = True
        return done

    async def after(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for work; give a first sign when it takes long. What the work raises is raised here.

        The work goes on even if this handler is cancelled: it may be half way through a commit.
        """
        task = asyncio.ensure_future(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        spent = monotonic() - self._begun
        done, _ = await asyncio.wait({task}, timeout=max(LEAST, PATIENCE - spent))
        if not done:
            try:
                await self.defer()
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                # What the work does counts, not the sign that it is being done.
                log.warning("no first sign given: %s", error)
        return await asyncio.shield(task)

    async def defer(self) -> bool:
        """Give the first sign if none was given; whether Discord took it."""
        response = self.interaction.response
        if response.is_done():
            return True
        try:
            if self.updates:
                await response.defer()
            else:
                await response.defer(ephemeral=True, thinking=True)
                self._placeholder = True
        except discord.HTTPException as error:
            return self._lost(error)
        return True

    async def update(self, draft: Draft, present: Sketch | None = None) -> Draft | None:
        """Change the clicked message; what it says then, or None when Discord did not take it.

        Args:
            draft: what it is to say.
            present: the picture it has now; None for none, or when it is not known.
        """
        try:
            return await readably(await self._hung(draft, present), self._update)
        except discord.HTTPException as error:
            self._lost(error)
            return None

    async def ask(self, form: discord.ui.Modal) -> bool:
        """Send a form; False when a first sign was given already, or Discord did not take it."""
        if self.interaction.response.is_done():
            return False
        try:
            await self.interaction.response.send_modal(form)
        except discord.HTTPException as error:
            return self._lost(error)
        return True

    async def tell(self, draft: Draft, *, ephemeral: bool = True) -> Sent | None:
        """Send a message in answer, private by default; None when Discord did not take it."""
        try:
            return await readably(await self._hung(draft), lambda shown: self._tell(shown, ephemeral))
        except discord.HTTPException as error:
            self._lost(error)
            return None

    async def _hung(self, draft: Draft, present: Sketch | None = None) -> Draft:
        """The message with its picture, unless that takes long: it has it later then, where the message is kept."""
        if self._gallery is None:
            return draft
        place = self.interaction.channel_id
        return await self._gallery.hang(draft, present, PICTURE_PATIENCE, place=place, hurried=True)

    async def _update(self, draft: Draft) -> Draft:
        interaction = self.interaction
        done = interaction.response.is_done()
        change = interaction.edit_original_response if done else interaction.response.edit_message
        await change(
            content=draft.text, view=draft.view(), allowed_mentions=draft.mentions, attachments=draft.attachments()
        )
        return draft

    async def _tell(self, draft: Draft, ephemeral: bool) -> Sent:
        interaction, view = self.interaction, draft.view() or discord.utils.MISSING
        if not interaction.response.is_done():
            sent = await interaction.response.send_message(
                draft.text, view=view, ephemeral=ephemeral, allowed_mentions=draft.mentions, files=draft.files()
            )
            return Sent(sent.message_id or 0, original=True, draft=draft)
        if self._placeholder:
            edited = await interaction.edit_original_response(
                content=draft.text, view=draft.view(), allowed_mentions=draft.mentions, attachments=draft.files()
            )
            self._placeholder = False
            return Sent(edited.id, original=True, draft=draft)
        said = await interaction.followup.send(
            draft.text,
            view=view,
            ephemeral=ephemeral,
            allowed_mentions=draft.mentions,
            files=draft.files(),
            wait=True,
        )
        return Sent(said.id, original=False, draft=draft)

    def _lost(self, error: discord.HTTPException) -> bool:
        """Note an answer that came too late; anything else is raised again."""
        if error.code not in _LOST:
            raise error
        age = (discord.utils.utcnow() - self.interaction.created_at).total_seconds()
        level = logging.ERROR if error.code == ALREADY_ACKNOWLEDGED else logging.WARNING
        log.log(level, "answer not taken code=%s age=%.1fs", error.code, age)
        return False
