"""Whole deals with the real pictures: every moment can be drawn, and no description tells what it may not tell."""

from __future__ import annotations

from random import Random

import pytest

from bot.ui import ack, gallery, studio
from bot.ui.sketch import Drawing
from tests.ui.club import Club, SeededDealer, plays_on, verbs
from tests.ui.test_whole_deals import play

LONG = 60.0
"""Seconds for what takes a fraction of one, on however busy a machine."""


@pytest.fixture
def drawing(monkeypatch: pytest.MonkeyPatch) -> Drawing:
    """The real pictures, waited for."""
    monkeypatch.setattr(gallery, "PATIENCE", LONG)
    monkeypatch.setattr(ack, "PICTURE_PATIENCE", LONG)
    return studio.draw


@pytest.mark.parametrize(
    ("game", "profile", "people", "seats"),
    [("tarot", "fft", 2, 4), ("belote_two", "deux_talon", 2, 2)],
)
async def test_every_moment_of_a_deal_has_its_pictures(
    club: Club,
    dealer: SeededDealer,
    game: str,
    profile: str,
    people: int,
    seats: int,
    deal_seed: int,
    caplog: pytest.LogCaptureFixture,
) -> None:
    dealer.wanted = plays_on(game, seats)
    club.welcome(people)
    await club.open(game, profile, players=seats)
    await club.fill(people, seats)
    watch = await play(club, Random(deal_seed))
    assert "ui:ready" in verbs(club.table), club.table.content
    assert watch.described > 10
    counted = club.bot.meter.counters["pictures"]
    assert counted["table", "drawn"] > 10
    assert counted["hand", "drawn"] > 10
    assert not [record for record in caplog.records if "picture" in record.getMessage()]
    (sheet,) = (await club.members[0].say("score")).response.attachments
    assert sheet.filename.startswith("score-1-")
    assert sheet.description
    assert (await club.members[0].say("trick")).response.attachments[0].filename.startswith("trick-1-")
    await club.members[0].press("ui:hands")
    (hands,) = club.members[0].here.attachments
    assert hands.filename.startswith("deal-1-")
    assert hands.description
    (over,) = club.table.attachments
    assert over.filename.startswith("deal-1-")
