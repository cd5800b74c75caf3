"""Cards and their emoji: each has a face of its own, and nothing needs Pillow until one is drawn."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from io import BytesIO

import pytest
from PIL import Image

from bot.core.cards import PLAIN_SUITS, Card, Rank, Suit
from bot.i18n.catalogue import languages
from bot.i18n.words import words_for
from bot.render import art
from bot.render.art.faces import back, card_face
from bot.render.art.raster import drawn
from bot.render.art.style import index_of
from tests.render.art.packs import every_card


@pytest.mark.parametrize("palette", list(art.Palette))
@pytest.mark.parametrize("language", languages())
def test_every_card_has_an_emoji_of_its_own(language: str, palette: art.Palette) -> None:
    faces = {card: art.emoji_png(card, language, palette) for card in every_card()}
    assert len(faces) == 82
    assert len({sha256(png).digest() for png in faces.values()}) == len(faces)
    for card, png in faces.items():
        image = Image.open(BytesIO(png))
        assert image.size == (128, 128), card
        assert len(png) < 6000, card
        assert image.convert("RGBA").getpixel((0, 0)) == (0, 0, 0, 0), card


def test_every_card_has_a_face_of_its_own_and_no_face_is_the_back() -> None:
    words = words_for("fr")
    drawings = [card_face(card, index_of(card, words), art.Palette.CLASSIC) for card in every_card()]
    assert len({*drawings, back()}) == len(drawings) + 1
    images = {drawn(drawing, 50, 75, 0.5, 2).tobytes() for drawing in (*drawings, back())}
    assert len(images) == len(drawings) + 1


def test_palettes_and_languages_show() -> None:
    jack, club = Card(Rank.JACK, Suit.SPADES), Card(Rank.N7, Suit.CLUBS)
    assert art.emoji_png(jack, "fr", art.Palette.CLASSIC) != art.emoji_png(jack, "en", art.Palette.CLASSIC)
    assert art.emoji_png(club, "fr", art.Palette.CLASSIC) != art.emoji_png(club, "fr", art.Palette.FOUR)
    assert art.emoji_png(jack, "fr", art.Palette.CLASSIC) == art.emoji_png(jack, "fr", art.Palette.FOUR)
    trump = Card.parse("T7")
    assert art.emoji_png(trump, "fr", art.Palette.CLASSIC) == art.emoji_png(trump, "en", art.Palette.FOUR)


def test_the_index_is_what_the_words_say() -> None:
    fr, en = words_for("fr"), words_for("en")
    told = [index_of(Card.parse(code), fr) for code in ("KH", "QH", "CH", "JH", "AH", "1H", "10H", "T21", "EX")]
    assert told == ["R", "D", "C", "V", "A", "1", "10", "21", ""]
    assert [index_of(Card.parse(code), en) for code in ("KH", "QH", "JH", "AH")] == ["K", "Q", "J", "A"]


def test_suits_of_four_colours_differ_in_colour_and_all_of_them_in_shape() -> None:
    seven = [card_face(Card(Rank.N7, suit), "7", art.Palette.FOUR) for suit in PLAIN_SUITS]
    assert len({mark.colour for drawing in seven for mark in drawing[2:]}) == 4


def test_without_pillow_the_bot_is_told_so_and_nothing_imports_it() -> None:
    script = """
import sys
sys.modules["PIL"] = None  # as if it were not installed
import bot.app  # nothing on the way to the bot needs it
from bot.core.cards import Card
from bot.render import art
assert not art.available()
try:
    art.emoji_png(Card.parse("AS"), "fr", art.Palette.CLASSIC)
except art.PicturesMissing as missing:
    print(missing)
assert sys.modules["PIL"] is None
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert "tapis[pictures]" in done.stdout
