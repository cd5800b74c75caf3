"""Options and deals for the tests of the reference."""

from __future__ import annotations

import json
from pathlib import Path

from . import cards, scoring

CASE_FILE = Path(__file__).parents[1] / "rules" / "data" / "belote-cases.json"
PRESETS: dict[str, dict[str, cards.OptionValue]] = json.loads(CASE_FILE.read_text(encoding="utf-8"))["presets"]
TOTALS = {"SA": 152, "TA": 248}


def preset(name: str, **changes: cards.OptionValue) -> dict[str, cards.OptionValue]:
    return {**PRESETS[name], **changes}


def count(
    points: int,
    *,
    der: str = "A",
    trump: str = "H",
    bid: int | str | None = None,
    coinche: str = "none",
    belotes: str = "",
    annonces_a: int = 0,
    annonces_b: int = 0,
    tricks: int = 4,
    native: int | None = None,
    solo: bool = False,
) -> scoring.Count:
    """A deal taken by A, who has `points` in cards; B has the rest of the `native` total."""
    contract: scoring.Contract = {"team": "A", "trump": trump}
    if bid is not None:
        contract["bid"] = bid
        contract["coinche"] = coinche
    total = native if native is not None else TOTALS.get(trump, 152)
    return {
        "contract": contract,
        "cards": {"A": points, "B": total - points},
        "tricks": {"A": tricks, "B": 8 - tricks},
        "der": der,
        "belote": list(belotes),
        "annonces": {"A": annonces_a, "B": annonces_b},
        "solo": solo,
    }
