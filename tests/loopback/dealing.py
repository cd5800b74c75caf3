"""Deals that come again, in the bot's process. The bot's own code reads no variable for this."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from bot import app
from bot.app import TapisBot
from bot.config import Settings
from bot.core.cards import Card
from bot.engine.fairdeal import SEED_BYTES, SecureDealer, order
from bot.engine.models import TableId
from bot.engine.ports import DealSecret


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


def deal_from(seed: int) -> None:
    """Let the bot that is made next deal from this seed, through what its constructor takes."""

    def create_bot(settings: Settings) -> TapisBot:
        return TapisBot(settings, dealer=SeededDealer(seed), thinking=seed)

    app.create_bot = create_bot
