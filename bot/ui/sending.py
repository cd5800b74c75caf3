"""One message at a time: edited by a token or by a request, unless it shows already what it should."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

import discord

from bot.engine.memory import Surface
from bot.engine.models import MessageId
from bot.ui.boards import Board, EditToken, Key, Outdated
from bot.ui.budget import Budget, Priority
from bot.ui.gallery import Gallery
from bot.ui.message import Draft, readably

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
MISSING_ACCESS = 50001
MISSING_PERMISSIONS = 50013
ANOTHERS_MESSAGE = 50005
THREAD_ARCHIVED = 50083
THREAD_LOCKED = 160005
EDITED_TOO_OFTEN = 30046
UNKNOWN_WEBHOOK = 10015
INVALID_TOKEN = 50027
_NO_ANSWER = frozenset({UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, INVALID_TOKEN})
TOKEN_PATIENCE = 10.0
"""Seconds for an edit by a token: they have limits of their own, at which the library waits. A request does not."""

GONE = frozenset({UNKNOWN_MESSAGE, ANOTHERS_MESSAGE, THREAD_ARCHIVED})
"""The message cannot be edited any more. A new one opens an archived thread again, unless that is locked."""
_GONE_IN_PUBLIC = GONE | {EDITED_TOO_OFTEN}
"""Edits of messages over an hour old are rationed; those of a new one are not."""
_GONE_IN_PRIVATE = GONE | {UNKNOWN_CHANNEL, MISSING_ACCESS}
"""A private channel works no more: the bot runs as another application, or the other account is gone."""


class Sender:
    """Edits messages with real requests."""

    def __init__(self, client: discord.Client, budget: Budget, gallery: Gallery) -> None:
        self._client = client
        self._budget = budget
        self._gallery = gallery
        self._look_again: Callable[[Key], None] | None = None

    def attach(self, look_again: Callable[[Key], None]) -> None:
        """Give what sees to it that a message is drawn, unless it shows everything already."""
        self._look_again = look_again

    async def edit(self, board: Board, draft: Draft, priority: Priority) -> bool:
        """Edit the message unless it shows this already; False when it cannot be. A deleted one is forgotten."""
        if board.shows(draft):
            return True
        if await self.by_token(board, draft):
            return True
        if board.surface is None or board.key.here:
            return False
        message, posted = self.partial(board.surface), board.surface.message

        async def edit(shown: Draft) -> None:
            await message.edit(
                content=shown.text,
                view=shown.view(),
                allowed_mentions=shown.mentions,
                attachments=shown.attachments(),
            )
            board.has(shown)

        token = board.token
        hung = await self._hung(board, draft)
        if self._spared(board, hung):
            return True
        await self.pay(board, priority)
        try:
            await readably(hung, edit)
        except discord.HTTPException as error:
            if error.code not in (_GONE_IN_PUBLIC if board.key.seat is None else _GONE_IN_PRIVATE):
                raise
            log.info("message gone code=%s", error.code, extra=board.key.about)
            if error.code == UNKNOWN_MESSAGE and board.is_on(posted):
                board.surface = None
            return False
        _drawn(board, draft, token)
        return True

    async def _hung(self, board: Board, draft: Draft) -> Draft:
        """What is sent for an edit: with a new picture, with the one that is there, or without.

        Raises:
            Outdated: while the picture was drawn a click drew the message.
        """
        token = board.token
        place = None if board.surface is None else board.surface.channel
        hung = await self._gallery.hang(draft, board.pictured, place=place)
        if board.token is not token:
            raise Outdated
        return hung

    def _spared(self, board: Board, hung: Draft) -> bool:
        """Send nothing where it would bring nothing; a picture that is late still is drawn in once it is ready."""
        if not board.spares(hung):
            return False
        board.late = board.awaiting = hung.late
        if hung.late and hung.sketch is not None and self._look_again is not None:
            self._gallery.when_drawn(hung.sketch, partial(self._look_again, board.key))
        return True

    async def pay(self, board: Board, priority: Priority) -> None:
        """Wait for a request of the bot's limit, unless the last drawing left one.

        Raises:
            Outdated: meanwhile the table went on, or a click drew the message. The request is kept for the newest view.
        """
        if board.paid:
            board.paid = False
            return
        token = board.token
        await self._budget.take(priority)
        if board.dirty or board.token is not token:
            board.paid = True
            raise Outdated

    async def by_token(self, board: Board, draft: Draft) -> bool:
        """Edit by the newest interaction's token, which costs no request; False when there is none that works."""
        token = board.token
        if token is None:
            return False
        if not token.alive(discord.utils.utcnow()):
            board.token = None
            return False
        if board.shows(draft):
            return True

        async def edit(shown: Draft) -> None:
            await token.edit(shown)
            board.has(shown)

        hung = await self._hung(board, draft)
        if self._spared(board, hung):
            return True
        try:
            async with asyncio.timeout(TOKEN_PATIENCE):
                await readably(hung, edit)
        except (discord.HTTPException, TimeoutError) as error:
            code = error.code if isinstance(error, discord.HTTPException) else "late"
            log.info("edit by token refused code=%s", code, extra=board.key.about)
            if board.token is not token:
                return await self.by_token(board, draft)
            board.token = None
            return False
        _drawn(board, draft, token)
        return True

    def partial(self, surface: Surface) -> discord.PartialMessage:
        """The message itself, for requests on it."""
        return self._client.get_partial_messageable(surface.channel).get_partial_message(surface.message)


async def answered_with(client: discord.Client, application: int, token: str) -> MessageId | None:
    """The message that a click was answered with for everybody to see; None when it was answered otherwise, or is old.

    Raises:
        discord.HTTPException: Discord cannot say now.
    """
    webhook = discord.Webhook.partial(application, token, client=client)
    try:
        found = await webhook.fetch_message("@original")  # type: ignore[arg-type]  # the library puts it in the address
    except discord.HTTPException as error:
        if error.code not in _NO_ANSWER:
            raise
        log.info("no message was posted in answer code=%s", error.code)
        return None
    return None if found.flags.ephemeral else MessageId(found.id)


def _drawn(board: Board, draft: Draft, token: EditToken | None) -> None:
    """Note that an edit which began under this token is done."""
    if board.token is token:
        board.shown = draft.look
    else:
        # Meanwhile a handler drew this message or put another in its place: what it shows is not known.
        board.shown, board.dirty, board.urgent, board.pictured = (), True, True, None
