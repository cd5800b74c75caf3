"""Accounts of tarot deals: as they were read, with sums that are right; a score sheet with a name at each number."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.core.cards import cards
from bot.core.match import DealRecord
from bot.core.registry import games
from bot.core.seats import Seat
from bot.core.views import Zone
from bot.i18n.words import words_for
from bot.render.extras import score_panel
from bot.render.results import hands_panel, match_end_panel, record_marks, result_panel
from bot.render.scene import Scene
from tests.render.scenes import NoEmoji, played, scene_of
from tests.render.tarot_accounts import EXAMPLES, FILE, Example, account, lines, snapshot

FR = words_for("fr", strict=True)
PLAYERS = ("Léa", "Hugo", "Zoé", "", "Ana")


def test_every_account_is_the_one_that_was_read() -> None:
    """After a change: `python -m tests.render.tarot_accounts`, then read the difference."""
    assert FILE.read_text(encoding="utf-8") == snapshot()


def figures(text: str) -> str:
    return re.sub(r"(?<=\d)[\u202f,](?=\d{3})", "", text.replace("\u00a0", " ")).replace("−", "-").replace("×", "*")


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example.title))
def test_an_account_adds_up(example: Example, language: str) -> None:
    said = [figures(line) for line in lines(example, words_for(language, strict=True))]
    owed = 0
    for line in said[1:-1]:
        sentence, _, result = line.rpartition(" = ")
        if sentence:
            product = re.search(r"-?[(\d][\d+* ()]*$", sentence)
            assert product, line
            total = 1
            for factor in product.group().lstrip("-").split("*"):
                total *= sum(int(number) for number in re.findall(r"\d+", factor))
            assert int(result) == (-total if product.group().startswith("-") else total), line
        signed = re.search(r"([+-]\d+)$", line)
        owed += int(signed.group(1)) if signed else 0
    (paid,) = [line for line in account(example) if line.key.startswith("account.defenders_")]
    sign = 1 if paid.key.endswith("pay") else -1
    assert owed == sign * int(str(paid.get("points")))
    marks = [int(number) for number in re.findall(r"([+-]?\d+)\*\*", said[-1])]
    assert len(marks) == example.players
    assert sum(marks) == 0
    assert said[-1].count("**") == 2 * example.players


def over(preset: str, players: int, seed: int) -> Scene:
    """The table after a deal that counts."""
    game = games()["tarot"]
    for state in played("tarot", preset, seed=seed, deals=6, players=players):
        if state.between and state.records and state.records[-1].counts:
            return scene_of(game, preset, state, None, PLAYERS[:players])
    raise AssertionError("nobody took")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_score_sheet_names_everybody_at_marks_and_totals(players: int) -> None:
    scene = over("fft", players, seed=3)
    record = scene.records[-1]
    record = DealRecord(
        7, record.dealer, (-104, 52, 52, 0, 0)[:players], (-1318, 700, 618, 0, 0)[:players], None, None, True, ()
    )
    told = record_marks(scene, record, FR).replace("\u00a0", " ").replace("\u202f", " ")
    assert told.startswith("Donne 7 : Léa −104 (total −1 318) · Hugo +52 (total 700) · Zoé +52 (total 618)")
    assert record_marks(scene, replace(record, counts=False), FR).endswith("passée")
    assert all(name in score_panel(scene, FR).text for name in PLAYERS[:3])


@pytest.mark.parametrize("players", [3, 4, 5])
def test_cards_that_lay_in_no_hand_are_shown_once_the_deal_is_over(players: int) -> None:
    scene = over("fft", players, seed=2)
    assert scene.view is not None
    zones = {zone.name: zone for zone in scene.view.zones}
    seen = [card for hand in scene.view.hands for card in hand] + list(zones["dog"].cards)
    assert len(set(seen)) == 78
    signs = " ".join(FR.short(card) for card in zones["dog"].cards)
    for panel in (result_panel, hands_panel, match_end_panel):
        text = panel(scene, FR, NoEmoji()).text.replace("\u00a0", " ")
        assert f"Chien : {signs}" in text, panel.__name__
        assert ("Écart d" in text) is ("discard" in zones)


def test_whatever_a_game_leaves_open_at_the_end_is_shown() -> None:
    """By zones alone: no game is named where results are drawn."""
    scene = over("fft", 4, seed=3)
    assert scene.view is not None
    view = replace(scene.view, zones=(Zone("shown", cards("KS T1"), Seat(1)),))
    assert "Hugo montre : R♠" in result_panel(replace(scene, view=view), FR, NoEmoji()).text.replace("\u00a0", " ")
