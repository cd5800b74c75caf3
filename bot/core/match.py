"""A match: deals one after another, the dealer's rotation, totals, points held over, and when it ends.

The match layer is the same for every game. It wraps a game's events with its own: `MatchStarted`, `DealStarted`,
`DealEnded`, `MatchEnded`. Folding them with `evolve` rebuilds any match.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import ClassVar

from bot.core.actions import Action, Deal
from bot.core.errors import CorruptLog, IllegalAction, Reason
from bot.core.events import Event, PublicEvent
from bot.core.evolving import replace
from bot.core.facts import Fact
from bot.core.game import AnyGame, DealResult, DealSetup, DealState, MatchRules, Step, apply
from bot.core.options import Options, OptionValue
from bot.core.prompts import Prompt
from bot.core.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class MatchStarted(PublicEvent):
    """A match began under these rules.

    Attributes:
        game: the game's key.
        rules_version: of the game when it started.
        options: every option's name and value.
        players: number of seats.
        first_dealer: who deals first.
    """

    kind: ClassVar[str] = "MatchStarted"
    game: str
    rules_version: int
    options: tuple[tuple[str, OptionValue], ...]
    players: int
    first_dealer: Seat


@dataclass(frozen=True, slots=True)
class DealStarted(PublicEvent):
    """A deal began. `number` counts from 1, deals that nobody took included."""

    kind: ClassVar[str] = "DealStarted"
    number: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class DealEnded(PublicEvent):
    """A deal is over and its points are in the totals.

    Attributes:
        points: what each side marked; zeros for a deal that nobody took.
        held: what waits for the next deal, by side.
        undecided: the part of `points` that cannot by itself finish the match.
        taker_side: the taking side, None when nobody took, or in a game without takers.
        made: whether the contract was made; None when there is none or for a tie.
        counts: whether it counts in a match over a number of deals.
        next_dealer: who deals next.
    """

    kind: ClassVar[str] = "DealEnded"
    points: tuple[int, ...]
    held: tuple[int, ...]
    undecided: tuple[int, ...]
    taker_side: Side | None
    made: bool | None
    counts: bool
    next_dealer: Seat


@dataclass(frozen=True, slots=True)
class MatchEnded(PublicEvent):
    """The match is over. `winner` is None for a draw."""

    kind: ClassVar[str] = "MatchEnded"
    totals: tuple[int, ...]
    winner: Side | None


MATCH_EVENTS: tuple[type[Event], ...] = (MatchStarted, DealStarted, DealEnded, MatchEnded)


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One finished deal of the score sheet."""

    number: int
    dealer: Seat
    points: tuple[int, ...]
    totals: tuple[int, ...]
    taker_side: Side | None
    made: bool | None
    counts: bool
    account: tuple[Fact, ...]


@dataclass(frozen=True)
class MatchState:
    """A match between or during deals. It has no slots: see `evolving`.

    Attributes:
        options: the options it is played under.
        players: number of seats.
        dealer: who deals, or will deal next.
        totals: points by side.
        carried: points of ties waiting, by the side that put them in.
        deal: the running deal, or the last one until the next starts; None before the first.
        number: number of the running or last deal, from 1; 0 before the first.
        between: no deal is running; the next one waits for `Deal`.
        records: the score sheet.
        ended: the match is over.
        winner: the winning side; None while it runs or for a draw.
    """

    options: Options
    players: int
    dealer: Seat
    totals: tuple[int, ...]
    carried: tuple[int, ...]
    deal: DealState | None = None
    number: int = 0
    between: bool = True
    records: tuple[DealRecord, ...] = ()
    ended: bool = False
    winner: Side | None = None

    @property
    def counted(self) -> int:
        """Number of finished deals that count."""
        return sum(record.counts for record in self.records)


@dataclass(frozen=True, slots=True)
class MatchStep:
    """The outcome of an accepted action in a match."""

    state: MatchState
    events: tuple[Event, ...]


def start(game: AnyGame, options: Options, players: int, first_dealer: Seat) -> MatchStep:
    """Begin a match; the first deal then waits for `Deal(order)` by no seat.

    Raises:
        IllegalAction: the game cannot be played under these options.
    """
    event = MatchStarted(game.key, game.rules_version, tuple(options.values().items()), players, first_dealer)
    state = _begin(game, event)
    game.begin(deal_setup(game, state, 1))
    return MatchStep(state, (event,))


def needs_deal(game: AnyGame, state: MatchState) -> bool:
    """Whether chance must act: between deals, or a game that asks for more cards."""
    if state.ended:
        return False
    return state.between or (state.deal is not None and game.needs_deal(state.deal))


def to_act(game: AnyGame, state: MatchState) -> frozenset[Seat]:
    """Seats that must act now."""
    return frozenset() if state.between or state.deal is None else game.to_act(state.deal)


def may_act(game: AnyGame, state: MatchState) -> frozenset[Seat]:
    """Seats that must or may act now."""
    return frozenset() if state.between or state.deal is None else game.may_act(state.deal)


def may_take_back(game: AnyGame, state: MatchState) -> Seat | None:
    """The seat that is offered to take its latest card back."""
    return None if state.between or state.deal is None else game.may_take_back(state.deal)


def asked(game: AnyGame, state: MatchState) -> frozenset[Seat]:
    """The seats that may answer what another seat asks for."""
    return frozenset() if state.between or state.deal is None else game.asked(state.deal)


def prompts(game: AnyGame, state: MatchState, seat: Seat) -> tuple[Prompt, ...]:
    """What the seat is offered now."""
    return () if state.between or state.deal is None else game.prompts(state.deal, seat)


def act(game: AnyGame, state: MatchState, seat: Seat | None, action: Action, *, one_deal: bool = False) -> MatchStep:
    """Do one action of a seat, or of chance (None); all or nothing.

    `Deal` between two deals starts the next one. When an action ends the deal, the match's own events follow it.

    Args:
        game: which game.
        state: the match before.
        seat: who acts; None for chance.
        action: what is done.
        one_deal: the match is over with its first deal, whatever its options and that deal's outcome are.

    Raises:
        IllegalAction: the action is not allowed now.
    """
    events: list[Event] = []
    if state.ended or (state.between and not (seat is None and isinstance(action, Deal))):
        raise IllegalAction(Reason.DEAL_OVER)
    if state.between:
        started = DealStarted(state.number + 1, state.dealer)
        state = evolve(game, state, started)
        events.append(started)
    assert state.deal is not None
    step: Step[DealState] = apply(game, state.deal, seat, action)
    events.extend(step.events)
    state = replace(state, deal=step.state)
    result = game.result(step.state)
    if result is not None:
        for event in _closing(game, state, result, one_deal=one_deal):
            state = evolve(game, state, event)
            events.append(event)
    return MatchStep(state, tuple(events))


def evolve(game: AnyGame, state: MatchState | None, event: Event) -> MatchState:
    """The match after an event: pure, and the only way its state changes.

    Raises:
        CorruptLog: the event does not fit what came before it.
    """
    if isinstance(event, MatchStarted):
        _fits(state is None, event, "in a match that has started")
        return _begin(game, event)
    if state is None:
        raise CorruptLog(f"{event.kind} before the match started")
    _fits(not state.ended, event, "after the end of the match")
    if isinstance(event, DealStarted):
        return _new_deal(game, state, event)
    if isinstance(event, DealEnded):
        return _after_deal(game, state, event)
    if isinstance(event, MatchEnded):
        return _finished(state, event)
    if state.deal is None or state.between:
        raise CorruptLog(f"{event.kind} between two deals")
    return replace(state, deal=game.evolve(state.deal, event))


def prompt_token(game: AnyGame, state: MatchState, seat: Seat) -> str:
    """A short token that changes exactly when this seat's choice changes; guards against stale and double clicks."""
    offered = repr((state.number, prompts(game, state, seat), _progress(game, state, seat)))
    return sha256(offered.encode()).hexdigest()[:8]


def verdict(rules: MatchRules, totals: tuple[int, ...], ended: DealEnded, counted: int) -> MatchEnded | None:
    """Whether the match ends after a deal, and who wins (docs/rules/belote.md 13).

    Args:
        rules: when the match ends.
        totals: points by side, this deal included.
        ended: the deal just finished.
        counted: deals that count so far, this one included.
    """
    if not ended.counts:
        return None
    if rules.deals is not None:
        return _leader(rules, totals) if counted >= rules.deals else None
    over = [
        Side(side)
        for side, total in enumerate(totals)
        if _passes(rules, total) and _passes(rules, total - ended.undecided[side])
    ]
    if not over:
        return None
    if rules.lowest_wins:
        return _leader(rules, totals)
    if len(over) == 1:
        return MatchEnded(totals, over[0])
    if rules.both_over == "draw":
        return MatchEnded(totals, None)
    if rules.both_over == "takers_win" and ended.taker_side in over:
        return MatchEnded(totals, ended.taker_side)
    return _leader(rules, totals)


def _leader(rules: MatchRules, totals: tuple[int, ...]) -> MatchEnded | None:
    """The end with the leader as winner; a shared lead is a draw where tables accept one, else play goes on."""
    winner = _alone(_leaders(rules, totals))
    return MatchEnded(totals, winner) if winner is not None or rules.shared or rules.both_over == "draw" else None


def _leaders(rules: MatchRules, totals: tuple[int, ...]) -> list[Side]:
    best = min(totals) if rules.lowest_wins else max(totals)
    return [Side(side) for side, total in enumerate(totals) if total == best]


def _alone(leaders: list[Side]) -> Side | None:
    return leaders[0] if len(leaders) == 1 else None


def places(totals: tuple[int, ...], *, lowest_wins: bool = False) -> tuple[int, ...]:
    """Each side's place, 1 for the best; equal totals share one.

    >>> places((50, 50, -50, -50)), places((26, 0, 104), lowest_wins=True)
    ((1, 1, 3, 3), (2, 1, 3))
    """
    sign = -1 if lowest_wins else 1
    return tuple(1 + sum(sign * other > sign * total for other in totals) for total in totals)


def _passes(rules: MatchRules, total: int) -> bool:
    return total > rules.target if rules.exceed else total >= rules.target


def _fits(holds: bool, event: Event, otherwise: str) -> None:
    if not holds:
        raise CorruptLog(f"{event.kind} {otherwise}")


def _begin(game: AnyGame, event: MatchStarted) -> MatchState:
    if event.game != game.key or event.players not in game.seat_counts:
        raise CorruptLog(f"a match of {event.game} with {event.players} seats")
    _fits(0 <= event.first_dealer < event.players, event, f"with seat {event.first_dealer} as dealer")
    try:
        options = game.options_type().with_values(dict(event.options))
    except IllegalAction as error:
        raise CorruptLog(f"options of the match: {error.fact}") from error
    nothing = (0,) * len(game.sides(event.players))
    return MatchState(options, event.players, event.first_dealer, nothing, nothing)


def deal_setup(game: AnyGame, state: MatchState, number: int) -> DealSetup:
    """What a match's running or next deal, of this number, starts from."""
    rules = game.match_rules(state.options)
    last = rules.deals is not None and state.counted + 1 >= rules.deals
    return DealSetup(state.players, state.dealer, state.options, state.totals, state.carried, last, number)


def _closing(game: AnyGame, state: MatchState, result: DealResult, *, one_deal: bool) -> tuple[Event, ...]:
    ended = DealEnded(
        result.points,
        result.held,
        result.undecided,
        result.taker_side,
        result.made,
        result.counts,
        result.next_dealer,
    )
    totals = tuple(total + points for total, points in zip(state.totals, result.points, strict=True))
    counted = state.counted + result.counts
    rules = game.match_rules(state.options)
    over = verdict(rules, totals, ended, counted)
    if over is None and one_deal:
        over = MatchEnded(totals, _alone(_leaders(rules, totals)))
    return (ended,) if over is None else (ended, over)


def _new_deal(game: AnyGame, state: MatchState, event: DealStarted) -> MatchState:
    _fits(state.between, event, "during a deal")
    _fits(event.number == state.number + 1, event, f"{event.number} after deal {state.number}")
    _fits(event.dealer == state.dealer, event, f"by seat {event.dealer} where seat {state.dealer} deals")
    try:
        deal = game.begin(deal_setup(game, state, event.number))
    except IllegalAction as error:
        raise CorruptLog(f"a deal that cannot be played: {error.fact}") from error
    return replace(state, deal=deal, number=event.number, between=False)


def _finished(state: MatchState, event: MatchEnded) -> MatchState:
    _fits(state.between and state.number > 0, event, "before the end of a deal")
    _fits(event.totals == state.totals, event, f"with {event.totals} where the totals are {state.totals}")
    _fits(event.winner is None or 0 <= event.winner < len(state.totals), event, f"won by side {event.winner}")
    return replace(state, ended=True, winner=event.winner)


def _after_deal(game: AnyGame, state: MatchState, event: DealEnded) -> MatchState:
    result = None if state.deal is None or state.between else game.result(state.deal)
    _fits(result is not None, event, "while no deal is over")
    sides = len(state.totals)
    _fits(all(len(by) == sides for by in (event.points, event.held, event.undecided)), event, f"not by {sides} sides")
    _fits(event.taker_side is None or 0 <= event.taker_side < sides, event, f"taken by side {event.taker_side}")
    _fits(0 <= event.next_dealer < state.players, event, f"with seat {event.next_dealer} as next dealer")
    totals = tuple(total + points for total, points in zip(state.totals, event.points, strict=True))
    record = DealRecord(
        state.number,
        state.dealer,
        event.points,
        totals,
        event.taker_side,
        event.made,
        event.counts,
        () if result is None else result.account,
    )
    return replace(
        state,
        dealer=event.next_dealer,
        totals=totals,
        carried=event.held,
        between=True,
        records=(*state.records, record),
    )


def _progress(game: AnyGame, state: MatchState, seat: Seat) -> tuple[int, ...]:
    return (0, 0) if state.deal is None else game.progress(state.deal, seat)
