"""One click: who clicked what on which message, and how that message is answered and drawn anew."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import nullcontext
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, assert_never

from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.memory import Surface
from bot.engine.models import MessageId, SeatView, TableId, TableStatus, TableView
from bot.render.names import names_of
from bot.ui.boards import Board, Key
from bot.ui.components import Click
from bot.ui.message import Draft
from bot.ui.outbox import edit_token
from bot.ui.painter import public_token, shown_deal
from bot.ui.present import sentence
from bot.ui.request import Request
from bot.ui.scenes import table_scene

PRIVATE_TOKEN = "x"  # noqa: S105 - marks private looks, it guards nothing
"""Token of controls on private messages that are no hand (score, rules …)."""


DRAWN_SOON = 0.5
"""Seconds that the answer waits for a drawing of the clicked message that is under way."""


class Place(Enum):
    """What kind of message was clicked."""

    PUBLIC = auto()
    HAND = auto()
    LOOK = auto()


@dataclass(slots=True)
class Visit(Request):
    """A click being answered.

    Attributes:
        board: the outbox's board of the clicked message; None for a look or a message left behind.
    """

    click: Click
    board: Board | None

    @property
    def about(self) -> TableId | None:
        """The table that is meant."""
        return self.click.table

    @property
    def private(self) -> bool:
        """Whether only who clicked sees the clicked message."""
        return self.ephemeral or self.interaction.guild_id is None

    @property
    def place(self) -> Place:
        """What kind of message was clicked. Whatever a control's id says, a message that all can see is public."""
        if not self.private or self.names_deal:
            return Place.PUBLIC
        return Place.LOOK if self.click.token == PRIVATE_TOKEN else Place.HAND

    @property
    def guard(self) -> str | None:
        """The token by which a seat's action is checked; None for a control that names none."""
        token = self.click.token
        return None if token == PRIVATE_TOKEN or self.names_deal else token

    @property
    def names_deal(self) -> bool:
        """Whether the control's token says which deal it serves, for all seats alike."""
        return self.click.token.startswith("n")

    @property
    def chosen(self) -> str:
        """What was chosen in the clicked menu.

        Raises:
            EngineRefusal: STALE when nothing was.
        """
        if not self.click.values:
            raise EngineRefusal(Trouble.STALE)
        return self.click.values[0]

    @property
    def ephemeral(self) -> bool:
        """Whether the clicked message is for one reader's eyes, and gone when dismissed."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    async def table(self) -> TableView:
        """The table as it is."""
        return await self.front.service.table(self.click.table)

    async def fresh_table(self) -> TableView:
        """The table, if the clicked message still shows its present deal.

        Raises:
            EngineRefusal: STALE.
        """
        table = await self.table()
        present = self.click.token
        if self.place is Place.PUBLIC:
            present = public_token(table)
        elif self.place is Place.HAND:
            present = (await self.seat()).token
        if self.click.token != present:
            raise EngineRefusal(Trouble.STALE)
        return table

    async def seat(self) -> SeatView:
        """The member's own seat."""
        return await self.front.service.seat_view(self.click.table, self.user)

    async def change(self, work: Coroutine[Any, Any, TableView]) -> TableView:
        """Do the work, then draw the clicked message anew as the answer."""
        with nullcontext() if self.board is None else self.front.outbox.holding(self.board):
            table = await self.answer.saving(work)
            await self.redraw(table)
        return table

    async def act(self, code: str, token: str | None) -> None:
        """Do an action of the member's seat, then draw the clicked message anew."""
        work = self.front.service.act(self.click.table, self.user, code, token, self.nonce)
        with nullcontext() if self.board is None else self.front.outbox.holding(self.board):
            seat = await self.answer.saving(work)
            if self.place is Place.HAND:
                await self.show_hand(seat)
            else:
                await self.redraw(seat.table)

    async def redraw(self, table: TableView) -> None:
        """Draw the clicked message anew."""
        match self.place:
            case Place.PUBLIC:
                await self._redraw_public(table)
            case Place.HAND:
                await self.show_hand(await self.seat())
            case Place.LOOK:
                await self.answer.defer()
            case _:
                assert_never(self.place)

    async def show_hand(self, seat: SeatView) -> None:
        """Turn the clicked private message into the hand as it is; one of an earlier deal is left behind.

        On a message that all can see no hand is drawn: it comes on one of its own.
        """
        if not self.private:
            await self.hold_message()
            await self.send_hand(seat)
            return
        board = self.board
        if board is not None and not board.key.here and board.deal != shown_deal(seat.table):
            past = self.front.painter.past(seat.table, board.deal, self.words, self.settings.palette)
            await self.answer.update(past)
            return
        draft = self.front.hand(seat, self.words, self.settings)
        if seat.table.status is TableStatus.CLOSED:
            draft = draft.bare()
        sent = await self.answer.update(draft, None if board is None else board.pictured)
        if sent is None:
            if board is not None:
                board.shown = ()
                board.dirty = board.urgent = True
            return
        if board is not None and board.key.seat == seat.seat:
            self.front.outbox.shown(board, sent, seat.table.seq, edit_token(self.interaction))
        elif self.ephemeral:
            clicked = self.interaction.message
            message = MessageId(0 if clicked is None else clicked.id)
            await self.adopt(seat.table, seat.seat, sent, message, None)

    async def look(self, draft: Draft) -> None:
        """Answer with something to read: on the clicked private look itself, or beside the clicked message."""
        if self.place is Place.LOOK:
            await self.answer.update(draft)
            return
        await self.hold_message()
        await self.answer.tell(draft)

    async def hold_message(self) -> None:
        """Acknowledge without a change, which lets the clicked message be edited for a while at no cost."""
        board = self.board
        message = None if board is None or board.surface is None else board.surface.message
        if self.place is Place.LOOK or not await self.answer.defer() or board is None:
            return
        if message is None or board.is_on(message):
            board.token = edit_token(self.interaction)

    async def refuse(self, error: Exception) -> None:
        """Say why not; a hand that was clicked is drawn as it is now."""
        text = sentence(error, self.words)
        if not self.click.table:
            # A look that belongs to no table.
            await self.answer.tell(Draft(text))
            return
        try:
            table = await self.table()
            text = sentence(error, self.words, names_of(table_scene(table), self.words), game=table.game)
            if self.place is Place.HAND and self.board is None and not self.ephemeral:
                await self.answer.update(Draft(self._clicked_text()))
                # Should it be the present hand after all, sent but not yet noted, it gets its controls back.
                self.front.outbox.mark(Key(table.id, (await self.seat()).seat))
            elif self.place is Place.HAND:
                await self.show_hand(await self.seat())
            elif self.board is not None:
                self.front.outbox.mark(self.board.key)
        except EngineRefusal as gone:
            if gone.code is Trouble.NO_TABLE:
                text = self.words.text("say.over")
            if self.place is Place.HAND:
                await self.answer.update(Draft(self._clicked_text()))
        await self.answer.tell(Draft(text + self.tip_for(error)))

    def _clicked_text(self) -> str:
        """What a message that is left behind goes on saying, without its controls."""
        message = self.interaction.message
        return "" if message is None else message.content

    async def _answer_with_deal(self, board: Board, table: TableView) -> bool:
        """Post the message of a deal that this click began as its answer: no request, nor are its edits for a while.

        Returns:
            False when that cannot be: the outbox posts it.
        """
        begun = table.status is TableStatus.PLAYING and board.deal != shown_deal(table)
        if not begun or self.interaction.response.is_done() or self.interaction.channel_id != table.channel:
            return False
        if board.task is not None:
            # What is being drawn ends first; while the message is held nothing new begins.
            await asyncio.wait({board.task}, timeout=DRAWN_SOON)
        if board.task is not None or board.held != 1:
            return False
        if not await self.front.outbox.promise(board, self.interaction):
            return False
        sent = await self.answer.tell(self.front.painter.public(table), ephemeral=False)
        if sent is not None:
            surface = Surface(table.id, None, table.channel, MessageId(sent.message), table.seq)
            self.front.outbox.succeed(board, surface, table, sent.draft, edit_token(self.interaction, sent))
        return True

    async def _redraw_public(self, table: TableView) -> None:
        board, outbox = self.board, self.front.outbox
        if board is None or board.surface is None:
            await self.answer.defer()
            return
        seq = table.seq
        if await self._answer_with_deal(board, table):
            return
        if board.deal == shown_deal(table) or table.status is TableStatus.CLOSED:
            draft = self.front.painter.public(table)
        elif board.deal == 0:
            # The deal has a message of its own to come: until then, and after a kill, the table lags.
            draft, seq = self.front.painter.lobby(table), board.surface.shown_seq
        else:
            await self.hold_message()
            return
        message = board.surface.message
        sent = await self.answer.update(draft, board.pictured)
        if sent is not None and board.is_on(message):
            outbox.shown(board, sent, seq, edit_token(self.interaction))
