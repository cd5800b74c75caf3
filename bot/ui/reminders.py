"""Reminders in a table's channel, calls in private: each goes again once its player has acted."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime

import aiohttp
import discord

from bot.core.seats import Seat
from bot.engine.errors import EngineRefusal
from bot.engine.memory import UserSettings
from bot.engine.models import ChannelId, Pace, TableId, TableStatus, TableView, UserId
from bot.engine.service import TableService
from bot.i18n.words import words_for
from bot.ui.boards import passes
from bot.ui.budget import Budget, Priority
from bot.ui.delivery import Delivery, words_of
from bot.ui.message import NOBODY

log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class _Reminder:
    """A reminder on the screen.

    Attributes:
        user: who was reminded.
        until: the end of the turn that was meant. What only its player knows of does not change it.
        over: another has taken its place.
        leaving: it is being deleted.
    """

    table: TableId
    seat: Seat
    user: UserId
    until: datetime | None
    message: discord.PartialMessage
    over: bool = False
    leaving: bool = False


class Reminders:
    """Mentions who is to act, and clears up behind. What a process that ended had written stays."""

    def __init__(self, client: discord.Client, delivery: Delivery, budget: Budget) -> None:
        self._client = client
        self._delivery = delivery
        self._budget = budget
        self._shown: list[_Reminder] = []

    def any_at(self, table: TableId) -> bool:
        """Whether a reminder of this table is on the screen."""
        return any(reminder.table == table for reminder in self._shown)

    async def send(self, service: TableService, table: TableId, seat: Seat) -> None:
        """Mention the member who is to act, once, in the table's channel; one who wants no mentions is left in peace.

        Raises:
            discord.HTTPException: Discord does not take it.
            StorageFailure: what the member wants cannot be read.
        """
        await self._tell(service, table, seat, private=False)

    async def call_in(self, service: TableService, table: TableId, seat: Seat) -> None:
        """Tell the member by private message that their turn has begun; in the channel where those are not open.

        Raises:
            discord.HTTPException: Discord does not take it.
            StorageFailure: what the member wants cannot be read.
        """
        await self._tell(service, table, seat, private=True)

    async def _tell(self, service: TableService, table: TableId, seat: Seat, *, private: bool) -> None:
        view = await service.table(table)
        holder = view.holder(seat)
        if holder is None or holder.user is None or view.lesson:
            return
        settings = await self._delivery.settings(holder.user)
        if not settings.pings:
            return
        message = await self._in_private(view, settings) if private else None
        if message is None:
            message = await self._in_channel(view, holder.user)
        for before in self._shown:
            before.over = before.over or (before.table, before.seat) == (table, seat)
        self._shown.append(_Reminder(table, seat, holder.user, view.deadline, message))
        await self.clear(service, table)

    async def _in_private(self, view: TableView, settings: UserSettings) -> discord.PartialMessage | None:
        """What was sent; None where the member takes no private messages, or has their hands elsewhere."""
        text = words_of(settings, view.locale).text("say.turn_private", channel=f"<#{view.channel}>", at=_until(view))
        posted: list[discord.PartialMessage] = []

        async def post(channel: ChannelId) -> None:
            await self._budget.take(Priority.CHATTER)
            place = self._client.get_partial_messageable(channel)
            sent = await place.send(text, allowed_mentions=NOBODY)
            posted.append(place.get_partial_message(sent.id))

        await self._delivery.deliver(settings.user, settings, post)
        return posted[0] if posted else None

    async def _in_channel(self, view: TableView, user: UserId) -> discord.PartialMessage:
        words, mention = words_for(view.locale), f"<@{user}>"
        bidding = view.view is not None and view.view.phase == "bidding"
        if view.pace is Pace.SLOW and view.deadline is not None:
            text = words.text("say.turn", mention=mention, at=_until(view))
        else:
            text = words.text("say.reminder_bid" if bidding else "say.reminder", mention=mention)
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user)])
        await self._budget.take(Priority.CHATTER)
        channel = self._client.get_partial_messageable(view.channel)
        sent = await channel.send(text, allowed_mentions=mentions)
        return channel.get_partial_message(sent.id)

    async def clear(self, service: TableService, table: TableId) -> None:
        """Delete the reminders of those who are no longer asked what they were.

        One that cannot be deleted for want of Discord or of the network is tried again with the table's next change.
        """
        for reminder in [shown for shown in self._shown if shown.table == table]:
            if reminder.over or not await _still_asked(service, table, reminder):
                await self._delete(reminder)

    async def _delete(self, reminder: _Reminder) -> None:
        if reminder.leaving or reminder not in self._shown:
            return
        reminder.leaving = True
        try:
            await self._budget.take(Priority.CHATTER)
            await reminder.message.delete()
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("a reminder is not deleted: %s", error, extra={"table": reminder.table, "seat": reminder.seat})
            if passes(error):
                return
            # Gone already, or refused for good: asked again it would be refused again, and that counts.
        finally:
            reminder.leaving = False
        self._shown.remove(reminder)


def _until(view: TableView) -> str:
    """When the turn ends, by the reader's own clock."""
    return "" if view.deadline is None else f"<t:{int(view.deadline.timestamp())}:f>"


async def _still_asked(service: TableService, table: TableId, reminder: _Reminder) -> bool:
    """Whether the turn that was meant goes on: by what everybody sees, so that no secret step shows here."""
    try:
        seen = await service.seat_view(table, reminder.user)
    except EngineRefusal as refusal:
        log.debug("nobody to remind any more: %s", refusal, extra={"table": table})
        return False
    if seen.table.status is not TableStatus.PLAYING or seen.view is None or seen.seat not in seen.view.to_act:
        return False
    return seen.table.deadline == reminder.until
