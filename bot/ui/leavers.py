"""Members who are gone from their server: noticed when they miss a turn or take no private message any more.

Discord tells who leaves only to bots that may see all members; this one asks when it has a reason to.
"""

from __future__ import annotations

import logging

import discord

from bot.core.seats import Seat
from bot.engine.errors import EngineRefusal
from bot.engine.models import GuildId, TableId, TableStatus, UserId
from bot.engine.service import TableService
from bot.ui.budget import Budget, Priority

log = logging.getLogger(__name__)

UNKNOWN_MEMBER = 10007
UNKNOWN_USER = 10013
_GONE = frozenset({UNKNOWN_MEMBER, UNKNOWN_USER})
"""They left, were sent away or banned; or their account was deleted."""


class Leavers:
    """Gives up the seats of members who are gone."""

    def __init__(self, client: discord.Client, budget: Budget) -> None:
        self._client = client
        self._budget = budget

    async def see_off(self, service: TableService, table: TableId, seat: Seat) -> bool:
        """Give a seat up when its member is not in the table's server any more; whether it was.

        Raises:
            discord.HTTPException: Discord does not tell.
            StorageFailure: it was not recorded.
        """
        view = await service.table(table)
        holder = view.holder(seat)
        if holder is None or holder.user is None or view.status is not TableStatus.PLAYING:
            return False
        if not await self._is_gone(view.guild, holder.user):
            return False
        log.info("a member is gone from the server", extra={"table": table, "seat": seat})
        try:
            await service.leave(table, holder.user)
        except EngineRefusal as refusal:
            log.debug("the seat is given up already: %s", refusal, extra={"table": table})
            return False
        return True

    async def _is_gone(self, guild: GuildId, user: UserId) -> bool:
        server = self._client.get_guild(guild)
        if server is None:
            # The bot itself is gone, or the server is out of reach: that tells nothing about its members.
            return False
        await self._budget.take(Priority.CHATTER)
        try:
            await server.fetch_member(user)
        except discord.NotFound as error:
            if error.code not in _GONE:
                raise
            return True
        return False
