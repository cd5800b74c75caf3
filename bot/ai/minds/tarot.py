"""The mind of tarot."""

from __future__ import annotations

from bot.ai.tarot import mind

MIND = mind.MIND
SOLVER = mind.__name__
