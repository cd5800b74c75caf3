"""End of a match: `belote_finish`, fixed numbers of deals, both sides over the target."""

from __future__ import annotations

import pytest

from . import match
from .samples import preset


def detail(failed: str = "", no_trick: str = "", belote_a: int = 20) -> match.Detail:
    return {"failed": list(failed), "no_trick": list(no_trick), "belote": {"A": belote_a, "B": 0}}


@pytest.mark.parametrize(
    ("rule", "facts", "over"),
    [
        ("not_if_capot", detail(no_trick="A"), False),
        ("not_if_capot", detail(failed="A"), True),
        ("not_if_capot", detail(failed="B"), True),
        ("not_if_capot_or_failed", detail(no_trick="A"), False),
        ("not_if_capot_or_failed", detail(failed="A"), False),
        ("always", detail(failed="A", no_trick="A"), True),
    ],
)
def test_belote_finish(rule: str, facts: match.Detail, over: bool) -> None:
    rules = preset("belote", belote_finish=rule)
    end = match.match_end(rules, {"A": 990, "B": 500}, {"A": 20, "B": 252}, "A", facts)
    assert end == {"over": over, "winner": "A" if over else None}


def test_belote_finish_counts_only_the_belote() -> None:
    rules = preset("belote", belote_finish="not_if_capot")
    end = match.match_end(rules, {"A": 990, "B": 500}, {"A": 70, "B": 252}, "B", detail(no_trick="A"))
    assert end == {"over": True, "winner": "A"}  # 50 of annonces were enough


def test_barred_side_lets_the_other_win() -> None:
    rules = preset("belote", belote_finish="not_if_capot_or_failed")
    end = match.match_end(rules, {"A": 995, "B": 840}, {"A": 20, "B": 162}, "A", detail(failed="A"))
    assert end == {"over": True, "winner": "B"}  # 1015 against 1002


def test_fixed_number_of_deals() -> None:
    rules = preset("belote", deals=12)
    before, marks = {"A": 1500, "B": 1400}, {"A": 0, "B": 162}
    assert match.match_end(rules, before, marks, "A", None, 11) == {"over": False, "winner": None}
    assert match.match_end(rules, before, marks, "A", None, 12) == {"over": True, "winner": "B"}
    tied = {"A": 1562, "B": 1400}
    assert match.match_end(rules, tied, marks, "A", None, 12) == {"over": False, "winner": None}


def test_target_exceeded_and_both_over() -> None:
    both = {"A": 1100, "B": 1100}
    nothing = {"A": 0, "B": 0}
    assert match.match_end(preset("belote"), both, nothing, "B") == {"over": False, "winner": None}
    draw = preset("belote", both_over="draw")
    assert match.match_end(draw, both, nothing, "B") == {"over": True, "winner": "draw"}
    exceed = preset("coinche_bga")
    assert match.match_end(exceed, {"A": 1990, "B": 0}, {"A": 11, "B": 0}, "A")["winner"] == "A"
