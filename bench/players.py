"""How strong computer players are.

    python -m bench.players club heuristic [--games tarot] [--presets fft] [--seats 3 5] [--deals 200] [--seed 1]
    python -m bench.players expert:worlds=20 expert --games belote

Two players are compared on duplicate deals: the same cards, with their places exchanged. Where two sides play, each
player has either side once, and the difference is that of the sides' marks. Where everybody marks for themselves, the
first player takes each seat once among second players, and the difference is to what a second player marked there.
A player is `heuristic`, `random`, or a level; `worlds`, `bidding`, `infers` and `seconds` change a level's
habits, `infers` by yes and no. A deal is the first one of a match; the dealer changes with each.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import fmean, median, quantiles, stdev
from time import process_time
from typing import Any, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bot.ai.brains import brain_of
from bot.ai.heuristic import Heuristic
from bot.ai.hints import hint_for
from bot.ai.levels import LEVELS, Habits
from bot.ai.random_legal import RandomLegal
from bot.ai.thinker import Thinker
from bot.ai.workers import InLine
from bot.core import match
from bot.core.actions import Action, Deal
from bot.core.events import Event
from bot.core.game import AnyGame
from bot.core.match import MatchState
from bot.core.registry import game_of, games
from bot.core.seats import Seat
from bot.core.situation import Situation, situation
from bot.engine.ports import Brain

YES = {"yes": True, "no": False}
NAMES = {"worlds": "worlds", "bidding": "bidding_worlds", "infers": "infers"}


@dataclass(frozen=True, slots=True)
class Table:
    """What is played: a game's key, a preset's and the number of seats."""

    game: str
    preset: str
    seats: int

    @property
    def name(self) -> str:
        """As it is printed."""
        return f"{self.game} {self.preset} ×{self.seats}"


Found = TypeVar("Found")


class Timed:
    """A brain with the processor time of its choices, in milliseconds; choices without a choice are not counted."""

    def __init__(self, brain: Brain) -> None:
        self.brain = brain
        self.times: list[float] = []

    async def choose(self, situation: Situation) -> Action:
        """One of the offered actions."""
        codes = (code for prompt in situation.prompts for code in prompt.codes())
        begun = process_time()
        action = await self.brain.choose(situation)
        if len([code for code, _ in zip(codes, range(2), strict=False)]) == 2:
            self.times.append((process_time() - begun) * 1000)
        return action

    @property
    def failures(self) -> tuple[int, int]:
        """Choices that fell back, and all."""
        brain = self.brain
        if isinstance(brain, Thinker | Heuristic):
            return brain.failures, brain.decisions
        return 0, len(self.times)


def habits_of(name: str) -> Habits:
    """A level, or one with changed habits: `expert:worlds=20,infers=no`.

    Raises:
        KeyError: there is no such level or habit.
    """
    level, _, changes = name.partition(":")
    habits = LEVELS[level]
    for change in filter(None, changes.split(",")):
        key, _, value = change.partition("=")
        if key == "seconds":
            habits = replace(habits, seconds=float(value))
        else:
            # Habits are told apart by their names: which of them are numbers is theirs to say.
            changed: dict[str, Any] = {NAMES[key]: YES[value] if value in YES else int(value)}
            habits = replace(habits, **changed)
    return habits


def player(game: AnyGame, name: str, seed: int) -> Brain:
    """The player of this name."""
    if name == "random":
        return RandomLegal(game, seed)
    if name == "heuristic":
        return Heuristic(game, hint_for(game.key), seed)
    return brain_of(game, habits_of(name), InLine(), seed)


@dataclass
class Play:
    """What was played so far: the match, the events of its deal, and the chance of its cards."""

    game: AnyGame
    state: MatchState
    chance: Random
    log: list[Event] = field(default_factory=list)

    async def deal(self, brains: Sequence[Brain]) -> None:
        """Play a deal to its end."""
        self.log = []
        while True:
            if match.needs_deal(self.game, self.state):
                deck = self.game.deck(self.state.options, self.state.players)
                step = match.act(self.game, self.state, None, Deal(tuple(self.chance.sample(deck, len(deck)))))
            else:
                seat = min(match.to_act(self.game, self.state))
                action = await brains[seat].choose(situation(self.game, self.state, seat, self.log))
                step = match.act(self.game, self.state, seat, action)
            self.log += step.events
            self.state = step.state
            if self.state.between:
                return

    @property
    def card_points(self) -> tuple[int, ...] | None:
        """Card points by side, where the game has them."""
        assert self.state.deal is not None
        return self.game.view(self.state.deal, None).points


def opened(table: Table, dealer: int, chance: Random) -> Play:
    """A match before its first deal."""
    game = game_of(table.game)
    return Play(game, match.start(game, game.presets[table.preset], table.seats, Seat(dealer)).state, chance)


Score = tuple[float, float | None]
"""What a side marked and its card points, less what the others did."""


def compared(table: Table, names: tuple[str, str], seed: int, number: int) -> tuple[Score, list[Timed]]:
    """The difference of two players on one duplicate deal, and how long they thought."""
    game = game_of(table.game)
    first, second = (Timed(player(game, name, seed + place)) for place, name in enumerate(names))
    sides = game.sides(table.seats)
    sign = -1 if game.match_rules(game.presets[table.preset]).lowest_wins else 1

    def played(own: Sequence[Seat]) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
        play = opened(table, number % table.seats, Random(f"{seed}/{table.name}/{number}"))
        asyncio.run(play.deal([first if seat in own else second for seat in range(table.seats)]))
        return play.state.records[-1].points, play.card_points

    if len(sides) == 2:
        scores = [_apart(side, *played(members)) for side, members in enumerate(sides)]
    else:
        usual = played(())
        scores = [_beside(side, usual, played(members)) for side, members in enumerate(sides)]
    cards = [cards for _, cards in scores if cards is not None]
    mean = sign * fmean(mark for mark, _ in scores)
    return (mean, sign * fmean(cards) if len(cards) == len(scores) else None), [first, second]


def _apart(side: int, marks: tuple[int, ...], cards: tuple[int, ...] | None) -> Score:
    return marks[side] - marks[1 - side], None if cards is None else cards[side] - cards[1 - side]


Played = tuple[tuple[int, ...], tuple[int, ...] | None]


def _beside(side: int, usual: Played, played: Played) -> Score:
    cards = None if usual[1] is None or played[1] is None else float(played[1][side] - usual[1][side])
    return played[0][side] - usual[0][side], cards


@dataclass
class Comparison:
    """Differences over many deals, and both players' times and fallbacks."""

    marks: list[float] = field(default_factory=list)
    cards: list[float] = field(default_factory=list)
    times: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    failures: list[list[int]] = field(default_factory=lambda: [[0, 0], [0, 0]])

    def add(self, other: Comparison) -> None:
        """Join what another process found."""
        self.marks += other.marks
        self.cards += other.cards
        for mine, theirs in zip(self.times, other.times, strict=True):
            mine += theirs
        self.failures = [
            [one + two for one, two in zip(mine, theirs, strict=True)]
            for mine, theirs in zip(self.failures, other.failures, strict=True)
        ]


def compare(table: Table, names: tuple[str, str], seed: int, numbers: Sequence[int]) -> Comparison:
    """Compare on these deals."""
    found = Comparison()
    for number in numbers:
        (mark, cards), timed = compared(table, names, seed, number)
        found.marks.append(mark)
        found.cards += [] if cards is None else [cards]
        for place, one in enumerate(timed):
            found.times[place].extend(one.times)
            for which, count in enumerate(one.failures):
                found.failures[place][which] += count
    return found


def tables(keys: Sequence[str], presets: Sequence[str] | None, seats: Sequence[int] | None) -> Iterator[Table]:
    """What is meant: without presets each game's first one, `all` for all of them; without seats four, or the most."""
    for key in keys:
        game = game_of(key)
        named = [game.default_preset] if presets is None else list(game.presets if "all" in presets else presets)
        usual = [4 if 4 in game.seat_counts else max(game.seat_counts)]
        for preset in named:
            if preset in game.presets:
                wanted = seats or usual
                yield from (Table(key, preset, number) for number in wanted if number in game.seat_counts)


def line(table: Table, found: Comparison) -> str:
    """One row of the table of strength."""
    parts = [f"{table.name:34}", _mean(found.marks), _mean(found.cards) if found.cards else " " * 18]
    for times, (failed, all_) in zip(found.times, found.failures, strict=True):
        parts.append(_speed(times) + f" {100 * failed / max(1, all_):5.2f}%")
    return "  ".join(parts)


def _mean(values: Sequence[float]) -> str:
    error = stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return f"{fmean(values):+8.2f} ± {error:6.2f}"


def _speed(times: Sequence[float]) -> str:
    if len(times) < 2:
        return f"{'':20}"
    return f"{median(times):6.1f} {quantiles(times, n=20)[-1]:6.1f} {max(times):6.0f}"


def spread(work: Callable[[Sequence[int]], Found], number: int, jobs: int) -> Iterator[Found]:
    """The work on so many deals or matches, in this process or shared by several."""
    shares = [range(first, number, jobs) for first in range(jobs)]
    if jobs == 1:
        yield work(shares[0])
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield from pool.map(work, shares)


@dataclass(frozen=True, slots=True)
class Duel:
    """Work for another process: a comparison."""

    table: Table
    names: tuple[str, str]
    seed: int

    def __call__(self, numbers: Sequence[int]) -> Comparison:
        """Compare on these deals."""
        return compare(self.table, self.names, self.seed, numbers)


def duels(wanted: argparse.Namespace, names: tuple[str, str]) -> None:
    """Print the table of strength."""
    print(f"{names[0]} against {names[1]}: {wanted.deals} duplicate deals, seed {wanted.seed}")
    print("differences of marks and of card points, ± standard error; then for each player the median, the 95th")
    print("percentile and the longest of the milliseconds of a choice, and the share of choices that fell back")
    for table in tables(wanted.games, wanted.presets, wanted.seats):
        found = Comparison()
        for part in spread(Duel(table, names, wanted.seed), wanted.deals, wanted.jobs):
            found.add(part)
        print(line(table, found), flush=True)


def arguments(about: str | None) -> argparse.ArgumentParser:
    """What every measurement of players is told."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=list(games()))
    parser.add_argument("--presets", nargs="*", help="`all` for every one")
    parser.add_argument("--seats", nargs="*", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    return parser


def main() -> None:
    """Print what is asked for; without arguments a short look at every game."""
    parser = arguments(__doc__)
    parser.add_argument("first", nargs="?", default="club")
    parser.add_argument("second", nargs="?", default="heuristic")
    parser.add_argument("--deals", type=int, default=10)
    wanted = parser.parse_args()
    duels(wanted, (wanted.first, wanted.second))


if __name__ == "__main__":
    main()
