"""Every card that a registered game plays with."""

from __future__ import annotations

from bot.core.cards import Card
from bot.core.registry import games


def every_card() -> list[Card]:
    """The cards of all packs, by their codes."""
    decks = (game.deck(game.options_type(), players) for game in games().values() for players in game.seat_counts)
    return sorted({card for deck in decks for card in deck}, key=lambda card: card.code)
