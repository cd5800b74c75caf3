"""What a click and a command have in common: who asks, in which words, and that every request is answered."""

from __future__ import annotations

import logging
from abc import abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from bot.core.errors import IllegalAction
from bot.core.seats import Seat
from bot.engine.memory import Surface, UserSettings
from bot.engine.models import ChannelId, GuildId, MessageId, SeatView, TableId, TableView, UserId
from bot.i18n.words import Words
from bot.ui.ack import Answer, Sent
from bot.ui.front import Front, Interaction, SeveralTables
from bot.ui.message import Draft
from bot.ui.outbox import edit_token
from bot.ui.present import REFUSALS, sentence

log = logging.getLogger(__name__)

_EXPECTED = (*REFUSALS, SeveralTables)


@dataclass(slots=True)
class Request:
    """An interaction being answered.

    Attributes:
        words: of the member who asks.
        settings: theirs, as they were when they asked.
    """

    front: Front
    interaction: Interaction
    answer: Answer
    words: Words
    settings: UserSettings

    @property
    def user(self) -> UserId:
        """Who asks."""
        return UserId(self.interaction.user.id)

    @property
    def guild(self) -> GuildId | None:
        """The server in which it is asked; None in private messages."""
        number = self.interaction.guild_id
        return None if number is None else GuildId(number)

    @property
    def nonce(self) -> str:
        """The interaction's own id: mixed into the next shuffle, and refused when it comes twice."""
        return str(self.interaction.id)

    async def say(self, key: str, **data: str | int) -> None:
        """Answer with a sentence in private."""
        await self.answer.tell(Draft(self.words.text(key, **data)))

    def tip_for(self, error: Exception) -> str:
        """A line for who meets a refusal by the rules for the first time; empty for anything else."""
        if not isinstance(error, IllegalAction):
            return ""
        tip = self.front.painter.tips.for_refusal(self.settings, self.words)
        return f"\n-# 💡 {tip}" if tip else ""

    @property
    @abstractmethod
    def about(self) -> TableId | None:
        """The table that is meant, as far as known."""

    @abstractmethod
    async def refuse(self, error: Exception) -> None:
        """Say why the request is refused."""

    async def send_hand(self, seat: SeatView) -> None:
        """Answer with the member's hand on a private message of its own."""
        draft = self.front.hand(seat, self.words, self.settings)
        sent = await self.answer.tell(draft)
        if sent is not None:
            await self.adopt(seat.table, seat.seat, sent.draft, MessageId(sent.message), sent)

    async def adopt(self, table: TableView, seat: Seat, draft: Draft, message: MessageId, sent: Sent | None) -> None:
        """Give a private answer that shows a hand to the outbox, which keeps it true.

        Args:
            table: the table.
            seat: whose hand it shows.
            draft: what it shows.
            message: its id.
            sent: the same message when it was sent in answer; None when it is the clicked one.
        """
        channel = ChannelId(self.interaction.channel_id or 0)
        surface = Surface(table.id, seat, channel, message, table.seq)
        token = edit_token(self.interaction, sent)
        await self.front.outbox.adopt(surface, table, draft, token, reader=self.user)


RequestT = TypeVar("RequestT", bound=Request)


async def respond(
    front: Front,
    answer: Answer,
    begin: Callable[[Words, UserSettings], Awaitable[RequestT]],
    work: Callable[[RequestT], Awaitable[None]],
) -> None:
    """Answer an interaction with `work`; whatever it raises becomes a sentence. Raises nothing.

    Args:
        front: the front of the house.
        answer: the interaction's answer.
        begin: makes the request, in the member's words and by their settings.
        work: does what is asked.
    """
    request: RequestT | None = None
    try:
        request = await begin(*await answer.after(front.reader(answer.interaction)))
        await work(request)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told, and logged under its id
        if request is None or not isinstance(error, _EXPECTED):
            await _tell_failure(front, answer, request, error)
            return
        try:
            await request.refuse(error)
        except Exception as failure:  # it looks up and draws, which may fail too: what was to be told stays true
            log.exception("a refusal was not told in full", extra={"table": request.about})
            told = error if isinstance(error, REFUSALS) else failure
            await last_word(answer, sentence(told, request.words, table=request.about))
    finally:
        if request is not None and request.about is not None:
            front.outbox.errand(front.outbox.let_go(request.about))


async def last_word(answer: Answer, text: str) -> None:
    """Say something when nothing else may be tried any more. Raises nothing."""
    try:
        await answer.tell(Draft(text))
    except Exception:  # whatever it is, there is nobody left to whom it could be told but the log
        log.exception("the last word could not be said")


async def _tell_failure(front: Front, answer: Answer, request: Request | None, failure: Exception) -> None:
    words = front.words_now(answer.interaction) if request is None else request.words
    table = None if request is None else request.about
    await last_word(answer, sentence(failure, words, table=table, saved=answer.saved))
