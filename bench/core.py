"""Whole random deals per second for every game and preset, beside a naive program in the same run.

    python -m bench.core [--seconds 1.0] [--games coinche]

Two programs stand beside the core, both with cards as texts and hands as lists, playing at random like it does:

- naive: `tests/reference`, which plays by the same options, asked for what may be called and played, and for the marks;
- bare: written here for speed: one coinche without options, variants, account or log.

The core is measured as a table uses it: prompts, one action by its code, the events folded; the shares on the right
also draw all four views after every action. Processor time is counted, not the clock.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, cast

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.naive_tarot import NaiveTarot
from bot.core import match
from bot.core.actions import Deal
from bot.core.game import AnyGame
from bot.core.match import MatchState
from bot.core.options import Options
from bot.core.prompts import BidRange, OneOf, PickCards, Prompt
from bot.core.registry import games
from bot.core.seats import Seat
from tests.reference import bidding, cards
from tests.reference import deal as whole


class Dealing(Protocol):
    """A program that plays one deal after another."""

    def deal(self) -> None:
        """One more deal."""


LAYERS = ("prompts", "handle", "evolve", "view")
WANTED = 0.25


def pick(prompts: tuple[Prompt, ...], chance: random.Random) -> str:
    """Any offered action; the lowest bid of a range."""
    prompt = chance.choice(prompts)
    match prompt:
        case OneOf():
            return chance.choice(prompt.actions).code
        case BidRange():
            name, floor = chance.choice(prompt.floors)
            return f"{prompt.kind}:{floor}:{name}"
        case PickCards():
            held = chance.sample(prompt.pool, prompt.minimum)
            return f"{prompt.kind}:{' '.join(card.code for card in held)}"


def core_deal(game: AnyGame, state: MatchState, chance: random.Random, views: bool) -> MatchState:
    """One deal by random play; with `views`, every seat's view after every action, as an application needs them."""
    if state.ended:
        state = match.start(game, state.options, state.players, Seat(0)).state
    deck = game.deck(state.options, state.players)
    state = match.act(game, state, None, Deal(tuple(chance.sample(deck, len(deck))))).state
    while not state.between:
        seat = min(match.to_act(game, state))
        code = pick(match.prompts(game, state, seat), chance)
        state = match.act(game, state, seat, game.parse(code)).state
        if views and state.deal is not None:
            for viewer in range(state.players):
                game.view(state.deal, Seat(viewer))
    return state


class Table:
    """Deals of one match after another."""

    def __init__(self, game: AnyGame, options: Options, chance: random.Random, views: bool) -> None:
        self.game, self.chance, self.views = game, chance, views
        self.state = match.start(game, options, min(game.seat_counts), Seat(0)).state

    def deal(self) -> None:
        """One more deal."""
        self.state = core_deal(self.game, self.state, self.chance, self.views)


BARE_DECK = [rank + suit for suit in "SHDC" for rank in ("7", "8", "9", "10", "J", "Q", "K", "A")]
BARE_TRUMP = ["7", "8", "Q", "K", "10", "A", "9", "J"]
BARE_PLAIN = ["7", "8", "9", "J", "Q", "K", "10", "A"]
BARE_POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}


def bare_strength(card: str, led: str, trump: str) -> int:
    if card[-1] == trump:
        return 10 + BARE_TRUMP.index(card[:-1])
    return BARE_PLAIN.index(card[:-1]) if card[-1] == led else -1


def bare_legal(hand: list[str], trick: list[str], trump: str) -> list[str]:
    if not trick:
        return hand
    led = trick[0][-1]
    strengths = [bare_strength(card, led, trump) for card in trick]
    best = max(strengths)
    following = [card for card in hand if card[-1] == led]
    if following and led != trump:
        return following
    trumps = [card for card in hand if card[-1] == trump]
    higher = [card for card in trumps if bare_strength(card, led, trump) > best]
    if following:
        return higher or following
    partner_wins = len(trick) > 1 and strengths.index(best) == len(trick) - 2
    if not trumps or partner_wins:
        return hand
    return higher or trumps


def bare_auction(chance: random.Random) -> tuple[int, str, int, int] | None:
    """Random calls: (taker, trump, number, factor), None when everybody passes."""
    turn, passes, number, trump, taker = 0, 0, 70, "", -1
    while passes < (4 if taker < 0 else 3):
        offered = ["pass"] + [f"{level} {suit}" for level in range(number + 10, 170, 10) for suit in "SHDC"]
        if taker >= 0 and (turn - taker) % 2:
            offered.append("coinche")
        call = chance.choice([offered[0], chance.choice(offered[:5]), offered[-1]])
        if call not in offered:
            raise ValueError(call)
        if call == "coinche":
            return taker, trump, number, chance.choice([2, 4])
        if call == "pass":
            passes += 1
        else:
            level, trump = call.split()
            number, taker, passes = int(level), turn, 0
        turn = (turn + 1) % 4
    return None if taker < 0 else (taker, trump, number, 1)


def bare_deal(chance: random.Random) -> list[int]:
    """A whole deal: auction, cards chosen among the legal ones and checked again, belote, marks."""
    deck = chance.sample(BARE_DECK, 32)
    hands = [sorted(deck[8 * seat : 8 * seat + 8]) for seat in range(4)]
    contract = bare_auction(chance)
    if contract is None:
        return [0, 0]
    taker, trump, number, factor = contract
    belote = next((seat for seat in range(4) if {"K" + trump, "Q" + trump} <= set(hands[seat])), None)
    log: list[tuple[int, str]] = []
    leader, points, tricks = 0, [0, 0], [0, 0]
    for count in range(8):
        trick: list[str] = []
        for step in range(4):
            seat = (leader + step) % 4
            card = chance.choice(bare_legal(hands[seat], trick, trump))
            if card not in hands[seat] or card not in bare_legal(hands[seat], trick, trump):
                raise ValueError(card)
            hands[seat].remove(card)
            trick.append(card)
            log.append((seat, card))
        strengths = [bare_strength(card, trick[0][-1], trump) for card in trick]
        leader = (leader + strengths.index(max(strengths))) % 4
        tricks[leader % 2] += 1
        for card in trick:
            worth = {"J": 20, "9": 14}.get(card[:-1]) if card[-1] == trump else None
            points[leader % 2] += BARE_POINTS.get(card[:-1], 0) if worth is None else worth
        points[leader % 2] += 10 if count == 7 else 0
    return bare_marks(taker % 2, number, factor, points, tricks, belote)


def bare_marks(
    side: int, number: int, factor: int, points: list[int], tricks: list[int], belote: int | None
) -> list[int]:
    if 8 in tricks:
        points = [252 if won == 8 else 0 for won in tricks]
    extra = [20 if belote is not None and belote % 2 == team else 0 for team in (0, 1)]
    held = [points[team] + extra[team] for team in (0, 1)]
    made = held[side] >= number and held[side] > held[1 - side]
    marks = list(held)
    if made and factor == 1:
        marks[side] += number
    else:
        winner = side if made else 1 - side
        marks = list(extra)
        marks[winner] += (160 + number) * factor
    return [(mark + 5) // 10 * 10 for mark in marks]


class Naive:
    """Random deals of the reference program."""

    def __init__(self, game: AnyGame, options: Options, chance: random.Random) -> None:
        self.options: cards.Options = {**options.values(), "game": game.key, "players": 4}
        self.chance = chance
        self.dealer = 0

    def deal(self) -> None:
        """One deal."""
        self.dealer = (self.dealer + 1) % 4
        deck = self.chance.sample(cards.DECK, 32)
        _, turned = whole.deal_hands(self.options, self.dealer, deck)
        calls: list[bidding.Call] = []
        known = bidding.auction(self.options, self.dealer, calls, turned)
        while known["status"] == "open":
            calls.append(self._call(known, calls, turned))
            known = bidding.auction(self.options, self.dealer, calls, turned)
        if known["status"] == "contract":
            plays = self._plays(known, deck)
            whole.play_deal(self.options, self.dealer, deck, calls, plays)

    def _call(self, known: bidding.State, calls: list[bidding.Call], turned: str | None) -> str:
        """Pass, double, or the lowest bid or a slam in some suit."""
        legal = cast("dict[str, object]", known["legal"])
        named = legal.get("calls")
        words = [str(word) for word in named] if isinstance(named, list) else ["pass", "coinche", "surcoinche"]
        words += [f"{bid}:{self.chance.choice('SHDC')}" for bid in (legal.get("min_bid"), "capot", "generale") if bid]
        call = self.chance.choice(words)
        allowed = bidding.is_valid(self.options, self.dealer, calls, call, known["seat"], turned)
        return call if allowed else "pass"

    def _plays(self, contract: bidding.State, deck: list[str]) -> list[whole.Play]:
        hands, _ = whole.deal_hands(self.options, self.dealer, deck, contract["taker"])
        leader = whole.trick_one_leader(self.options, self.dealer, contract)
        plays: list[whole.Play] = []
        for _ in range(8):
            trick: list[tuple[int, str]] = []
            for step in range(4):
                seat = (leader + step) % 4
                legal = cards.legal_cards(self.options, contract["trump"], seat, trick, hands[seat])
                card = self.chance.choice(sorted(legal))
                hands[seat].remove(card)
                trick.append((seat, card))
                plays.append((seat, card, None))
            leader = trick[cards.winner_index(contract["trump"], [card for _, card in trick])][0]
        return plays


NAIVES: Mapping[str, Callable[[AnyGame, Options, random.Random], Dealing]] = MappingProxyType(
    {"belote": Naive, "coinche": Naive, "tarot": NaiveTarot}
)
"""The reference program of a game, by its key; games without one are left out."""


def rate(deal: Callable[[], object], seconds: float) -> float:
    """Deals per second."""
    done, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        deal()
        done += 1
    return done / spent


def shares(game: AnyGame, options: Options, deals: int) -> dict[str, float]:
    """Part of the time of whole deals, views of all seats included, that each layer takes itself."""
    spent = dict.fromkeys(LAYERS, 0.0)
    stack: list[list[float]] = []

    def timed(name: str, work: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object) -> object:
            stack.append([0.0])
            begun = time.process_time()
            try:
                return work(*arguments)
            finally:
                whole = time.process_time() - begun
                inner = stack.pop()[0]
                spent[name] += whole - inner
                if stack:
                    stack[-1][0] += whole

        return call

    watched = type(game)()
    for name in LAYERS:
        setattr(watched, name, timed(name, getattr(watched, name)))
    table = Table(watched, options, random.Random(1), views=True)
    begun = time.process_time()
    for _ in range(deals):
        table.deal()
    everything = time.process_time() - begun
    return {name: spent[name] / everything for name in LAYERS}


def line(game: AnyGame, preset: str, seconds: float) -> float:
    """Measure and print one preset; returns the core's rate as a part of the naive program's."""
    options = game.presets[preset]
    table = Table(game, options, random.Random(7), views=False)
    naive_table = NAIVES[game.key](game, options, random.Random(7))
    before = rate(naive_table.deal, seconds / 2)
    core = rate(table.deal, seconds)
    naive = (before + rate(naive_table.deal, seconds / 2)) / 2
    bare = rate(partial(bare_deal, random.Random(7)), seconds / 2)
    parts = shares(game, options, 40)
    print(
        f"{game.key + ' ' + preset:32}{core:>7.0f}{naive:>7.0f}{core / naive:>7.2f}{bare:>8.0f}   "
        + "".join(f"{parts[name]:>9.0%}" for name in LAYERS)
    )
    return core / naive


def main() -> int:
    """Print the table; 1 when the wanted ratio is missed somewhere."""
    parser = argparse.ArgumentParser(description="Whole random deals per second.")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time for each measurement")
    parser.add_argument("--games", nargs="*", help="only these games")
    arguments = parser.parse_args()
    good = True
    print(f"{'':32}{'core':>7}{'naive':>7}{'ratio':>7}{'bare':>8}   " + "".join(f"{name:>9}" for name in LAYERS))
    for key, game in games().items():
        wanted = key in NAIVES and (not arguments.games or key in arguments.games)
        for preset in game.presets if wanted else ():
            good &= line(game, preset, arguments.seconds) >= WANTED
    print(f"wanted: a ratio of at least {WANTED}; " + ("reached" if good else "MISSED"))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
