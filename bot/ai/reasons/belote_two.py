"""Reasons as in belote."""

from __future__ import annotations

from bot.ai.reasons.belote import reasons

__all__ = ["reasons"]
