"""Rebuilds a match from its log, and checks a log against the present rules.

Events are facts: folding them needs no decision, so old logs replay whatever the rules now say. `verify` decides again
and reports where the rules would now say otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass

from bot.core.actions import Action, Deal
from bot.core.cards import Card
from bot.core.codec import EventCodec, Record
from bot.core.errors import CoreError, CorruptLog, IllegalAction
from bot.core.events import Event
from bot.core.game import AnyGame
from bot.core.match import DealStarted, MatchStarted, MatchState, act, evolve, may_act, needs_deal, prompts
from bot.core.prompts import BidRange, OneOf, PickCards, Prompt
from bot.core.seats import Seat

# `evolve` answers an event at the wrong time with CorruptLog. A damaged number (a seat, a side) may fall outside a
# game's tuples. Anything else is a mistake of this program, not of its log, and must be seen.
_MISFITS = (CoreError, ValueError, LookupError)


@dataclass(frozen=True, slots=True)
class Replayed:
    """The good prefix of a log.

    Attributes:
        state: the match after the good events; None when there is none.
        applied: how many events are good.
        failure: why the next one is not; None when all are.
    """

    state: MatchState | None
    applied: int
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class ReadLog:
    """The records of the good prefix of a written log, and why the next line is not good."""

    records: tuple[Record, ...]
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class Drift:
    """The rules would now say otherwise.

    Attributes:
        index: position of the event in the log, from 0.
        recorded: what was recorded.
        decided: what would be recorded now; None when nobody could do it now, or nothing would follow.
    """

    index: int
    recorded: Event
    decided: Event | None


@dataclass(frozen=True, slots=True)
class Decided:
    """An act as the present rules decide it.

    Attributes:
        seat: who acts; None for chance.
        action: what is done.
        events: what follows from it.
    """

    seat: Seat | None
    action: Action
    events: tuple[Event, ...]


def replay(game: AnyGame, events: Iterable[Event], state: MatchState | None = None, after: int = 0) -> Replayed:
    """Fold events onto a state (a snapshot's, or nothing): never raises for a bad log.

    Args:
        game: whose log it is.
        events: its events after the first `after`.
        state: the match after those; None when there are none.
        after: how many good events the state already holds; they count in the result.
    """
    applied = after
    for event in events:
        try:
            state = evolve(game, state, event)
        except _MISFITS as error:
            # Only our own errors' texts are known to be free of what the event holds; this goes into the log.
            told = f": {error}" if isinstance(error, CorruptLog) else ""
            return Replayed(state, applied, f"event {applied + 1} ({event.kind}): {type(error).__name__}{told}")
        applied += 1
    return Replayed(state, applied)


def read_log(codec: EventCodec, lines: Iterable[str], after: int = 0) -> ReadLog:
    """Read written records, which must be numbered without gaps from `after` + 1."""
    records: list[Record] = []
    for line in lines:
        try:
            record = codec.decode(line)
        except CorruptLog as error:
            return ReadLog(tuple(records), str(error))
        if record.seq != after + len(records) + 1:
            return ReadLog(tuple(records), f"record {record.seq} where {after + len(records) + 1} was expected")
        records.append(record)
    return ReadLog(tuple(records))


def verify(game: AnyGame, events: Sequence[Event], *, one_deal: bool = False) -> tuple[Drift, ...]:
    """Decide the actions of a log again: the first drift of every deal.

    The actions are found by trying what the present rules offer, and the order of the pack from what was dealt.

    Args:
        game: whose log it is.
        events: all its events.
        one_deal: the match was to be over with its first deal (see `match.act`).

    Raises:
        CorruptLog: the log itself does not fold.
    """
    found: list[Drift] = []
    state: MatchState | None = None
    index = 0
    while index < len(events):
        if state is None or isinstance(events[index], MatchStarted):
            state = evolve(game, state, events[index])
            index += 1
            continue
        found_again = decide_again(game, state, events[index:], one_deal=one_deal)
        best = () if found_again is None else found_again.events
        agreed = _common(best, events[index:])
        if best and agreed == len(best):
            for event in best:
                state = evolve(game, state, event)
            index += agreed
            continue
        decided = best[agreed] if best else None
        found.append(Drift(index + agreed, events[index + agreed], decided))
        state, index = _skip_deal(game, state, events, index)
    return tuple(found)


def _skip_deal(game: AnyGame, state: MatchState, events: Sequence[Event], index: int) -> tuple[MatchState, int]:
    first = index
    while index < len(events) and (index == first or not isinstance(events[index], DealStarted)):
        state = evolve(game, state, events[index])
        index += 1
    return state, index


def decide_again(
    game: AnyGame, state: MatchState, recorded: Sequence[Event], *, one_deal: bool = False
) -> Decided | None:
    """The offered act whose events agree longest with the record; None when none agrees at all.

    Args:
        game: whose log it is.
        state: the match before.
        recorded: what was recorded after that, at least one event.
        one_deal: the match was to be over with its first deal (see `match.act`).
    """
    best: Decided | None = None
    agreed = 0
    for seat, action in _candidates(game, state, recorded):
        try:
            step = act(game, state, seat, action, one_deal=one_deal)
        except IllegalAction:
            continue  # what was recorded is then to be found among the other candidates, or is no longer allowed
        same = _common(step.events, recorded)
        if same > agreed:
            best, agreed = Decided(seat, action, step.events), same
    return best


def _common(decided: Sequence[Event], recorded: Sequence[Event]) -> int:
    """How many events at the beginning are equal. At least one recorded event is left over when not all are."""
    same = 0
    for mine, theirs in zip(decided, recorded, strict=False):
        if mine != theirs:
            break
        same += 1
    return min(same, len(recorded) - 1) if same < len(decided) else same


def _candidates(game: AnyGame, state: MatchState, recorded: Sequence[Event]) -> Iterator[tuple[Seat | None, Action]]:
    if needs_deal(game, state):
        yield None, _same_deal(game, state, recorded)
    for seat in sorted(may_act(game, state)):
        for prompt in prompts(game, state, seat):
            for code in _codes(prompt, recorded[:4]):
                yield seat, game.parse(code)


def _same_deal(game: AnyGame, state: MatchState, recorded: Sequence[Event]) -> Deal:
    """The order of the pack that gives the recorded cards: deal the pack unshuffled and see where each card goes."""
    deck = game.deck(state.options, state.players)
    given = act(game, state, None, Deal(deck)).events
    moved: dict[Card, Card] = {}
    for mine, theirs in zip(given, recorded, strict=False):
        if type(mine) is type(theirs):
            moved.update(zip(_cards(mine), _cards(theirs), strict=False))
    rest = iter([card for card in deck if card not in moved.values()])
    return Deal(tuple([moved.get(card) or next(rest, card) for card in deck]))


def _cards(event: Event) -> Iterator[Card]:
    for value in _values(event):
        if isinstance(value, Card):
            yield value
        elif isinstance(value, tuple):
            yield from (card for card in value if isinstance(card, Card))


def _codes(prompt: Prompt, recorded: Sequence[Event]) -> Iterator[str]:
    """The codes that could have led to these events: all of a short prompt, the recorded ones of a long."""
    match prompt:
        case OneOf():
            yield from prompt.codes()
        case BidRange():
            numbers = {value for event in recorded for value in _values(event) if isinstance(value, int)}
            codes = (f"{prompt.kind}:{number}:{name}" for name in prompt.denominations for number in numbers)
            yield from filter(prompt.accepts, codes)
        case PickCards():
            for event in recorded:
                named = tuple(_cards(event))
                # An event tells the cards that were picked, or those that were not.
                for picked in (named, tuple(card for card in prompt.pool if card not in named)):
                    code = f"{prompt.kind}:{' '.join(card.code for card in picked)}"
                    if prompt.accepts(code):
                        yield code


def _values(event: object) -> Iterator[object]:
    """The values of a dataclass's fields, and of a dataclass directly inside it."""
    assert is_dataclass(event)
    for item in fields(event):
        value: object = getattr(event, item.name)
        yield value
        if is_dataclass(value) and not isinstance(value, Card):
            yield from (getattr(value, inner.name) for inner in fields(value))
