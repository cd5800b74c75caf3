"""Deals that come again, and a brake that few refusals set off, in the bot's process.

The bot's own code reads no variable for this: both go through what its constructor takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic

from bot import app, cli
from bot.ai.brains import Brains
from bot.app import TapisBot
from bot.brake import Brake
from bot.config import Settings
from bot.core.cards import Card
from bot.engine.driver import BrainFor
from bot.engine.fairdeal import SEED_BYTES, SecureDealer, order
from bot.engine.models import Level, TableId
from bot.engine.ports import DealSecret
from bot.wiring import drawing, drawing_of
from tests.loopback.leaking import patch


class SeededDealer(SecureDealer):
    """The same deals for the same seed: clicks, whose ids tell the time, are noted but do not change the order."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def seed(self) -> bytes:
        """The next seed of a deal."""
        return self._chance.randbytes(SEED_BYTES)

    def order(self, secret: DealSecret, table: TableId, deck: Sequence[Card]) -> tuple[Card, ...]:
        """The pack in the order that the seed alone gives."""
        return order(replace(secret, mixed=()), table, deck)


def brake_of(described: str) -> Brake:
    """A brake whose clock can be moved on: how many refusals make it wary, how many stop it, a file with seconds."""
    wary, stop, path = described.split(" ", 2)
    ahead = Path(path)
    return Brake(wary_at=int(wary), stop_at=int(stop), clock=lambda: monotonic() + float(ahead.read_text("utf-8")))


def beginners(seed: int) -> BrainFor:
    """Players of the lowest level, whatever is asked for: hundreds of tables need not think well to be tested."""
    brains = Brains(seed)
    return lambda game, _: brains(game, Level.BEGINNER.value)


def deal_from(seed: int, brake: str | None = None) -> None:
    """Let the bot that is made next deal from this seed, and have this brake."""

    def create_bot(settings: Settings) -> TapisBot:
        chosen, seeded = None if brake is None else brake_of(brake), SeededDealer(seed)
        emoji, pictures = drawing(), drawing_of(settings)
        players = beginners(seed)
        return TapisBot(settings, dealer=seeded, brains=players, brake=chosen, draw=emoji, drawing=pictures)

    for place in (app, cli):
        patch(place, "create_bot", create_bot)
