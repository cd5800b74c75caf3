"""Card emoji: the application's own, found by name; until they exist cards are shown in letters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import discord

from bot.core.cards import Card, Rank, Suit

_RANKS: Mapping[Rank, str] = {
    Rank.ACE: "as",
    Rank.KING: "roi",
    Rank.QUEEN: "dame",
    Rank.KNIGHT: "cavalier",
    Rank.JACK: "valet",
    Rank.N1: "un",
    Rank.N2: "deux",
    Rank.N3: "trois",
    Rank.N4: "quatre",
    Rank.N5: "cinq",
    Rank.N6: "six",
    Rank.N7: "sept",
    Rank.N8: "huit",
    Rank.N9: "neuf",
    Rank.N10: "dix",
}
_SUITS: Mapping[Suit, str] = {
    Suit.SPADES: "pique",
    Suit.HEARTS: "coeur",
    Suit.DIAMONDS: "carreau",
    Suit.CLUBS: "trefle",
}


def emoji_name(card: Card) -> str:
    """The name of a card's emoji: what screen readers say.

    >>> emoji_name(Card.parse("QS"))
    'dame_de_pique'
    """
    if card.suit is Suit.EXCUSE:
        return "excuse"
    if card.suit is Suit.TRUMPS:
        return f"atout_{card.rank.value}"
    return f"{_RANKS[card.rank]}_de_{_SUITS[card.suit]}"


@dataclass(frozen=True, slots=True)
class EmojiBook:
    """The application's emoji by name. It is also the `CardText` of panels."""

    known: Mapping[str, discord.PartialEmoji] = field(default_factory=dict)

    @classmethod
    def of(cls, emojis: Iterable[discord.Emoji]) -> EmojiBook:
        """A book of what the application has."""
        return cls({emoji.name: discord.PartialEmoji(name=emoji.name, id=emoji.id) for emoji in emojis})

    def inline(self, card: Card) -> str | None:
        """The emoji as message text, or None when the application has none."""
        found = self.known.get(emoji_name(card))
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
        return self.known.get(emoji_name(card))
