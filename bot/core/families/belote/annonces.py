"""Annonces: combinations of a hand, and which side's count (docs/rules/belote.md 9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType

from bot.core.cards import BELOTE_RANKS, PLAIN_SUITS, Card, Rank
from bot.core.families.belote.denominations import Denomination
from bot.core.families.belote.forms import PARTNERSHIPS, Form
from bot.core.seats import Seat, Side, seats_from


class Annonce(StrEnum):
    """Kinds of combination, weakest first."""

    TIERCE = "tierce"
    CINQUANTE = "cinquante"
    CENT = "cent"
    CARRE = "carre"


_RUNS: Mapping[int, tuple[Annonce, int]] = MappingProxyType(
    {3: (Annonce.TIERCE, 20), 4: (Annonce.CINQUANTE, 50), 5: (Annonce.CENT, 100)}
)
_CARRES = (
    MappingProxyType({Rank.QUEEN: 100, Rank.KING: 100, Rank.N10: 100, Rank.ACE: 100, Rank.N9: 150, Rank.JACK: 200}),
    MappingProxyType({Rank.N9: 100, Rank.JACK: 100, Rank.QUEEN: 100, Rank.KING: 100, Rank.N10: 150, Rank.ACE: 200}),
)
"""Points of the four-of-a-kinds, weakest first: with trumps, and in sans-atout."""

Strength = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Combination:
    """One combination of a hand.

    Attributes:
        kind: what it is.
        cards: its cards, highest first.
        points: what it is worth.
        strength: compares combinations of two sides; equal for a true tie.
    """

    kind: Annonce
    cards: tuple[Card, ...]
    points: int
    strength: Strength

    @property
    def top(self) -> Card:
        """Its highest card."""
        return self.cards[0]


@lru_cache(maxsize=1024)
def combinations_of(hand: tuple[Card, ...], denomination: Denomination, annonce_cards: str) -> tuple[Combination, ...]:
    """The combinations a hand keeps, strongest first.

    With `annonce_cards` = `single` a card serves once: the choice worth most points, then with the strongest best
    combination. With `multi` every four-of-a-kind and every run counts. The last answers are kept: a first trick asks
    for the same hands many times.
    """
    carres = tuple(_carres(hand, denomination))
    runs = tuple(_longest_runs(hand))
    if not carres or annonce_cards == "multi":
        chosen = [*carres, *(made for run in runs for made in _split(run, denomination))]
        return _sorted(chosen)
    pool = (*carres, *(piece for run in runs for piece in _pieces(run, denomination)))
    return max((_sorted(chosen) for chosen in _disjoint(pool)), key=_worth)


def _worth(chosen: tuple[Combination, ...]) -> tuple[int, tuple[Strength, ...]]:
    return sum(made.points for made in chosen), tuple(made.strength for made in chosen)


def _sorted(chosen: list[Combination]) -> tuple[Combination, ...]:
    return tuple(sorted(chosen, key=lambda made: (made.strength, -PLAIN_SUITS.index(made.top.suit)), reverse=True))


def _carres(hand: tuple[Card, ...], denomination: Denomination) -> Iterator[Combination]:
    values = _CARRES[denomination is Denomination.SANS_ATOUT]
    ranks = [card.rank for card in hand]
    for order, (rank, points) in enumerate(values.items()):
        if ranks.count(rank) == len(PLAIN_SUITS):
            held = tuple(card for card in hand if card.rank is rank)
            yield Combination(Annonce.CARRE, held, points, (len(Annonce), points, order))


def _longest_runs(hand: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Maximal runs of three or more cards in the natural order, highest card first."""
    for suit in PLAIN_SUITS:
        held = {card.rank for card in hand if card.suit is suit}
        if len(held) < min(_RUNS):
            continue
        places = [place for place in range(len(BELOTE_RANKS) - 1, -1, -1) if BELOTE_RANKS[place] in held]
        breaks = [0, *(at for at, (high, low) in enumerate(pairwise(places), 1) if high - low > 1), len(places)]
        for start, end in pairwise(breaks):
            if end - start >= min(_RUNS):
                yield tuple(Card(BELOTE_RANKS[place], suit) for place in places[start:end])


def _run(cards: tuple[Card, ...], denomination: Denomination) -> Combination:
    kind, points = _RUNS[len(cards)]
    in_trumps = cards[0].suit is denomination.trump_suit
    return Combination(kind, cards, points, (len(cards) - 3, BELOTE_RANKS.index(cards[0].rank), int(in_trumps)))


def _split(run: tuple[Card, ...], denomination: Denomination) -> Iterator[Combination]:
    """A run as it counts by itself: at most five cards, the highest, then what is left."""
    longest = max(_RUNS)
    for start in range(0, len(run), longest):
        part = run[start : start + longest]
        if len(part) in _RUNS:
            yield _run(part, denomination)


def _pieces(run: tuple[Card, ...], denomination: Denomination) -> Iterator[Combination]:
    """Every combination that can be cut out of a run."""
    for length in _RUNS:
        for start in range(len(run) - length + 1):
            yield _run(run[start : start + length], denomination)


def _disjoint(pool: tuple[Combination, ...], used: frozenset[Card] = frozenset()) -> Iterator[list[Combination]]:
    """All choices of combinations that share no card."""
    if not pool:
        yield []
        return
    first, rest = pool[0], pool[1:]
    yield from _disjoint(rest, used)
    if used.isdisjoint(first.cards):
        for chosen in _disjoint(rest, used.union(first.cards)):
            yield [first, *chosen]


@dataclass(frozen=True, slots=True)
class Judged:
    """Whose annonces count.

    Attributes:
        side: the side whose combinations count; None when there is none or they cancel each other.
        points: what each side obtains.
        cancelled: the best combinations were equal, so nothing counts.
    """

    side: Side | None
    points: tuple[int, ...]
    cancelled: bool = False


def judge(
    held: Mapping[Seat, tuple[Combination, ...]], first: Seat, annonce_tie: str, form: Form = PARTNERSHIPS
) -> Judged:
    """Compare the best combinations of the sides.

    Args:
        held: the combinations that may count, by seat, each seat's strongest first.
        first: the leader of the first trick, who announces first.
        annonce_tie: `cancel` or `first`.
        form: who plays with whom.
    """
    strongest: Combination | None = None
    winner: Seat | None = None
    tied = False
    for seat in seats_from(first, form.players):
        own = held.get(seat, ())
        if not own:
            continue
        if strongest is None or winner is None or own[0].strength > strongest.strength:
            strongest, winner, tied = own[0], seat, False
        elif own[0].strength == strongest.strength and not form.partners(seat, winner):
            tied = True
    if winner is None:
        return Judged(None, form.nothing)
    if tied and annonce_tie == "cancel":
        return Judged(None, form.nothing, cancelled=True)
    own_points = tuple(sum(made.points for made in held.get(Seat(seat), ())) for seat in range(form.players))
    side = form.camps[winner]
    points = tuple(total if camp == side else 0 for camp, total in enumerate(form.added(own_points)))
    return Judged(side, points)
