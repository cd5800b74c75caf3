"""Pictures of matches played at random: size, words, and nothing that a viewer may not see."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import islice
from random import Random
from typing import Any

import pytest
from PIL import Image

from bot.core import match
from bot.core.cards import Card
from bot.core.evolving import replace as evolved
from bot.core.registry import games
from bot.core.seats import Seat
from bot.i18n.words import words_for
from bot.render import art
from bot.render.art import sprites
from bot.render.art.cast import cast_of
from bot.render.art.drawing import Face
from bot.render.art.text import legible, wrapped
from bot.render.scene import Scene
from tests.render.art.packs import every_card
from tests.render.art.stage import over, records, running
from tests.render.scenes import LONG_NAME, lobby_of, played, scene_of

FR, EN = words_for("fr", strict=True), words_for("en", strict=True)
STYLE = art.Style()
TABLES = [(key, players) for key, game in sorted(games().items()) for players in game.seat_counts]
LARGEST = 100_000


def some(states: Iterator[match.MatchState], chance: Random, wanted: int) -> list[match.MatchState]:
    """A few states of one deal, one of them its last."""
    all_of_them = [state for state in states if state.deal is not None]
    return [*chance.sample(all_of_them[:-1], min(wanted, len(all_of_them) - 1)), all_of_them[-1]]


def checked(picture: art.Picture | None) -> None:
    if picture is None:
        return
    assert len(picture.png) <= LARGEST
    assert 0 < len(picture.alt) <= art.ALT_LIMIT
    assert not {"*", "\\", "<", "👉"} & set(picture.alt), picture.alt
    assert not picture.alt.endswith("…"), picture.alt
    assert Image.open(BytesIO(picture.png)).width == 960


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_every_game_has_pictures_at_every_number_of_seats(key: str, players: int, deal_seed: int) -> None:
    game, chance = games()[key], Random(deal_seed)
    preset = chance.choice(sorted(game.presets))
    style = art.Style(chance.choice(list(art.Palette)))
    names = (LONG_NAME, "李小龙", "🦊🦊🦊", "", "Œdipe")[:players]
    states = some(played(key, preset, deal_seed, deals=1, players=players), chance, 2)
    for state, words in zip(states, (FR, EN, FR), strict=True):
        public = scene_of(game, preset, state, None, names)
        checked(art.table_picture(public, style, words))
        seat = Seat(chance.randrange(players))
        checked(art.hand_picture(scene_of(game, preset, state, seat, names), style, words))
    checked(art.table_picture(lobby_of(public, seated=chance.randint(1, players)), style, FR))
    for words in (FR, EN):
        checked(art.score_picture(public, style, words))
        checked(art.trick_picture(public, style, words))
        checked(art.hands_picture(public, style, words))


@pytest.mark.parametrize(("key", "players"), [table for table in TABLES if table[1] > 2])
def test_worlds_that_differ_in_hidden_cards_alone_look_the_same(key: str, players: int, deal_seed: int) -> None:
    game, chance = games()[key], Random(deal_seed)
    preset, names = sorted(game.presets)[0], ("A", "B", "C", "D", "E")[:players]
    pairs = list(two_worlds(played(key, preset, deal_seed, deals=1, players=players)))
    for one, two in chance.sample(pairs, 2):
        tables = [art.table_picture(scene_of(game, preset, world, None, names), STYLE, FR) for world in (one, two)]
        assert tables[0] == tables[1]
        hands = [art.hand_picture(scene_of(game, preset, world, Seat(0), names), STYLE, FR) for world in (one, two)]
        assert hands[0] == hands[1]


def two_worlds(states: Iterator[match.MatchState]) -> Iterator[tuple[match.MatchState, match.MatchState]]:
    """States of a running deal with the same where seats 1 and 2 hold each other's cards."""
    for state in states:
        deal: Any = state.deal  # whatever game's state it is: each has the hands under this name
        if deal is None or state.between:
            continue
        hands: tuple[tuple[Card, ...], ...] = deal.hands
        if hands[1] != hands[2] and len(hands[1]) == len(hands[2]):
            yield state, evolved(state, deal=evolved(deal, hands=(hands[0], hands[2], hands[1], *hands[3:])))


def test_a_seat_s_own_scene_makes_no_table() -> None:
    with pytest.raises(ValueError, match="everybody"):
        art.table_picture(running(viewer=0), STYLE, FR)


def test_a_table_tells_in_words_what_it_shows() -> None:
    told = art.table_picture(running(), STYLE, FR).alt.replace("\u00a0", " ")
    for part in (
        "Coinche · donne 4.",
        "Au tour de Maxence.",
        "Pli 5 : Jean-Noël as de pique, François 7 de pique, Léa valet de cœur (maître).",
        "Contrat : 110 cœur par Léa, coinché.",
        "Score : Maxence et François 540, Jean-Noël et Léa 410 (partie en 1000 points).",
        "À la donne : Jean-Noël.",
    ):
        assert part in told


def test_a_hand_tells_what_may_be_played() -> None:
    picture = art.hand_picture(running(viewer=0), STYLE, EN)
    assert picture is not None
    assert picture.alt.endswith("Playable. Spades: king, queen, 8.")
    assert art.hand_picture(running(), STYLE, EN) is None


def test_playing_a_card_and_picking_one_change_the_picture() -> None:
    scene = running(viewer=0)
    assert scene.view is not None
    waiting = replace(scene, view=replace(scene.view, playable=(), duty=None, to_act=frozenset()))
    assert art.hand_picture(scene, STYLE, FR) != art.hand_picture(waiting, STYLE, FR)
    paused = replace(scene, status="paused")
    bright, still = art.hand_picture(paused, STYLE, FR), art.hand_picture(waiting, STYLE, FR)
    assert bright is not None
    assert still is not None
    assert bright.png == still.png


@pytest.mark.parametrize("count", [1, 2, 8, 9, 10, 18, 19, 24, 30])
def test_a_hand_of_any_size_is_drawn_and_told(count: int) -> None:
    scene = running(viewer=0)
    assert scene.view is not None
    held = tuple(islice((card for card in every_card() if card.rank.value != "A"), count))
    view = replace(scene.view, hand=held, playable=held[::2])
    checked(art.hand_picture(replace(scene, view=view), STYLE, FR))


def test_the_end_of_a_deal_and_the_score_tell_every_number() -> None:
    deal = art.table_picture(over(), STYLE, EN)
    assert deal.stem == "deal"
    assert "Contract made." in deal.alt
    assert "Maxence. Hearts: J, 9, A. Spades: K, Q, 8. Diamonds: A. Clubs: 10." in deal.alt
    scored = replace(running(), records=records())
    score = art.score_picture(scored, STYLE, FR)
    assert score is not None
    assert "Donne 3\u00a0: 90, 320." in score.alt
    assert "Donne 2\u00a0: donne passée." in score.alt
    assert "Maxence et François\u00a0: 0 162 162 252 504." in score.alt
    assert art.score_picture(running(), STYLE, FR) is None


def test_a_long_match_is_drawn_and_told_with_long_names() -> None:
    one = records()[0]
    many = tuple(replace(one, number=n, points=(1620, 1430), totals=(1620 * n, 1430 * n)) for n in range(1, 101))
    players = tuple(replace(player, name=LONG_NAME) for player in running().players)
    for count in (1, 2, 9, 100):
        scene = replace(running(), records=many[:count], totals=many[count - 1].totals, players=players)
        checked(art.score_picture(scene, STYLE, FR))


def test_the_last_trick_and_all_hands_are_drawn_while_they_may_be_seen() -> None:
    trick = art.trick_picture(running(), STYLE, FR)
    assert trick is not None
    assert "François as de carreau (maître)" in trick.alt
    scene = running()
    assert scene.view is not None
    assert art.trick_picture(replace(scene, view=replace(scene.view, last_trick=None)), STYLE, FR) is None
    assert art.trick_picture(replace(scene, view=None), STYLE, FR) is None
    hands = art.hands_picture(over(), STYLE, FR)
    assert hands is not None
    assert "Léa" in hands.alt
    assert art.hands_picture(running(), STYLE, FR) is None


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("𝓕𝓻𝓪𝓷𝓬𝓸𝓲𝓼 ✨", "Francois"),
        ("꧁Zoé꧂", "Zoé"),
        ("李小龙", "?"),
        ("🦊🦊", "?"),
        ("", "?"),
        ("X", "X"),
        ("Дмитрий", "Дмитрий"),
        ("Ωμέγα  7", "Ωμέγα 7"),
        ("Léo\u202e\u200b", "Léo"),
    ],
)
def test_names_keep_what_the_fonts_have(name: str, shown: str) -> None:
    assert legible(name, "?") == shown


def test_lines_break_where_words_may_part() -> None:
    assert wrapped("Léa\u00a0: «\u00a0belote\u00a0» et la suite", Face.TEXT, 26, 110, 3)[:2] == (
        "Léa\u00a0:",
        "«\u00a0belote\u00a0»",
    )
    long = wrapped("a b c d e f g h i j k l m n o p", Face.TEXT, 26, 60, 2)
    assert len(long) == 2
    assert long[1].endswith("…")


def test_every_player_has_a_name_in_a_picture() -> None:
    scene = running()
    strange = replace(scene, players=tuple(replace(player, name="李小龙") for player in scene.players[:3]))
    assert cast_of(strange, FR).labels == ("Joueur 1", "Joueur 2", "Joueur 3", "libre")
    escaped = replace(scene, players=(replace(scene.players[0], name="a\\_b\\*@\u200bc"), *scene.players[1:]))
    assert cast_of(escaped, FR).labels[0] == "a_b*@c"
    told = art.table_picture(strange, STYLE, FR).alt
    assert "李小龙" in told, "a description has no font"


def test_pictures_drawn_in_several_threads_are_the_same() -> None:
    scenes: list[Scene] = [running(), over(), lobby_of(running(), seated=2)]
    sprites.card_sprite.cache_clear()
    sprites.tile_sprite.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        drawn = list(pool.map(lambda scene: art.table_picture(scene, STYLE, FR), scenes * 4))
    for place, picture in enumerate(drawn):
        assert picture == drawn[place % len(scenes)]
    assert drawn[:3] == [art.table_picture(scene, STYLE, FR) for scene in scenes]


def test_no_card_is_told_that_the_scene_does_not_hold() -> None:
    scene = running()
    assert scene.view is not None
    shown: set[Card] = {card for _, card in scene.view.trick.plays}
    assert scene.view.last_trick is not None
    shown |= {card for _, card in scene.view.last_trick.plays}
    told = art.table_picture(scene, STYLE, FR).alt
    assert {card for card in games()["coinche"].deck(scene.options, 4) if FR.card(card) in told} == shown
