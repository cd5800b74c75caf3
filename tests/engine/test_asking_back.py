"""A member asks to take a card back from computer players: they agree at once, whoever's turn it is."""

from __future__ import annotations

from dataclasses import replace

from bot.core.registry import game_of
from tests.engine.fakes import CHANNEL, GUILD, LEA, POLICY, FirstBrain, World, settle
from tests.engine.test_secret_steps import kinds


async def test_computers_agree_before_they_play() -> None:
    belote = game_of("belote")
    world = World(games={"belote": belote}, brain=FirstBrain(belote), policy=replace(POLICY, computer_pause=1.0))
    options = belote.presets["belote_online"].with_values({"undo": "consent"})
    opened = await world.service.open(GUILD, CHANNEL, LEA, "belote", "ours", options, 4, "fr")
    await world.service.start(opened.id, LEA.user, fill=True)
    for _ in range(100):
        panel = await world.service.seat_view(opened.id, LEA.user)
        if panel.view is not None and panel.seat in panel.view.to_act:
            codes = [code for prompt in panel.prompts for code in prompt.codes()]
            code = next((code for code in codes if code.startswith("take")), codes[0])
            await world.service.act(opened.id, LEA.user, code)
            after = (await world.service.table(opened.id)).view
            if code.startswith("play:") and after is not None and len(after.trick.plays) in (1, 2, 3):
                break
        await world.clock.advance(1)
        await settle()
    laid = kinds(world, opened.id).count("CardPlayed")
    await world.service.act(opened.id, LEA.user, "takeback")
    for _ in range(2):
        await world.clock.advance(1.1)
        await settle()
    assert kinds(world, opened.id)[-4:] == ["TakeBackAsked", "TakeBackAgreed", "TakeBackAgreed", "CardTakenBack"]
    assert kinds(world, opened.id).count("CardPlayed") == laid
    panel = await world.service.seat_view(opened.id, LEA.user)
    assert panel.view is not None
    assert panel.view.to_act == {0}
    await world.close()
