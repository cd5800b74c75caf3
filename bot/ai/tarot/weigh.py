"""Weighing choices: each is tried in many worlds and played out, and its mean is its value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from time import perf_counter
from types import MappingProxyType

from bot.ai.tarot.cards import BOUTS, KINGS, PETIT, SUIT_OF, WORTH, bits
from bot.ai.tarot.ecart import put_aside
from bot.ai.tarot.inference import conclusive, weight
from bot.ai.tarot.known import BID, CALL, Known
from bot.ai.tarot.past import Past, past
from bot.ai.tarot.playout import Start, play_out
from bot.ai.tarot.sense import safe_petit, sensible
from bot.ai.tarot.terms import NOBODY, Terms
from bot.ai.tarot.worlds import World, Worlds

MOST_CARDS = 24_000
"""Cards played out for one decision, at most: a bound that is the same on every machine."""

CANDIDATES = 3
"""Of so many worlds one is chosen by how likely it is, where conclusions are drawn."""

FIRST_SHARE = 3
"""All choices are tried in one of so many worlds; then the worse half is left out, and again half way on."""


class Budget:
    """How long thinking may take."""

    def __init__(self, milliseconds: int) -> None:
        self._end = perf_counter() + milliseconds / 1000

    def spent(self) -> bool:
        """Whether the best so far must do."""
        return perf_counter() > self._end


def means(
    choices: Sequence[int], worlds: Iterator[World], number: int, value: Callable[[World, int], int], budget: Budget
) -> list[float]:
    """The mean value of each choice; poor ones are tried in fewer worlds, and never come out best."""
    sums, counts = [0] * len(choices), [0] * len(choices)
    running = list(range(len(choices)))
    cuts = {max(4, number // FIRST_SHARE), max(8, 2 * number // FIRST_SHARE)}
    for tried in range(number):
        world = next(worlds)
        for index in running:
            sums[index] += value(world, choices[index])
            counts[index] += 1
        if budget.spent():
            break
        if tried + 1 in cuts and len(running) > 2:
            running.sort(key=lambda index: -sums[index])
            running = sorted(running[: max(2, (len(running) + 1) // 2)])
    found = [total / max(1, count) for total, count in zip(sums, counts, strict=True)]
    best = max(found[index] for index in running)
    return [mean if index in running else min(mean, best - 0.001) for index, mean in enumerate(found)]


def drawn(known: Known, gone: Past) -> Iterator[World]:
    """Worlds without end, the same for the same seed."""
    chance = Random(f"{known.seed}/{known.hand}/{len(known.plays)}")  # noqa: S311  # play is no secret; deals have their own seeds
    worlds = Worlds(known, gone, chance)
    if not known.infers or known.place == known.taker or not conclusive(known):
        while True:
            yield worlds.draw()
    while True:
        few = [worlds.draw() for _ in range(CANDIDATES)]
        yield chance.choices(few, [weight(known, gone, world) for world in few])[0]


def alike(hand: int, unseen: int) -> dict[int, int]:
    """From each card of a hand to the lowest that does the same: no unseen card between them, and worth as much."""
    found: dict[int, int] = {}
    before = first = 0
    for card in bits(hand):
        between = (card - 1) & ~((before << 1) - 1) if before else 0
        same_suit = bool(before) and SUIT_OF[before.bit_length() - 1] == SUIT_OF[card.bit_length() - 1]
        if not same_suit or between & unseen or WORTH[before] != WORTH[card] or (before | card) & BOUTS:
            first = card
        found[card] = first
        before = card
    return found


def partner_in(known: Known, hands: Sequence[int], by: Sequence[int]) -> int:
    """Who plays with the taker in a world (CALL-CAMP)."""
    if not known.called:
        return NOBODY
    for place in range(known.players):
        if (hands[place] | by[place]) & known.called:
            return NOBODY if place == known.taker else place
    return NOBODY


def terms_in(known: Known, world: World, by: Sequence[int], **changes: int) -> Terms:
    """What holds in a world once there is a taker."""
    aside = 0 if known.factor == 6 else world.aside
    return known.terms(
        known.taker, partner_in(known, world.hands, by), known.factor, aside, chelem=changes.get("chelem")
    )


def in_play(known: Known) -> list[int]:
    """Values of the cards that may be played, of a chelem and of poignées that may be said, in thousandths.

    The choices are the cards, lowest first; then `known.choices`: 0 for a chelem, else a poignée's bonus. When no card
    is due, what stands for them is going on without a word.
    """
    gone, budget = past(known), Budget(known.milliseconds)
    start, by, place = gone.start, gone.by, known.place
    table = 0
    for card in start.plays:
        table |= card
    every = 0
    for cards in by:
        every |= cards
    same = alike(known.legal, ~(every | known.hand) | table) if known.legal else {0: 0}
    every_choice = sorted(set(same.values()))
    choices = sensible(known, start, every_choice) if known.legal else every_choice

    def value(world: World, card: int) -> int:
        terms = terms_in(known, world, by)
        return terms.marks(play_out(terms, start, world.hands, card))[place]

    worlds = known.worlds
    if known.legal.bit_count() == 1 and not known.choices:
        worlds = 1
    worlds = min(worlds, max(4, MOST_CARDS // (len(choices) * start.left * start.players)))
    found = dict(zip(choices, means(choices, drawn(known, gone), worlds, value, budget), strict=True))
    if PETIT in found:
        found[PETIT] += safe_petit(known, start)
    poor = min(found.values()) - 1
    values = [found.get(same[card], poor) for card in (bits(known.legal) if known.legal else (0,))]
    best_card = max(choices, key=lambda card: found[card])
    words = [_word(known, gone, start, best_card, said, worlds, budget) + max(values) for said in known.choices]
    return [round(1000 * mean) for mean in (*values, *words)]


SURE = 140
"""What announcing a chelem must bring more than keeping silent: it is made about nine times in ten."""


def _word(known: Known, gone: Past, start: Start, card: int, said: int, worlds: int, budget: Budget) -> float:
    """What saying something brings on average, less what would have to be sure; below 0 to keep silent."""
    total = count = 0
    by = gone.by
    first = card
    if not said and known.leader != known.place:
        start, first = replace(start, turn=known.place), 0
    worlds_again = drawn(known, gone)
    for _ in range(worlds):
        world = next(worlds_again)
        terms = terms_in(known, world, by)
        sign = 1 if terms.attack >> known.place & 1 else -1
        paid = play_out(terms, start, world.hands, first)
        if said:
            made = play_out(replace(terms, handfuls=terms.handfuls + said), start, world.hands, first)
        else:
            made = play_out(terms_in(known, world, by, chelem=known.place), start, world.hands, first)
        total += sign * (made - paid)
        count += 1
        if budget.spent():
            break
    gain = total / max(1, count)
    needed = 0.3 * said if said else SURE
    return gain if gain >= needed and count >= min(worlds, 12) else -1.0


def before_play(known: Known) -> list[int]:
    """Values of contracts, of cards to call or of écarts, in thousandths."""
    gone, budget = past(known), Budget(known.milliseconds)
    if known.task == BID:
        return _bids(known, gone, budget)
    value = _calling(known) if known.task == CALL else _discarding(known)
    number = min(known.worlds, max(4, MOST_CARDS // (len(known.choices) * known.hand_size * known.players)))
    found = means(known.choices, drawn(known, gone), number, value, budget)
    if known.legal:
        found.append(max(found) + _chelem_with(known, gone, known.choices[found.index(max(found))], budget))
    return [round(1000 * mean) for mean in found]


def _chelem_with(known: Known, gone: Past, aside: int, budget: Budget) -> float:
    """What announcing a chelem brings with the best écart; below 0 to keep silent."""
    gain, worlds = 0.0, drawn(known, gone)
    for number in range(known.worlds):
        world = next(worlds)
        said = _as_taker(known, world, known.factor, known.called, aside, chelem=known.place)
        gain += said - _as_taker(known, world, known.factor, known.called, aside)
        if budget.spent() or (number >= 3 and gain <= 0):
            return -1.0
    return gain / known.worlds if gain >= SURE * known.worlds else -1.0


def _opening(known: Known) -> Start:
    return Start(known.players, known.leader, (), (0,) * known.players, (), known.hand_size)


def _as_taker(known: Known, world: World, factor: int, called: int, aside: int | None, chelem: int = NOBODY) -> int:
    """What every defender pays when this seat plays a contract in a world.

    Args:
        known: what the seat knows.
        world: the other hands, and the chien as what lies aside while it has not been turned.
        factor: of the contract.
        called: the called card, 0 for none.
        aside: the écart; None for that of habit.
        chelem: who announces a chelem.
    """
    place, hands = known.place, list(world.hands)
    if factor < 4:
        if not known.chien:
            hands[place] |= world.aside
        put = put_aside(hands[place], known.chien_size) if aside is None else aside
        hands[place] &= ~put
    else:
        put = world.aside if factor == 4 else 0
    partner = next((other for other, hand in enumerate(hands) if hand & called and other != place), NOBODY)
    terms = replace(known.terms(place, partner, factor, put, chelem=chelem), called=called)
    start = _opening(known)
    return play_out(terms, start if chelem == NOBODY else replace(start, turn=chelem), hands, 0)


def _calling(known: Known) -> Callable[[World, int], int]:
    def value(world: World, called: int) -> int:
        paid = _as_taker(known, world, known.factor, called, None)
        alone = not any(hand & called for place, hand in enumerate(world.hands) if place != known.place)
        return paid * (known.players - 1 if alone else 2)

    return value


def _discarding(known: Known) -> Callable[[World, int], int]:
    def value(world: World, aside: int) -> int:
        return _as_taker(known, world, known.factor, known.called, aside)

    return value


def to_call(hand: int) -> int:
    """The king that a hand needs, for trying bids at five: of the longest suit without it, its queen counting more."""
    suits = [suit for suit in _suits() if not suit & hand & KINGS]
    if not suits:
        return 0
    best = max(suits, key=lambda suit: 2 * (suit & hand).bit_count() + 5 * bool(suit & hand & (suit & (KINGS >> 1))))
    return best & KINGS


def _suits() -> tuple[int, ...]:
    return tuple(SUIT_OF[number] for number in range(0, 56, 14))


def _bids(known: Known, gone: Past, budget: Budget) -> list[int]:
    """Values of passing and of each contract offered, in thousandths of what a defender would pay."""
    called = to_call(known.hand) if known.players == 5 else 0
    outcomes: dict[int, list[int]] = {1: [], 4: []}
    worlds = drawn(known, gone)
    for number in range(known.worlds):
        world = next(worlds)
        outcomes[1].append(_as_taker(known, world, 1, called, None))
        high = outcomes[1]
        if 4 * number >= known.worlds and sum(high) / len(high) > WORTH_MORE:
            outcomes[4].append(_as_taker(known, world, 4, called, None))
        if budget.spent():
            break
    return [0, *(_contract(factor, outcomes, MARGINS[known.players][factor]) for factor in known.choices)]


NEVER = -1_000_000

WORTH_MORE = 25
"""What a petite must bring from each defender before a garde sans is tried."""

MARGINS = MappingProxyType(
    {
        3: MappingProxyType({1: -8, 2: 0, 4: 40, 6: 150}),
        4: MappingProxyType({1: -9, 2: 6, 4: 60, 6: 170}),
        5: MappingProxyType({1: 4, 2: 12, 4: 90, 6: 200}),
    }
)
"""What each contract must bring a defender to pay on average, by number of players.

Playing out is a little kind to the attack, and a petite at four saves a deal that nobody else would play.
"""


def _contract(factor: int, outcomes: dict[int, list[int]], margin: int) -> int:
    """The value of a contract: its mean, less what it must bring."""
    found = outcomes[1] if factor < 4 else outcomes[4]
    if not found:
        return NEVER
    mean = sum(found) / len(found)
    if factor == 6:
        mean = mean / 4 * 6 - 60
    if factor == 2:
        mean *= 2
    return round(1000 * (mean - margin))
