"""Random matches of any game under random options, told again to its reference.

Every table comes from two numbers, `seed` and its own, so that one that fails can be played again by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Protocol

from bot.core import match
from bot.core.actions import Deal
from bot.core.cards import Card, Rank
from bot.core.errors import IllegalAction, Reason
from bot.core.events import HandDealt
from bot.core.game import AnyGame
from bot.core.options import Options, OptionSpec, OptionValue
from bot.core.seats import Seat
from tests.conformance.hearts_retelling import HeartsRetelling
from tests.conformance.retelling import Retelling
from tests.conformance.retelling_tarot import TarotRetelling
from tests.conformance.retelling_three import RetellingOfThree
from tests.conformance.retelling_two import RetellingOfTwo
from tests.conformance.walk import Choices, Plan, Walk, walk


class Retells(Protocol):
    """Compares a whole walk with a reference."""

    def run(self) -> None:
        """Compare; `AssertionError` when the two disagree."""


RETELLINGS: Mapping[str, Callable[[Walk, Choices], Retells]] = MappingProxyType(
    {
        "belote": Retelling,
        "belote_three": RetellingOfThree,
        "belote_two": RetellingOfTwo,
        "coinche": Retelling,
        "hearts": HeartsRetelling,
        "tarot": TarotRetelling,
    }
)
"""Who tells a walk again to the reference, by the game's key."""

SEATS: Mapping[str, tuple[int, ...]] = MappingProxyType({"hearts": (3, 4, 5), "tarot": (3, 4, 5)})
"""Numbers of players the reference knows, where it is not the fewest alone."""


def seats_of(game: AnyGame) -> tuple[int, ...]:
    """Numbers of players that the reference knows."""
    return SEATS.get(game.key, (min(game.seat_counts),))


@dataclass(frozen=True)
class Told:
    """One table that was compared; `fault` says where the two disagree. Processor time in seconds."""

    number: int
    positions: int
    fault: str | None
    playing: float
    telling: float


def tell(game: AnyGame, options: Options, players: int, plan: Plan, deals: int) -> int:
    """Play, and compare with the reference; how many positions were compared.

    Raises:
        AssertionError: the two disagree.
    """
    done = walk(game, options, players, plan, deals)
    RETELLINGS[game.key](done, Choices([], plan.choices().random)).run()
    return positions(done)


def positions(done: Walk) -> int:
    """Everything that was done but dealing: before each the answers are compared."""
    return sum(not isinstance(moment.action, Deal) for moment in done.moments)


def random_tables(game: AnyGame, seed: int, first: int = 0) -> Iterator[Told]:
    """Tables without end, under options changed by chance: a preset, up to eight options, any number of players."""
    number = first
    while True:
        chance = Random(f"{game.key} {seed} {number}")
        options = random_options(game, chance)
        if options is not None:
            players = chance.choice(seats_of(game))
            plan = SpecialPlan(chance.getrandbits(32), game=game, options=options, players=players)
            begun = time.process_time()
            done = walk(game, options, players, plan, deals=3)
            played = time.process_time()
            fault = None
            try:
                RETELLINGS[game.key](done, Choices([], chance)).run()
            except AssertionError as error:
                fault = f"{game.key} seed {seed} table {number}, {players} players: {error}"
            yield Told(number, positions(done), fault, played - begun, time.process_time() - played)
        number += 1


def random_options(game: AnyGame, chance: Random) -> Options | None:
    """None when values were drawn that do not go together."""
    specs = [spec for spec in game.options_type.specs() if spec.changes_answer]
    drawn = {spec.name: _value(spec, chance) for spec in chance.sample(specs, chance.randrange(9))}
    try:
        options = game.presets[chance.choice(sorted(game.presets))].with_values(drawn)
        match.start(game, options, min(game.seat_counts), Seat(0))
    except IllegalAction as error:
        if error.code is not Reason.OPTION_REFUSED:
            raise
        return None
    return options


def _value(spec: OptionSpec, chance: Random) -> OptionValue:
    if spec.choices:
        return chance.choice(spec.choices)
    if isinstance(spec.default, bool):
        return chance.random() < 0.5
    if spec.nullable and chance.random() < 0.5:
        return None
    few = chance.randint(spec.low, spec.high) if spec.high < 20 else chance.randint(spec.low // 10, 60) * 10
    return max(spec.low, min(few, spec.high))


@dataclass(frozen=True)
class SpecialPlan(Plan):
    """Chance in which hands that win every trick, and hands without trumps, come often."""

    game: AnyGame | None = None
    options: Options | None = None
    players: int = 4

    def choices(self) -> Choices:
        assert self.game is not None
        assert self.options is not None
        slots = slots_of(self.game, self.options, self.players)
        return SpecialChoices(Random(self.seed), slots)


def slots_of(game: AnyGame, options: Options, players: int) -> list[list[int]]:
    """The places of the pack that are dealt to one seat, for every seat that gets cards."""
    state = match.start(game, options, players, Seat(0)).state
    deck = game.deck(state.options, players)
    events = match.act(game, state, None, Deal(deck)).events
    hands: dict[int, list[int]] = {}
    for event in events:
        if isinstance(event, HandDealt):
            hands.setdefault(int(event.seat), []).extend(deck.index(card) for card in event.cards)
    return list(hands.values())


class SpecialChoices(Choices):
    """Now and then one seat gets the longest suit from above, or none of it but one card."""

    def __init__(self, random: Random, slots: list[list[int]]) -> None:
        super().__init__([], random)
        self.slots = slots
        self.keeps: frozenset[str] = frozenset()

    def order(self, deck: tuple[Card, ...]) -> tuple[Card, ...]:
        """The pack."""
        order = list(super().order(deck))
        kind = self.random.random()
        suits = [card.suit for card in deck]
        alone = [card for card in deck if suits.count(card.suit) == 1]
        self.keeps = frozenset(f"play:{card.code}" for card in alone) if kind < 0.5 else frozenset()
        if kind > 0.5 or not self.slots:
            return tuple(order)
        suit = max(set(suits), key=lambda one: (suits.count(one), one.value))
        long = sorted((card for card in deck if card.suit is suit), key=lambda card: list(Rank).index(card.rank))
        if kind < 0.35:
            wanted = [*alone[: self.random.randrange(2)], *reversed(long)]
        else:
            single = self.random.choice([*alone, long[0]])
            rest = [card for card in order if card.suit is not suit and card not in alone]
            wanted = [single, *rest]
        place = self.random.choice(self.slots)
        for index, card in zip(place, wanted, strict=False):
            other = order.index(card)
            order[index], order[other] = order[other], order[index]
        return tuple(order)

    def one_of(self, codes: tuple[str, ...]) -> str:
        """Mostly keeps a card that has no suit to the end."""
        spared = tuple(code for code in codes if code not in self.keeps)
        return super().one_of(spared if spared and self.random.random() < 0.97 else codes)
