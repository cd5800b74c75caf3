"""Card faces of the simulated application: each card has its own, and says what the words say."""

from __future__ import annotations

import re

from bot.core.registry import games
from bot.i18n.words import words_for
from bot.playground.faces import card_faces, face
from bot.ui.emoji import emoji_name

CARDS = {card for game in games().values() for n in game.seat_counts for card in game.deck(game.options_type(), n)}


def test_no_two_cards_share_an_emoji() -> None:
    assert len({emoji_name(card) for card in CARDS}) == len(CARDS)
    assert {emoji_name(card) for card in CARDS} <= set(card_faces())


def test_a_face_shows_the_rank_that_the_words_say() -> None:
    words = words_for("fr")
    for card in CARDS:
        drawn = re.findall(r">([^<>]+)</text>", face(card).decode())
        assert drawn == ["★"] or words.short(card).startswith(drawn[0]), (card, drawn)
