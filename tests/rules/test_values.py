"""Tables of the rules: card points, conversions, four-of-a-kinds (docs/rules/belote.md 3 and 9)."""

from __future__ import annotations

import pytest

from bot.core.cards import PLAIN_SUITS, Card, Rank, cards
from bot.core.families.belote.annonces import combinations_of
from bot.core.families.belote.denominations import Denomination, ranking
from bot.core.games.belote.rules import GAME as BELOTE
from bot.core.games.coinche.rules import GAME as COINCHE
from bot.core.seats import Seat

from .deals import belote, points_of, score

ORDER = "AS 10S KS QS JS 9S 8S 7S"


@pytest.mark.parametrize(
    ("denomination", "sa_values", "ta_values", "points"),
    [
        ("H", "ace19", "convert_258", [11, 10, 4, 3, 2, 0, 0, 0]),
        ("S", "ace19", "convert_258", [11, 10, 4, 3, 20, 14, 0, 0]),
        ("SA", "ace19", "convert_258", [19, 10, 4, 3, 2, 0, 0, 0]),
        ("SA", "cards_152", "convert_258", [11, 10, 4, 3, 2, 0, 0, 0]),
        ("SA", "convert_130", "convert_258", [11, 10, 4, 3, 2, 0, 0, 0]),
        ("TA", "ace19", "convert_258", [11, 10, 4, 3, 20, 14, 0, 0]),
        ("TA", "ace19", "cards_152", [11, 10, 4, 3, 20, 14, 0, 0]),
        ("TA", "ace19", "scaled_13", [6, 5, 3, 2, 13, 9, 0, 0]),
        ("TA", "ace19", "scaled_14", [6, 5, 3, 1, 14, 9, 0, 0]),
    ],
)
def test_card_points(denomination: str, sa_values: str, ta_values: str, points: list[int]) -> None:
    order = ranking(Denomination(denomination), sa_values, ta_values)
    assert [order.points(card) for card in cards(ORDER)] == points


@pytest.mark.parametrize(
    ("trump", "options", "total"),
    [
        ("H", {}, 152),
        ("SA", {"sa_values": "ace19"}, 152),
        ("SA", {"sa_values": "cards_152"}, 120),
        ("SA", {"sa_values": "convert_130"}, 120),
        ("TA", {"ta_values": "convert_258"}, 248),
        ("TA", {"ta_values": "cards_152"}, 248),
        ("TA", {"ta_values": "scaled_13"}, 152),
        ("TA", {"ta_values": "scaled_14"}, 152),
    ],
)
def test_every_scale_ends_at_162(trump: str, options: dict[str, str], total: int) -> None:
    chosen = belote(sa_ta=True, **options)
    values = ranking(Denomination(trump), chosen.sa_values, chosen.ta_values).values
    assert sum(values.values()) == total
    # One side with all the points but not all the tricks: whatever the scale, 152 and the last ten.
    assert score(chosen, (total, 0), trump=trump, der=0).points == (162, 0)
    for points in range(total + 1):
        tricks = [
            points_of(line)
            for line in score(chosen, (points, total - points), trump=trump, der=1).account
            if line.key == "account.tricks"
        ]
        assert sum(tricks) == 162


def carre(rank: Rank, denomination: str) -> int | None:
    hand = tuple(Card(rank, suit) for suit in PLAIN_SUITS)
    made = combinations_of(hand, Denomination(denomination), "single")
    return made[0].points if made else None


def test_four_of_a_kind() -> None:
    ranks = [Rank.ACE, Rank.N10, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.N9, Rank.N8, Rank.N7]
    for denomination in ("S", "TA"):
        assert [carre(rank, denomination) for rank in ranks] == [100, 100, 100, 100, 200, 150, None, None]
    assert [carre(rank, "SA") for rank in ranks] == [200, 150, 100, 100, 100, 100, None, None]


def test_equal_fours_rank_in_the_listed_order() -> None:
    def ladder(denomination: str, ranks: list[Rank]) -> list[Rank]:
        hands = [tuple(Card(rank, suit) for suit in PLAIN_SUITS) for rank in ranks]
        made = [combinations_of(hand, Denomination(denomination), "single")[0] for hand in hands]
        return [one.top.rank for one in sorted(made, key=lambda one: one.strength, reverse=True)]

    with_trumps = [Rank.JACK, Rank.N9, Rank.ACE, Rank.N10, Rank.KING, Rank.QUEEN]
    assert ladder("H", sorted(with_trumps)) == with_trumps
    without = [Rank.ACE, Rank.N10, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.N9]
    assert ladder("SA", sorted(without)) == without


def test_partners_sit_opposite() -> None:
    for game in (BELOTE, COINCHE):
        assert game.sides(4) == ((Seat(0), Seat(2)), (Seat(1), Seat(3)))
