"""Whole matches of every game through the service, with a restart after every deal."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from bot.core.actions import Action, Pass
from bot.core.game import AnyGame
from bot.core.prompts import Prompt
from bot.core.registry import games
from bot.core.situation import Situation
from bot.engine.models import TableStatus
from tests.conformance.walk import some_codes
from tests.engine.fakes import CHANNEL, GUILD, LEA, World, settle


class Chancer:
    """Passes more often than not where it may, else takes anything."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.chance = Random(7)

    async def choose(self, situation: Situation) -> Action:
        return self.pick(situation.prompts)

    def pick(self, prompts: Sequence[Prompt]) -> Action:
        codes = list(some_codes(prompts))
        if Pass().code in codes and self.chance.random() < 0.6:
            return Pass()
        return self.game.parse(self.chance.choice(codes))


@pytest.mark.parametrize("key", sorted(games()))
async def test_a_match_is_played_to_its_end(key: str) -> None:
    game = games()[key]
    brain = Chancer(game)
    world = World(brain=brain, games=games())
    options = game.presets[game.default_preset].with_values({"target": 500})
    opened = await world.service.open(GUILD, CHANNEL, LEA, key, "short", options, None, "fr")
    await world.service.start(opened.id, LEA.user, fill=True)
    for _ in range(5000):
        await settle()
        panel = await world.service.seat_view(opened.id, LEA.user)
        if panel.table.status is not TableStatus.PLAYING:
            break
        if panel.table.between:
            await world.service.shut_down()
            await world.restarted().start_up()
            assert await world.service.seat_view(opened.id, LEA.user) == panel
            await world.service.ready(opened.id, LEA.user, str(panel.table.seq))
        elif panel.view is not None and panel.seat in panel.view.to_act:
            action = brain.pick(panel.prompts)
            await world.service.act(opened.id, LEA.user, action.code, panel.token)
    view = await world.service.table(opened.id)
    assert view.status is TableStatus.FINISHED
    assert max(view.totals) >= 500
    assert world.service.fallbacks == 0
    await world.close()
