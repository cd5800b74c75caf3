"""Loads simcord without its noise.

On import simcord makes a client without intents to look at discord.py's insides; the library then warns of a missing
intent and of missing voice packages, which would be the first thing the person reads.
"""

from __future__ import annotations

import importlib
import logging
from types import ModuleType


def load_quietly(name: str) -> ModuleType:
    """Import a module with discord.py's warnings turned off meanwhile."""
    logger = logging.getLogger("discord")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        return importlib.import_module(name)
    finally:
        logger.setLevel(level)


simcord = load_quietly("simcord")
