"""One slash command being answered; the same care as for clicks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from bot.engine.memory import UserSettings
from bot.engine.models import SeatView, TableId, TableView
from bot.i18n.words import NOBODY, Words
from bot.render.names import names_of
from bot.ui.ack import Answer
from bot.ui.front import Front, Interaction, SeveralTables
from bot.ui.message import Draft
from bot.ui.present import listed, sentence
from bot.ui.request import Request, respond
from bot.ui.scenes import table_scene


class HasFront(Protocol):
    """A client with a front of house."""

    front: Front


@dataclass(slots=True)
class Call(Request):
    """A command being answered.

    Attributes:
        table: the table it turned out to mean, for the names in a refusal.
    """

    table: TableView | None = None

    @property
    def about(self) -> TableId | None:
        """The table that is meant, as far as known."""
        return None if self.table is None else self.table.id

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

    async def refuse(self, error: Exception) -> None:
        """Say why the command is refused."""
        if isinstance(error, SeveralTables):
            places = listed([f"<#{table.channel}> ({table.id})" for table in error.tables], self.words)
            await self.say("say.several_tables", tables=places)
            return
        if self.table is None:
            await self.answer.tell(Draft(sentence(error, self.words, NOBODY)))
            return
        names = names_of(table_scene(self.table), self.words)
        text = sentence(error, self.words, names, game=self.table.game)
        await self.answer.tell(Draft(text + self.tip_for(error)))


async def answered(interaction: Interaction, work: Callable[[Call], Awaitable[None]]) -> None:
    """Answer a command with `work`; whatever it raises becomes a sentence. Raises nothing."""
    client: HasFront = interaction.client
    front, answer = client.front, Answer(interaction, updates=False, gallery=client.front.gallery)

    async def begin(words: Words, settings: UserSettings) -> Call:
        return Call(front, interaction, answer, words, settings)

    await respond(front, answer, begin, work)
