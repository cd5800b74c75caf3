"""Classic belote: one deal, from the turned card to the score (docs/rules/belote.md 4, 5, 7 to 11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from bot.core.families.belote.classic_game import ClassicGame
from bot.core.families.belote.contract import Contract
from bot.core.families.belote.counting import DealCount, Scored
from bot.core.families.belote.dealing import Packet, classic_first_packets, classic_second_packets
from bot.core.game import DealSetup
from bot.core.games.belote.options import FEDERATION, PRESETS, BeloteOptions
from bot.core.games.belote.scoring import score
from bot.core.options import Options
from bot.core.seats import Seat


class BeloteGame(ClassicGame):
    """Classic belote."""

    key: ClassVar[str] = "belote"
    rules_version: ClassVar[int] = 1
    options_type: ClassVar[type[Options]] = BeloteOptions
    presets: ClassVar[Mapping[str, Options]] = PRESETS
    default_preset: ClassVar[str] = "belote_online"
    lesson: ClassVar[int] = 192
    federation: ClassVar[Mapping[str, str]] = FEDERATION

    def first_packets(self, setup: DealSetup) -> tuple[Packet, ...]:
        """Five cards each, one turned up."""
        return classic_first_packets(setup.dealer)

    def second_packets(self, setup: DealSetup, taker: Seat) -> tuple[Packet, ...]:
        """Three more each; two for the taker, who has the turned card."""
        return classic_second_packets(setup.dealer, taker)

    def score(self, setup: DealSetup, contract: Contract, deal: DealCount) -> Scored:
        """What a deal that was played is worth."""
        return score(setup, contract, deal)


GAME = BeloteGame()
"""The game, found by the registry."""
