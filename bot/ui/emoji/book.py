"""The card emoji that one reader sees: until they exist cards are shown in letters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import discord

from bot.core.cards import Card


@dataclass(frozen=True, slots=True)
class EmojiBook:
    """The application's emoji of cards in one style. It is also the `CardText` of panels.

    Attributes:
        known: by card; empty while cards are shown in letters.
        doubted: told when Discord refuses one of them on a control: it may have been deleted there.
    """

    known: Mapping[Card, discord.PartialEmoji] = field(default_factory=dict)
    doubted: Callable[[], None] | None = field(default=None, compare=False, repr=False)

    def inline(self, card: Card) -> str | None:
        """The emoji as message text, or None when the application has none."""
        found = self.known.get(card)
        return None if found is None else str(found)

    def control(self, code: str | None) -> discord.PartialEmoji | str | None:
        """The emoji of a button: of a card's code, or the Unicode emoji itself."""
        if not code:
            return None
        if not code.isascii():
            return code
        try:
            card = Card.parse(code)
        except ValueError:
            return None
        return self.known.get(card)


NO_EMOJI = EmojiBook()
"""Every card in letters."""
