"""One slash command being answered; the same care as for clicks."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

import discord

from bot.engine.memory import Surface
from bot.engine.models import ChannelId, MessageId, SeatView, TableView, UserId
from bot.i18n.words import Words
from bot.render.names import names_of
from bot.ui.ack import Answer
from bot.ui.front import Front, Interaction, SeveralTables
from bot.ui.message import Draft
from bot.ui.outbox import edit_token
from bot.ui.present import REFUSALS, sentence
from bot.ui.scenes import table_scene

log = logging.getLogger(__name__)


class HasFront(Protocol):
    """A client with a front of house."""

    front: Front


@dataclass(slots=True)
class Call:
    """A command being answered.

    Attributes:
        table: the table it turned out to mean, for the names in a refusal.
    """

    front: Front
    interaction: Interaction
    answer: Answer
    words: Words
    table: TableView | None = None

    @property
    def user(self) -> UserId:
        """Who asked."""
        return UserId(self.interaction.user.id)

    @property
    def nonce(self) -> str:
        """The interaction's id: mixed into the next shuffle."""
        return str(self.interaction.id)

    async def the_table(self, table: int | None = None) -> TableView:
        """The table that is meant.

        Raises:
            EngineRefusal: NO_TABLE.
            SeveralTables: it could be several.
        """
        self.table = await self.front.table_for(self.interaction, table)
        return self.table

    async def the_seat(self, table: int | None = None) -> SeatView:
        """The member's seat at the table that is meant.

        Raises:
            EngineRefusal: NO_TABLE, NOT_SEATED.
            SeveralTables: it could be several.
        """
        return await self.front.service.seat_view((await self.the_table(table)).id, self.user)

    async def say(self, key: str, **data: str | int) -> None:
        """Answer with a sentence in private."""
        await self.answer.tell(Draft(self.words.text(key, **data)))

    async def show_hand(self, seat: SeatView) -> None:
        """Answer with the member's hand in private."""
        draft = self.front.hand(seat, self.words, self.user)
        sent = await self.answer.tell(draft)
        if sent is None:
            return
        channel = ChannelId(self.interaction.channel_id or 0)
        table = seat.table
        surface = Surface(table.id, seat.seat, channel, MessageId(sent.message), table.seq)
        await self.front.outbox.adopt(surface, table, draft, edit_token(self.interaction, sent), reader=self.user)


async def answered(interaction: Interaction, work: Callable[[Call], Awaitable[None]]) -> None:
    """Answer a command with `work`; whatever it raises becomes a sentence."""
    client: HasFront = interaction.client
    front = client.front
    answer = Answer(interaction, updates=False)
    call: Call | None = None
    try:
        call = Call(front, interaction, answer, await answer.after(front.words(interaction)))
        await work(call)
    except SeveralTables as several:
        words = front.words_now(interaction) if call is None else call.words
        places = words.both([f"<#{table.channel}> ({table.id})" for table in several.tables])
        await _last(answer, words.text("say.several_tables", tables=places))
    except REFUSALS as refusal:
        assert call is not None, "nothing refuses before the call begins"
        table = call.table
        names = () if table is None else (names_of(table_scene(table), call.words),)
        await _last(answer, sentence(refusal, call.words, *names))
    except Exception as failure:  # noqa: BLE001 - a command must be answered; the failure is logged under its id
        words = front.words_now(interaction) if call is None else call.words
        await _last(answer, sentence(failure, words))


async def _last(answer: Answer, text: str) -> None:
    try:
        await answer.tell(Draft(text))
    except discord.HTTPException as error:
        log.warning("the last word could not be said: %s", error)
