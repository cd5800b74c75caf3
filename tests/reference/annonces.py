"""Annonces: which combinations a hand has, which side's count, what they are worth.

A combination is (kind, top, value): ("tierce", "9S", 20), ("carre", "J", 200); top is the highest card of
a run, the rank of a carré. Rules: docs/rules/belote.md 9.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .cards import RANKS, SUITS, Options, rank_of, suit_of

Combo = tuple[str, str, int]
Strength = tuple[int, int, int, int]

RUNS = {3: ("tierce", 20), 4: ("cinquante", 50), 5: ("cent", 100)}
CARRES = {"J": 200, "9": 150, "A": 100, "10": 100, "K": 100, "Q": 100}
CARRES_SA = {"A": 200, "10": 150, "K": 100, "Q": 100, "J": 100, "9": 100}
CARRE_ORDER = ["9", "J", "Q", "K", "10", "A"]  # between carrés of equal value, weakest first


def strength(trump: str, combo: Combo) -> Strength:
    """Greater means stronger; equal strengths are a true tie."""
    kind, top, value = combo
    if kind == "carre":
        return (1, value, CARRE_ORDER.index(top), 0)
    in_trumps = 1 if suit_of(top) == trump else 0
    return (0, value, RANKS.index(rank_of(top)), in_trumps)


def carres_of(trump: str, hand: Sequence[str]) -> list[tuple[Combo, set[str]]]:
    values = CARRES_SA if trump == "SA" else CARRES
    found = []
    for rank, value in values.items():
        cards = {rank + suit for suit in SUITS}
        if cards <= set(hand):
            combo: Combo = ("carre", rank, value)
            found.append((combo, cards))
    return found


def runs_of(hand: Sequence[str]) -> list[tuple[Combo, set[str]]]:
    """Every three, four or five neighbours of one suit, overlapping or not."""
    found = []
    for suit in SUITS:
        for length, (kind, value) in RUNS.items():
            for start in range(len(RANKS) - length + 1):
                cards = [rank + suit for rank in RANKS[start : start + length]]
                if set(cards) <= set(hand):
                    combo: Combo = (kind, cards[-1], value)
                    found.append((combo, set(cards)))
    return found


def _choices(parts: Sequence[tuple[Combo, set[str]]]) -> Iterator[list[Combo]]:
    """Every way to keep some of the combinations without using a card twice."""
    if not parts:
        yield []
        return
    (combo, cards), rest = parts[0], parts[1:]
    yield from _choices(rest)
    for kept in _choices([part for part in rest if not part[1] & cards]):
        yield [combo, *kept]


def _best(trump: str, parts: Sequence[tuple[Combo, set[str]]]) -> list[Combo]:
    """Most points first, then the strongest best combination, then the strongest second one …"""

    def quality(combos: list[Combo]) -> tuple[int, list[Strength]]:
        strengths = sorted((strength(trump, combo) for combo in combos), reverse=True)
        return (sum(combo[2] for combo in combos), strengths)

    return max(_choices(parts), key=quality)


def combos_of(options: Options, trump: str, hand: Sequence[str]) -> list[Combo]:
    """The combinations one hand keeps, strongest first; the hand is the eight cards before trick 1.

    `annonce_cards` "multi": a card may serve in a carré and in a run; a run is still cut in disjoint
    pieces (a cent does not contain three tierces).
    """
    carres = carres_of(trump, hand)
    runs = runs_of(hand)
    if options["annonce_cards"] == "multi":
        kept = [combo for combo, _ in carres] + _best(trump, runs)
    else:
        kept = _best(trump, carres + runs)
    return sorted(kept, key=lambda combo: strength(trump, combo), reverse=True)


def side_of(seat: int) -> str:
    return "A" if seat % 2 == 0 else "B"


def winning_side(options: Options, trump: str, first: int, combos: Mapping[int, Sequence[Combo]]) -> str | None:
    """The side whose combinations count; None if nobody has any or a tie cancels them.

    `first` is the seat that leads trick 1; `combos` are those announced by each seat.
    """
    best: Strength | None = None
    for announced in combos.values():
        for combo in announced:
            if best is None or strength(trump, combo) > best:
                best = strength(trump, combo)
    holders = [
        seat
        for seat in [(first + step) % 4 for step in range(4)]
        if any(strength(trump, combo) == best for combo in combos.get(seat, []))
    ]
    sides = {side_of(seat) for seat in holders}
    if len(sides) == 2 and options["annonce_tie"] == "cancel":
        return None
    return side_of(holders[0]) if holders else None


def annonce_points(options: Options, trump: str, first: int, combos: Mapping[int, Sequence[Combo]]) -> dict[str, int]:
    """What each side obtains: all the combinations of the winning side, none of the other's."""
    points = {"A": 0, "B": 0}
    winner = winning_side(options, trump, first, combos)
    if winner is not None:
        for seat, announced in combos.items():
            if side_of(seat) == winner:
                points[winner] += sum(combo[2] for combo in announced)
    return points
