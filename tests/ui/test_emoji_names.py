"""Names of card emoji: one for each look, speakable, short enough, and read back for what they say."""

from __future__ import annotations

import re

import pytest

from bot.core.cards import Card
from bot.i18n.words import words_for
from bot.palette import Palette
from bot.render.art.drawing import Drawing
from bot.render.art.faces import tile_face
from bot.render.art.style import index_of
from bot.ui.emoji.names import NAME_LIMIT, CardStyle, Named, all_cards, emoji_name, packs, read_name, styles


def face(card: Card, style: CardStyle) -> Drawing:
    return tile_face(card, index_of(card, words_for(style.language)), style.palette)


def test_what_shares_a_name_looks_alike() -> None:
    seen: dict[str, Drawing] = {}
    for style in styles():
        for card in all_cards():
            assert seen.setdefault(emoji_name(card, style), face(card, style)) == face(card, style), (card, style)


def test_no_two_cards_of_one_style_share_a_name() -> None:
    for style in styles():
        assert len({emoji_name(card, style) for card in all_cards()}) == len(all_cards()) == 82


def test_only_what_looks_otherwise_in_four_colours_is_made_twice() -> None:
    for language in ("fr", "en"):
        for card in all_cards():
            classic, four = CardStyle(language), CardStyle(language, Palette.FOUR)
            alike = face(card, classic) == face(card, four)
            assert (emoji_name(card, classic) == emoji_name(card, four)) is alike, card


@pytest.mark.parametrize("version", [1, 2, 12])
def test_names_are_allowed_and_read_back(version: int) -> None:
    for style in styles():
        for card in all_cards():
            name = emoji_name(card, style, version)
            assert re.fullmatch(r"[a-z0-9_]{2,32}", name), name
            assert len(name) <= NAME_LIMIT
            assert read_name(name) == Named(emoji_name(card, style, 1), version), name


@pytest.mark.parametrize(
    "name", ["logo", "dame", "dame_de_pique_v0", "dame_de_pique_v", "dame_de_pique_4c", "atout_22"]
)
def test_other_names_are_none_of_ours(name: str) -> None:
    assert read_name(name) is None


def test_the_first_pack_to_be_made_is_the_smallest() -> None:
    smallest = min(packs().values(), key=len)
    assert set(all_cards()[: len(smallest)]) == set(smallest)
    assert set(all_cards()) == {card for pack in packs().values() for card in pack}
