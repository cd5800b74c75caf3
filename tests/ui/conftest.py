from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from simcord import Env

from bot.config import Settings
from bot.i18n.words import Words, words_for
from bot.ui.sketch import Drawing
from tests.ui.club import Club, SeededDealer, quick_bot, quick_settings


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "settings(**changes): the bot's settings in this test")


@pytest.fixture
def settings(tmp_path: Path, request: pytest.FixtureRequest) -> Settings:
    """Quick settings, as changed by the test's marker."""
    marker = request.node.get_closest_marker("settings")
    return quick_settings(tmp_path, **(dict(marker.kwargs) if marker is not None else {}))


@pytest.fixture
def dealer(deal_seed: int) -> SeededDealer:
    """Deals the bot's cards; a test may say which deals it wants."""
    return SeededDealer(deal_seed)


@pytest.fixture
def drawing() -> Drawing | None:
    """What draws the bot's pictures: none are drawn but where a test's file says so."""
    return None


@pytest_asyncio.fixture
async def env(settings: Settings, deal_seed: int, dealer: SeededDealer, drawing: Drawing | None) -> AsyncIterator[Env]:
    """The simulated Discord with the real bot in it."""
    made = Env(quick_bot(settings, deal_seed, dealer, drawing=drawing), settle_timeout=10)
    await made.start()
    try:
        yield made
    finally:
        await made.bot.close()
        await made.shutdown()
        made._raise_errors_since(made._errors_acknowledged)


@pytest.fixture
def club(env: Env, settings: Settings, deal_seed: int, drawing: Drawing | None) -> Club:
    """A server with a channel and four members."""
    return Club(env, settings, deal_seed, drawing=drawing)


@pytest.fixture(params=["fr", "en"])
def words(request: pytest.FixtureRequest, club: Club) -> Words:
    """The language of every client."""
    if request.param == "fr":
        club.speak_french()
    return words_for(request.param)
