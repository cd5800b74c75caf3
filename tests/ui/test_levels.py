"""Computer players of several levels at a table of the real bot: they think, and nobody has to answer for them."""

from __future__ import annotations

from bot.ai.brains import Brains
from bot.ai.thinker import Thinker
from bot.engine.models import TableId
from tests.ui.club import Club, play_deal


async def test_a_deal_with_a_player_of_each_level_that_thinks(club: Club) -> None:
    await club.open("belote")
    host = club.members[0]
    levels = ("regular", "club", "expert")
    for seat, level in enumerate(levels, start=2):
        await host.say("table computer", seat=seat, level=level)
    everybody = ("Computer\u00a02 (regular)", "Computer\u00a03 (club)", "Computer\u00a04 (expert)")
    assert all(name in club.table.content for name in everybody)
    await host.say("table start", computers=True)
    assert "(expert)" not in club.table.content, "names are short where cards are played"
    await host.press("ui:more")
    assert all(name in host.here.content for name in everybody)
    await play_deal(club)
    table = await club.bot.front.service.table(TableId(1))
    assert table.records
    assert club.bot.front.service.fallbacks == 0
    brains = club.bot._brains
    assert isinstance(brains, Brains)
    for level in levels:
        brain = brains.made["belote", level]
        assert isinstance(brain, Thinker)
        assert brain.weighed > 0
        assert brain.failures == 0
