"""Coinche's lines: those of both games for four players of the family."""

from __future__ import annotations

from bot.ai.belote.lines import root

__all__ = ["root"]
