"""The lines of tarot."""

from __future__ import annotations

from bot.ai.tarot.lines import root

__all__ = ["root"]
