"""Runs the toy bot in the playground: ``python -m tests.playground DATABASE PORT [PACE [SLOW]]``."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from bot.playground import host
from tests.playground.toy_bot import ToySettings, create_bot

database, port, *numbers = sys.argv[1:]
settings = ToySettings(Path(database), *(float(number) for number in numbers))
asyncio.run(host(settings, create_bot, port=int(port), say=lambda line: print(line, flush=True)))
