"""Ways the hidden cards of a deal may lie, found from nothing but a game's contract and what one seat has seen.

A world is an order of the pack. The deal is played again from it, step by step, so that the seat sees the same events;
where it would not, the order is mended: a card that somebody showed is put where it came from, one that would have been
a duty to play is put elsewhere. What was learned so stays for the next world, which mixes only what is still free.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, cast

from bot.core.actions import Action, Deal, PlayCard
from bot.core.cards import Card
from bot.core.errors import IllegalAction, Reason
from bot.core.events import CardPlayed, Event, HandDealt, SeatEvent, visible
from bot.core.game import AnyGame, DealSetup, DealState, Step, apply
from bot.core.prompts import OneOf, PickCards, Prompt
from bot.core.seats import Seat

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

TRIES = 60
"""Times that an order is mended, or mixed anew, for one world."""

AHEAD = 4
"""Events of one action among which the cards that it named are looked for."""

CODES = 60
"""Codes of one prompt that are tried."""


class Stuck(Exception):
    """This order cannot be mended."""


@dataclass(frozen=True, slots=True)
class World:
    """A way the deal may stand.

    Attributes:
        state: the deal as it is in this world.
        events: all that happened in it, hidden events too.
    """

    state: DealState
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a world must agree with.

    Attributes:
        game: the rules.
        setup: what the deal started from.
        seat: who has seen it.
        events: what it has seen, oldest first.
        shown: `appearance` of what it sees now.
    """

    game: AnyGame
    setup: DealSetup
    seat: Seat
    events: tuple[Event, ...]
    shown: str


def appearance(view: object, prompts: Sequence[Prompt]) -> str:
    """A seat's view and what it is offered, as one text: two that are equal cannot be told apart."""
    return f"{view!r} {tuple(prompts)!r}"


class Worlds:
    """Finds worlds, one after another.

    Args:
        seen: what they agree with.
        chance: chooses among them.
    """

    def __init__(self, seen: Seen, chance: Random) -> None:
        self._seen = seen
        self._chance = chance
        self._order = list(seen.game.deck(seen.setup.options, seen.setup.players))
        self._place = {card: place for place, card in enumerate(self._order)}
        self._fixed: set[int] = set()
        self._guessed: set[int] = set()
        self._gifts: dict[Seat, tuple[Seat | None, int]] = {}
        self._owners: dict[int, Seat] = {}
        self._banned: set[tuple[Card, Seat]] = set()
        self._log: list[Event] = []

    def next(self) -> World | None:
        """Another world; None when none was found in `TRIES`."""
        self._mix()
        for _ in range(TRIES):
            try:
                state = self._replay()
            except Stuck:
                self._guessed.clear()
                self._mix()
                continue
            if state is not None:
                return World(state, tuple(self._log))
        return None

    def _mix(self) -> None:
        taken = self._fixed | self._guessed
        free = [place for place in range(len(self._order)) if place not in taken]
        for one in free:
            other = self._chance.choice(free)
            if self._allowed(self._order[one], other) and self._allowed(self._order[other], one):
                self._swap(one, other)

    def _allowed(self, card: Card, place: int) -> bool:
        owner = self._owners.get(place)
        return owner is None or (card, owner) not in self._banned

    def _swap(self, one: int, other: int) -> None:
        order = self._order
        order[one], order[other] = order[other], order[one]
        self._place[order[one]], self._place[order[other]] = one, other

    def _replay(self) -> DealState | None:
        """The deal from the present order, up to now; None when the order had to be mended on the way.

        Raises:
            Stuck: it cannot be mended.
        """
        seen, at = self._seen, 0
        state = seen.game.begin(seen.setup)
        self._log = []
        while at < len(seen.events):
            step = self._step(state, at)
            if step is None:
                return None
            for event in step.events:
                self._note_owners(event)
            shown = [event for event in step.events if visible(event, seen.seat)]
            if not self._agrees(shown, seen.events[at : at + len(shown)]):
                return None
            self._log += step.events
            at += len(shown)
            state = step.state
        now = appearance(seen.game.view(state, seen.seat), seen.game.prompts(state, seen.seat))
        if now != seen.shown:
            raise Stuck
        return state

    def _note_owners(self, event: Event) -> None:
        """Learn whose a place of the pack is, and who gets cards from whom."""
        if isinstance(event, HandDealt):
            self._owners.update((self._place[card], event.seat) for card in event.cards)
        elif isinstance(event, SeatEvent):
            foreign = [card for card in _cards(event) if self._owners.get(self._place[card]) != event.seat]
            if foreign:
                self._gifts[event.seat] = self._owners.get(self._place[foreign[0]]), len(foreign)

    def _agrees(self, shown: Sequence[Event], meant: Sequence[Event]) -> bool:
        """Whether the seat saw this; if not, its cards are put where they belong.

        Raises:
            Stuck: it saw something of another kind.
        """
        if list(map(type, shown)) != list(map(type, meant)):
            raise Stuck
        alike = True
        for mine, theirs in zip(shown, meant, strict=True):
            if mine != theirs:
                alike = False
                pairs = [pair for pair in zip(_cards(mine), _cards(theirs), strict=False) if pair[0] != pair[1]]
                if not pairs:
                    raise Stuck
                for card, real in pairs:
                    self._put(real, self._place[card], self._fixed)
            if not isinstance(theirs, CardPlayed):
                self._fixed |= {self._place[card] for card in _cards(theirs) if self._is_sure(theirs, card)}
        return alike

    def _is_sure(self, event: Event, card: Card) -> bool:
        """Whether an event that names a card tells where it was dealt: not so when it came from somebody else's."""
        return self._owners.get(self._place[card]) in (None, self._seen.seat) or not isinstance(event, SeatEvent)

    def _put(self, card: Card, place: int, among: set[int]) -> None:
        """Put a card at a place and note it among those that are known, or guessed.

        Raises:
            Stuck: it, or the place, is known to be another.
        """
        if self._place[card] != place:
            if {place, self._place[card]} & (self._fixed | self._guessed):
                raise Stuck
            self._swap(place, self._place[card])
        among.add(place)

    def _step(self, state: DealState, at: int) -> Step[DealState] | None:
        """The next action, by whoever does it; None when the order had to be mended for it."""
        game, meant = self._seen.game, self._seen.events[at]
        if game.needs_deal(state):
            return apply(game, state, None, Deal(tuple(self._order)))
        if isinstance(meant, CardPlayed):
            try:
                return apply(game, state, meant.seat, PlayCard(meant.card))
            except IllegalAction as refused:
                self._mend(meant, refused, at)
                return None
        best: Step[DealState] | None = None
        agreed = -1
        for seat, action in self._candidates(state, at):
            try:
                step = apply(game, state, seat, action)
            except IllegalAction:
                continue
            shown = [event for event in step.events if visible(event, self._seen.seat)]
            same = sum(mine == theirs for mine, theirs in zip(shown, self._seen.events[at:], strict=False))
            kinds = [type(event) for event in shown]
            if kinds == [type(event) for event in self._seen.events[at : at + len(kinds)]] and same > agreed:
                best, agreed = step, same
                if same == len(shown) > 0:
                    break
        if best is None:
            raise Stuck
        return best

    def _mend(self, play: CardPlayed, refused: IllegalAction, at: int) -> None:
        """A card was played that this world does not allow: move what stands in the way.

        Raises:
            Stuck: it cannot be moved.
        """
        if refused.code is Reason.NOT_IN_HAND:
            for event in self._seen.events[at:]:
                if isinstance(event, CardPlayed) and self._owners.get(self._place[event.card]) != event.seat:
                    self._hand_over(event, needed=event.card == play.card)
            return
        if not refused.legal:
            raise Stuck
        for card in refused.legal:
            self._banned.add((card, play.seat))
            place = self._place[card]
            others = [
                other
                for other in range(len(self._order))
                if other not in self._fixed | self._guessed
                and self._owners.get(other) != play.seat
                and self._allowed(card, other)
                and self._allowed(self._order[other], place)
            ]
            if place in self._fixed | self._guessed or not others or self._owners.get(place) != play.seat:
                raise Stuck
            self._swap(place, self._chance.choice(others))

    def _hand_over(self, play: CardPlayed, *, needed: bool) -> None:
        """Put a card that a seat plays among those that it was dealt, or those that it got from elsewhere later.

        Raises:
            Stuck: there is no room, and it is needed.
        """
        if self._place[play.card] in self._fixed | self._guessed:
            if needed:
                raise Stuck
            return
        giver, number = self._gifts.get(play.seat, (None, 0))
        own, given = self._room(play.seat), self._room(giver) if number else []
        dealt = sum(owner == play.seat for owner in self._owners.values())
        from_giver = given and (len(own) <= number or self._chance.random() < number / dealt)
        places = given if from_giver else own or given
        if places:
            place = self._chance.choice(places)
            self._put(play.card, place, self._guessed)
        elif needed:
            raise Stuck

    def _room(self, seat: Seat | None) -> list[int]:
        """Places of a seat whose cards may be others, and are not played by anybody yet."""
        played = {event.card for event in self._seen.events if isinstance(event, CardPlayed)}
        taken = self._fixed | self._guessed
        return [
            place
            for place, card in enumerate(self._order)
            if place not in taken and self._owners.get(place) == seat and card not in played
        ]

    def _candidates(self, state: DealState, at: int) -> Iterator[tuple[Seat, Action]]:
        game, coming = self._seen.game, self._seen.events[at : at + AHEAD]
        named = {card for event in coming for card in _cards(event)}
        meant = getattr(self._seen.events[at], "seat", None)
        for seat in sorted(game.may_act(state), key=lambda seat: (seat != meant, seat)):
            for prompt in game.prompts(state, seat):
                if isinstance(prompt, PickCards):
                    yield from ((seat, game.parse(code)) for code in self._picks(prompt, named, seat, at))
                    continue
                plays = {PlayCard(card).code for card in named}
                codes = [
                    code
                    for code in islice(prompt.codes(), CODES)
                    if not code.startswith(f"{PlayCard.kind}:") or code in plays
                ]
                if seat != self._seen.seat and isinstance(prompt, OneOf):
                    self._chance.shuffle(codes)
                    kept = self._kept(seat, at)
                    codes.sort(key=lambda code: kept.get(code.rpartition(":")[2], 1))
                yield from ((seat, game.parse(code)) for code in codes)

    def _kept(self, seat: Seat, at: int) -> dict[str, int]:
        """By a card's code, 0 for one that the seat gives away, 2 for one that it plays itself later."""
        kept: dict[str, int] = {}
        for event in self._seen.events[at:]:
            own = isinstance(event, CardPlayed) and event.seat == seat
            for card in _cards(event):
                kept.setdefault(card.code, 2 if own else 0)
        return kept

    def _picks(self, prompt: PickCards, named: set[Card], seat: Seat, at: int) -> Iterator[str]:
        """Picks that may have been: the cards that the events name, or those they leave, or what this seat gets."""
        for told in (named, set(prompt.pool) - named):
            code = _picked(prompt, [card for card in prompt.pool if card in told])
            if prompt.accepts(code):
                yield code
        if seat != self._seen.seat:
            pool, kept = self._chance.sample(prompt.pool, len(prompt.pool)), self._kept(seat, at)
            pool.sort(key=lambda card: kept.get(card.code, 1))
            yield _picked(prompt, pool[: prompt.minimum])


def _picked(prompt: PickCards, cards: Sequence[Card]) -> str:
    return f"{prompt.kind}:{' '.join(card.code for card in cards)}"


def _cards(event: Event) -> Iterator[Card]:
    """The cards that an event names, in the order of its fields."""
    for item in fields(cast("DataclassInstance", event)):
        value: object = getattr(event, item.name)
        if isinstance(value, Card):
            yield value
        elif isinstance(value, tuple):
            yield from (card for card in value if isinstance(card, Card))
