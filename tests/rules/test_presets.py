"""Presets are those of the case file, and the lobby's own differ exactly as said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.core import match
from bot.core.errors import IllegalAction
from bot.core.families.belote.keys import Refusal
from bot.core.game import AnyGame
from bot.core.registry import games
from bot.core.seats import Seat

CASES = json.loads((Path(__file__).parent / "data" / "belote-cases.json").read_text(encoding="utf-8"))
PRESETS: dict[str, dict[str, Any]] = CASES["presets"]
OWN = {"annonce_announce", "deals", "last_trick_view", "generale_leads", "undo"}
"""Options that the file names nowhere."""


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_those_of_the_file(name: str) -> None:
    expected = {option: value for option, value in PRESETS[name].items() if option not in ("players", "game")}
    found = games()[PRESETS[name]["game"]].presets[name].values()
    assert {option: value for option, value in found.items() if option not in OWN} == expected


def changes(game: AnyGame, name: str, base: str) -> dict[str, object]:
    ours, theirs = game.presets[name].values(), game.presets[base].values()
    return {option: value for option, value in ours.items() if theirs[option] != value}


def test_lobby_profiles_differ_as_settled() -> None:
    coinche, belote = games()["coinche"], games()["belote"]
    assert changes(coinche, "coinche_online", "coinche") == {
        "annonces": False,
        "bid_max": 160,
        "undertrump": "required",
        "coinche_when": "any_time",
        "belote_announce": "auto",
    }
    assert changes(coinche, "contree_online", "contree") == {"belote_announce": "auto"}
    assert changes(coinche, "textes", "coinche") == {"undertrump": "required", "annonce_announce": "manual"}
    assert changes(belote, "belote_online", "belote") == {"belote_announce": "auto"}
    assert changes(belote, "belote_annonces_online", "belote_annonces") == {
        "belote_announce": "auto",
        "annonce_tie": "first",
    }
    assert changes(belote, "textes", "belote") == {}


def test_main_presets_come_first() -> None:
    for key, game in games().items():
        if key in ("belote", "coinche"):
            assert next(iter(game.presets)) == game.default_preset == f"{key}_online"


@pytest.mark.parametrize("key", ["belote", "coinche"])
def test_cutting_instead_of_shuffling_is_refused(key: str) -> None:
    game = games()[key]
    options = game.presets[game.default_preset].with_values({"shuffle": "cut_only"})
    with pytest.raises(IllegalAction) as refused:
        match.start(game, options, 4, Seat(0))
    assert refused.value.code is Refusal.CUT_ONLY


def test_limits_that_leave_no_bid_are_refused() -> None:
    game = games()["coinche"]
    options = game.presets["contree"].with_values({"bid_min": 170, "bid_max": 160})
    with pytest.raises(IllegalAction) as refused:
        match.start(game, options, 4, Seat(0))
    assert refused.value.fact.get("option") == "bid_max"
