"""Every panel of every step of played matches stays within the platform's limits and keeps its secrets."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.core.cards import Card, cards
from bot.core.registry import games
from bot.core.seats import Seat
from bot.i18n.words import words_for
from bot.render.errors import ruling_text
from bot.render.extras import more_panel, referee_panel, score_panel, trick_panel
from bot.render.hand import hand_panel
from bot.render.help import TOPICS, Place, help_panel
from bot.render.lobby import lobby_panel
from bot.render.names import names_of
from bot.render.panels import Menu, Panel
from bot.render.results import hands_panel, match_end_panel, result_panel
from bot.render.table import table_panel
from tests.render.limits import check
from tests.render.scenes import LONG_NAME, LongEmoji, NoEmoji, lobby_of, played, scene_of, seats

PRESETS = [(key, preset) for key, game in games().items() for preset in game.presets]
NAMES = (LONG_NAME, "Anna", "", LONG_NAME, LONG_NAME)
TABLES = [(key, preset, seats) for key, preset in PRESETS for seats in sorted(games()[key].seat_counts)]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("key", "preset", "players"), TABLES)
def test_panels_of_played_deals_fit(key: str, preset: str, players: int, language: str) -> None:
    words, game = words_for(language, strict=True), games()[key]
    for state in played(key, preset, seed=len(preset), deals=2, players=players):
        public = scene_of(game, preset, state, None, NAMES)
        for emoji in (LongEmoji(), NoEmoji()):
            check(table_panel(public, words, emoji))
            check(trick_panel(public, words, emoji))
            if state.between:
                check(result_panel(public, words, emoji))
                check(hands_panel(public, words, emoji))
                check(match_end_panel(public, words, emoji))
                check(score_panel(public, words))
            for seat in seats(state):
                check(hand_panel(scene_of(game, preset, state, seat, NAMES), words, emoji))
        check(more_panel(public, words))


@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_the_public_panel_does_not_depend_on_the_viewer(key: str, preset: str) -> None:
    words, game = words_for("fr", strict=True), games()[key]
    for state in played(key, preset, seed=5, deals=1):
        public = table_panel(scene_of(game, preset, state, None, NAMES), words, NoEmoji())
        for seat in seats(state):
            assert table_panel(scene_of(game, preset, state, seat, NAMES), words, NoEmoji()) == public


def _shown(panel: Panel) -> set[str]:
    letters = {"A": "A", "R": "K", "D": "Q", "V": "J"}
    signs = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
    found = re.findall(r"(10|[ARDV789])([♠♥♦♣])", panel.text)
    return {f"{letters.get(rank, rank)}{signs[sign]}" for rank, sign in found}


@pytest.mark.parametrize("key", sorted(games()))
def test_the_public_panel_shows_no_held_card_and_names_none_in_its_controls(key: str) -> None:
    words, game = words_for("fr", strict=True), games()[key]
    for state in played(key, game.default_preset, seed=11, deals=1):
        if state.between or state.deal is None:
            continue
        held = {card.code for seat in seats(state) for card in game.view(state.deal, seat).hand}
        panel = table_panel(scene_of(game, game.default_preset, state, None, NAMES), words, NoEmoji())
        zones = {card.code for zone in game.view(state.deal, None).zones for card in zone.cards}
        assert not (_shown(panel) & held) - zones
        codes = [button.verb for row in panel.rows if not isinstance(row, Menu) for button in row]
        assert not [code for code in codes if any(code.endswith(f":{card}") for card in held)]


def test_the_hand_panel_offers_exactly_the_legal_cards() -> None:
    words, game = words_for("fr", strict=True), games()["coinche"]
    seen = 0
    for state in played("coinche", "coinche_online", seed=3, deals=2):
        for seat in seats(state):
            scene = scene_of(game, "coinche_online", state, seat, NAMES)
            assert scene.view is not None
            panel = hand_panel(scene, words, NoEmoji())
            offered = {
                button.verb.removeprefix("play:")
                for row in panel.rows
                if not isinstance(row, Menu)
                for button in row
                if button.verb.startswith("play:")
            }
            assert offered == {card.code for card in scene.view.playable}
            seen += len(offered)
    assert seen > 50


def test_every_card_of_the_hand_is_in_the_text_playable_or_not() -> None:
    words, game = words_for("fr", strict=True), games()["belote"]
    for state in played("belote", "belote", seed=8, deals=1):
        for seat in seats(state):
            scene = scene_of(game, "belote", state, seat, NAMES)
            assert scene.view is not None
            panel = hand_panel(scene, words, NoEmoji())
            assert {card.code for card in scene.view.hand} <= _shown(panel)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_hand_of_24_with_the_longest_names_and_emoji_fits(language: str) -> None:
    words, game = words_for(language, strict=True), games()["belote"]
    state = next(state for state in played("belote", "belote", seed=2, deals=1) if state.deal and _in_play(game, state))
    scene = scene_of(game, "belote", state, Seat(0), (LONG_NAME,) * 4)
    assert scene.view is not None
    many: tuple[Card, ...] = tuple(
        card for card in cards("AS KS QS JS 10S 9S 8S 7S AH KH QH JH 10H 9H 8H 7H AD KD QD JD 10D 9D 8D 7D")
    )
    whole = replace(scene, view=replace(scene.view, hand=many, playable=many[:3], viewer=Seat(0)))
    panel = hand_panel(whole, words, LongEmoji())
    check(panel)
    assert panel.text.count("<:") >= 24 or panel.text.count("♠") >= 8


def _in_play(game: object, state: object) -> bool:
    deal = getattr(state, "deal", None)
    return deal is not None and str(getattr(deal, "phase", "")) == "play"


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_lobby_and_help_fit(key: str, preset: str, language: str) -> None:
    words, game = words_for(language, strict=True), games()[key]
    state = next(iter(played(key, preset, seed=1)))
    for seated in range(1, 5):
        scene = lobby_of(scene_of(game, preset, state, None, NAMES), seated=seated)
        panel = lobby_panel(scene, words, NoEmoji())
        check(panel)
        rules = [line for line in panel.text.splitlines() if line.startswith("- ")]
        assert 1 <= len(rules) <= 6
        assert all(len(rule) <= 62 for rule in rules), "short enough for a line on a phone"
    for topic in ("", *TOPICS):
        check(help_panel(words, topic, Place(tuple(games()), table=True, seated=True)))


def test_the_score_sheet_of_many_deals_comes_in_pages_and_loses_none() -> None:
    words, game = words_for("fr", strict=True), games()["belote"]
    *_, state = played("belote", "belote", seed=21, deals=40)
    scene = scene_of(game, "belote", state, None, NAMES)
    text, page = "", 0
    while True:
        panel = score_panel(scene, words, page)
        check(panel)
        text += panel.text
        last = panel.rows[0][-1] if panel.rows and not isinstance(panel.rows[0], Menu) else None
        if last is None or last.disabled:
            break
        page += 1
    for record in state.records:
        assert re.search(rf"Donne {record.number}\b", text)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_refused_cards_are_explained_with_what_is_allowed(language: str) -> None:
    from bot.core import match
    from bot.core.actions import PlayCard
    from bot.core.errors import IllegalAction

    words, game = words_for(language, strict=True), games()["coinche"]
    refused = 0
    for state in played("coinche", "coinche_online", seed=4, deals=2):
        for seat in match.to_act(game, state):
            scene = scene_of(game, "coinche_online", state, seat, NAMES)
            assert scene.view is not None
            for card in scene.view.hand if scene.view.phase == "play" else ():
                if card in scene.view.playable:
                    continue
                with pytest.raises(IllegalAction) as caught:
                    match.act(game, state, seat, PlayCard(card))
                text = ruling_text(caught.value.ruling, words, names_of(scene, words))
                refused += 1
                assert set(caught.value.legal) == set(scene.view.playable)
                assert all(words.short(legal) in text for legal in caught.value.legal)
                check(referee_panel(scene, words, caught.value.ruling))
    assert refused > 20
