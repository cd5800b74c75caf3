"""Weighing calls: in sampled worlds the auction goes on by rules of thumb, and what comes of it is played out."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random

from bot.ai.belote.auctions import heard, may_double, next_taker, rolled, usual_call
from bot.ai.belote.judging import likelihood, support
from bot.ai.belote.kernel import PACK, SUIT, SUITS, Laws, bits, laws_of, order_of
from bot.ai.belote.knowledge import AIMS, BID, CAPOT, COINCHE, GENERALE, PASS, SURCOINCHE, TAKE
from bot.ai.belote.layout import Group, Known, options_of
from bot.ai.belote.playout import Trick, playout
from bot.ai.belote.weighing import Valuing, annonces_of, belotes_of, stakes_for
from bot.ai.families.bidding import SHORTEST
from bot.ai.problem import Values
from bot.core.families.belote.contract import Aim
from bot.core.families.belote.options import FamilyOptions
from bot.core.games.coinche.options import CoincheOptions

TRIES = 30
"""Drawings thrown away in a row because they fit badly with the calls, before one is taken as it is."""

HABIT = 60_000
"""Thousandths of a mark that rules of thumb are ahead: what looks better must look so by more than chance explains.

On 60 duplicate deals of coinche against rules of thumb, bidding by playouts alone lost 27 to 80 marks a deal, with a
head start of 25 marks 18 ± 19, of 60 none.
"""

CAUTION, CAUTION_COINCHE = 4, 12
"""Card points taken off the own side when it takes, and added to the others when they do.

The call that looks best is often one that was judged too well. On 250 duplicate deals of belote 12, 4 and -4 gained the
same marks against rules of thumb (3.4, 3.4 and 2.1, give or take 2.7), and 9, 4 and 0 % of the deals were passed out.
In coinche with sans-atout and tout-atout 12 lost 5 ± 12 against rules of thumb, 4 lost 21 ± 16 (120 and 80 deals).
"""

DOUBTS = 40_000
"""Thousandths of a mark by which doubling must look better than it is: who is doubled plays on and may be right."""

AIM = {
    TAKE: AIMS.index(Aim.TAKE),
    BID: AIMS.index(Aim.NUMBER),
    CAPOT: AIMS.index(Aim.CAPOT),
    GENERALE: AIMS.index(Aim.GENERALE),
}


class Outcomes:
    """What contracts are worth to a seat, world by world, with a memory.

    Args:
        known: what the seat knows.
        options: of the game.
    """

    def __init__(self, known: Known, options: FamilyOptions) -> None:
        self._known = known
        self._options = options
        self._side = known.seats[0] & 1
        self._first = known.seats[1] + 1 & 3
        self._laws: dict[int, Laws] = {}
        self._valuings: dict[Group, Valuing] = {}
        self._played: dict[tuple[int, ...], tuple[int, int, int]] = {}
        self._extras: dict[int, tuple[int, int, int, int]] = {}

    def forget(self) -> None:
        """Another world."""
        self._played.clear()
        self._extras.clear()

    def value(self, contract: Group, hands: Sequence[int], world: int) -> int:
        """Own gain when a contract is played with these hands.

        Args:
            contract: taker, denomination, aim, level, doubling.
            hands: eight cards of each seat.
            world: what tells these hands from others of the same world.
        """
        taker, denomination, aim = contract[:3]
        if denomination not in self._laws:
            self._laws[denomination] = laws_of(denomination, self._options)
        laws = self._laws[denomination]
        if contract not in self._valuings:
            stakes = stakes_for(self._known, contract, self._options, laws.total)
            self._valuings[contract] = Valuing(stakes, taker, self._side)
        alone = AIMS[aim] is Aim.GENERALE
        leads = alone and isinstance(self._options, CoincheOptions) and self._options.generale_leads
        leader, attack = taker if leads else self._first, taker & 1
        key = (denomination, taker, leader, world)
        if key not in self._played:
            order = order_of(denomination)
            placed = [order.placed(hand) for hand in hands]
            self._played[key] = playout(placed, leader, Trick(), 0, taker, [0] * 4, laws)
        mine, last, winners = self._played[key]
        place = denomination << 4 | world
        if place not in self._extras:
            belotes = belotes_of(hands, denomination, 0, self._options)
            annonces = annonces_of(hands, denomination, leader, self._options)
            self._extras[place] = (*belotes, *annonces)
        one, two, three, four = self._extras[place]
        extras = (two, one, four, three) if attack else (one, two, three, four)
        cards = laws.total - mine if attack else mine
        if 0 < cards < laws.total:
            caution = CAUTION_COINCHE if isinstance(self._options, CoincheOptions) else CAUTION
            careful = cards - caution if attack == self._side else cards + caution
            cards = min(max(careful, 0), laws.total)
        return self._valuings[contract].value(cards, last, winners, extras)


def weigh_calls(known: Known) -> Values:
    """A value for each call to choose from."""
    options = options_of(known.rules)
    seed = known.budget[3]
    chance = Random(hash((seed, known.numbers())))  # noqa: S311  # play is no secret; deals have their own seeds
    if isinstance(options, CoincheOptions):
        return _coinche(known, options, chance)
    return _classic(known, options, chance)


def _classic(known: Known, options: FamilyOptions, chance: Random) -> Values:
    """Take or pass over a turned card (docs/rules/belote.md 5)."""
    seat, dealer = known.seats[:2]
    first, passes = dealer + 1 & 3, len(known.calls) // 4
    turned = known.turned[0]
    outcomes = Outcomes(known, options)
    choices = [known.choices[at : at + 3] for at in range(0, len(known.choices), 3)]
    sums = [0] * len(choices)
    hidden = list(bits(PACK & ~known.hand[0] & ~turned))
    deadline, done = time.perf_counter() + known.budget[2] / 1000, 0
    for _ in range(known.budget[0]):
        chance.shuffle(hidden)
        fives = [0] * 4
        rest = hidden
        for other in range(4):
            if other == seat:
                fives[other] = known.hand[0]
            else:
                fives[other], rest = sum(rest[:5]), rest[5:]
        outcomes.forget()
        for place, (kind, _, denomination) in enumerate(choices):
            taken = (seat, denomination)
            if kind == PASS:
                later = next_taker(fives, turned, passes + 1, first)
                if later is None:
                    continue
                taken = later
            taker, named = taken
            hands = _completed(fives, turned, rest, first, taker)
            sums[place] += outcomes.value((taker, named, AIM[TAKE], 0, 0), hands, taker)
        done += 1
        if time.perf_counter() > deadline:
            break
    return tuple(total // done for total in sums)


def _completed(fives: Sequence[int], turned: int, talon: Sequence[int], first: int, taker: int) -> list[int]:
    """Eight cards for each seat, dealt as they lie once somebody has taken."""
    hands = list(fives)
    hands[taker] |= turned
    at = 0
    for step in range(4):
        seat = first + step & 3
        size = 2 if seat == taker else 3
        hands[seat] |= sum(talon[at : at + size])
        at += size
    return hands


def _coinche(known: Known, options: CoincheOptions, chance: Random) -> Values:
    """Bid, pass, or double (docs/rules/belote.md 6)."""
    seat, dealer = known.seats[:2]
    auction = heard(known.calls, dealer + 1 & 3, options)
    outcomes = Outcomes(known, options)
    choices = [known.choices[at : at + 3] for at in range(0, len(known.choices), 3)]
    nexts = [auction.after(seat, kind, level, denomination, options) for kind, level, denomination in choices]
    sums = [0] * len(choices)
    drawing = _Drawing(known, chance)
    deadline, done = time.perf_counter() + known.budget[2] / 1000, 0
    for _ in range(known.budget[0]):
        hands = drawing.draw()
        supports = [_supports(hand) for hand in hands]
        outcomes.forget()
        for place, following in enumerate(nexts):
            contract = rolled(following, supports, hands, options).contract(AIM)
            if contract is not None:
                sums[place] += outcomes.value(contract, hands, 0)
        done += 1
        if time.perf_counter() > deadline:
            break
    usual = usual_call(auction, seat, _supports(known.hand[0]), known.hand[0], options)
    values = [total // done + (HABIT if choice == usual else 0) for total, choice in zip(sums, choices, strict=True)]
    if not may_double(auction, known.hand[0]):
        lowest = min(values) - DOUBTS
        return tuple(lowest if choice[0] == COINCHE else value for choice, value in zip(choices, values, strict=True))
    doubts = [DOUBTS if kind in (COINCHE, SURCOINCHE) else 0 for kind, _, _ in choices]
    return tuple(value - less for value, less in zip(values, doubts, strict=True))


def _supports(hand: int) -> list[int]:
    """What a hand brings under each suit, less 999 where it has too few trumps to name it."""
    return [
        support(hand, suit) - (0 if (hand >> 8 * suit & SUIT).bit_count() >= SHORTEST else 999) for suit in range(SUITS)
    ]


class _Drawing:
    """Draws hands that fit with the calls, before anything is played."""

    def __init__(self, known: Known, chance: Random) -> None:
        self._known = known
        self._chance = chance
        self._hidden = list(bits(PACK & ~known.hand[0]))
        self._others = [known.seats[0] + step & 3 for step in (1, 2, 3)]
        spoken = {known.calls[at] for at in range(0, len(known.calls), 4) if known.calls[at + 1] != PASS}
        self._tell = any(seat in spoken for seat in self._others)
        self._best = 0.0

    def draw(self) -> list[int]:
        """Eight cards for each seat."""
        hands = [self._known.hand[0]] * 4
        for _ in range(TRIES):
            self._chance.shuffle(self._hidden)
            for at, seat in enumerate(self._others):
                hands[seat] = sum(self._hidden[8 * at : 8 * at + 8])
            if not self._tell:
                break
            fit = likelihood(self._known, hands, self._others)
            self._best = max(self._best, fit)
            if fit >= self._chance.random() * self._best:
                break
        return hands
