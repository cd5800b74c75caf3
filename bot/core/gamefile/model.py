"""A played match as a game file holds it, made from a log and turned back into its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from bot.core.actions import Action, Deal
from bot.core.cards import Card
from bot.core.errors import CoreError, CorruptLog, Ruling
from bot.core.events import Event
from bot.core.game import AnyGame
from bot.core.match import DealEnded, DealStarted, MatchEnded, MatchStarted, MatchState, act, evolve, start
from bot.core.options import OptionValue
from bot.core.replay import Decided, decide_again
from bot.core.seats import Seat, Side

FORMAT = 1
"""The version of the format that is written and read."""

NAMES = "ABCDEFGH"
"""What seats are called when nobody's name is to be told."""


class BadFile(CoreError):
    """A game file cannot be read.

    Attributes:
        line: number of the line, from 1.
        problem: what is wrong, for whoever made the file.
        ruling: the rule that an act breaks; None when the line itself is wrong.
        game: key of the game whose rule it is.
    """

    def __init__(self, line: int, problem: str, ruling: Ruling | None = None, game: str | None = None) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem
        self.ruling = ruling
        self.game = game


@dataclass(frozen=True, slots=True)
class Proof:
    """How a deal's cards are checked (docs/fair-deals.md).

    Attributes:
        table: number of the table where it was played.
        seed: in hexadecimal.
        clicks: ids of the clicks that were mixed in, in order.
        commitment: the hash shown before the deal.
    """

    table: int
    seed: str
    clicks: tuple[str, ...]
    commitment: str


@dataclass(frozen=True, slots=True)
class Act:
    """What a seat, or chance (None), did."""

    seat: Seat | None
    action: Action


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal ended: points and totals by side, the taking side, whether it made its contract, whether it counts."""

    points: tuple[int, ...]
    totals: tuple[int, ...]
    taker: Side | None
    made: bool | None
    counts: bool

    @classmethod
    def of(cls, ended: DealEnded, state: MatchState) -> Outcome:
        """The outcome of the deal that an event ended, with the match after it."""
        return cls(ended.points, state.totals, ended.taker_side, ended.made, ended.counts)


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """One deal that is over.

    Attributes:
        number: from 1, deals that nobody took included.
        dealer: who dealt.
        pack: in the order of dealing, first card first.
        acts: what was done after that, in order.
        outcome: how it ended.
        proof: where the order of the pack comes from; None when that is not known.
    """

    number: int
    dealer: Seat
    pack: tuple[Card, ...]
    acts: tuple[Act, ...]
    outcome: Outcome
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match whose deals are all over.

    Attributes:
        game: the game's key.
        rules: the rules version it was played by.
        profile: what its rules were called at the table.
        options: every option by name.
        seats: what the players are called, one name a seat.
        first_dealer: who dealt first.
        deals: in order.
        totals: points by side at the end.
        finished: it was played to its end; else it was given up after its last deal here.
        winner: the winning side; None for a draw, and when it was given up.
    """

    game: str
    rules: int
    profile: str
    options: Mapping[str, OptionValue]
    seats: tuple[str, ...]
    first_dealer: Seat
    deals: tuple[PlayedDeal, ...]
    totals: tuple[int, ...]
    finished: bool
    winner: Side | None

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.seats)


def neutral_names(players: int) -> tuple[str, ...]:
    """A letter for each seat.

    >>> neutral_names(4)
    ('A', 'B', 'C', 'D')
    """
    return tuple(NAMES[:players])


@dataclass(slots=True)
class _Deal:
    """A deal being collected."""

    started: DealStarted
    pack: tuple[Card, ...]
    acts: list[Act] = field(default_factory=list)

    def over(self, acts: tuple[Act, ...], outcome: Outcome, proofs: Mapping[int, Proof]) -> PlayedDeal:
        """The deal at its end."""
        number = self.started.number
        return PlayedDeal(number, self.started.dealer, self.pack, acts, outcome, proofs.get(number))


def of_log(
    game: AnyGame,
    events: Sequence[Event],
    profile: str,
    seats: Sequence[str] | None = None,
    packs: Mapping[int, tuple[Card, ...]] = MappingProxyType({}),
    proofs: Mapping[int, Proof] = MappingProxyType({}),
) -> PlayedMatch:
    """The match that a log records, up to its last deal that is over; every act is decided again.

    Args:
        game: whose log it is.
        events: all its events.
        profile: what the rules were called at the table.
        seats: the players' names; letters when left out.
        packs: the orders of the pack that are known, by deal; the others are worked out from what was dealt.
        proofs: where these orders come from, by deal.

    Raises:
        CorruptLog: the log does not fold, no deal of it is over, or the present rules decide it otherwise.
    """
    started = events[0] if events else None
    if not isinstance(started, MatchStarted):
        raise CorruptLog("no match has started")
    ends = [place for place, event in enumerate(events) if isinstance(event, DealEnded | MatchEnded)]
    if not ends:
        raise CorruptLog("no deal of it is over")
    state, index, deals = evolve(game, None, started), 1, list[PlayedDeal]()
    deal: _Deal | None = None
    while index <= ends[-1]:
        decided = _decided(game, state, events, index, packs)
        opens = isinstance(decided.events[0], DealStarted)
        done = () if opens else (Act(decided.seat, decided.action),)
        for event in decided.events:
            state = evolve(game, state, event)
            if isinstance(event, DealStarted) and isinstance(decided.action, Deal):
                deal = _Deal(event, decided.action.order)
            elif isinstance(event, DealEnded) and deal is not None:
                deals.append(deal.over((*deal.acts, *done), Outcome.of(event, state), proofs))
                deal = None
        if deal is not None:
            deal.acts += done
        index += len(decided.events)
    return PlayedMatch(
        game.key,
        started.rules_version,
        profile,
        MappingProxyType(dict(started.options)),
        neutral_names(started.players) if seats is None else tuple(seats),
        started.first_dealer,
        tuple(deals),
        state.totals,
        state.ended,
        state.winner,
    )


def _decided(
    game: AnyGame, state: MatchState, events: Sequence[Event], index: int, packs: Mapping[int, tuple[Card, ...]]
) -> Decided:
    """The act that gives exactly the events recorded from `index` on."""
    decided: Decided | None
    pack = packs.get(state.number + 1) if state.between else None
    if pack is not None:
        decided = Decided(None, Deal(pack), act(game, state, None, Deal(pack)).events)
        if tuple(events[index : index + len(decided.events)]) != decided.events:
            raise CorruptLog(f"deal {state.number + 1}: the cards are not those that its seed gives")
        return decided
    decided = decide_again(game, state, events[index:])
    if decided is None or tuple(events[index : index + len(decided.events)]) != decided.events:
        raise CorruptLog(f"event {index + 1} ({events[index].kind}): the present rules decide otherwise")
    return decided


def started_match(game: AnyGame, played: PlayedMatch) -> tuple[MatchState, MatchStarted]:
    """The match before its first deal, and the event that starts it.

    Raises:
        IllegalAction: the options are none of the game's, or do not go together.
    """
    options = game.options_type().with_values(played.options)
    step = start(game, options, played.players, played.first_dealer)
    (event,) = step.events
    assert isinstance(event, MatchStarted)
    return step.state, replace_rules(event, played.rules)


def replace_rules(event: MatchStarted, rules: int) -> MatchStarted:
    """The same start under the rules version of a file."""
    return MatchStarted(event.game, rules, event.options, event.players, event.first_dealer)


def events_of(game: AnyGame, played: PlayedMatch) -> tuple[Event, ...]:
    """The events of a match that was read, or made from a log: the same again.

    Raises:
        IllegalAction: an act is not allowed.
    """
    state, started = started_match(game, played)
    log: list[Event] = [started]
    for deal in played.deals:
        for done in (Act(None, Deal(deal.pack)), *deal.acts):
            step = act(game, state, done.seat, done.action)
            state = step.state
            log += step.events
    return tuple(log)
