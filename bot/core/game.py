"""The contract a game fulfils for one deal, and `apply`, which does one action of any game.

A game decides in `handle`, which only emits events; `evolve` is the single place where its state changes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar, Generic, Self, TypeVar

from bot.core.account import Part
from bot.core.actions import Action, parse_action
from bot.core.cards import Card
from bot.core.errors import IllegalAction
from bot.core.events import DealScored, Event
from bot.core.facts import Fact
from bot.core.options import Options
from bot.core.prompts import Prompt
from bot.core.seats import Seat, Side
from bot.core.views import View


@dataclass(frozen=True, slots=True)
class DealSetup:
    """What a deal starts from.

    Attributes:
        players: number of seats.
        dealer: who deals.
        options: the game's options.
        totals: match points so far, by side.
        carried: points of earlier ties waiting in the pot, by the side that put them in.
        last: whether the match ends with this deal (a match over a number of deals).
        number: the deal's number in the match, from 1; deals that nobody took count too.
    """

    players: int
    dealer: Seat
    options: Options
    totals: tuple[int, ...]
    carried: tuple[int, ...]
    last: bool = False
    number: int = 1


@dataclass(frozen=True, slots=True)
class DealResult:
    """How a deal ended.

    Attributes:
        points: what each side marks.
        held: points waiting for the next deal, by the side that put them in.
        undecided: the part of `points` that cannot by itself finish the match, by side.
        taker_side: the taking side; None when nobody took, or in a game without takers.
        made: whether the contract was made; None when there is none or the deal is tied.
        counts: False for a deal that was not played.
        next_dealer: who deals next.
        account: the explanation, line by line.
    """

    points: tuple[int, ...]
    held: tuple[int, ...]
    undecided: tuple[int, ...]
    taker_side: Side | None
    made: bool | None
    counts: bool
    next_dealer: Seat
    account: tuple[Fact, ...] = ()

    @classmethod
    def of(cls, score: DealScored, next_dealer: Seat) -> Self:
        """The result of a deal that was played to its end."""
        return cls(
            score.points,
            score.held,
            score.undecided,
            score.taker_side,
            score.made,
            counts=True,
            next_dealer=next_dealer,
            account=score.account,
        )


@dataclass(frozen=True, slots=True)
class MatchRules:
    """When a match ends.

    Attributes:
        target: the match ends when a side has so many points, unless `deals` is set.
        exceed: the target must be passed, not only reached.
        both_over: `higher`, `takers_win` or `draw` when several sides are over on the same deal.
        deals: number of counted deals, None for a match to the target.
        shared: equal leaders share the first place when the match would end; else it goes on.
        lowest_wins: the side with the fewest points leads; a target then ends the match, but not for who reached it.
    """

    target: int
    exceed: bool = False
    both_over: str = "higher"
    deals: int | None = None
    shared: bool = False
    lowest_wins: bool = False


class DealState:
    """Base of every game's state of one deal: a frozen dataclass that holds its `setup`."""

    __slots__ = ()
    setup: DealSetup


S = TypeVar("S", bound=DealState)


@dataclass(slots=True)
class Draft(Generic[S]):
    """Collects the events of one action; `state` shows the deal after each of them."""

    game: Game[S]
    state: S
    events: list[Event] = field(default_factory=list)

    def emit(self, event: Event) -> None:
        """Record an event and let the state follow."""
        self.state = self.game.evolve(self.state, event)
        self.events.append(event)


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """The outcome of an accepted action."""

    state: S
    events: tuple[Event, ...]


class Game(ABC, Generic[S]):
    """One game's rules for one deal. Implementations hold no state of their own.

    Attributes:
        key: the game's name in logs and settings; its folder's name.
        rules_version: grows exactly when behaviour changes.
        seat_counts: numbers of players it can be played by.
        options_type: its options class.
        presets: named options, the main ones first.
        default_preset: the preset of a new table.
        lesson: number of the prepared cards with which somebody learns it; `bench/lessons.py` looks for a good one.
        federation: for each preset the one that states the federation's game; empty where no federation does.
        action_types: every action a seat or chance may ask.
        event_types: every event it emits, shared ones included.
        account_parts: what the facts of its accounts are, by key.
    """

    key: ClassVar[str]
    rules_version: ClassVar[int]
    seat_counts: ClassVar[frozenset[int]]
    options_type: ClassVar[type[Options]]
    presets: ClassVar[Mapping[str, Options]]
    default_preset: ClassVar[str]
    lesson: ClassVar[int] = 1
    federation: ClassVar[Mapping[str, str]] = MappingProxyType({})
    action_types: ClassVar[tuple[type[Action], ...]]
    event_types: ClassVar[tuple[type[Event], ...]]
    account_parts: ClassVar[Mapping[str, Part]] = MappingProxyType({})

    @abstractmethod
    def sides(self, players: int) -> tuple[tuple[Seat, ...], ...]:
        """The units that score together, by `Side`."""

    @abstractmethod
    def match_rules(self, options: Options) -> MatchRules:
        """When a match under these options ends."""

    @abstractmethod
    def deck(self, options: Options, players: int) -> tuple[Card, ...]:
        """The pack, in a fixed order."""

    @abstractmethod
    def begin(self, setup: DealSetup) -> S:
        """A deal before its cards are dealt.

        Raises:
            IllegalAction: the options do not go together, or cannot be played.
        """

    @abstractmethod
    def needs_deal(self, state: S) -> bool:
        """Whether chance must act: `Deal(order)` by no seat."""

    @abstractmethod
    def to_act(self, state: S) -> frozenset[Seat]:
        """Seats that must act: the clock runs for them. Empty when the deal is over or waits for chance."""

    def may_act(self, state: S) -> frozenset[Seat]:
        """Seats that must or may act; the others have no prompt."""
        return self.to_act(state)

    def may_take_back(self, state: S) -> Seat | None:
        """The seat that is offered to take its latest card back; None when nobody is.

        Everybody can see it. Computer players leave a person that much time.
        """
        return None

    def asked(self, state: S) -> frozenset[Seat]:
        """Seats that another seat asks for something: they may answer `Agree` or `Refuse`, and need not.

        Everybody can see it. Computer players agree at once, and leave people time to answer.
        """
        return frozenset()

    @abstractmethod
    def prompts(self, state: S, seat: Seat) -> tuple[Prompt, ...]:
        """What the seat is offered; empty when it may not act."""

    @abstractmethod
    def handle(self, draft: Draft[S], seat: Seat | None, action: Action) -> None:
        """Check the action and emit its events.

        Raises:
            IllegalAction: it is not allowed; the draft is then thrown away.
        """

    @abstractmethod
    def evolve(self, state: S, event: Event) -> S:
        """The state after an event: pure, and total over `event_types`.

        Raises:
            CorruptLog: the event does not belong to this game or does not fit the state.
        """

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> View:
        """What the seat, or a spectator, may see."""

    @abstractmethod
    def result(self, state: S) -> DealResult | None:
        """How the deal ended; None while it runs."""

    def progress(self, state: S, seat: Seat) -> tuple[int, ...]:
        """Numbers that change with what a seat has done, so that it never has one token for two choices.

        Only what everybody may know. A game in which a card can come back to the hand must count that here.
        """
        view = self.view(state, seat)
        return view.hand_sizes[seat], sum(call.seat == seat for call in view.calls)

    def reference(self, profile: str, options: Options) -> Options | None:
        """The federation's options that a table's are measured against; None where no federation states the game.

        A profile that is no preset of the game is measured against the nearest of the federation's.
        """
        stated = self.federation.get(profile)
        if stated is not None:
            return self.presets[stated]
        values = options.values().items()
        found = (self.presets[name] for name in dict.fromkeys(self.federation.values()))
        return min(found, key=lambda other: len(values - other.values().items()), default=None)

    def parse(self, code: str) -> Action:
        """Read one of this game's actions.

        Raises:
            UnknownAction: the text names none.
        """
        return parse_action(self.action_types, code)


AnyGame = Game[DealState]
"""A game whose state type is not known here."""


def apply(game: Game[S], state: S, seat: Seat | None, action: Action) -> Step[S]:
    """Do one action, all or nothing; `state` itself never changes.

    Raises:
        IllegalAction: the action is not allowed; it knows what the seat was offered instead.
    """
    draft = Draft(game, state)
    try:
        game.handle(draft, seat, action)
    except IllegalAction as refused:
        if seat is not None:
            refused.meet(seat, game.prompts(state, seat), game.to_act(state))
        raise
    return Step(draft.state, tuple(draft.events))
