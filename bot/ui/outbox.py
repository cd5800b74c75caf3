"""The outbox: draws tables after every committed change.

Each message has a board. A change only marks boards; a task draws the newest view of a marked board and ends when
nothing is left, so that changes coalesce and nothing stale is ever sent. One edit per message is in flight at a time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import aiohttp
import discord

from bot.core.seats import Seat
from bot.engine.errors import StorageFailure
from bot.engine.memory import Surface
from bot.engine.models import TableId, TableView, UserId
from bot.engine.ports import Change, ChangeKind
from bot.ui.ack import Sent
from bot.ui.boards import Board, EditToken, Key, Outdated, passes
from bot.ui.easel import Easel
from bot.ui.message import Draft
from bot.ui.painter import shown_deal

log = logging.getLogger(__name__)

RETRIES = 4

DRAWN_STEP = 0.2
"""Seconds between two looks whether a table is drawn."""

LAST_MOMENT = 3.0
"""Seconds for what is in flight when the bot stops."""


class DiscordOutbox:
    """Implements the engine's `Outbox` port on Discord messages."""

    def __init__(self, easel: Easel, interval: float) -> None:
        """Make an outbox that draws nothing before its first change.

        Args:
            easel: draws one board.
            interval: least seconds between two drawings of a message that are not urgent.
        """
        self._easel = easel
        self._interval = interval
        self._boards: dict[TableId, dict[Key, Board]] = {}
        self._loading: dict[TableId, asyncio.Task[None]] = {}
        self._errands: set[asyncio.Task[None]] = set()
        self._closed = False
        self._under_way = 0
        self._expecting = 0
        self._parked: list[Board] = []

    def changed(self, table: TableId, change: Change) -> None:
        """Note a committed change."""
        if self._closed:
            return
        everything = change.kind not in {ChangeKind.PROGRESS, ChangeKind.LOBBY}
        new = Key(table) not in self._of(table)
        board = self.board(Key(table))
        if new and self._expecting and change.kind is ChangeKind.LOBBY:
            board.held += 1
            self._parked.append(board)
        self._mark(board, urgent=change.urgent or everything, complete=change.complete)
        if self._easel.reminded(table):
            self.errand(self._easel.clear_reminders(table))
        seats = set(change.seats)
        if everything:
            seats |= {key.seat for key in self._of(table) if key.seat is not None}
        for seat in seats:
            self._mark(self.board(Key(table, seat)), urgent=True)
            here = self._of(table).get(Key(table, seat, here=True))
            if here is not None:
                self._mark(here, urgent=True)

    @property
    def depth(self) -> int:
        """How many messages wait to be drawn, or are being drawn."""
        boards = (board for boards in self._boards.values() for board in boards.values())
        return sum(board.dirty or board.task is not None for board in boards)

    @property
    def under_way(self) -> int:
        """How many messages are being drawn or sent, or wait for their request; not those whose time has not come."""
        return self._under_way

    def missed(self, table: TableId, seat: Seat) -> None:
        """See whether the member who let a turn pass is still there."""
        self.errand(self._see_off(table, seat))

    def remind(self, table: TableId, seat: Seat) -> None:
        """Mention once the member who is to act."""
        self.errand(self._easel.remind(table, seat))

    def call_in(self, table: TableId, seat: Seat) -> None:
        """Tell the member that their turn has begun: an edit of the hand notifies nobody."""
        self.errand(self._easel.call_in(table, seat))

    def errand(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
        """Do something on the side; a failure is only logged. None once the outbox is closed."""
        if self._closed:
            work.close()
            return None
        task = asyncio.create_task(work)
        self._errands.add(task)
        task.add_done_callback(self._errand_done)
        return task

    def board(self, key: Key) -> Board:
        """The board of a message; a new one when nothing is known of it."""
        return self._boards.setdefault(key.table, {}).setdefault(key, Board(key))

    def find(self, table: TableId, message: int) -> Board | None:
        """The board that this message belongs to, as far as it is in memory."""
        for board in self._of(table).values():
            if board.surface is not None and board.surface.message == message:
                return board
        return None

    async def located(self, table: TableId, message: int) -> Board | None:
        """The board that this message belongs to."""
        await self.load(table)
        return self.find(table, message)

    @contextmanager
    def holding(self, board: Board) -> Iterator[None]:
        """While a handler is about to draw this message itself the outbox leaves it alone."""
        board.held += 1
        try:
            yield
        finally:
            board.held -= 1
            self._schedule(board)

    @contextmanager
    def expecting(self) -> Iterator[None]:
        """While a handler opens a table whose first message is its own answer, new tables are not posted."""
        self._expecting += 1
        try:
            yield
        finally:
            self._expecting -= 1
            if not self._expecting:
                parked, self._parked = self._parked, []
                for board in parked:
                    board.held -= 1
                    self._schedule(board)

    def shown(self, board: Board, draft: Draft, seq: int, token: EditToken) -> None:
        """Note that a handler drew this board in its answer."""
        board.shown, board.token = draft.look, token
        board.has(draft)
        board.drawn_at = asyncio.get_running_loop().time()
        if board.surface is not None:
            board.surface = replace(board.surface, shown_seq=seq)
            if not board.key.here:
                self.errand(self._easel.keep(board.surface))
        self._schedule(board)

    async def adopt(
        self, surface: Surface, table: TableView, draft: Draft, token: EditToken, *, reader: UserId | None = None
    ) -> None:
        """Take over a message that a handler posted as its answer; an ephemeral one has a reader.

        The table may have moved on while it was being posted: it is looked at again, and drawn if it shows what was.
        """
        here = reader is not None
        board = self.board(Key(surface.table, surface.seat, here))
        board.reader = reader
        self._take_over(board, surface, table, draft, token)
        if not here:
            await self._adopted(board)
        await self.let_go(table.id)

    async def promise(self, board: Board, interaction: discord.Interaction[Any]) -> bool:
        """Note that the answer to this click is to be the next message of a table; False when that cannot be noted.

        Should nobody hear of the answer, the message is found by the click's token before another is posted.
        """
        assert board.surface is not None, "the clicked message"
        promised = replace(board.surface, token=interaction.token, token_at=interaction.created_at)
        try:
            await self._easel.keep(promised)
        except StorageFailure as error:
            log.warning("a message is not announced: %s", error, extra=board.key.about)
            return False
        board.promise = promised
        return True

    def succeed(self, board: Board, surface: Surface, table: TableView, draft: Draft, token: EditToken) -> None:
        """Put the message that a handler posted as its answer in the place of a board's, which is left behind.

        It is noted after that: until then a new start finds it by its promise, and leaves the old one behind.
        """
        left = board.leave()
        self._take_over(board, surface, table, draft, token)
        self.errand(self._left(left, board, table))

    async def _left(self, left: Board, board: Board, table: TableView) -> None:
        await self._easel.leave_behind(left, table)
        if board.surface is not None:
            await self._adopted(board)

    def _take_over(self, board: Board, surface: Surface, table: TableView, draft: Draft, token: EditToken) -> None:
        board.deal = shown_deal(table)
        board.surface, board.lost = replace(surface, deal=board.deal), None
        board.shown, board.token = draft.look, token
        board.has(draft)
        self._mark(board, urgent=True)

    async def _adopted(self, board: Board) -> None:
        """Store an adopted message. The table is there, whatever becomes of that: the next drawing tries again."""
        assert board.surface is not None
        try:
            await self._easel.keep(board.surface)
        except StorageFailure as error:
            log.warning("message not noted: %s", error, extra=board.key.about)
            board.surface = replace(board.surface, shown_seq=-1)
            self._mark(board, urgent=False)

    async def let_go(self, table: TableId) -> None:
        """Forget the messages of a table that is over: looking at it reads them, and nothing else would drop them."""
        if (table in self._boards or table in self._loading) and await self._easel.is_over(table):
            self._forget(table)

    def mark(self, key: Key) -> None:
        """Draw a message anew soon, whether it changed or not."""
        board = self.board(key)
        board.shown = ()
        self._mark(board, urgent=True)

    def look_again(self, key: Key) -> None:
        """Draw a message unless it shows everything already, as far as it is in memory."""
        board = self._of(key.table).get(key)
        if board is not None:
            self._mark(board, urgent=False)

    def redraw_hands(self, table: TableId) -> None:
        """Draw all private messages of a table anew."""
        for key in [key for key in self._of(table) if key.seat is not None]:
            self.mark(key)

    def redraw_hand(self, table: TableId, seat: Seat) -> None:
        """Draw a seat's private messages anew, for a reader whose language or place of hands has changed."""
        self.mark(Key(table, seat))
        here = Key(table, seat, here=True)
        if here in self._of(table):
            self.mark(here)

    async def repost(self, table: TableId) -> None:
        """Post the public message anew at the end of the channel."""
        await self.load(table)
        board = self.board(Key(table))
        with self.holding(board):
            await self._easel.remove(board)
            self._mark(board, urgent=True)

    async def blank(self, table: TableId, seat: Seat) -> None:
        """See to it that a hand is taken off a message whose reader no longer holds the seat, now or when Discord can.

        Drawing finds that the reader has changed, and is tried again when it fails.
        """
        await self.load(table)
        for here in (False, True):
            key = Key(table, seat, here)
            board = self._of(table).get(key)
            if board is not None and board.surface is not None:
                self.mark(key)

    async def drawn(self, table: TableId, patience: float) -> None:
        """Wait until everything marked of a table is drawn, or so many seconds have passed."""
        steps = int(patience / DRAWN_STEP)
        for _ in range(steps):
            if not any(board.dirty or board.task is not None for board in self._of(table).values()):
                return
            await asyncio.sleep(DRAWN_STEP)

    async def load(self, table: TableId) -> None:
        """Read the stored messages of a table once."""
        task = self._loading.get(table)
        if task is None:
            task = self._loading[table] = asyncio.create_task(self._load(table))
        try:
            await asyncio.shield(task)
        except Exception:
            self._loading.pop(table, None)
            raise

    async def close(self) -> None:
        """Stop drawing: nothing new begins; what is in flight may end, so that no message is sent twice."""
        self._closed = True
        boards = [board for boards in self._boards.values() for board in boards.values()]
        for board in boards:
            if board.timer is not None:
                board.timer.cancel()
        tasks = [board.task for board in boards if board.task is not None]
        tasks += [*self._errands, *self._loading.values()]
        if not tasks:
            return
        _, late = await asyncio.wait(tasks, timeout=LAST_MOMENT)
        for task in late:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _of(self, table: TableId) -> Mapping[Key, Board]:
        return self._boards.get(table, {})

    async def _load(self, table: TableId) -> None:
        for surface in await self._easel.stored(table):
            board = self.board(Key(table, surface.seat))
            if board.surface is None:
                board.surface, board.deal = surface, surface.deal
                board.promise = None if surface.token is None else surface

    def _mark(self, board: Board, *, urgent: bool, complete: bool = True) -> None:
        board.mark(asyncio.get_running_loop().time(), urgent=urgent, complete=complete)
        self._schedule(board)

    def _schedule(self, board: Board) -> None:
        """See to it that a marked board gets drawn, now or when its time has come."""
        if self._closed or board.held or not board.dirty or board.task is not None:
            return
        loop = asyncio.get_running_loop()
        due = board.due(loop.time(), self._interval)
        if board.timer is not None:
            board.timer.cancel()
            board.timer = None
        if due <= loop.time():
            board.task = loop.create_task(self._drain(board))
            self._under_way += 1
            board.task.add_done_callback(lambda _: self._drained(board))
        else:
            board.timer = loop.call_at(due, self._due, board)

    def _due(self, board: Board) -> None:
        board.timer = None
        board.urgent = True
        self._schedule(board)

    async def _drain(self, board: Board) -> None:
        board.take_up()
        try:
            await self.load(board.key.table)
            if board.held:
                self._mark(board, urgent=True)
                return
            await self._draw(board)
        except (discord.HTTPException, aiohttp.ClientError, OSError, StorageFailure) as error:
            board.failures += 1
            board.dirty = board.failures < RETRIES
            board.unreachable = passes(error)
            log.warning("drawing failed: %s", error, extra=board.key.about)
        else:
            if board.unreachable and not board.failures and board.key.seat is not None:
                self.errand(self._easel.undelivered(board.key.table, board.key.seat))
            board.failures, board.unreachable = 0, False
        board.drawn_at = asyncio.get_running_loop().time()

    async def _draw(self, board: Board) -> None:
        """Draw the newest view: what is outdated before it is sent is drawn anew, without waiting again."""
        try:
            while True:
                try:
                    return await self._easel.draw(board)
                except Outdated:
                    if board.held:
                        # A handler is about to draw it: the end of that draws it anew if something is left to draw.
                        self._mark(board, urgent=True)
                        return None
                    board.take_up()
        finally:
            board.paid = False

    def _drained(self, board: Board) -> None:
        task, board.task = board.task, None
        self._under_way -= 1
        if task is not None and not task.cancelled() and (error := task.exception()) is not None:
            # Not to be tried again by itself: the same view would fail the same way.
            log.error("drawing failed", exc_info=error, extra=board.key.about)
        if self._closed:
            return
        if board.failures >= RETRIES:
            board.failures = 0
            self._not_delivered(board)
        if board.refused and board.key.seat is not None:
            board.refused = False
            self.errand(self._see_off(board.key.table, board.key.seat))
        self._schedule(board)
        if board.over:
            self._forget(board.key.table)

    def _not_delivered(self, board: Board) -> None:
        """While Discord is out of order a message is tried again, and no time passes for who cannot see their turn."""
        seat = board.key.seat
        if not board.unreachable or board.key.here or (seat is not None and board.over):
            board.unreachable = False
            return
        board.dirty = True
        if seat is not None:
            self.errand(self._easel.undelivered(board.key.table, seat))

    async def _see_off(self, table: TableId, seat: Seat) -> None:
        """Take the hand off the message of a member who is gone, whose seat was given up."""
        if await self._easel.see_off(table, seat):
            self.mark(Key(table))
            await self.blank(table, seat)

    def _forget(self, table: TableId) -> None:
        """Let go of a table that is over once nothing is left to draw; a later click reads its messages anew."""
        boards = self._of(table).values()
        if any(board.dirty or board.held or board.awaiting or board.task is not None for board in boards):
            return
        self._boards.pop(table, None)
        self._loading.pop(table, None)

    def _errand_done(self, task: asyncio.Task[None]) -> None:
        self._errands.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("errand failed", exc_info=error)


def edit_token(interaction: discord.Interaction[Any], sent: Sent | None = None) -> EditToken:
    """The edit token that an answered interaction gives.

    Args:
        interaction: answered by an edit, a deferred update or a message of its own.
        sent: the message to edit; None for the clicked one.
    """
    return EditToken(interaction, None if sent is None or sent.original else sent.message)
