"""How often somebody is written to who may never have used the bot: a host's word alone must not make it a nuisance."""

from __future__ import annotations

from collections import deque
from datetime import datetime, timedelta
from typing import Final

from bot.engine.models import UserId

HOST_LIMIT: Final = 10
HOST_WINDOW: Final = timedelta(hours=1)
"""So many invitations of one host are told in this time."""

GUEST_LIMIT: Final = 3
GUEST_WINDOW: Final = timedelta(hours=6)
"""So many invitations are told to one member in this time, whoever invites."""


class Sparing:
    """Counts what was told lately. A restart forgets it."""

    def __init__(self) -> None:
        self._hosts: dict[UserId, deque[datetime]] = {}
        self._guests: dict[UserId, deque[datetime]] = {}

    def may_tell(self, host: UserId, guest: UserId, now: datetime) -> bool:
        """Whether the member is told of this invitation; it counts from now on if so."""
        _age(self._hosts, now - HOST_WINDOW)
        _age(self._guests, now - GUEST_WINDOW)
        if len(self._hosts.get(host, ())) >= HOST_LIMIT or len(self._guests.get(guest, ())) >= GUEST_LIMIT:
            return False
        self._hosts.setdefault(host, deque()).append(now)
        self._guests.setdefault(guest, deque()).append(now)
        return True

    def forget(self, user: UserId) -> None:
        """Hold nothing of this member in memory."""
        self._hosts.pop(user, None)
        self._guests.pop(user, None)


def _age(told: dict[UserId, deque[datetime]], since: datetime) -> None:
    """Forget what is older."""
    for user, times in list(told.items()):
        while times and times[0] <= since:
            times.popleft()
        if not times:
            del told[user]
