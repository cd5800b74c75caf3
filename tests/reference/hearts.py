"""Hearts, slowly, from docs/rules/hearts.md alone: nothing here knows the core.

Cards are strings, rank then suit ("10S", "QH"); seats are numbers; options are a dictionary of the names in section 9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Options = Mapping[str, str | int | bool | None]

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
PENALTIES = {f"{rank}H": 1 for rank in ORDER} | {"QS": 13}


def suit(card: str) -> str:
    return card[-1]


def beats(card: str, other: str) -> bool:
    """Whether a card beats another one of its suit (section 2)."""
    return suit(card) == suit(other) and ORDER.index(card[:-1]) > ORDER.index(other[:-1])


def pack(options: Options, players: int) -> list[str]:
    """Section 2."""
    cards = [rank + colour for colour in "SHDC" for rank in ORDER]
    if players == 3:
        cards.remove("2D" if options["removed_at_three"] == "two_of_diamonds" else "2C")
    if players == 5:
        cards.remove("2D")
        cards.remove("2C")
    return cards


def deal_hands(dealer: int, players: int, order: Sequence[str]) -> list[list[str]]:
    """Section 2: one by one, first to the dealer's left."""
    hands: list[list[str]] = [[] for _ in range(players)]
    seat = dealer
    for card in order:
        seat = (seat + 1) % players
        hands[seat].append(card)
    return hands


def way(options: Options, players: int, number: int) -> str | None:
    """Section 3: where the cards of the so many-th deal go."""
    steps = {
        "left_right_across_hold": "left right across none",
        "left_right_across": "left right across",
        "left_right_hold": "left right none",
        "left_right": "left right",
        "left": "left",
        "none": "none",
    }[str(options["exchange"])].split()
    if players % 2 and "across" in steps:
        steps.remove("across")
    turn = 0
    for _ in range(number - 1):
        turn = turn + 1 if turn + 1 < len(steps) else 0
    return None if steps[turn] == "none" else steps[turn]


def neighbour(seat: int, players: int, where: str) -> int:
    """Section 3: the next to play sits on the left."""
    steps = {"left": 1, "right": -1, "across": players // 2}[where]
    return (seat + steps) % players


def passed(options: Options, players: int) -> int:
    """Section 3: how many cards."""
    if options["exchange_count"] == "by_players":
        return {3: 4, 4: 3, 5: 2}[players]
    return 3


@dataclass
class Deal:
    """One deal as it is told: hands, the pass, the tricks."""

    options: Options
    players: int
    dealer: int
    number: int
    order: Sequence[str]
    hands: list[list[str]] = field(init=False)
    gifts: dict[int, list[str]] = field(default_factory=dict)
    tricks: list[list[tuple[int, str]]] = field(default_factory=list)
    on_the_table: list[tuple[int, str]] = field(default_factory=list)
    piles: list[list[str]] = field(init=False)
    hearts_broken: bool = False

    def __post_init__(self) -> None:
        self.hands = deal_hands(self.dealer, self.players, self.order)
        self.piles = [[] for _ in range(self.players)]

    @property
    def where(self) -> str | None:
        return way(self.options, self.players, self.number)

    def givers(self) -> set[int]:
        """Who still has to choose."""
        return set() if self.where is None else set(range(self.players)) - set(self.gifts)

    def give(self, seat: int, cards: Sequence[str]) -> None:
        """Section 3: the cards wait until everybody has chosen."""
        assert self.where is not None
        assert len(cards) == len(set(cards)) == passed(self.options, self.players)
        for card in cards:
            self.hands[seat].remove(card)
        self.gifts[seat] = list(cards)
        if not self.givers():
            for giver, gift in self.gifts.items():
                self.hands[neighbour(giver, self.players, self.where)] += gift

    def lowest_club(self) -> str:
        clubs = [card for card in pack(self.options, self.players) if suit(card) == "C"]
        return next(card for card in clubs if not any(beats(card, other) for other in clubs))

    def turn(self) -> int:
        """Sections 4 and 5: whose card is due."""
        if self.on_the_table:
            return (self.on_the_table[-1][0] + 1) % self.players
        if self.tricks:
            return taker(self.tricks[-1])
        if self.options["first_lead"] == "left_of_dealer":
            return (self.dealer + 1) % self.players
        return next(seat for seat, hand in enumerate(self.hands) if self.lowest_club() in hand)

    def legal(self) -> set[str]:
        """Sections 4 and 5."""
        hand = set(self.hands[self.turn()])
        return legal(
            self.options,
            hand,
            [card for _, card in self.on_the_table],
            first=not self.tricks,
            broken=self.hearts_broken,
            opening=self.lowest_club(),
        )

    def play(self, card: str) -> int | None:
        """Put a card on the table; the taker of the trick when it was the last of it."""
        seat = self.turn()
        assert card in self.legal()
        self.hands[seat].remove(card)
        self.on_the_table.append((seat, card))
        self.hearts_broken = self.hearts_broken or breaks(self.options, card)
        if len(self.on_the_table) < self.players:
            return None
        winner = taker(self.on_the_table)
        self.piles[winner] += [each for _, each in self.on_the_table]
        self.tricks.append(self.on_the_table)
        self.on_the_table = []
        return winner

    @property
    def played_out(self) -> bool:
        return bool(self.tricks) and not any(self.hands)


def breaks(options: Options, card: str) -> bool:
    """Section 5, rule 4."""
    return suit(card) == "H" or (card == "QS" and options["queen_breaks"] is True)


def taker(trick: Sequence[tuple[int, str]]) -> int:
    """Section 5, rule 2."""
    best_seat, best = trick[0]
    for seat, card in trick[1:]:
        if beats(card, best):
            best_seat, best = seat, card
    return best_seat


def legal(
    options: Options, hand: set[str], trick: Sequence[str], *, first: bool, broken: bool, opening: str
) -> set[str]:
    """What may be played from a hand (sections 4 and 5)."""
    choice = set(hand)
    if trick:
        same = {card for card in hand if suit(card) == suit(trick[0])}
        choice = same or choice
    elif first and options["first_lead"] == "lowest_club":
        return {opening}
    elif first and options["first_lead"] == "any_club":
        return {card for card in hand if suit(card) == "C"}
    if first and options["first_trick"] != "free":
        barred = {"QS"} if options["first_trick"] == "no_queen" else set(PENALTIES)
        choice = choice - barred or choice
    if not trick and not broken and options["hearts_lead"] == "when_broken":
        hearts = {card for card in choice if suit(card) == "H"}
        choice = choice - hearts or choice
    return choice


def shot_the_moon(piles: Sequence[Sequence[str]]) -> int | None:
    """Section 7."""
    for seat, pile in enumerate(piles):
        if set(PENALTIES) <= set(pile):
            return seat
    return None


def points(options: Options, piles: Sequence[Sequence[str]], choice: str | None = None) -> list[int]:
    """Sections 6 and 7; `choice` is what a shooter said: `add` or `subtract`."""
    moon = shot_the_moon(piles)
    marks = [sum(PENALTIES.get(card, 0) for card in pile) for pile in piles]
    if moon is not None:
        off = options["moon"] == "own_subtract" or (options["moon"] == "choice" and choice == "subtract")
        marks = [(-26 if off else 0) if seat == moon else (0 if off else 26) for seat in range(len(piles))]
    if options["jack_of_diamonds"]:
        marks = [mark - 10 * ("JD" in pile) for mark, pile in zip(marks, piles, strict=True)]
    return marks


def match_end(options: Options, totals: Sequence[int]) -> tuple[bool, int | None]:
    """Section 8: whether the match is over, and who has won."""
    target = options["target"]
    assert isinstance(target, int)
    if all(total < target for total in totals):
        return False, None
    lowest = [seat for seat, total in enumerate(totals) if total == min(totals)]
    if len(lowest) == 1:
        return True, lowest[0]
    return options["tie"] == "shared", None
