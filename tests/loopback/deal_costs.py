"""What a whole deal costs in requests, and how fast clicks are acknowledged."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from statistics import quantiles

from .model import Entry
from .sitting import Sitting

FOR_NEW_MESSAGES = 16
"""New messages, bids and first hands of a deal played from private messages come on top of a request a card."""

FROM_THE_CHANNEL = 8
"""Requests of a deal played from the channel, at most."""

STILL = 0.4
"""Seconds without a request after which nothing more is to come."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one deal cost, from the click that began it to the last card.

    Attributes:
        cards: cards played, by members and computer players.
        clicks: acts of members.
        counted: requests within the bot's limit of 50 a second, by route.
        exempt: number of requests outside it: answers to clicks, and edits by their tokens.
        acks: milliseconds from each click to its first answer.
    """

    cards: int
    clicks: int
    counted: Counter[str]
    exempt: int
    acks: tuple[float, ...]

    @property
    def requests(self) -> int:
        """Requests within the limit."""
        return self.counted.total()

    @property
    def private_budget(self) -> int:
        """As many requests it may cost when played from private messages."""
        return self.cards + FOR_NEW_MESSAGES


def percentile(values: tuple[float, ...], percent: int) -> float:
    """The percentile of at least two numbers."""
    return quantiles(values, n=100, method="inclusive")[percent - 1]


class Till:
    """Counts what a table costs from its making on; other tables of the same bot do not matter."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.world = sitting.world
        self._places = {sitting.channel.id, *(player.human.dm_channel.id for player in sitting.members)}
        self._log = len(self.world.log)
        self._clicks = len(self.world.interactions)

    def mine(self, entry: Entry) -> bool:
        """Whether this request was for the table."""
        parts = entry.path.split("/")
        if entry.exempt:
            record = self.world.interactions.get(parts[3])
            return record is not None and record.channel.id in self._places
        return parts[1] == "channels" and int(parts[2]) in self._places

    async def settled(self) -> None:
        """Waits until the table asks for nothing more."""
        began, left = self.world.now(), STILL
        while left > 0:
            await asyncio.sleep(left)
            left = self._latest(began) + STILL - self.world.now()

    def _latest(self, began: float) -> float:
        return max((entry.at for entry in self.world.log[self._log :] if self.mine(entry)), default=began)

    def cost(self, deal: int) -> Cost:
        """Everything since, for a deal that was played meanwhile."""
        entries = [entry for entry in self.world.log[self._log :] if self.mine(entry)]
        clicks = [*self.world.interactions.values()][self._clicks :]
        mine = [click for click in clicks if click.channel.id in self._places and click.acked_at is not None]
        truth = self.sitting.truth()
        return Cost(
            cards=len(truth.played(deal)),
            clicks=len(mine),
            counted=Counter(entry.route for entry in entries if not entry.exempt),
            exempt=sum(entry.exempt for entry in entries),
            acks=tuple((click.acked_at - click.sent_at) * 1000 for click in mine if click.acked_at is not None),
        )


async def deal_cost(
    sitting: Sitting, begin: Callable[[], object], deal: int = 1, *, here: bool = False, pace: float = 0.0
) -> Cost:
    """Plays a deal to its end.

    Args:
        sitting: the table, with its members.
        begin: makes the click, or clicks, that begin the deal; may be awaited.
        deal: its number.
        here: everybody asks once for their hand in the channel, where they have chosen to see it.
        pace: least seconds from one act to the next: faster, and Discord's limits make edits one that slower people
            would see apart.
    """
    till = Till(sitting)
    await till.settled()
    till = Till(sitting)
    begun = begin()
    assert asyncio.iscoroutine(begun)
    await begun
    if here:
        await sitting.world.until(lambda: sitting.deal_shown(deal), 60.0, what=f"deal {deal}")
        await sitting.ask_hands()
    await sitting.play_calmly(pace)
    await till.settled()
    return till.cost(deal)
