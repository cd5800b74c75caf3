"""Cards as text: an emoji where the platform has one, letters otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from bot.core.cards import Card
from bot.i18n.words import Words


class CardText(Protocol):
    """Knows which cards have an emoji."""

    def inline(self, card: Card) -> str | None:
        """The emoji as message text, at most 43 characters; None when there is none (yet)."""
        ...


class PlainCards:
    """No emoji at all: every card in letters."""

    def inline(self, card: Card) -> str | None:
        """See `CardText.inline`."""
        return None


def card_text(card: Card, words: Words, cards: CardText) -> str:
    """One card inside a message: its emoji, or "D♠"."""
    return cards.inline(card) or words.short(card)


def card_row(held: Iterable[Card], words: Words, cards: CardText) -> str:
    """Cards side by side."""
    return " ".join(card_text(card, words, cards) for card in held)
