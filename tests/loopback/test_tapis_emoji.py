"""Card emoji made by the real process: real pictures, real refusals of Discord, a clean stop in the middle of them."""

from __future__ import annotations

import struct
from pathlib import Path

from bot.ui.emoji.names import CardStyle, all_cards, emoji_name, packs
from bot.ui.message import INVALID_FORM

from .conftest import Loopback
from .model import Entry, Json
from .players import Club, club_of

FRENCH = CardStyle("fr")
WANTED = {emoji_name(card, FRENCH) for card in all_cards()}
EMOJIS = "/applications/{application_id}/emojis"
HALF_AN_HOUR = 1800.0


class Shut:
    """Refuses emoji after the first few, as Discord does: for half an hour."""

    def __init__(self, after: int) -> None:
        self.left = after
        self.refused = 0

    def refuse(self, entry: Entry) -> tuple[int, Json, dict[str, str]] | None:
        if entry.method != "POST" or entry.template != EMOJIS:
            return None
        self.left -= 1
        if self.left >= 0:
            return None
        self.refused += 1
        body = {"message": "You are being rate limited.", "retry_after": HALF_AN_HOUR, "global": False, "code": 0}
        return 429, body, {"Retry-After": str(int(HALF_AN_HOUR)), "X-RateLimit-Scope": "shared"}

    def headers(self, entry: Entry) -> dict[str, str]:
        return {}


def names(club: Club) -> list[str]:
    return [emoji.name for emoji in club.world.emojis.values()]


async def test_neither_refusals_for_half_an_hour_nor_a_restart_nor_deletions_stop_play(
    loopback: Loopback, tmp_path: Path
) -> None:
    """The next start makes what was missing, and no more; what somebody deletes is in letters until it is made anew."""
    club = await club_of(loopback, tmp_path, start=False, TAPIS_EMOJI_PAUSE="0")
    club.world.limits = shut = Shut(after=5)
    await club.harness.start()
    await club.world.until(lambda: shut.refused, 30)
    assert len(names(club)) == 5
    await club.start("hearts")
    await club.world.until(lambda: all(player.hand is not None for player in club.players), 30)
    assert await club.harness.stop() == 0
    assert shut.refused == 1
    assert "Traceback" not in "\n".join(club.harness.log)

    club.world.limits = None
    await club.harness.start()
    await club.world.until(lambda: set(names(club)) >= WANTED, 60)
    assert len(names(club)) == len(set(names(club)))
    assert all(is_emoji(image) for image in club.world.emoji_images.values())
    assert len(set(club.world.emoji_images.values())) == len(names(club))
    anna = club.players[0]
    await club.ask_hand(anna)
    assert anna.hand is not None
    assert "<:" in anna.hand.text

    club.world.emojis.clear()
    club.world.emoji_images.clear()
    mark = len(club.world.log)
    await club.ask_hand(club.players[1])
    refused = [entry for entry in club.world.log[mark:] if entry.code == INVALID_FORM]
    assert len(refused) == 2, "tried once more with emoji, and then without"
    pack = {emoji_name(card, FRENCH) for card in packs()["hearts"]}
    await club.world.until(lambda: pack <= set(names(club)), 60)


def is_emoji(image: bytes) -> bool:
    """Whether it is a PNG of 128 by 128 within Discord's 256 KiB."""
    width, height = struct.unpack(">II", image[16:24])
    return image.startswith(b"\x89PNG") and (width, height) == (128, 128) and len(image) < 256 * 1024
