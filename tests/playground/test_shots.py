"""A few of the pages that `make screens` photographs, judged with every change; and a judge that sees what is wrong."""

from __future__ import annotations

import pytest

from tests.playground.browser import chromium
from tests.shots.boxes import faults
from tests.shots.desk import desk
from tests.shots.stories import begin, lobby, offered, trick

pytestmark = pytest.mark.browser

HARM = {
    "lies over": "document.querySelector('#hand .button').style.translate = '80px 0'",
    "is cut off": "document.querySelector('#table h1').style.cssText = 'width: 9px'",
    "reaches out": "document.querySelector('#table .picture').style.translate = '900px 0'",
    "a picture is missing": "document.querySelector('#table .picture').src = '/nowhere.png'",
    "it says": "document.querySelector('#table .line').append(' undefined')",
}


async def test_lobby_bids_and_a_trick_are_whole_and_a_page_that_is_not_is_seen() -> None:
    async with chromium() as page, desk(page, 1, None) as place:
        await lobby(place, "belote")
        await place.shot("lobby")
        await begin(place)
        await page.wait(offered("take"), 60)
        await place.shot("bid", light=True)
        await place.act_until(("pass", "play:"), trick(1))
        await place.shot("trick")
        assert place.taken == 11
        assert place.wrong == []
        for said, harm in HARM.items():
            assert not any(said in fault for fault in await faults(page)), said
            await page.value(harm)
            await page.wait("[...document.images].every(i => i.complete)")
            assert any(said in fault for fault in await faults(page)), said
