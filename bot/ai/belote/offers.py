"""The calls worth weighing among those that are offered, with their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.ai.belote.judging import support
from bot.ai.belote.kernel import DENOMINATIONS, NUMBERS, RANKS, SUITS, mask_of
from bot.ai.belote.knowledge import BID, CAPOT, COINCHE, GENERALE, PASS, SURCOINCHE, TAKE
from bot.core.actions import Action, Pass
from bot.core.families.belote.classic import Take
from bot.core.families.belote.denominations import Denomination
from bot.core.games.coinche.actions import Capot, Coinche, Generale, Surcoinche
from bot.core.prompts import BidRange, OneOf
from bot.core.situation import Situation

Call = tuple[int, int, int]
"""Kind, level and denomination."""

JUMPS = 2
"""How many numbers are weighed in each denomination, from the lowest."""

NAMED = 3
"""How many denominations are weighed, the best of the hand and those that the partner named, of six offered."""

SLAM = 95
"""Support from which all tricks are weighed."""


def offered_calls(situation: Situation) -> tuple[tuple[str, Call], ...]:
    """Codes and numbers of the calls to weigh, in the order of the prompts."""
    hand = mask_of(situation.view.hand)
    named = _worth_naming(situation, hand)
    found: list[tuple[str, Call]] = []
    for prompt in situation.prompts:
        if isinstance(prompt, OneOf):
            for action in prompt.actions:
                call = _call(action, situation)
                if call is not None and (call[0] not in (CAPOT, GENERALE) or _may_win_all(call, hand, named)):
                    found.append((action.code, call))
        elif isinstance(prompt, BidRange):
            found.extend(_bids(prompt, named))
    return tuple(found)


def _may_win_all(call: Call, hand: int, named: Sequence[int]) -> bool:
    return call[2] in named and support(hand, call[2]) >= SLAM


def _bids(prompt: BidRange, named: Sequence[int]) -> Iterator[tuple[str, Call]]:
    for name, floor in prompt.floors:
        denomination = DENOMINATIONS.index(Denomination(name))
        if denomination in named:
            for level in prompt.levels(name, floor + JUMPS * prompt.step)[:JUMPS]:
                yield f"{prompt.kind}:{level}:{name}", (BID, level, denomination)


def _worth_naming(situation: Situation, hand: int) -> list[int]:
    """Denominations by what the hand brings, those that the partner named first."""
    partner = (situation.seat + 2) % 4
    heard = {call.fact.get("denomination") for call in situation.view.calls if call.seat == partner}
    codes = {getattr(term, "code", None) for term in heard}
    worth = {
        number: support(hand, number) + (25 if named.value in codes else 0)
        for number, named in enumerate(DENOMINATIONS)
    }
    offered = any(isinstance(prompt, BidRange) and len(prompt.floors) > SUITS for prompt in situation.prompts)
    return sorted(worth if offered else range(SUITS), key=lambda number: -worth[number])[
        : NAMED if offered else NAMED - 1
    ]


def _call(action: Action, situation: Situation) -> Call | None:
    match action:
        case Pass():
            return PASS, 0, 0
        case Take(denomination=None):
            turned = next(zone.cards[0] for zone in situation.view.zones if zone.name == "turned")
            return TAKE, 0, NUMBERS[turned] // RANKS % SUITS
        case Take(denomination=named) if named is not None:
            return TAKE, 0, DENOMINATIONS.index(named)
        case Capot():
            return CAPOT, 0, DENOMINATIONS.index(action.denomination)
        case Generale():
            return GENERALE, 0, DENOMINATIONS.index(action.denomination)
        case Coinche():
            return COINCHE, 0, 0
        case Surcoinche():
            return SURCOINCHE, 0, 0
        case _:
            return None
