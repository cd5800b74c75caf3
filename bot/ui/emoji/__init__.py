"""Card emoji: what they are called, which of them the application has, and how it gets the others."""

from bot.ui.emoji.book import EmojiBook
from bot.ui.emoji.names import emoji_name

__all__ = ["EmojiBook", "emoji_name"]
