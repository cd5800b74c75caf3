"""What of a text can be seen: names and pasted texts come from anywhere."""

from __future__ import annotations

import unicodedata

JOINER = "\u200d"
"""Holds emoji of several parts together: the one invisible character that a name may keep."""

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that show nothing."""

_EMOJI = frozenset(map(chr, range(0x1F300, 0x1FB00)))
"""Pictures, those included that are younger than this Python's tables."""

_INVISIBLE = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})
"""Kinds of characters that are no text: controls, directions, halves, what is not assigned."""


def visible_line(text: str) -> str:
    """The text in one line, without what cannot be seen.

    >>> visible_line("  two   words ")
    'two words'
    """
    shown = "".join(character if _is_text(character) else " " if character.isspace() else "" for character in text)
    return " ".join(shown.split())


def is_blank(line: str) -> bool:
    """Whether a line shows no letter, digit or picture."""
    return not any(character in _EMOJI or unicodedata.category(character)[0] in "LNPS" for character in line)


def _is_text(character: str) -> bool:
    if character == JOINER or character in _EMOJI:
        return True
    return character not in _BLANK and unicodedata.category(character) not in _INVISIBLE
