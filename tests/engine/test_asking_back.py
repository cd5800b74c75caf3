"""A member asks to take a card back from computer players: they agree at once, whoever's turn it is."""

from __future__ import annotations

from dataclasses import replace

from bot.core.registry import game_of
from bot.engine.models import Person, TableId
from bot.engine.policy import Policy
from tests.engine.fakes import CHANNEL, GUILD, LEA, POLICY, TOM, FirstBrain, World, settle
from tests.engine.test_secret_steps import kinds

PATIENT = replace(POLICY, computer_pause=1.0)


async def laid(*people: Person, policy: Policy = PATIENT) -> tuple[World, TableId]:
    """A table where the last of these people has just laid a card that may be asked back, before a computer player."""
    belote = game_of("belote")
    world = World(games={"belote": belote}, brain=FirstBrain(belote), policy=policy)
    options = belote.presets["belote_online"].with_values({"undo": "consent"})
    opened = await world.service.open(GUILD, CHANNEL, LEA, "belote", "ours", options, 4, "fr")
    for person in people[1:]:
        await world.service.join(opened.id, person)
    await world.service.start(opened.id, LEA.user, fill=True)
    for _ in range(200):
        for person in people:
            panel = await world.service.seat_view(opened.id, person.user)
            if panel.view is None or panel.seat not in panel.view.to_act:
                continue
            codes = [code for prompt in panel.prompts for code in prompt.codes()]
            code = next((code for code in codes if code.startswith("take")), codes[0])
            await world.service.act(opened.id, person.user, code)
            after = (await world.service.table(opened.id)).view
            if person is people[-1] and code.startswith("play:") and after is not None and after.trick.plays:
                return world, opened.id
        await world.clock.advance(1)
        await settle()
    raise AssertionError("no card that may be asked back")


async def test_computers_agree_before_they_play() -> None:
    world, table = await laid(LEA)
    played = kinds(world, table).count("CardPlayed")
    await world.service.act(table, LEA.user, "takeback")
    for _ in range(2):
        await world.clock.advance(1.1)
        await settle()
    assert kinds(world, table)[-4:] == ["TakeBackAsked", "TakeBackAgreed", "TakeBackAgreed", "CardTakenBack"]
    assert kinds(world, table).count("CardPlayed") == played
    panel = await world.service.seat_view(table, LEA.user)
    assert panel.view is not None
    assert panel.view.to_act == {0}
    await world.close()


async def test_computers_wait_for_the_answer_of_a_member_and_not_for_ever() -> None:
    """Léa is asked by Tom on her left, and says nothing: the next card ends what was asked."""
    world, table = await laid(LEA, TOM, policy=replace(PATIENT, answer_pause=15.0))
    played = kinds(world, table).count("CardPlayed")
    await world.service.act(table, TOM.user, "takeback")
    await pass_time(world, 14)
    assert kinds(world, table)[-2:] == ["TakeBackAsked", "TakeBackAgreed"], "the computer player across from her agrees"
    assert kinds(world, table).count("CardPlayed") == played
    await pass_time(world, 4)
    assert kinds(world, table).count("CardPlayed") > played
    assert "CardTakenBack" not in kinds(world, table)
    await world.close()


async def test_computers_that_nobody_asks_wait_a_moment_only() -> None:
    world, table = await laid(LEA, TOM, policy=replace(PATIENT, take_back_pause=3.0, answer_pause=15.0))
    played = kinds(world, table).count("CardPlayed")
    await pass_time(world, 5)
    assert kinds(world, table).count("CardPlayed") > played
    await world.close()


async def pass_time(world: World, seconds: int) -> None:
    """Let so many seconds pass, one at a time."""
    for _ in range(seconds):
        await world.clock.advance(1)
        await settle()
