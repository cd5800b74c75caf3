"""Belote's mind: the one of both games for four players of the family."""

from __future__ import annotations

from bot.ai.belote.mind import MIND, SOLVER

__all__ = ["MIND", "SOLVER"]
