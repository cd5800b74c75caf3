"""How much is drawn while requests are scarce: fewer pictures when messages pile up, all of them when it is calm."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from bot.engine.models import Pictures
from bot.meter import Meter

log = logging.getLogger(__name__)

_STEPS = (Pictures.FULL, Pictures.TRICK, Pictures.TEXT)


def fewer(first: Pictures, second: Pictures) -> Pictures:
    """The one with fewer pictures."""
    return max(first, second, key=_STEPS.index)


@dataclass(frozen=True, slots=True)
class Limits:
    """When to take a step.

    Attributes:
        high: with this many messages being sent at once, or more, there is too much to do. Discord takes 50 requests a
            second: what waits for a whole second shows that play is faster.
        low: with this many or fewer it is calm; between the two nothing changes.
        down_after: seconds of too much to do before fewer pictures are drawn.
        up_after: seconds of calm before more are.
    """

    high: int = 40
    low: int = 10
    down_after: float = 1.0
    up_after: float = 30.0


class Relief:
    """Looks at how much is under way whenever something is drawn, and takes one step at a time."""

    def __init__(self, meter: Meter, clock: Callable[[], float], limits: Limits = Limits()) -> None:
        """Begin with all pictures.

        Args:
            meter: counts the steps.
            clock: seconds, of any beginning.
            limits: when to take a step.
        """
        self._meter = meter
        self._clock = clock
        self._limits = limits
        self._step = 0
        self._hot_since: float | None = None
        self._calm_since: float | None = None

    def level(self, under_way: int) -> Pictures:
        """The most that is drawn now.

        Args:
            under_way: messages that are being drawn or sent, or wait for their request.
        """
        now, limits = self._clock(), self._limits
        self._hot_since = _since(self._hot_since, now) if under_way >= limits.high else None
        self._calm_since = _since(self._calm_since, now) if under_way <= limits.low else None
        if self._hot_since is not None and now - self._hot_since >= limits.down_after:
            self._take(+1, under_way)
        elif self._calm_since is not None and now - self._calm_since >= limits.up_after:
            self._take(-1, under_way)
        return _STEPS[self._step]

    def _take(self, step: int, under_way: int) -> None:
        self._hot_since = self._calm_since = None
        wanted = min(max(self._step + step, 0), len(_STEPS) - 1)
        if wanted == self._step:
            return
        self._step = wanted
        level = _STEPS[wanted]
        log.warning("pictures: %s from now on, %d messages are under way", level, under_way)
        self._meter.count("picture_steps", level)


def _since(known: float | None, now: float) -> float:
    return now if known is None else known
