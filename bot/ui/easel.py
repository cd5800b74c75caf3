"""Puts drawn messages on Discord: posts, edits, posts again, and copes with what is gone or forbidden."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial

import aiohttp
import discord

from bot.core.seats import Seat
from bot.engine.errors import EngineRefusal, StorageFailure
from bot.engine.memory import Memory, Surface, UserSettings
from bot.engine.models import ChannelId, MessageId, TableId, TableStatus, TableView, UserId
from bot.engine.service import TableService
from bot.i18n.words import Words, words_for
from bot.palette import Palette
from bot.ui.boards import Board, Key, Outdated, passes
from bot.ui.budget import Budget, Priority
from bot.ui.delivery import Delivery, goes_private, words_of
from bot.ui.gallery import Gallery
from bot.ui.leavers import Leavers
from bot.ui.message import Draft, readably
from bot.ui.painter import Painter, shown_deal
from bot.ui.reminders import Reminders
from bot.ui.scenes import safe_name
from bot.ui.sending import (
    GONE,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    THREAD_ARCHIVED,
    THREAD_LOCKED,
    UNKNOWN_CHANNEL,
    Sender,
    answered_with,
)

log = logging.getLogger(__name__)

_NO_CHANNEL = frozenset({UNKNOWN_CHANNEL, MISSING_ACCESS, MISSING_PERMISSIONS, THREAD_ARCHIVED, THREAD_LOCKED})
_OVER = frozenset({TableStatus.FINISHED, TableStatus.CLOSED})

CLOSED_FOR = 60.0
"""Seconds between two tries to write in a channel that is closed to the bot: refused requests count against it."""

LEFT_PAUSES = (2.0, 10.0, 60.0)
"""Seconds before a message is tried again that could not be left behind."""

BURIED = timedelta(minutes=30)
"""A running table's message older than this is posted anew; edits of messages over an hour old are rationed."""


class Easel:
    """Draws one board at a time with real requests."""

    def __init__(
        self,
        client: discord.Client,
        memory: Memory,
        painter: Painter,
        delivery: Delivery,
        budget: Budget,
        gallery: Gallery,
    ) -> None:
        self._client = client
        self._memory = memory
        self._painter = painter
        self._delivery = delivery
        self._budget = budget
        self._gallery = gallery
        self._sender = Sender(client, budget, gallery)
        self._reminders = Reminders(client, delivery, budget)
        self._leavers = Leavers(client, budget)
        self._service: TableService | None = None
        self._redraw_hands: Callable[[TableId], None] | None = None

    def attach(
        self, service: TableService, redraw_hands: Callable[[TableId], None], look_again: Callable[[Key], None]
    ) -> None:
        """Give what could not be given at first.

        Args:
            service: the source of views; it wants the outbox, and so this, before itself.
            redraw_hands: sees to it that a table's hands are drawn anew.
            look_again: sees to it that a message is drawn, unless it shows everything already.
        """
        self._service = service
        self._redraw_hands = redraw_hands
        self._sender.attach(look_again)

    async def stored(self, table: TableId) -> tuple[Surface, ...]:
        """The stored messages of a table."""
        return await self._memory.surfaces.of_table(table)

    async def keep(self, surface: Surface) -> None:
        """Store a message."""
        await self._memory.surfaces.put(surface)

    async def is_over(self, table: TableId) -> bool:
        """Whether nothing more happens to this table by itself, or there is none that can be shown."""
        try:
            return (await self._views().table(table)).status in _OVER
        except EngineRefusal as refusal:
            log.debug("nothing to show: %s", refusal, extra={"table": table})
            return True

    async def draw(self, board: Board) -> None:
        """Bring a message to the newest view.

        Raises:
            discord.HTTPException: Discord did not take it, for a reason worth another try.
            Outdated: the view is not the newest any more; nothing was sent.
        """
        try:
            table = await self._views().table(board.key.table)
        except EngineRefusal:
            log.info("nothing to draw", extra=board.key.about)
            return
        board.over = table.status in _OVER
        if board.key.seat is None:
            await self._draw_public(board, table)
        else:
            await self._draw_hand(board, table, board.key.seat)

    async def remind(self, table: TableId, seat: Seat) -> None:
        """Mention the member who is to act, once, in the table's channel."""
        await self._reminders.send(self._views(), table, seat)

    async def call_in(self, table: TableId, seat: Seat) -> None:
        """Tell the member that their turn has begun, in private where that can be."""
        await self._reminders.call_in(self._views(), table, seat)

    async def see_off(self, table: TableId, seat: Seat) -> bool:
        """Give a seat up when its member is gone from the server; whether it was."""
        return await self._leavers.see_off(self._views(), table, seat)

    async def undelivered(self, table: TableId, seat: Seat) -> None:
        """Let a turn start anew that could not be shown to whose it is, or only now."""
        await self._views().undelivered(table, seat)

    def reminded(self, table: TableId) -> bool:
        """Whether a reminder of this table is on the screen."""
        return self._reminders.any_at(table)

    async def clear_reminders(self, table: TableId) -> None:
        """Delete the reminders of those who have acted since."""
        await self._reminders.clear(self._views(), table)

    async def remove(self, board: Board) -> None:
        """Delete a message of ours, so that it can be posted anew, be its channel known as closed or not."""
        board.closed_until = float("-inf")
        if board.surface is not None:
            await self._budget.take(Priority.TABLE)
            try:
                await self._sender.partial(board.surface).delete()
            except discord.HTTPException as error:
                if not isinstance(error, discord.NotFound) and error.code not in GONE:
                    raise
                log.info("message already gone code=%s", error.code, extra=board.key.about)
        board.surface = board.token = None
        board.shown = ()

    async def blank(self, board: Board) -> None:
        """Take the hand off a private message and forget it."""
        table = await self._views().table(board.key.table)
        await self._sender.edit(board, Draft(words_for(table.locale).text("mine.blanked")), Priority.HAND)
        board.surface = board.token = None
        if not board.key.here:
            await self._memory.surfaces.delete(board.key.table, board.key.seat)

    def _views(self) -> TableService:
        assert self._service is not None, "attached when the bot is put together"
        return self._service

    async def leave_behind(self, board: Board, table: TableView) -> None:
        """Take from a message what its successor has now. Tried a few times: its controls are answered as old ones."""
        for pause in (*LEFT_PAUSES, None):
            try:
                await self._leave_behind(board, table, words_for(table.locale), table.palette)
            except (Outdated, discord.HTTPException, aiohttp.ClientError, OSError) as error:
                log.info("a message is not left behind: %s", error, extra=board.key.about)
                if pause is None or not (isinstance(error, Outdated) or passes(error)):
                    return
                await asyncio.sleep(pause)
            else:
                return

    async def _draw_public(self, board: Board, table: TableView) -> None:
        goes_on = table.status in {TableStatus.LOBBY, TableStatus.PLAYING}
        if board.lost and goes_on and asyncio.get_running_loop().time() < board.closed_until:
            return
        draft, surface = self._painter.public(table), board.surface
        try:
            if surface is not None and self._outlived(board, table):
                await self._leave_behind(board, table, words_for(table.locale), table.palette)
                surface = None
            if surface is None and table.status is TableStatus.CLOSED:
                return
            if surface is not None and await self._sender.edit(board, draft, Priority.TABLE):
                await self._note(board, table)
            else:
                still_there = board.surface
                await self._post(board, table, draft, ChannelId(table.channel))
                if still_there is not None:
                    await self._clear(still_there)
        except discord.HTTPException as error:
            if error.code not in _NO_CHANNEL:
                raise
            await self._lost_channel(board, table, error)
        else:
            board.lost = None

    async def _clear(self, surface: Surface) -> None:
        """Delete a message in whose place another was posted, as far as it is still there."""
        await self._budget.take(Priority.CHATTER)
        try:
            await self._sender.partial(surface).delete()
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            # The new one is there: that is no failed drawing. Controls of the old one are answered as what is over.
            log.info("an old message is not deleted: %s", error, extra={"table": surface.table})

    def _outlived(self, board: Board, table: TableView) -> bool:
        """Whether the message belongs to an earlier deal or is buried under an evening's chat."""
        assert board.surface is not None
        if table.status is TableStatus.CLOSED:
            return False
        if board.deal != shown_deal(table):
            return True
        age = discord.utils.utcnow() - discord.utils.snowflake_time(board.surface.message)
        return table.status is TableStatus.PLAYING and age > BURIED

    async def _leave_behind(self, board: Board, table: TableView, words: Words, palette: Palette) -> None:
        """The message keeps what stays true of its deal and loses the rest, its controls included."""
        if board.deal == shown_deal(table):
            await self.remove(board)
            return
        if board.deal == 0 and table.number >= 1:
            await self._sender.edit(board, self._painter.lobby(table), Priority.TABLE)
        else:
            await self._sender.edit(board, self._left(board, table, words, palette), Priority.TABLE)
        board.surface = board.token = None
        board.shown = ()

    def _left(self, board: Board, table: TableView, words: Words, palette: Palette) -> Draft:
        """What a message of an earlier deal goes on saying; the table's keeps the picture of how the deal ended."""
        past = self._painter.past(table, board.deal, words, palette)
        return past.keeping() if board.key.seat is None else past

    async def _draw_hand(self, board: Board, table: TableView, seat: Seat) -> None:
        holder = table.holder(seat)
        user = None if holder is None else holder.user
        settings = None if user is None else await self._delivery.settings(user)
        if board.surface is not None and not _reads(settings, board, board.surface):
            await self.blank(board)
        if user is None or settings is None or table.view is None or table.status is TableStatus.LOBBY:
            return
        try:
            view = await self._views().seat_view(table.id, user)
        except EngineRefusal:
            return
        draft = self._painter.hand(view, words_of(settings, table.locale), settings)
        if table.status is TableStatus.CLOSED:
            draft = draft.bare()
        if board.key.here:
            await self._draw_here(board, draft)
        else:
            await self._draw_dm(board, table, draft, settings)

    async def _draw_here(self, board: Board, draft: Draft) -> None:
        """An ephemeral hand can only be drawn by a young token; else it waits to be asked for again."""
        if not await self._sender.by_token(board, draft):
            board.surface = board.token = None
            board.shown = ()

    async def _draw_dm(self, board: Board, table: TableView, draft: Draft, settings: UserSettings) -> None:
        surface = board.surface
        if surface is not None and board.deal != table.number:
            await self._leave_behind(board, table, words_of(settings, table.locale), settings.palette)
            surface = None
        if surface is not None and await self._sender.edit(board, draft, Priority.HAND):
            await self._note(board, table)
            return
        if table.status is not TableStatus.PLAYING:
            if board.over:
                await self._forget(board)
            return
        there = goes_private(settings)
        post = partial(self._post, board, table, draft)
        if not await self._delivery.deliver(settings.user, settings, post) and there and board.key.seat is not None:
            # Private messages are refused from now on: the member may be gone for good.
            board.refused = True

    async def _post(self, board: Board, table: TableView, draft: Draft, channel: ChannelId) -> None:
        """Post a message. One that was posted just before a kill, and not yet stored, is found again by its nonce."""
        if await self._found(board, table, channel):
            return
        hung = await self._gallery.hang(draft, place=channel)
        await self._sender.pay(board, Priority.TABLE if board.key.seat is None else Priority.HAND)
        target = self._client.get_partial_messageable(channel)
        deal = shown_deal(table)
        nonce = board.nonce(deal)

        async def send(shown: Draft) -> discord.Message:
            view = shown.view() or discord.utils.MISSING
            sent = await target.send(
                shown.text, view=view, allowed_mentions=shown.mentions, nonce=nonce, files=shown.files()
            )
            board.has(shown)
            return sent

        sent = await readably(hung, send)
        board.posted_once(deal)
        board.deal = deal
        board.surface = Surface(table.id, board.key.seat, channel, MessageId(sent.id), deal=board.deal)
        board.shown, board.token = draft.look, None
        if sent.content.strip() != draft.text.strip():
            # Found again rather than posted, and it says what was true then.
            board.shown, board.dirty, board.urgent, board.pictured = (), True, True, None
        await self._note(board, table)

    async def _found(self, board: Board, table: TableView, channel: ChannelId) -> bool:
        """Whether this message is there already: the answer to a click, of which the bot did not hear, or was killed.

        Raises:
            discord.HTTPException: that cannot be said now.
        """
        promise, application = board.promise, self._client.application_id
        if promise is None or promise.token is None or application is None:
            return False
        found = await answered_with(self._client, application, promise.token)
        board.promise = None
        if found is None or found == promise.message:
            return False
        board.deal = shown_deal(table)
        board.surface = Surface(table.id, board.key.seat, channel, found, deal=board.deal)
        # It says what was true then.
        board.shown, board.token, board.dirty, board.urgent, board.pictured = (), None, True, True, None
        await self._note(board, table)
        return True

    async def _note(self, board: Board, table: TableView) -> None:
        """Store what the message shows, unless that is stored; a failure is made good by the next drawing."""
        if board.surface is not None and board.surface.shown_seq != table.seq:
            noted = replace(board.surface, shown_seq=table.seq)
            await self._memory.surfaces.put(noted)
            board.surface = noted

    async def _forget(self, board: Board) -> None:
        """A message that is gone, of a table that is over, is not asked for again at every start."""
        board.surface = board.token = None
        await self._memory.surfaces.delete(board.key.table, board.key.seat)

    async def _lost_channel(self, board: Board, table: TableView, error: discord.HTTPException) -> None:
        """The channel is gone, and the table waits; or it is closed to the bot, and play goes on in private messages.

        Either is told once, to each player.

        Raises:
            StorageFailure: the table could not be made to wait; nobody was told yet.
        """
        log.warning("cannot be shown code=%s", error.code, extra={"table": table.id})
        gone = error.code == UNKNOWN_CHANNEL
        if gone and table.status is not TableStatus.CLOSED:
            await self._views().suspend(table.id)
        board.closed_until = float("-inf") if gone else asyncio.get_running_loop().time() + CLOSED_FOR
        known = board.lost and (board.lost == UNKNOWN_CHANNEL) == gone
        board.lost = error.code
        if known:
            return
        if board.over:
            await self._forget(board)
        if table.status is TableStatus.CLOSED:
            return
        if gone and self._redraw_hands is not None:
            self._redraw_hands(table.id)
        key = "say.channel_gone" if gone else "say.channel_forbidden"
        for holder in table.seats:
            if holder.user is not None:
                await self._tell(holder.user, table, key)

    async def _tell(self, user: UserId, table: TableView, key: str) -> None:
        """Tell a player of the lost channel, as far as that can be done: the others are told all the same."""
        try:
            settings = await self._delivery.settings(user)
            text = words_of(settings, table.locale).text(key, channel=f"<#{table.channel}>")
            await self._delivery.tell(user, settings, text)
        except (discord.HTTPException, aiohttp.ClientError, OSError, StorageFailure) as failure:
            log.warning("a player is not told: %s", failure, extra={"table": table.id})


def _reads(settings: UserSettings | None, board: Board, surface: Surface) -> bool:
    """Whether the member who holds the seat now is the one who reads this message."""
    if settings is None:
        return False
    return board.reader == settings.user if board.key.here else settings.dm_channel == surface.channel


def display_name(user: discord.abc.User) -> str:
    """A member's name, safe to show."""
    return safe_name(user.display_name)
