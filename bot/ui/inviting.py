"""Private tables, invitations, and the call for a missing player."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from math import ceil

import aiohttp
import discord

from bot.engine.errors import EngineRefusal, StorageFailure, Trouble
from bot.engine.memory import GuildSettings
from bot.engine.models import ChannelId, TableView, UserId
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

SEEK_PAUSE = timedelta(minutes=10)
"""Least time between two calls for a missing player in one server, whatever its tables."""


async def invite(request: Request, table: TableView, member: discord.abc.User) -> None:
    """Let a member sit at the table, and tell them in private.

    Raises:
        Notice: it is no person.
        EngineRefusal: NOT_HOST, NOT_PRIVATE, ALREADY_INVITED, INVITED_FULL, NO_TABLE.
    """
    if member.bot:
        raise Notice("say.no_person")
    await request.answer.saving(request.front.service.invite(table.id, request.user, UserId(member.id)))
    host = safe_name(request.interaction.user.display_name)
    request.front.outbox.errand(_tell(request.front, table, UserId(member.id), host))


async def _tell(front: Front, table: TableView, user: UserId, host: str) -> None:
    """Tell of an invitation once; who wants no calls finds it when they come by."""
    try:
        settings = await front.delivery.settings(user)
        if settings.pings:
            words = words_of(settings, table.locale)
            rules = profile_label(table.game, table.profile, words, table.profile_version)
            text = words.text("say.invited_you", host=host, rules=rules, channel=f"<#{table.channel}>")
            await front.delivery.tell(user, settings, text)
    except (discord.HTTPException, aiohttp.ClientError, OSError, StorageFailure) as error:
        log.warning("an invitation is not told: %s", error, extra={"table": table.id})


async def seek(request: Request, table: TableView) -> None:
    """Mention the server's role for this in the table's channel: once at a table, seldom in a server.

    Raises:
        Notice: the server has set no role.
        EngineRefusal: NOT_HOST, NOBODY_MISSING, ALREADY_SOUGHT, SOUGHT_LATELY.
    """
    front, now = request.front, discord.utils.utcnow()
    role = (await front.memory.settings.guild(table.guild)).seek_role
    if role is None:
        raise Notice("say.no_seek_role")
    await front.service.check_seek(table.id, request.user)
    await front.memory.settings.change_guild(table.guild, partial(_sought_now, now))
    after = await request.answer.saving(front.service.seek(table.id, request.user))
    front.outbox.mark(Key(table.id))
    words = words_for(after.locale)
    missing = max(1, after.players - len(after.seats)) if not after.open_seats else len(after.open_seats)
    rules = profile_label(after.game, after.profile, words, after.profile_version)
    text = words.text("say.seeks", role=f"<@&{role}>", n=missing, rules=rules)
    mentions = discord.AllowedMentions(everyone=False, users=False, roles=[discord.Object(role)])
    await request.answer.after(_post(front, after.channel, text, mentions))


async def _post(front: Front, channel: ChannelId, text: str, mentions: discord.AllowedMentions) -> None:
    await front.house.budget.take(Priority.CHATTER)
    await front.house.client.get_partial_messageable(channel).send(text, allowed_mentions=mentions)


def _sought_now(now: datetime, settings: GuildSettings) -> GuildSettings:
    last = settings.sought_at
    if last is not None and last <= now < last + SEEK_PAUSE:
        minutes = ceil((last + SEEK_PAUSE - now).total_seconds() / 60)
        raise EngineRefusal(Trouble.SOUGHT_LATELY, minutes=minutes)
    return replace(settings, sought_at=now)
