"""Private tables, invitations, and the call for a missing player."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from math import ceil

import aiohttp
import discord

from bot.brake import HeldBack
from bot.engine.errors import EngineRefusal, StorageFailure, Trouble
from bot.engine.memory import GuildSettings, RoleId
from bot.engine.models import TableId, TableStatus, TableView, UserId
from bot.i18n.words import words_for
from bot.ui.boards import Key
from bot.ui.budget import Priority
from bot.ui.choosing import profile_label
from bot.ui.delivery import words_of
from bot.ui.front import Front
from bot.ui.present import Notice
from bot.ui.request import Request
from bot.ui.scenes import safe_name

log = logging.getLogger(__name__)

CALLED_OFF = 2.0
"""Seconds, at a stop, for the notes of calls that were not sent."""

SEEK_PAUSE = timedelta(minutes=10)
"""Least time between two calls for a missing player in one server, whatever its tables."""


async def invite(request: Request, table: TableView, member: discord.abc.User) -> None:
    """Let a member sit at the table, and tell them in private unless they, or others by this host, were told much.

    Raises:
        Notice: it is no person.
        EngineRefusal: NOT_HOST, NOT_PRIVATE, ALREADY_INVITED, INVITED_FULL, NO_TABLE.
    """
    if member.bot:
        raise Notice("say.no_person")
    front, guest = request.front, UserId(member.id)
    await request.answer.saving(front.service.invite(table.id, request.user, guest))
    host = safe_name(request.interaction.user.display_name)
    front.outbox.errand(_tell(front, table, request.user, guest, host))


async def _tell(front: Front, table: TableView, host: UserId, guest: UserId, name: str) -> None:
    """Tell of an invitation once; who wants no calls finds it when they come by."""
    try:
        settings = await front.delivery.settings(guest)
        if not settings.pings or not front.sparing.may_tell(host, guest, discord.utils.utcnow()):
            return
        words = words_of(settings, table.locale)
        rules = profile_label(table.game, table.profile, words, table.profile_version)
        text = words.text("say.invited_you", host=name, rules=rules, channel=f"<#{table.channel}>")
        await front.delivery.tell(guest, settings, text)
    except (discord.HTTPException, aiohttp.ClientError, OSError, StorageFailure) as error:
        log.warning("an invitation is not told: %s", error, extra={"table": table.id})


async def seek(request: Request, table: TableView) -> None:
    """Mention the server's role for this in the table's channel: once at a table, seldom in a server.

    The message goes out on the side, as soon as one may; if it does not, the host may call again.

    Raises:
        Notice: the server has set no role.
        EngineRefusal: NOT_HOST, LESSON, SEEK_PRIVATE, NOBODY_MISSING, ALREADY_SOUGHT, SOUGHT_LATELY.
    """
    front, now = request.front, discord.utils.utcnow()
    before = await request.answer.after(front.memory.settings.guild(table.guild))
    if before.seek_role is None:
        raise Notice("say.no_seek_role")
    await request.answer.after(front.service.check_seek(table.id, request.user))
    await request.answer.after(front.memory.settings.change_guild(table.guild, partial(_sought_now, now)))
    await request.answer.saving(front.service.seek(table.id, request.user))
    front.outbox.mark(Key(table.id))
    turn = asyncio.ensure_future(front.house.budget.take(Priority.CHATTER))
    calling = front.outbox.errand(_call(front, table.id, before.seek_role, before, now, turn))
    if calling is None:
        turn.cancel()
        return
    front.calls[calling] = turn
    calling.add_done_callback(lambda done: front.calls.pop(done, None))


async def call_off(front: Front) -> None:
    """Take the notes of calls back that wait for their turn: the bot stops, and the next start does not send them."""
    for turn in front.calls.values():
        turn.cancel()
    if front.calls:
        await asyncio.wait(set(front.calls), timeout=CALLED_OFF)


async def _call(
    front: Front, table: TableId, role: RoleId, before: GuildSettings, now: datetime, turn: asyncio.Future[None]
) -> None:
    """Send the call when its turn has come, unless nobody is missing any more; take the notes back if it was not sent.

    Of a message that Discord failed to answer for nobody knows: it counts as sent.
    """
    try:
        await asyncio.wait({turn})
        sent = not turn.cancelled() and await _post(front, await front.service.table(table), role)
    except (discord.HTTPException, aiohttp.ClientError, OSError, StorageFailure, EngineRefusal) as error:
        sent = not _surely_unsent(error)
        log.warning("a call for a player failed: %s", error, extra={"table": table})
    if sent:
        return
    undo = partial(_not_sought, now, before.sought_at)
    try:
        await front.memory.settings.change_guild(before.guild, undo)
        await front.service.not_sought(table)
    except (StorageFailure, EngineRefusal) as error:
        log.warning("a call that was not sent stays noted: %s", error, extra={"table": table})
        return
    front.outbox.mark(Key(table))


async def _post(front: Front, table: TableView, role: RoleId) -> bool:
    """Mention the role in the table's channel; False when there is no seat to come for."""
    lobby = table.status is TableStatus.LOBBY
    missing = table.players - len(table.seats) if lobby else len(table.open_seats)
    if missing < 1 or table.private:
        return False
    words = words_for(table.locale)
    rules = profile_label(table.game, table.profile, words, table.profile_version)
    text = words.text("say.seeks", role=f"<@&{role}>", n=missing, rules=rules)
    mentions = discord.AllowedMentions(everyone=False, users=False, roles=[discord.Object(role)])
    await front.house.client.get_partial_messageable(table.channel).send(text, allowed_mentions=mentions)
    return True


def _surely_unsent(error: Exception) -> bool:
    """Whether nothing can have been posted: it was refused, held back, or found no way out, or came to no request."""
    if isinstance(error, discord.HTTPException):
        return error.status < 500
    return isinstance(error, (HeldBack, aiohttp.ClientConnectorError, StorageFailure, EngineRefusal))


def _sought_now(now: datetime, settings: GuildSettings) -> GuildSettings:
    last = settings.sought_at
    if last is not None and last <= now < last + SEEK_PAUSE:
        minutes = ceil((last + SEEK_PAUSE - now).total_seconds() / 60)
        raise EngineRefusal(Trouble.SOUGHT_LATELY, minutes=minutes)
    return replace(settings, sought_at=now)


def _not_sought(now: datetime, before: datetime | None, settings: GuildSettings) -> GuildSettings:
    """The last call was an earlier one after all, unless another was made meanwhile."""
    return replace(settings, sought_at=before) if settings.sought_at == now else settings
