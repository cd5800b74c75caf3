"""What a whole deal costs in requests, and how fast clicks are acknowledged."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import quantiles

from .human import Act
from .players import Club, bid_once, good


@dataclass(frozen=True, slots=True)
class Cost:
    """What one deal cost, from the host's start to the last card.

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

    def ack(self, percent: int) -> float:
        """The percentile of the acknowledgements, in milliseconds."""
        return quantiles(self.acks, n=100, method="inclusive")[percent - 1]


async def from_private_messages(club: Club, game: str, humans: int = 4) -> Cost:
    """Everybody plays by the hand in their private messages."""
    await club.open(game, humans)
    return await _measured(club, humans)


async def from_the_channel(club: Club, game: str, humans: int = 4) -> Cost:
    """Everybody has chosen hands in the channel, and plays by the hand that "my hand" brought up once."""
    for player in club.players[:humans]:
        await player.human.slash(club.channel, "preferences", hands="channel")
    await club.open(game, humans)
    return await _measured(club, humans, here=True)


async def _measured(club: Club, humans: int, *, here: bool = False) -> Cost:
    await club.world.quiet()
    mark, acts = len(club.world.log), [await club.players[0].click("ui:start")]
    await club.dealt()
    if here:
        acts += [await club.ask_hand(player) for player in club.players[:humans]]
    acts += await (_alone(club) if humans == 1 else club.play(bid_once))
    await club.world.quiet(0.2)
    return Cost(
        cards=len(club.truth().played()),
        clicks=len(acts),
        counted=club.world.tally(exempt=False, since=mark),
        exempt=club.world.tally(exempt=True, since=mark).total(),
        acks=tuple(act.ack_ms or 0.0 for act in acts),
    )


async def _alone(club: Club) -> list[Act]:
    acts, anna = [], club.players[0]
    while await club.asked(anna):
        acts.append(good(await anna.do(bid_once(anna.codes))))
    return acts
