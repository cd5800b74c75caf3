"""What a picture is asked with and what comes back, before any library draws it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.cards import Card, Suit
from bot.i18n.words import Words
from bot.palette import Palette

ALT_LIMIT = 1024
"""Longest description of an attachment, in characters."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a picture is drawn for its reader.

    Attributes:
        palette: colours of the suits.
    """

    palette: Palette = Palette.CLASSIC


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture with its words.

    Attributes:
        png: the file's bytes.
        alt: everything the picture tells, in the reader's language; at most `ALT_LIMIT` characters.
        stem: the file's name without its ending, the same for the same kind of picture.
    """

    png: bytes
    alt: str
    stem: str


def index_of(card: Card, words: Words) -> str:
    """What stands in a card's corner in a language: `R`, `10`, `21`; nothing for the Excuse, which has its star."""
    if card.suit is Suit.EXCUSE:
        return ""
    key = f"term.index.{card.rank.value}"
    return words.text(key) if words.has(key) else card.rank.value
