"""Private messages: opened when a member joins, never tried again for hours once refused."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial

import discord

from bot.engine.memory import HandPlace, Memory, UserSettings
from bot.engine.models import ChannelId, UserId
from bot.i18n.words import Words, words_for
from bot.ui.budget import Budget, Priority
from bot.ui.message import NOBODY

log = logging.getLogger(__name__)

CANNOT_SEND = 50007
OPENING_TOO_FAST = 40003
NO_SERVER_IN_COMMON = 50278
UNKNOWN_USER = 10013
_CLOSED = frozenset({CANNOT_SEND, OPENING_TOO_FAST, NO_SERVER_IN_COMMON, UNKNOWN_USER})

UNKNOWN_CHANNEL = 10003
MISSING_ACCESS = 50001
_NOT_OURS = frozenset({UNKNOWN_CHANNEL, MISSING_ACCESS})
"""A stored private channel that works no more: the bot runs as another application than the one that opened it."""

CLOSED_FOR = timedelta(hours=6)
"""How long a refusal is remembered: a refused request counts towards Discord's ban of careless bots."""

FRESH_RATE = 0.5
FRESH_BURST = 10.0
"""New private channels a second, and at once: opening many looks like spam to Discord."""


class Delivery:
    """Finds the way to a member's private messages."""

    def __init__(self, client: discord.Client, memory: Memory, budget: Budget) -> None:
        self._client = client
        self._memory = memory
        self._budget = budget
        self._fresh = Budget(FRESH_RATE, FRESH_BURST)

    async def settings(self, user: UserId) -> UserSettings:
        """What the member chose: read once for everything that is shown to them together."""
        return await self._memory.settings.user(user)

    async def channel(self, user: UserId, settings: UserSettings) -> ChannelId | None:
        """The member's private channel; None when hands do not go there or it cannot be opened."""
        if not goes_private(settings):
            return None
        if settings.dm_channel is not None:
            return settings.dm_channel
        await self._fresh.take(Priority.HAND)
        await self._budget.take(Priority.HAND)
        try:
            opened = await self._client.create_dm(discord.Object(user))
        except discord.HTTPException as error:
            if await self.refused(user, error):
                return None
            raise
        there = ChannelId(opened.id)
        await self._memory.settings.change_user(user, lambda present: replace(present, dm_channel=there))
        return ChannelId(opened.id)

    async def tell(self, user: UserId, settings: UserSettings, text: str) -> bool:
        """Send a private message; False when the member takes none.

        Raises:
            discord.HTTPException: Discord did not take it, for another reason.
        """

        async def post(channel: ChannelId) -> None:
            await self._budget.take(Priority.CHATTER)
            await self._client.get_partial_messageable(channel).send(text, allowed_mentions=NOBODY)

        return await self.deliver(user, settings, post)

    async def deliver(self, user: UserId, settings: UserSettings, post: Callable[[ChannelId], Awaitable[None]]) -> bool:
        """Post in the member's private channel; a stored one that works no more is opened anew.

        Args:
            user: the member.
            settings: the member's.
            post: posts in a channel.

        Returns:
            False when the member takes no private messages.

        Raises:
            discord.HTTPException: Discord did not take it, for another reason.
        """
        channel = await self.channel(user, settings)
        if channel is None:
            return False
        try:
            await post(channel)
        except discord.HTTPException as error:
            if await self.refused(user, error):
                return False
            if error.code not in _NOT_OURS or settings.dm_channel is None:
                raise
            log.info("private channel opened anew code=%s", error.code)
            present = await self._memory.settings.change_user(user, partial(_without, channel))
            return await self.deliver(user, present, post)
        return True

    async def refused(self, user: UserId, error: discord.HTTPException) -> bool:
        """Remember that the member takes no private messages; False when the error says something else."""
        if error.code not in _CLOSED:
            return False
        until = discord.utils.utcnow() + CLOSED_FOR
        await self._memory.settings.change_user(user, lambda present: replace(present, dm_closed_until=until))
        log.info("private messages closed code=%s", error.code)
        return True


def _without(channel: ChannelId, settings: UserSettings) -> UserSettings:
    """The settings without this private channel; another one was opened meanwhile and works."""
    return replace(settings, dm_channel=None) if settings.dm_channel == channel else settings


def goes_private(settings: UserSettings) -> bool:
    """Whether hands go to this member's private messages now."""
    closed = settings.dm_closed_until is not None and settings.dm_closed_until > discord.utils.utcnow()
    return settings.hand is HandPlace.DM and not closed


def words_of(settings: UserSettings, fallback: str) -> Words:
    """The member's language, or the table's when it is not known."""
    return words_for(settings.language or settings.client_language or fallback)
