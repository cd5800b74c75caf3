"""The worked examples of docs/rules/tarot.md, and the decisions of its section 23, on the reference."""

from __future__ import annotations

from random import Random

import pytest

from . import tarot_before as before
from . import tarot_cards as cards
from . import tarot_count as count
from . import tarot_score as scoring
from .tarot_samples import dealt, options_of, taken
from .tarot_table import Table

OPTIONS = options_of({})


def outcome(
    players: int = 4, contract: str = "garde", points: float = 51, bouts: int = 1, partner: int | None = None
) -> scoring.Outcome:
    """Seat 0 took, and has so many points."""
    return {
        "seats": range(players),
        "taker": 0,
        "partner": partner,
        "contract": contract,
        "bouts": bouts,
        "half_points": round(2 * points),
        "petit": None,
        "poignees": [],
        "miseres": [],
        "chelem": {"announced": False, "won_all_tricks": None},
    }


def marks(deal: scoring.Outcome, **options: cards.OptionValue) -> tuple[int, int]:
    """What each defender pays, and what the taker gets."""
    score = scoring.score_deal(options_of(options), deal)
    assert sum(score["scores"].values()) == 0
    return score["per_defender"], score["scores"][0]


def test_the_pack() -> None:
    assert len(set(cards.DECK)) == 78
    assert (cards.half_points(cards.DECK), cards.bouts(cards.DECK)) == (182, 3)


def test_five_deals_of_the_federation() -> None:
    shown = outcome(points=49, bouts=2) | {"petit": "attack", "poignees": ["simple"]}
    assert marks(shown) == (106, 318)
    assert marks(outcome(contract="garde_sans", points=45, bouts=2) | {"petit": "defence"}) == (76, 228)
    lost = outcome(contract="petite", points=44, bouts=1) | {"petit": "attack", "poignees": ["simple"]}
    assert marks(lost) == (-42, -126)
    assert marks(outcome(points=52, bouts=2) | {"poignees": ["simple"]}) == (92, 276)
    swept = outcome(points=87, bouts=2) | {
        "petit": "attack",
        "poignees": ["simple"],
        "chelem": {"announced": True, "won_all_tricks": "attack"},
    }
    assert marks(swept) == (582, 1746)
    sheet = [[-106, -106, 318, -106], [-76, -76, -76, 228], [42, -126, 42, 42], [276, -92, -92, -92]]
    assert scoring.totals([*sheet, [-582, 1746, -582, -582]]) == [-446, 1346, -390, -510]


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        (outcome(points=56, bouts=2), (80, 240)),
        (outcome(points=40, bouts=2) | {"petit": "defence"}, (-72, -216)),
        (outcome(3, points=40.5, bouts=2), (-52, -104)),
        (outcome(3, points=41.5, bouts=2), (52, 104)),
        (outcome(5, points=48, bouts=2, partner=3), (64, 128)),
        (outcome(5, points=55, bouts=1), (58, 232)),
    ],
)
def test_the_other_worked_examples(deal: scoring.Outcome, expected: tuple[int, int]) -> None:
    assert marks(deal) == expected


@pytest.mark.parametrize("diff", [0, 1, 5, 10, 15, 20, 30, 55])
def test_the_table_of_contracts(diff: int) -> None:
    row = [marks(outcome(contract=name, points=36 + diff, bouts=3))[0] for name in before.CONTRACTS]
    assert row == [(25 + diff) * multiplier for multiplier in (1, 2, 4, 6)]


def test_half_points() -> None:
    assert marks(outcome(3, points=38.5, bouts=2)) == (-56, -112)
    assert marks(outcome(3, points=38.5, bouts=2), half_point="ignore") == (-56, -112)
    assert marks(outcome(3, points=41.5, bouts=2), half_point="ignore") == (50, 100)


@pytest.mark.parametrize(
    ("rule", "points", "base"),
    [("nearest5", 44, 30), ("nearest5", 42, 25), ("nearest10", 46, 35), ("nearest10", 45, 25), ("nearest10", 36, 35)],
)
def test_rounding(rule: str, points: int, base: int) -> None:
    sign = 1 if points >= 41 else -1
    assert marks(outcome(contract="petite", points=points, bouts=2), score_round=rule)[0] == sign * base


@pytest.mark.parametrize(
    ("announced", "swept", "points"),
    [
        (None, None, 0),
        (None, "attack", 200),
        (None, "defence", -200),
        ("attack", "attack", 400),
        ("attack", None, -200),
        ("attack", "defence", -400),
        ("defence", "defence", -400),
        ("defence", None, 200),
        ("defence", "attack", 400),
    ],
)
def test_chelems(announced: str | None, swept: str | None, points: int) -> None:
    chelem: scoring.Chelem = {"announced": announced is not None, "won_all_tricks": swept}
    if announced is not None:
        chelem["announced_by"] = announced
    assert scoring.chelem_points(chelem) == points


def test_miseres() -> None:
    deal = outcome(5, points=51, bouts=1, partner=1) | {"miseres": [1, 3, 3]}
    assert marks(deal, misere="flat10_camp")[0] == 40
    assert marks(deal, misere="flat20_camp")[0] == 30
    assert marks(deal, misere="mult10_camp")[0] == 30
    score = scoring.score_deal(options_of({"misere": "flat10_personal"}), deal)
    assert score["scores"] == {0: 100 - 30, 1: 50 + 40 - 20, 2: -50 - 30, 3: -50 - 10 + 80, 4: -50 - 30}


def test_the_end_of_a_match() -> None:
    assert not scoring.is_over(OPTIONS, [30, -30], 11)
    assert scoring.is_over(OPTIONS, [30, -30], 12)
    more = options_of({"tie": "extra_deal", "deals": 3})
    assert not scoring.is_over(more, [20, 20, -40], 3)
    assert scoring.is_over(more, [-10, 20, -10], 3)
    assert scoring.is_over(options_of({"target": 300}), [300, -300], 1)
    assert scoring.winner([20, 20, -40]) is None


# --- whole tables -----------------------------------------------------------------------------------

ALL_TRUMPS = [f"T{number}" for number in range(4, 22)]
TRUMPS_AND_EXCUSE = [*ALL_TRUMPS[1:], "EX"]


def swept_table(**changed: cards.OptionValue) -> Table:
    """Seat 0 leads every trick with a trump, and the Excuse to the last one; the others play what they can."""
    table = taken(dealt(options_of(changed), 4, {0: TRUMPS_AND_EXCUSE}), 0, "garde_sans")
    table.go(0)
    while table.phase == "play":
        legal = sorted(table.legal(table.turn), key=lambda card: (card == "EX", not cards.is_trump(card), card))
        table.say(table.turn, f"play:{legal[0]}")
    return table


def test_the_excuse_wins_the_last_trick_of_a_chelem() -> None:
    table = swept_table()
    assert (table.tricks[-1].winner, table.tricks[-1].by_fool) == (0, True)
    assert count.outcome(table)["chelem"]["won_all_tricks"] == "attack"
    strict = swept_table(excuse_wins_last="announced_only")
    assert strict.tricks[-1].winner != 0
    assert count.excuse_owner(strict) == "defence"


def test_what_is_left_of_an_excuse_in_the_last_trick() -> None:
    def fate(side: str, winner: str, swept: bool, rule: str = "changes_side") -> tuple[str, int]:
        told = scoring.excuse_fate(
            options_of({"excuse_last_trick": rule}), side, winner, last=True, won_all_before=swept
        )
        return told.owner, told.worth[side]

    assert fate("attack", "attack", swept=True) == ("attack", 9)
    assert fate("attack", "defence", swept=True) == ("defence", 0)
    assert fate("defence", "attack", swept=False) == ("attack", 0)
    assert fate("defence", "defence", swept=False) == ("attack", 1)
    assert fate("defence", "defence", swept=False, rule="trick_winner") == ("defence", 9)


def test_the_excuse_must_go_before_the_last_trick_where_that_is_forbidden() -> None:
    table = taken(dealt(options_of({"excuse_last_trick": "forbidden"}), 3, {1: ["EX"]}), 0, "garde_sans")
    table.go(0)
    while len(table.tricks) < 22 or table.turn != 1:
        legal = sorted(table.legal(table.turn) - {"EX"})
        table.say(table.turn, f"play:{legal[0]}")
    assert table.legal(1) == {"EX"}


def test_an_untouchable_petit_is_like_the_excuse() -> None:
    hand = [*[rank + suit for suit in "SHD" for rank in cards.RANKS[:6]][:17], "T1"]
    table = dealt(options_of({"petit_sec": "imprenable"}), 4, {0: hand})
    table.say(0, "declare:imprenable")
    assert table.fools == {"EX", "T1"}
    assert cards.legal_cards(["T1", "2S", "4H"], ["KS"], table.fools) == {"T1", "2S"}
    assert cards.legal_cards(["T1", "4H"], ["KS"], table.fools) == {"T1", "4H"}
    assert cards.winner_index(["KS", "T1", "2S"], table.fools) == 0


def test_whose_opening_lead_is_restricted() -> None:
    hand = ["2S", "KH", "T3", "EX"]
    for rule, of_taker, of_others in [
        ("opening_lead", {"KH", "T3", "EX"}, {"KH", "T3", "EX"}),
        ("taker_only", {"KH", "T3", "EX"}, set(hand)),
        ("none", set(hand), set(hand)),
    ]:
        options = options_of({"call_lead_restriction": rule})
        for taker, expected in [(True, of_taker), (False, of_others)]:
            found = cards.opening_leads(options, hand, "KS", leader_is_taker=taker, fools={"EX"})
            assert found == expected
    assert "KS" in cards.opening_leads(OPTIONS, ["KS"], "KS", leader_is_taker=True, fools={"EX"})


def test_calls_without_an_own_card() -> None:
    hand = [*(f"K{suit}" for suit in cards.SUITS), "QS", "QH"]
    assert before.callable_cards(options_of({"call_self": "forbidden"}), hand) == {"QD", "QC"}
    assert len(before.callable_cards(OPTIONS, hand)) == 8


@pytest.mark.parametrize("seed", range(12))
def test_random_deals_keep_the_laws(seed: int) -> None:
    """Section 25: two piles of 182 half points, scores that add up to nothing, always a legal card."""
    chance = Random(seed)
    people = 3 + seed % 3
    held = chance.sample(cards.DECK, 78)
    table = dealt({**OPTIONS, "petit_sec": "ignore"}, people, {}, chien=held[: before.CHIEN[people]])
    taken(table, seed % people, "garde_contre" if seed % 2 else "garde_sans")
    if people == 5:
        table.say(
            table.taker, f"call:{chance.choice(sorted(before.callable_cards(OPTIONS, table.hands[table.taker])))}"
        )
    table.go(table.taker)
    while table.phase == "play":
        legal = table.legal(table.turn)
        assert legal
        assert ("EX" in legal) == ("EX" in table.hands[table.turn])
        table.say(table.turn, f"play:{chance.choice(sorted(legal))}")
    told, score = count.outcome(table), count.score(table)
    assert sum(score["scores"].values()) == 0
    assert people != 4 or told["half_points"] % 2 == 0
