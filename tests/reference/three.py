"""Belote for three as slow functions: packets, écart, tricks, marks, the end of a match.

Cards and denominations as in `cards`; options are a dictionary, with `players` = 3 and `game` = "belote" for the parts
that are those of the classic game. Rules: docs/rules/belote.md 15, with sections 5, 7, 8, 10 and 13.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from .belote import belotes_of_deal
from .cards import DECK, Illegal, Options, legal_cards, number, points_of, rank_of, winner_index
from .scoring import round_line

Play = tuple[int, str, str | None]  # seat, card, word said


class Dealt(TypedDict):
    """Cards after some of the dealing: hands by seat, the turned card, and what nobody has, in order."""

    hands: list[list[str]]
    turned: str
    left: list[str]


class Played(TypedDict):
    """Tricks so far: who won each, with which points; the trick on the table; who is to play; hands left."""

    winners: list[int]
    points: list[int]
    trick: list[tuple[int, str]]
    seat: int
    hands: list[list[str]]


class Marked(TypedDict):
    made: bool
    exact: list[int]


def pack(options: Options) -> list[str]:
    """The cards in play."""
    if options["three_deal"] == "cards_24":
        return [card for card in DECK if rank_of(card) not in ("7", "8")]
    return list(DECK)


def around(dealer: int) -> list[int]:
    """Seats in playing order, the dealer last."""
    return [(dealer + 1) % 3, (dealer + 2) % 3, dealer]


def before_bidding(options: Options, dealer: int, deck: Sequence[str]) -> Dealt:
    """Five, six or ten cards each, and one turned up."""
    if sorted(deck) != sorted(pack(options)):
        raise ValueError("not the pack of this form")
    sizes = {"cards_24": [3, 2], "cards_32": [3, 3], "chien": [3, 2, 3, 2]}[str(options["three_deal"])]
    hands: list[list[str]] = [[], [], []]
    left = list(deck)
    for size in sizes:
        for seat in around(dealer):
            hands[seat] += left[:size]
            left = left[size:]
    return {"hands": hands, "turned": left[0], "left": left[1:]}


def after_take(options: Options, dealer: int, deck: Sequence[str], taker: int) -> Dealt:
    """The rest of the cards; of the chien the taker has both cards, and has not put any aside yet."""
    dealt = before_bidding(options, dealer, deck)
    hands, left = dealt["hands"], dealt["left"]
    if options["three_deal"] == "chien":
        hands[taker] += [dealt["turned"], *left]
        return {"hands": hands, "turned": dealt["turned"], "left": []}
    for seat in around(dealer):
        size = 2 if seat == taker and options["three_deal"] == "cards_24" else 3
        hands[seat] += left[:size]
        left = left[size:]
    if options["three_deal"] == "cards_24":
        hands[taker].append(dealt["turned"])
    return {"hands": hands, "turned": dealt["turned"], "left": left}


def put_aside(dealt: Dealt, taker: int, cards: Sequence[str]) -> list[list[str]]:
    """Hands once the taker has put two cards aside; `Illegal` when he cannot."""
    hands = [list(hand) for hand in dealt["hands"]]
    if len(set(cards)) != 2 or len(cards) != 2 or not set(cards) <= set(hands[taker]):
        raise Illegal(f"{cards} cannot be put aside")
    hands[taker] = [card for card in hands[taker] if card not in cards]
    return hands


def play(options: Options, trump: str, dealer: int, hands: Sequence[Sequence[str]], plays: Sequence[Play]) -> Played:
    """The tricks so far; raises `Illegal` at a card out of turn or not allowed."""
    left = [list(hand) for hand in hands]
    winners: list[int] = []
    points = [0, 0, 0]
    trick: list[tuple[int, str]] = []
    seat = (dealer + 1) % 3
    for by, card, _ in plays:
        if by != seat or card not in left[seat] or card not in legal_cards(options, trump, seat, trick, left[seat]):
            raise Illegal(f"seat {by} cannot play {card}")
        left[seat].remove(card)
        trick.append((seat, card))
        seat = (seat + 1) % 3
        if len(trick) == 3:
            cards = [played for _, played in trick]
            seat = trick[winner_index(trump, cards)][0]
            winners.append(seat)
            points[seat] += points_of(options, trump, cards)
            trick = []
    return {"winners": winners, "points": points, "trick": trick, "seat": seat, "hands": left}


def won(options: Options, trump: str, taker: int, done: Played, aside: Sequence[str]) -> list[int]:
    """Trick points of everybody: the last trick, or a capot, and what the taker put aside."""
    points = list(done["points"])
    winners = done["winners"]
    points[winners[-1]] += 10
    if len(set(winners)) == 1:
        # The last trick is worth 100 instead of 10, where a capot is worth 252.
        points[winners[-1]] += number(options, "capot_points") - 162
    points[taker] += points_of(options, trump, aside)
    return points


def mark(options: Options, taker: int, points: Sequence[int], belotes: Sequence[int], *, capot: bool) -> Marked:
    """What everybody marks, exactly. `belotes`: seats; `capot`: by the taker."""
    own = [20 * list(belotes).count(seat) for seat in range(3)]
    full = [points[seat] + (own[seat] if options["belote_counts_for_contract"] else 0) for seat in range(3)]
    first, second = [seat for seat in range(3) if seat != taker]
    if options["three_contract"] == "each":
        made = full[taker] > full[first] and full[taker] > full[second]
    else:
        made = full[taker] > full[first] + full[second]
    exact = [points[seat] + own[seat] for seat in range(3)]
    if made or capot:
        return {"made": True, "exact": exact}
    exact[taker] = own[taker]
    if full[first] == full[second]:
        exact[first] += points[taker] // 2
        exact[second] += points[taker] // 2
    else:
        exact[first if full[first] > full[second] else second] += points[taker]
    return {"made": False, "exact": exact}


def belotes_of(options: Options, trump: str, hands: Sequence[Sequence[str]], plays: Sequence[Play]) -> list[int]:
    """Seats that obtain a belote."""
    return [seat for seat, _ in belotes_of_deal(options, trump, hands, plays)]


def over_target(options: Options, total: int) -> bool:
    target = number(options, "target")
    return total > target if options["target_rule"] == "exceed" else total >= target


def written(options: Options, before: Sequence[int], exact: Sequence[int], deal_number: int) -> list[int]:
    """Marks as written on the score sheet."""
    rounded = [round_line(options, points) for points in exact]
    if options["round_last_deal"]:
        return rounded
    if options["deals"] is not None:
        return list(exact) if deal_number >= number(options, "deals") else rounded
    ends = any(over_target(options, before[seat] + line[seat]) for seat in range(3) for line in (list(exact), rounded))
    return list(exact) if ends else rounded


def match_end(options: Options, totals: Sequence[int], taker: int, deal_number: int) -> tuple[bool, int | str | None]:
    """Whether the match is over after a deal that was played, and who won: a seat, "draw", or None."""
    best = [seat for seat in range(3) if totals[seat] == max(totals)]
    if options["deals"] is not None:
        if deal_number < number(options, "deals"):
            return False, None
    else:
        over = [seat for seat in range(3) if over_target(options, totals[seat])]
        if len(over) < 2:
            return (True, over[0]) if over else (False, None)
        if options["both_over"] == "draw":
            return True, "draw"
        if options["both_over"] == "takers_win" and taker in over:
            return True, taker
    if len(best) == 1:
        return True, best[0]
    return (True, "draw") if options["both_over"] == "draw" else (False, None)
