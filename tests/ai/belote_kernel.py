"""Deals played by chance, judged by the core and by the kernel of the computer players of belote and coinche."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import cast

from bot.ai.belote.combos import combos, judged
from bot.ai.belote.kernel import (
    CARDS,
    DENOMINATIONS,
    NUMBERS,
    Laws,
    beats,
    denied,
    laws_of,
    legal,
    mask_of,
    order_of,
    suit_of,
)
from bot.ai.belote.marks import Result, stakes_of
from bot.core.actions import Deal, Declare, Pass, PlayCard
from bot.core.cards import Card
from bot.core.families.belote.annonces import combinations_of, judge
from bot.core.families.belote.auction import Auction
from bot.core.families.belote.belotes import BELOTE_POINTS, counted
from bot.core.families.belote.contract import Aim, Contract, Doubling
from bot.core.families.belote.counting import DealCount
from bot.core.families.belote.duties import legal_cards
from bot.core.families.belote.game import BeloteFamilyGame
from bot.core.families.belote.options import FamilyOptions
from bot.core.families.belote.state import BeloteState, Phase, ranking_for
from bot.core.game import DealSetup, apply
from bot.core.options import OptionSpec, OptionValue
from bot.core.prompts import BidRange, OneOf
from bot.core.registry import game_of
from bot.core.seats import Seat
from bot.core.tricks import Trick

KEYS = ("belote", "coinche")

State = BeloteState[Auction]
FamilyGame = BeloteFamilyGame[Auction]

_KEPT = ("shuffle", "undo", "direction", "cut_min")
"""Options that no play of these deals depends on, or that cannot be played."""


@dataclass(slots=True)
class Compared:
    """How many positions agreed, and what the first that did not was."""

    positions: int = 0
    fault: str | None = None


def family_game(key: str) -> FamilyGame:
    """A game of the family by its key."""
    return cast("FamilyGame", game_of(key))


def preset(key: str, name: str) -> FamilyOptions:
    """Named options of a game of the family."""
    options = game_of(key).presets[name]
    assert isinstance(options, FamilyOptions)
    return options


def any_options(key: str, chance: Random) -> FamilyOptions:
    """Options of a game, each by chance."""
    options = preset(key, chance.choice(list(game_of(key).presets)))
    changes = {spec.name: _any_value(spec, chance) for spec in options.specs() if spec.name not in _KEPT}
    if isinstance(changes.get("bid_max"), int) and chance.random() < 0.9:
        changes["bid_max"] = None
    changed = options.with_values(changes)
    values = changed.values()
    low, high = values.get("bid_min"), values.get("bid_max")
    if isinstance(low, int) and isinstance(high, int) and high < low:
        return changed.with_values({"bid_max": low})
    return changed


def _any_value(spec: OptionSpec, chance: Random) -> OptionValue:
    if spec.choices:
        return chance.choice(spec.choices)
    if isinstance(spec.default, bool):
        return chance.random() < 0.5
    return chance.randint(spec.low, spec.high)


def any_setup(options: FamilyOptions, chance: Random) -> DealSetup:
    """What a deal may start from."""
    totals = (chance.randrange(0, 2200), chance.randrange(0, 2200))
    pot = (chance.choice((0, 0, 81)), chance.choice((0, 0, 91)))
    return DealSetup(4, Seat(chance.randrange(4)), options, totals, pot, chance.random() < 0.2)


def dealt(game: FamilyGame, setup: DealSetup, chance: Random) -> State:
    """A deal in play: called by chance, dealt again until somebody takes."""
    while True:
        pack = list(game.deck(setup.options, 4))
        chance.shuffle(pack)
        state = apply(game, game.begin(setup), None, Deal(tuple(pack))).state
        while state.phase is Phase.BIDDING:
            code = _call(state.auction, state.turn, chance)
            state = apply(game, state, state.turn, game.parse(code)).state
        if state.phase is Phase.PLAY:
            return state


def _call(auction: Auction, seat: Seat, chance: Random) -> str:
    prompt = chance.choice(auction.prompts(seat))
    if isinstance(prompt, BidRange):
        name, floor = chance.choice(prompt.floors)
        return f"{prompt.kind}:{chance.choice(prompt.levels(name, floor + 30))}:{name}"
    assert isinstance(prompt, OneOf)
    slam = any(action.kind in ("capot", "generale") for action in prompt.actions)
    return Pass.kind if slam and chance.random() < 0.8 else chance.choice(prompt.actions).code


def compare(key: str, options: FamilyOptions, chance: Random, found: Compared) -> None:
    """Play one deal by chance and compare every position of it; the first fault is kept in `found`."""
    game = family_game(key)
    setup = any_setup(options, chance)
    state = dealt(game, setup, chance)
    table = Table.of(state)
    while state.phase is Phase.PLAY:
        if state.word is None:
            found.positions += 1
            fault = table.fault_before(state)
            if fault is not None:
                found.fault = found.fault or f"{key} {options.values()} {setup}: {fault}"
                return
        prompts = game.prompts(state, state.turn)
        words = [action for prompt in prompts if isinstance(prompt, OneOf) for action in prompt.actions]
        said = [action for action in words if isinstance(action, Declare)]
        plays = [action for action in words if isinstance(action, PlayCard)]
        action = chance.choice(said if said and chance.random() < 0.8 else plays)
        if isinstance(action, PlayCard):
            table.play(state.turn, action.card)
        state = apply(game, state, state.turn, action).state
    fault = table.fault_after(state)
    if fault is not None:
        found.fault = found.fault or f"{key} {options.values()} {setup}: {fault}"


@dataclass(slots=True)
class Table:
    """The same deal in the kernel.

    Attributes:
        denomination: what is trump, by number.
        laws: of the contract.
        hands: cards held by each seat, by place.
        taker: who took.
        led, best, master, count: the current trick.
        cards: card points of the two sides.
        tricks: tricks of each seat.
        last: who won the last trick.
        pile: points of the current trick.
    """

    denomination: int
    laws: Laws
    hands: list[int]
    taker: Seat
    led: int = 0
    best: int = 0
    master: int = 0
    count: int = 0
    cards: tuple[int, int] = (0, 0)
    tricks: tuple[int, ...] = (0, 0, 0, 0)
    last: int = 0
    pile: int = 0

    @classmethod
    def of(cls, state: State) -> Table:
        """The kernel's table of a deal before its first card."""
        denomination = DENOMINATIONS.index(state.denomination)
        order = order_of(denomination)
        hands = [order.placed(mask_of(hand)) for hand in state.hands]
        return cls(denomination, laws_of(denomination, state.options), hands, state.playing.taker)

    def fault_before(self, state: State) -> str | None:
        """How the kernel's view of the seat to act differs from the core's; None where it does not."""
        order, turn = order_of(self.denomination), state.turn
        partner = self.count > 0 and (self.master - turn) % 2 == 0
        mine = order.numbered(legal(self.hands[turn], self.led, self.best, partner, self.laws))
        if mine != mask_of(state.legal.cards):
            return f"legal {mine:08x}, {state.legal.cards} of {state.hands[turn]} on {state.trick}"
        if state.trick.plays:
            assert state.winning is not None
            if state.winning[0] != self.master:
                return f"winning {self.master}, {state.winning} of {state.trick}"
        by_hand = [mask_of(hand) for hand in state.hands]
        if [order.numbered(hand) for hand in self.hands] != by_hand or self.cards != state.points:
            return f"hands {self.hands} or points {self.cards}, {state.points}"
        if tuple(self.tricks) != state.tricks_won():
            return f"tricks {self.tricks}, {state.tricks_won()}"
        return None

    def play(self, seat: int, card: Card) -> None:
        """Play a card."""
        bit, laws = order_of(self.denomination).places[NUMBERS[card]], self.laws
        partner = self.count > 0 and (self.master - seat) % 2 == 0
        assert not denied(bit, self.led, self.best, partner, laws) & (self.hands[seat] ^ bit)
        self.hands[seat] ^= bit
        self.pile += laws.points[bit]
        if not self.count:
            self.led = suit_of(bit)
        if not self.count or beats(bit, self.best, self.led, laws.trumps):
            self.best, self.master = bit, seat
        self.count += 1
        if self.count == 4:
            side = self.master % 2
            self.cards = (self.cards[0] + self.pile * (1 - side), self.cards[1] + self.pile * side)
            self.tricks = tuple(won + (seat == self.master) for seat, won in enumerate(self.tricks))
            self.last, self.led, self.best, self.count, self.pile = self.master, 0, 0, 0, 0

    def fault_after(self, state: State) -> str | None:
        """How the kernel's marks differ from the core's; None where they do not."""
        assert state.score is not None
        options, setup = state.options, state.setup
        side = self.taker % 2
        annonces = (0, 0) if state.judged is None else (state.judged.points[0], state.judged.points[1])
        if options.annonces and options.annonce_announce == "auto":
            held = [combos(mask_of(hand), self.denomination, options.annonce_cards) for hand in state.dealt]
            mine = judged(held, state.won[0].trick.plays[0][0], options.annonce_tie)
            if mine != annonces:
                return f"annonces {mine}, {annonces} of {state.dealt}"
        belotes = counted(state.belotes(), state.denomination, options.ta_belotes)
        won = self.tricks[side] + self.tricks[side + 2]
        result = Result(
            self.cards[side],
            self.last % 2 == side,
            1 if won == 8 else -1 if won == 0 else 0,
            self.tricks[self.taker] == 8,
            (belotes[side] // BELOTE_POINTS, belotes[1 - side] // BELOTE_POINTS),
            (annonces[side], annonces[1 - side]),
        )
        stakes = stakes_of(
            options, state.playing, self.denomination, self.laws.total, setup.totals, setup.carried, setup.last
        )
        marks, theirs = stakes.marks(result), state.score.points
        if marks != (theirs[side], theirs[1 - side]):
            return f"marks {marks} of {state.playing} {result}, {theirs} by sides"
        return None


def fault_of_duties(options: FamilyOptions, chance: Random) -> str | None:
    """Where the kernel disagrees about any few cards on any trick: which may be played, and what a play denies.

    `must_rise` looks at the whole hand: two cards say more than what holds for any hand.
    """
    denomination = chance.randrange(len(DENOMINATIONS))
    ranks = ranking_for(DENOMINATIONS[denomination], options)
    laws, order = laws_of(denomination, options), order_of(denomination)
    spot = order.places
    drawn = chance.sample(CARDS, chance.randint(4, 8))
    plays = tuple((Seat(seat), card) for seat, card in enumerate(drawn[: chance.randint(1, 3)]))
    trick, seat, hand = Trick(plays), len(plays), tuple(drawn[len(plays) :])
    winning = trick.best(ranks)
    assert winning is not None
    partner = (winning[0] - seat) % 2 == 0
    led, best = suit_of(spot[NUMBERS[trick.cards[0]]]), spot[NUMBERS[winning[1]]]
    allowed = legal_cards(hand, trick, partner, ranks, options).cards
    if order.numbered(legal(order.placed(mask_of(hand)), led, best, partner, laws)) != mask_of(allowed):
        return f"{options.values()} {DENOMINATIONS[denomination]}: {hand} to {trick}, {allowed}"
    mine = denied(spot[NUMBERS[hand[0]]], led, best, partner, laws)
    for other in hand[1:] if options.under_partner != "must_rise" else ():
        may = hand[0] in legal_cards((hand[0], other), trick, partner, ranks, options).cards
        if may == bool(mine & spot[NUMBERS[other]]):
            return f"{options.values()} {DENOMINATIONS[denomination]}: {hand[0]} to {trick}, {other}"
    return None


def fault_of_marks(key: str, options: FamilyOptions, chance: Random) -> str | None:
    """Where the kernel marks a result made up by chance, ties and capots often among them, other than the core."""
    setup, taker = any_setup(options, chance), Seat(chance.randrange(4))
    denomination = chance.randrange(len(DENOMINATIONS))
    total, side = laws_of(denomination, options).total, taker % 2
    aims = (Aim.TAKE,) if key == "belote" else (Aim.NUMBER, Aim.NUMBER, Aim.NUMBER, Aim.CAPOT, Aim.GENERALE)
    doubling = Doubling.NONE if key == "belote" else chance.choice(tuple(Doubling))
    level = 10 * chance.randint(8, 17)
    contract = Contract(taker, DENOMINATIONS[denomination], chance.choice(aims), level, doubling)
    annonces = chance.choice(((0, 0), (0, 0), (50, 0), (0, 20), (0, 400)))
    belotes = chance.choice(((0, 0), (0, 0), (1, 0), (0, 1)))
    tricks = chance.choice((0, 1, 4, 7, 8, 8))
    near = chance.choice((total // 2, level, total - level))
    cards = max(0, min(total, {0: 0, 8: total}.get(tricks, near + chance.choice((5, -5, chance.randint(-12, 12))))))
    der = {0: False, 8: True}.get(tricks, chance.random() < 0.5)
    alone = tricks == 8 and chance.random() < 0.5
    result = Result(cards, der, (tricks == 8) - (tricks == 0), alone, belotes, annonces)
    count = DealCount(
        cards=_by_side(side, (cards, total - cards)),
        tricks=_by_side(side, (tricks, 8 - tricks)),
        der=side if der else 1 - side,
        belotes=(side,) * belotes[0] + (1 - side,) * belotes[1],
        annonces=_by_side(side, annonces),
        solo_tricks=8 if alone else 3,
    )
    stakes = stakes_of(options, contract, denomination, total, setup.totals, setup.carried, setup.last)
    mine, theirs = stakes.marks(result), family_game(key).score(setup, contract, count).points
    return None if _by_side(side, mine) == theirs else f"{options.values()} {setup}: {mine} of {result}, {theirs}"


def _by_side(side: int, pair: tuple[int, int]) -> tuple[int, int]:
    """What takers and defence have, in the order of the sides; the other way round is the same."""
    return (pair[1], pair[0]) if side else pair


def fault_of_annonces(options: FamilyOptions, chance: Random) -> str | None:
    """Where the kernel judges annonces of a deal, of a pack that is hardly shuffled, other than the core."""
    pack = list(CARDS)
    for _ in range(chance.randrange(12)):
        one, other = chance.randrange(32), chance.randrange(32)
        pack[one], pack[other] = pack[other], pack[one]
    cut, first = chance.randrange(8), chance.randrange(4)
    pack = pack[cut:] + pack[:cut]
    hands = [tuple(pack[start : start + 8]) for start in chance.sample(range(0, 32, 8), 4)]
    denomination = chance.randrange(len(DENOMINATIONS))
    named = DENOMINATIONS[denomination]
    held = {Seat(seat): combinations_of(hand, named, options.annonce_cards) for seat, hand in enumerate(hands)}
    theirs = judge(held, Seat(first), options.annonce_tie).points
    mine = judged(
        [combos(mask_of(hand), denomination, options.annonce_cards) for hand in hands], first, options.annonce_tie
    )
    return None if mine == theirs else f"{options.values()} {named} {first} {hands}: {mine}, {theirs}"
