"""What the outbox knows of each message that shows a table."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import aiohttp
import discord

from bot.core.seats import Seat
from bot.engine.memory import Surface
from bot.engine.models import TableId, UserId
from bot.ui.message import Draft, Look
from bot.ui.sketch import Sketch

TOKEN_LIFE = timedelta(minutes=14)
"""Discord takes an interaction's token for 15 minutes."""

UNREACHABLE_AGAIN = 60.0
"""Seconds between two tries to show a message while Discord is out of order; a hand's turn starts anew with each."""

TOO_MANY = 429

WHOLE_TRICK = 5
"""As many intervals a trick of computer players may take and still be drawn once; a longer one is drawn in parts."""


@dataclass(frozen=True, slots=True)
class Key:
    """Names a message: a table's public one (seat None), a seat's private one, or its ephemeral one (`here`)."""

    table: TableId
    seat: Seat | None = None
    here: bool = False

    @property
    def about(self) -> Mapping[str, int | None]:
        """What a line of the log about this message names."""
        return {"table": self.table, "seat": self.seat}


class Outdated(Exception):
    """The table went on while a drawing of it waited for a request of the bot's limit."""


@dataclass(frozen=True, slots=True)
class EditToken:
    """An answered interaction, by whose token a message can be edited without counting as a request.

    Attributes:
        message: the message's id when it is a follow-up, not the interaction's own.
    """

    interaction: discord.Interaction[Any]
    message: int | None = None

    def alive(self, now: datetime) -> bool:
        """Whether Discord still takes it."""
        return now - self.interaction.created_at < TOKEN_LIFE

    async def edit(self, draft: Draft) -> None:
        """Edit the message.

        Raises:
            discord.HTTPException: Discord does not take it.
        """
        text, view, mentions, files = draft.text, draft.view(), draft.mentions, draft.attachments()
        if self.message is None:
            await self.interaction.edit_original_response(
                content=text, view=view, allowed_mentions=mentions, attachments=files
            )
        else:
            await self.interaction.followup.edit_message(
                self.message, content=text, view=view, allowed_mentions=mentions, attachments=files
            )


@dataclass(slots=True)
class Board:
    """One message's state: what it shows and what is to be done.

    Attributes:
        surface: the message itself; None before it is posted.
        deal: number of the deal it shows; 0 for the lobby.
        reader: who reads an ephemeral message; None elsewhere.
        token: the freshest interaction token on this message.
        shown: how what it shows looks; empty when not known (after a restart).
        pictured: the picture it has; None for none, or when it is not known.
        late: it went without its picture, which was still being drawn.
        awaiting: nothing is to be sent until that picture is drawn.
        dirty, urgent: a change is to be drawn; at once.
        complete: among the changes to be drawn is the end of a trick, or another that does not wait for more to come.
        since: loop time of the first change to be drawn.
        paid: a request of the bot's limit was waited for and not made: the next drawing has it.
        held: handlers that are about to draw it themselves.
        failures: failed drawings in a row.
        unreachable: Discord is out of order, and the last tries to draw it failed for that reason alone.
        refused: its reader takes no private messages any more, which was not known before.
        over: its table is finished or closed: nothing more will happen to it by itself.
        posted: the number of a deal, and how often this process posted a message for it.
        lost: Discord's code for a channel that is gone or closed to the bot, once its players were told; None while it
            can be drawn.
        closed_until: loop time before which changes are not drawn, the channel being closed to the bot.
        promise: a message with the token of a click on it, whose answer may be the next message; None once that is
            known.
    """

    key: Key
    surface: Surface | None = None
    deal: int = 0
    reader: UserId | None = None
    token: EditToken | None = None
    shown: Look = ()
    pictured: Sketch | None = None
    late: bool = False
    awaiting: bool = False
    dirty: bool = False
    urgent: bool = False
    complete: bool = False
    since: float = 0.0
    paid: bool = False
    held: int = 0
    failures: int = 0
    unreachable: bool = False
    refused: bool = False
    over: bool = False
    lost: int | None = None
    closed_until: float = float("-inf")
    promise: Surface | None = None
    posted: tuple[int, int] = (-1, 0)
    drawn_at: float = float("-inf")
    task: asyncio.Task[None] | None = field(default=None, repr=False)
    timer: asyncio.TimerHandle | None = field(default=None, repr=False)

    def has(self, sent: Draft) -> None:
        """Note which picture the message has, now that this was sent or edited. One that is late is drawn in soon."""
        self.late = sent.late
        if self.late:
            self.dirty = True
        if not sent.keeps:
            self.pictured = None if sent.document is None else sent.sketch

    def shows(self, draft: Draft) -> bool:
        """Whether the message needs no edit to be this one."""
        return self.shown == draft.look and not self.late

    def spares(self, hung: Draft) -> bool:
        """Whether the message has all that this would bring: its picture is late still, or there is none after all."""
        return self.shown == hung.look and hung.document is None and (hung.keeps or self.pictured is None)

    def mark(self, now: float, *, urgent: bool, complete: bool = True) -> None:
        """Note a change that is to be drawn; `now` in loop time."""
        if not self.dirty:
            self.dirty, self.since = True, now
        self.urgent = self.urgent or urgent
        self.complete = self.complete or complete

    def take_up(self) -> None:
        """Everything noted so far is about to be drawn."""
        self.dirty = self.urgent = self.complete = self.awaiting = False

    def due(self, now: float, interval: float) -> float:
        """When to draw, in loop time.

        Args:
            now: the present.
            interval: least seconds between two drawings that are not urgent.
        """
        if self.failures:
            return self.drawn_at + 2.0**self.failures
        if self.urgent:
            return now
        if self.unreachable:
            return self.drawn_at + UNREACHABLE_AGAIN
        together = 0.0 if self.complete else self.since + WHOLE_TRICK * interval
        return max(self.drawn_at + interval, together)

    def is_on(self, message: int | None) -> bool:
        """Whether this is the message still: while somebody waits, another may be put in its place, or none is left."""
        return self.surface is not None and self.surface.message == message

    def leave(self) -> Board:
        """The message as it is, apart from what will take its place; this board knows of none any more."""
        left = Board(self.key, self.surface, self.deal, token=self.token, shown=self.shown, pictured=self.pictured)
        self.surface = self.token = self.pictured = self.promise = None
        self.shown = ()
        return left

    def nonce(self, deal: int) -> str:
        """Names the next posting: the same until one is known to be there, so that a lost answer posts nothing twice.

        After a kill counting begins anew. Should an old name meet a message that was deleted since, the next edit finds
        that it is gone, and posts again under the next name.
        """
        times = self.posted[1] if self.posted[0] == deal else 0
        return f"{self.key.table}.{'' if self.key.seat is None else self.key.seat}.{deal}.{times}"

    def posted_once(self, deal: int) -> None:
        """Note that Discord took a posting: the next is another."""
        self.posted = (deal, self.posted[1] + 1 if self.posted[0] == deal else 1)


def passes(error: Exception) -> bool:
    """Whether a request failed by Discord's or the network's fault alone, or by too many requests: that passes."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status == TOO_MANY
    return isinstance(error, (aiohttp.ClientError, OSError))
