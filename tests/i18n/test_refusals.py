"""Every refusal arises in play, and stays as a person has read it."""

from __future__ import annotations

import pytest

from bot.core.registry import games
from bot.i18n.pages import place
from bot.i18n.words import words_for
from tests.i18n.refusals import FILE, UNREACHED, block, excused, known, met

EACH = pytest.mark.parametrize("key", games())
LONGEST = 420
"""Characters of a refusal with everything that may be played or called: a phone shows about ten lines of forty."""
SENTENCE = 200
"""Characters of the sentence alone, names and cards included."""


@EACH
def test_every_refusal_is_the_one_that_was_read(key: str) -> None:
    """After a change: `python -m tests.i18n.refusals`, then read the difference as a card player would."""
    blocks = FILE.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    assert block(key) in blocks


@EACH
def test_every_refusal_of_a_game_arises_in_play(key: str) -> None:
    reached = {code for code, _ in met(key)}
    assert known(games()[key]) - reached == excused(key), "say in UNREACHED why it cannot arise, or make it arise"


@EACH
def test_refusals_fit_a_phone_and_have_their_place(key: str) -> None:
    for (code, _), refused in met(key).items():
        for language in ("fr", "en"):
            told = refused.told(words_for(language, strict=True))
            assert "⟦" not in told, told
            assert len(told) <= LONGEST, told
            assert len(told.split(". ")[0]) <= SENTENCE, told
        assert place(key, code) is not None, code


def test_no_game_is_excused_that_is_none() -> None:
    assert set(UNREACHED) <= set(games())
