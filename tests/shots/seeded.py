"""The real bot in the playground with deals that come again: ``python -m tests.shots.seeded DATABASE SEED``."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from bot.app import TapisBot
from bot.config import Settings
from bot.core.cards import Card
from bot.engine.fairdeal import SEED_BYTES, SecureDealer, shuffled
from bot.engine.models import TableId
from bot.engine.ports import DealSecret
from bot.playground import host
from bot.playground.words import ENGLISH, FRENCH
from bot.wiring import drawing, drawing_of


class SameDealer(SecureDealer):
    """The same cards at every run: what the clicks of a person mix in does not count."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def seed(self) -> bytes:
        return self._chance.randbytes(SEED_BYTES)

    def order(self, secret: DealSecret, table: TableId, deck: Sequence[Card]) -> tuple[Card, ...]:
        return shuffled(secret.seed, f"shots|{secret.number}", deck)


def settings_for(database: Path) -> Settings:
    """Nobody waits for computer players, and nobody is hurried."""
    return replace(
        Settings(),
        database=database,
        log_level="WARNING",
        computer_pause=0.0,
        take_back_pause=0.0,
        edit_interval=0.0,
        next_deal_seconds=300,
        turn_seconds=300,
        emoji_pause=0.0,
    )


def main(database: str, seed: int, language: str) -> None:
    """Run until a signal comes."""

    def create(settings: Settings) -> TapisBot:
        return TapisBot(settings, dealer=SameDealer(seed), thinking=seed, draw=drawing(), drawing=drawing_of(settings))

    words = FRENCH if language == "fr" else ENGLISH
    asyncio.run(
        host(settings_for(Path(database)), create, port=0, words=words, say=lambda line: print(line, flush=True))
    )


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
