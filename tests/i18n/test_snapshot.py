"""Every sentence stays as a person has read it."""

from __future__ import annotations

from bot.engine.errors import Trouble
from tests.i18n.snapshot import FILE, snapshot


def test_every_sentence_is_the_one_that_was_read() -> None:
    """After a change of words: `python -m tests.i18n.snapshot`, then read the difference."""
    assert FILE.read_text(encoding="utf-8") == snapshot()


def test_every_refusal_is_in_both_languages() -> None:
    text = FILE.read_text(encoding="utf-8")
    for code in Trouble:
        assert text.count(f"\nrefusal.{code.value}: ") == 2, code
