"""Weighing cards: each is tried in sampled worlds, played out to the end, and valued by the mark of the deal."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random

from bot.ai.belote.combos import Combo, combos, judged
from bot.ai.belote.guessing import Guesses
from bot.ai.belote.kernel import DENOMINATIONS, PACK, RANKS, TA, laws_of, order_of
from bot.ai.belote.knowledge import AIMS, DOUBLINGS, royal_suits
from bot.ai.belote.layout import Group, Known, options_of
from bot.ai.belote.marks import Result, Stakes, stakes_of
from bot.ai.belote.playout import Trick, playout
from bot.ai.belote.reading import Moment, Reading, usual
from bot.ai.belote.thumb import EARLY
from bot.ai.problem import Values
from bot.core.families.belote.contract import Contract
from bot.core.families.belote.options import FamilyOptions
from bot.core.seats import Seat

CARDS = 2
"""How many times the difference in card points counts beside that in marks.

One card decides a contract in few worlds: the mark alone sees chance more than skill there. With 30 worlds, on 150
duplicate deals of belote against rules of thumb, weights of 1 and 3 gained 11 and 13 marks a deal, cards alone 8 (each
give or take 3).
"""

DOUBT = 1.0
"""How many standard errors another card must be better than that of the rules of thumb.

On 1,500 duplicate deals with set contracts and 30 worlds: none +9.6, half of one +10.3, one +10.1, two +8.9 card points
a deal in belote, in coinche +4.9, +6.0, +6.7 and +6.5 (give or take 0.5).
"""

ROYALS = 1 << 6 | 1 << 5
"""King and queen of the first suit, by number."""


class Valuing:
    """What the end of a deal is worth to a side, with a memory.

    Args:
        stakes: what is played for.
        taker: who took.
        side: whose gain counts.
        weight: how many times card points count beside marks.
    """

    def __init__(self, stakes: Stakes, taker: int, side: int, weight: int = 0) -> None:
        self._stakes = stakes
        self._taker = taker
        self._attacks = taker & 1 == side
        self._weight = weight
        self._extras: dict[tuple[int, int, int, int], dict[int, int]] = {}

    def at(self, belotes: tuple[int, int], annonces: tuple[int, int]) -> dict[int, int]:
        """The memory for these belotes and annonces of takers and defence."""
        return self._extras.setdefault((*belotes, *annonces), {})

    def value(self, cards: int, last: int, winners: int, extras: tuple[int, int, int, int]) -> int:
        """Own mark less the other side's, in thousandths, card points weighed in by a mean of the same scale.

        Args:
            cards: card points of the takers.
            last: who won the last trick.
            winners: a bit for each seat that won a trick.
            extras: belotes of takers and defence, annonces of takers and defence.
        """
        mine = 0b0101 << (self._taker & 1)
        capot = 1 if not winners & ~mine else -1 if not winners & mine else 0
        result = Result(
            cards=cards,
            der=last & 1 == self._taker & 1,
            capot=capot,
            alone=winners == 1 << self._taker,
            belotes=extras[:2],
            annonces=extras[2:],
        )
        takers, defence = self._stakes.marks(result)
        between = self._weight * (2 * cards - self._stakes.total)
        gained = 1000 * (takers - defence + between) // (1 + self._weight)
        return gained if self._attacks else -gained


def stakes_for(known: Known, contract: Group, options: FamilyOptions, total: int) -> Stakes:
    """The stakes of a contract given as numbers: taker, denomination, aim, level, doubling."""
    taker, denomination, aim, level, doubling = contract
    named = Contract(Seat(taker), DENOMINATIONS[denomination], AIMS[aim], level, DOUBLINGS[doubling])
    return stakes_of(options, named, denomination, total, known.match[:2], known.match[2:], bool(known.seats[2]))


def belotes_of(hands: Sequence[int], denomination: int, silent: int, options: FamilyOptions) -> tuple[int, int]:
    """Belotes of sides 0 and 1 in hands as dealt, by number; none in suits where it can no longer be earned."""
    found = [0, 0]
    for suit in royal_suits(order_of(denomination)):
        pair = ROYALS << RANKS * suit
        for seat in range(4) if not silent >> suit & 1 else ():
            found[seat & 1] += hands[seat] & pair == pair
    if denomination == TA and options.ta_belotes == "one" and sum(found) > 1:
        return (1, 0) if found[0] >= found[1] else (0, 1)
    return found[0], found[1]


def annonces_of(hands: Sequence[int], denomination: int, first: int, options: FamilyOptions) -> tuple[int, int]:
    """Points of valid annonces of sides 0 and 1 in hands as dealt, by number."""
    if not options.annonces:
        return 0, 0
    held: list[tuple[Combo, ...]] = [combos(hand, denomination, options.annonce_cards) for hand in hands]
    return judged(held, first, options.annonce_tie)


def weigh_cards(known: Known) -> Values:
    """A value for each card to choose from: the mean of the worlds.

    The card of the rules of thumb is the measure; the others are told less what chance may have added.
    """
    trial = _Trial(known)
    cards = [trial.order.places[number] for number in known.choices]
    same = _alike(cards, trial.hand, trial.order.placed(_gone(known)), trial.laws.points)
    apart = [card for card in cards if same[card] == card]
    if len(apart) == 1:
        return (0,) * len(cards)
    # A word that was said may bind to other cards than rules of thumb would play.
    habit = same.get(trial.usual(), apart[0])
    others = [card for card in apart if card != habit]
    worlds, _, milliseconds, seed = known.budget
    chance = Random(hash((seed, known.numbers())))  # noqa: S311  # play is no secret; deals have their own seeds
    deadline = time.perf_counter() + milliseconds / 1000
    ways = Guesses(known, chance).drawn(worlds, trial.reading)
    total, done = 0, 0
    sums, squares = dict.fromkeys(others, 0), dict.fromkeys(others, 0)
    for hands in ways:
        trial.enter(hands)
        base = trial.value(habit)
        total += base
        for card in others:
            more = trial.value(card) - base
            sums[card] += more
            squares[card] += more * more
        done += 1
        if time.perf_counter() > deadline:
            break
    values = {habit: total // done}
    for card in others:
        error = max(0, squares[card] - sums[card] ** 2 / done) ** 0.5 / done
        values[card] = int((total + sums[card]) / done - DOUBT * error)
    return tuple(values[same[card]] for card in cards)


class _Trial:
    """A position in which cards are tried, world by world.

    Args:
        known: what the seat knows.
    """

    def __init__(self, known: Known) -> None:
        options = options_of(known.rules)
        taker, denomination = known.contract[:2]
        self.order, self.laws = order_of(denomination), laws_of(denomination, options)
        self.reading = Reading(known, self.order, self.laws)
        self.hand = self.order.placed(known.hand[0])
        self._known = known
        self._options = options
        self._taker, self._denomination = taker, denomination
        self._seat, self._attack = known.seats[0], taker & 1
        leader, mine, theirs, _ = known.won
        self._trick = Trick()
        for step, number in enumerate(known.trick):
            self._trick = self._trick.adding(leader + step & 3, self.order.places[number], self.laws)
        stakes = stakes_for(known, known.contract, options, self.laws.total)
        self._valuing = Valuing(stakes, taker, self._seat & 1, CARDS)
        self._base, self._left = (mine, theirs)[self._attack], self.laws.total - mine - theirs
        self._placed: list[int] = []
        self._extras = (0, 0, 0, 0)
        self._memory: dict[int, int] = {}

    def usual(self) -> int:
        """The card of the rules of thumb."""
        voids, seat = self.reading.voids, self._seat
        near = voids[seat + 1 & 3], voids[seat ^ 2], voids[seat + 3 & 3]
        gone = self.order.placed(sum(self._known.played))
        moment = Moment(0, 0, gone, self._trick, near, len(self._known.plays) - 1 < 4 * EARLY)
        return usual(self.hand, seat, self._taker, moment, self.laws)

    def enter(self, hands: Sequence[int]) -> None:
        """Another world: hands by number."""
        known, attack = self._known, self._attack
        whole = [hand | played for hand, played in zip(hands, known.played, strict=True)]
        belotes = belotes_of(whole, self._denomination, known.silent[0], self._options)
        first = known.seats[1] + 1 & 3
        annonces = known.annonces or annonces_of(whole, self._denomination, first, self._options)
        self._extras = (belotes[attack], belotes[1 - attack], annonces[attack], annonces[1 - attack])
        self._memory = self._valuing.at(self._extras[:2], self._extras[2:])
        self._placed = [self.order.placed(hand) for hand in hands]

    def value(self, card: int) -> int:
        """What the deal comes to when this card is played now."""
        seat, laws, voids = self._seat, self.laws, self.reading.voids.copy()
        hands = self._placed.copy()
        hands[seat] ^= card
        if self._trick.count and not card & self._trick.led:
            voids[seat] |= self._trick.led
        after, ours, won, turn = self._trick.adding(seat, card, laws), 0, self._known.won[3], seat + 1 & 3
        if after.count == 4:
            turn, won = after.master, won | 1 << after.master
            ours = after.pile if not after.master & 1 else 0
            after = Trick(master=turn)
        more, last, won = playout(hands, turn, after, won, self._taker, voids, laws)
        ours += more
        got = self._base + (self._left - ours if self._attack else ours)
        key = got << 6 | (last & 1) << 5 | won
        value = self._memory.get(key)
        if value is None:
            value = self._memory[key] = self._valuing.value(got, last, won, self._extras)
        return value


def _gone(known: Known) -> int:
    """Cards that nobody holds any more; those on the table are not gone."""
    table = sum(1 << number for number in known.trick)
    return sum(known.played) & ~table


def _alike(cards: Sequence[int], hand: int, gone: int, points: dict[int, int]) -> dict[int, int]:
    """For each card the lowest one that does the same: neighbours in the hand with the same points."""
    same = {card: card for card in cards}
    previous = 0
    for card in sorted(cards):
        if previous and previous.bit_length() - 1 >> 3 == card.bit_length() - 1 >> 3:
            between = (card - 1) & ~(2 * previous - 1)
            if not between & ~(hand | gone) & PACK and points[card] == points[previous]:
                same[card] = same[previous]
        previous = card
    return same
