"""Discord's limits of requests, as far as they are known: answers above them are refused with 429.

50 a second for everything but interactions; 5 in 5 seconds per channel, for new messages and for edits each; 5 in 2
seconds per interaction's token; 30 in a minute per channel for messages that follow an answer.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

from .model import Entry, Json
from .world import World

Answer = tuple[int, Json, dict[str, str]]


@dataclass(slots=True)
class Window:
    """So many requests in so many seconds, counted from the first one."""

    limit: int
    seconds: float
    count: int = 0
    ends: float = -math.inf

    def take(self, now: float) -> float:
        """Count a request; seconds to wait when it is one too many, else 0."""
        if now >= self.ends:
            self.count, self.ends = 0, now + self.seconds
        if self.count >= self.limit:
            return self.ends - now
        self.count += 1
        return 0.0


class RateLimits:
    """For `World.limits`.

    Attributes:
        refused: requests answered 429, by the limit's name.
    """

    def __init__(self, world: World) -> None:
        self.refused: Counter[str] = Counter()
        self._world = world
        self._all = Window(50, 1.0)
        self._windows: dict[tuple[str, str], Window] = {}

    def refuse(self, entry: Entry) -> Answer | None:
        """A 429 for what is too much; it counts nowhere else."""
        now = self._world.now()
        windows = {name: self._window(name, which) for name, which in _names(self._world, entry)}
        if not entry.exempt:
            windows["global"] = self._all
        for name, window in windows.items():
            wait = window.take(now)
            if wait:
                self.refused[name] += 1
                return self._too_many(entry, wait, everything=name == "global")
        return None

    def headers(self, entry: Entry) -> dict[str, str]:
        """How much is left of the narrowest limit of its own."""
        now, names = self._world.now(), _names(self._world, entry)
        if not names:
            return {}
        name, which = names[0]
        window = self._window(name, which)
        return {
            "X-RateLimit-Limit": str(window.limit),
            "X-RateLimit-Remaining": str(max(0, window.limit - window.count)),
            "X-RateLimit-Reset-After": f"{max(0.0, window.ends - now):.3f}",
            "X-RateLimit-Reset": f"{entry.wall + max(0.0, window.ends - now):.3f}",
            "X-RateLimit-Bucket": name,
        }

    def _window(self, name: str, which: str) -> Window:
        limit, seconds = _LIMITS[name]
        return self._windows.setdefault((name, which), Window(limit, seconds))

    def _too_many(self, entry: Entry, wait: float, *, everything: bool) -> Answer:
        body = {"message": "You are being rate limited.", "retry_after": round(wait, 3), "global": everything}
        headers = {"Retry-After": str(math.ceil(wait)), "X-RateLimit-Scope": "global" if everything else "user"}
        if everything:
            return 429, body, headers | {"X-RateLimit-Global": "true"}
        return 429, body, headers | self.headers(entry)


_LIMITS = {
    "post": (5, 5.0),
    "edit": (5, 5.0),
    "delete": (5, 1.0),
    "token": (5, 2.0),
    "followup": (30, 60.0),
}
_MESSAGES = {"POST": "post", "PATCH": "edit", "DELETE": "delete"}


def _names(world: World, entry: Entry) -> list[tuple[str, str]]:
    """The limits a request counts for, and whose they are; the narrowest first."""
    parts = entry.path.split("/")
    if entry.template.startswith("/webhooks/"):
        names = [("token", parts[3])]
        record = world.interactions.get(parts[3])
        if entry.method == "POST" and record is not None:
            names.append(("followup", str(record.channel.id)))
        return names
    if "/messages" in entry.template and entry.method in _MESSAGES:
        return [(_MESSAGES[entry.method], parts[2])]
    return []
