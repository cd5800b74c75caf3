"""What is not one's own: another's button, a guessed id, a copy of a message, suggestions, commands from elsewhere.

Each is refused in private, changes nothing, and tells no card that was not known.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from .conftest import Loopback
from .human import Act, Human
from .players import Player, is_hand
from .recorder import Recorder
from .salon import Salon
from .screen import Seen
from .sitting import Sitting, press_forged


@pytest_asyncio.fixture
async def sitting(loopback: Loopback, tmp_path: Path, deal_seed: int) -> AsyncIterator[Sitting]:
    """Two members at cards; whatever the test does, nobody is told too much."""
    salon = await Salon.open(loopback, tmp_path, deal_seed)
    made = salon.sitting(2)
    await made.begin("belote_two", 2)
    await made.world.until(lambda: made.asked() is not None)
    yield made
    await made.world.quiet()
    report = Recorder(made).report()
    report.add(await salon.lines())
    assert not report.leaks, "\n".join(report.leaks)


def acting(sitting: Sitting) -> tuple[Player, Human]:
    """Who is asked, and the other member."""
    mover = sitting.asked()
    assert mover is not None
    return mover, next(player.human for player in sitting.members if player is not mover)


def hand_of(player: Player) -> Seen:
    """The hand on the player's screen."""
    assert player.hand is not None
    return player.hand


def changed(sitting: Sitting, before: int) -> bool:
    """Whether the table's log has gone on."""
    return len(sitting.truth().stored.entries) != before


def in_private(act: Act) -> bool:
    """Whether it was answered, and nobody else can read the answer."""
    return not act.failed and all(reply.ephemeral or reply.message is act.interaction.message for reply in act.replies)


async def test_anothers_buttons_do_nothing_wherever_they_are_pressed(sitting: Sitting) -> None:
    mover, other = acting(sitting)
    before = len(sitting.truth().stored.entries)
    ids = [widget.custom_id for widget in hand_of(mover).widgets]
    assert len(ids) > 2
    for who in (other, sitting.zoe):
        for where in (sitting.board, *who.dm[-1:]):
            shown = where.text
            for custom_id in ids:
                act = await press_forged(who, where, custom_id)
                assert in_private(act), custom_id
            if where.message.channel_id == sitting.channel.id:
                assert where.message.content == shown
    assert not changed(sitting, before)
    assert mover.codes, "whose turn it is has lost nothing"


GUESSES = ("pass", "take:S", "play:AS", "ui:hand", "ui:more", "ui:referee", "do")
SUGGESTING = (("bid", "call"), ("play", "card"), ("declare", "what"), ("call", "card"), ("discard", "cards"))
TYPED: tuple[tuple[str, dict[str, str]], ...] = (
    ("hand", {}),
    ("bid", {"call": "passe"}),
    ("play", {"card": "as de pique"}),
    ("discard", {"cards": "7P"}),
)


@pytest.mark.parametrize("verb", GUESSES)
async def test_a_guessed_id_does_nothing(sitting: Sitting, verb: str) -> None:
    before = len(sitting.truth().stored.entries)
    table = sitting.table
    for token in ("x", "n1", "n9", "0000", "7ca", ""):
        for number in (table, table + 1, 0, 10**17):
            act = await press_forged(sitting.zoe, sitting.board, f"t|{number}|{token}|{verb}")
            assert in_private(act), (number, token)
    assert not changed(sitting, before)


async def test_a_hand_that_was_passed_on_is_no_hand(sitting: Sitting) -> None:
    """Whoever has the controls of another's hand before them, on a copy of it, has nothing."""
    mover, other = acting(sitting)
    before = len(sitting.truth().stored.entries)
    copied = sitting.world.messages[hand_of(mover).id]
    data: dict[str, Any] = {"component_type": 2, "custom_id": hand_of(mover).widgets[0].custom_id, "id": 1}
    for who in (other, sitting.zoe):
        passed_on = await press_copy(sitting, who, copied.components, data)
        assert in_private(passed_on)
    assert not changed(sitting, before)


async def press_copy(sitting: Sitting, who: Human, components: list[dict[str, Any]], data: dict[str, Any]) -> Act:
    """A click on a message in one's own conversation that has another's controls on it."""
    shown = who.dm[-1].message if who.dm else sitting.board.message
    kept, shown.components = shown.components, components
    try:
        return await who.forge(data, shown)
    finally:
        shown.components = kept


async def test_who_has_no_seat_is_suggested_nothing(sitting: Sitting) -> None:
    mover, _ = acting(sitting)
    mine = await mover.human.autocomplete(sitting.channel, "bid", "call", "")
    assert mine.choices
    for command, option in SUGGESTING:
        for where in (sitting.channel, sitting.elsewhere, sitting.zoe.dm_channel):
            for typed in ("", "a", "p", "7"):
                act = await sitting.zoe.autocomplete(where, command, option, typed)
                assert not act.choices, (command, typed)
                named = await sitting.zoe.autocomplete(where, command, option, typed, table=sitting.table)
                assert not named.choices, (command, typed)


async def test_commands_from_elsewhere_find_ones_own_table_and_no_other(sitting: Sitting) -> None:
    mover, _ = acting(sitting)
    before = len(sitting.truth().stored.entries)
    for command, typed in TYPED:
        for where in (sitting.channel, sitting.elsewhere, sitting.zoe.dm_channel):
            act = await sitting.zoe.slash(where, command, **typed)
            assert in_private(act), command
    assert not changed(sitting, before)
    told = await mover.human.slash(sitting.elsewhere, "hand")
    assert in_private(told)
    assert told.reply is not None
    assert [widget for widget in told.reply.widgets if is_hand(widget)]
