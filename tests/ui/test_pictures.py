"""Tables and hands with their pictures: one at a time, with words, in the modes that were chosen, and never needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.models import Pictures, UserId
from bot.ui import ack, gallery
from bot.ui.relief import Limits, Relief
from bot.ui.sketch import Drawing, Kind
from tests.ui.club import Club, Member, actions, play_deal, take_first, verbs
from tests.ui.drawings import Quick

LONG = 30.0
"""Seconds for what takes milliseconds, on however busy a machine."""


@pytest.fixture
def quick() -> Quick:
    """What draws in these tests."""
    return Quick()


@pytest.fixture
def drawing(quick: Quick, monkeypatch: pytest.MonkeyPatch) -> Drawing:
    """The bot draws pictures, and waits for them however busy the machine is."""
    monkeypatch.setattr(gallery, "PATIENCE", LONG)
    monkeypatch.setattr(ack, "PICTURE_PATIENCE", LONG)
    return quick


def file_of(message: Any) -> Any:
    """The only file of a message."""
    (file,) = message.attachments
    return file


def files_of(message: Any) -> list[str]:
    """Names of a message's files."""
    return [file.filename for file in message.attachments]


async def begin(club: Club, humans: int = 4, **how: Any) -> None:
    """A table of belote whose first cards are dealt."""
    await club.open("belote", **how)
    await club.fill(humans)


async def to_the_cards(club: Club) -> Member:
    """Bid until somebody may play a card; who."""
    while True:
        for member in club.members:
            if any("play:" in verb for verb in member.offers()):
                return member
        mover = club.mover()
        await mover.hand_press(take_first(actions(mover)))


def requests(club: Club, since: int) -> Sequence[tuple[str, str]]:
    """Method and path of what the bot asked of Discord."""
    return [(entry.method, entry.path) for entry in club.env.http_requests[since:]]


async def test_table_and_hand_have_one_picture_each_with_words(club: Club, quick: Quick) -> None:
    await club.open("belote")
    lobby = file_of(club.table)
    assert lobby.filename.startswith("table-0-")
    assert lobby.description.startswith("table None 0")
    await club.fill()
    table, mover = file_of(club.table), club.mover()
    assert table.description.startswith("table None 1")
    assert "picture" not in club.table.content.casefold()
    seats = {file_of(member.dm).description.split()[1] for member in club.members}
    assert seats == {"0", "1", "2", "3"}
    assert file_of(mover.dm).filename.startswith("hand-1-")
    assert {sketch.kind for sketch in quick.asked} == {Kind.TABLE, Kind.HAND}


async def test_a_move_puts_a_new_picture_in_the_place_of_the_old_in_the_same_requests(club: Club) -> None:
    await begin(club)
    for _ in range(6):
        mover, before, since = club.mover(), files_of(club.table), len(club.env.http_requests)
        hand = files_of(mover.dm)
        await mover.hand_press(take_first(actions(mover)))
        assert len(files_of(club.table)) == len(files_of(mover.dm)) == 1
        assert files_of(club.table) != before
        assert files_of(mover.dm) != hand
        touched = requests(club, since)
        assert len(touched) == len(set(touched)), "nothing is sent in two requests"


async def test_everything_is_said_without_the_picture_too(club: Club, quick: Quick) -> None:
    await begin(club)
    member = await to_the_cards(club)
    texts = (club.table.content, member.dm.content)
    await member.say("preferences", pictures="text")
    await club.env.settle()
    assert (club.table.content, member.dm.content) == texts
    assert files_of(member.dm) == []
    assert len(files_of(club.table)) == 1, "the table is the server's"
    others = [other for other in club.members if other is not member]
    assert all(len(files_of(other.dm)) == 1 for other in others)
    asked = len(quick.asked)
    await member.hand_press(actions(member)[0])
    assert files_of(member.dm) == []
    assert not [one for one in quick.asked[asked:] if one.kind is Kind.HAND and one.scene.viewer == seat(club, member)]
    await member.say("preferences", pictures="full")
    await club.env.settle()
    assert len(files_of(member.dm)) == 1


def seat(club: Club, member: Member) -> int:
    """Where a member sits: who joined first sits first."""
    return club.members.index(member)


async def test_the_hand_asked_for_in_the_channel_has_its_picture(club: Club) -> None:
    await begin(club)
    mover = club.mover()
    await mover.press("ui:hand")
    shown = file_of(mover.here)
    assert shown.description == file_of(mover.dm).description
    await mover.press("pass", mover.here)
    assert file_of(mover.here).filename != shown.filename
    assert file_of(mover.here).description.startswith(f"hand {seat(club, mover)} 1")


async def set_pictures(club: Club, pictures: Pictures) -> None:
    """The host says how the table's message shows cards."""
    service = club.bot.front.service
    (table,) = await service.tables_of(UserId(club.members[0].user.id))
    await service.show_as(table.id, UserId(club.members[0].user.id), pictures)
    await club.env.settle()


async def test_by_trick_the_table_s_picture_changes_with_every_trick_and_its_text_with_every_card(club: Club) -> None:
    await begin(club)
    await set_pictures(club, Pictures.TRICK)
    await to_the_cards(club)
    texts, names = [], []
    for _ in range(8):
        mover = club.mover()
        await mover.hand_press(actions(mover)[0])
        texts.append(club.table.content)
        names.append(tuple(files_of(club.table)))
    assert len(set(texts)) == 8
    assert all(len(name) == 1 for name in names)
    assert names[0] == names[1] == names[2] != names[3]
    assert names[3] == names[4] == names[5] == names[6] != names[7]


async def test_a_table_in_text_has_no_file_and_its_hands_do(club: Club) -> None:
    await begin(club)
    await set_pictures(club, Pictures.TEXT)
    assert files_of(club.table) == []
    assert all(len(files_of(member.dm)) == 1 for member in club.members)
    await set_pictures(club, Pictures.FULL)
    assert len(files_of(club.table)) == 1


async def test_a_deal_that_is_over_keeps_its_picture_on_the_table_and_not_in_hands(club: Club) -> None:
    await begin(club)
    await play_deal(club)
    over, hand = club.table, club.members[0].dm
    for member in club.members:
        await member.press("ui:ready")
    assert club.table.id != over.id
    assert len(files_of(club.table)) == 1
    left = next(message for message in club.channel.history() if message.id == over.id)
    assert files_of(left) == files_of(over)
    assert left.content != over.content or not verbs(left)
    old = next(message for message in club.members[0].user.dm_channel.history() if message.id == hand.id)
    assert files_of(old) == []


async def test_a_hand_taken_off_its_message_takes_its_picture_along(club: Club) -> None:
    await begin(club)
    bruno = club.members[1]
    message = bruno.dm
    assert len(files_of(message)) == 1
    await bruno.say("table leave", confirm=True)
    await club.env.settle()
    old = next(one for one in bruno.user.dm_channel.history() if one.id == message.id)
    assert files_of(old) == []


async def test_pictures_that_cannot_be_drawn_stop_nobody(
    club: Club, quick: Quick, caplog: pytest.LogCaptureFixture
) -> None:
    def torn() -> None:
        raise RuntimeError("the paper is torn")

    quick.first = torn
    await begin(club)
    await play_deal(club)
    assert "ui:ready" in verbs(club.table)
    assert files_of(club.table) == []
    failures = [record for record in caplog.records if record.getMessage() == "a picture was not drawn"]
    assert failures
    assert all(len(vars(record)["ref"]) == 4 for record in failures)


async def test_after_a_restart_pictures_are_drawn_anew_and_none_is_left(club: Club) -> None:
    await begin(club)
    await club.restart()
    mover = club.mover()
    await mover.hand_press("pass")
    assert len(files_of(club.table)) == len(files_of(mover.dm)) == 1


async def test_the_bot_draws_less_while_messages_pile_up_and_all_again_later(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await begin(club)
    front, now, load = club.bot.front, [0.0], [0]
    front.gallery.attach(lambda: load[0])
    front.gallery.relief = Relief(front.gallery.meter, lambda: now[0], Limits())
    await to_the_cards(club)

    async def a_card() -> tuple[str, ...]:
        mover, before = club.mover(), club.table.content
        await mover.hand_press(actions(mover)[0])
        assert club.table.content != before
        return tuple(files_of(club.table))

    seen = []
    for load[0], later in [(0, 1), (80, 0), (80, 2), (80, 0), (80, 2), (0, 0), (0, 31), (0, 0), (0, 31), (0, 0)]:
        now[0] += later
        seen.append(await a_card())
    with_file = [bool(names) for names in seen]
    assert with_file == [True, True, True, True, False, False, True, True, True, True]
    assert front.gallery.level is Pictures.FULL
    steps = [record.getMessage().split()[1] for record in caplog.records if record.name == "bot.ui.relief"]
    assert steps == ["trick", "text", "trick", "full"]
    assert sum(front.gallery.meter.counters["picture_steps"].values()) == 4


async def test_colours_are_the_reader_s(club: Club) -> None:
    await begin(club)
    bruno = club.members[1]
    await bruno.say("preferences", palette="four")
    await club.env.settle()
    assert file_of(bruno.dm).description.endswith("four")
    assert file_of(club.table).description.endswith("classic")


async def test_colours_of_what_all_read_are_the_server_s_and_of_what_one_looks_at_the_reader_s(
    club: Club, quick: Quick
) -> None:
    await club.olga.say("settings palette", palette="four")
    await begin(club)
    assert file_of(club.table).description.endswith("four")
    bruno, chloe = club.members[1:3]
    await bruno.say("preferences", palette="four")
    await play_deal(club)
    assert file_of(club.table).description.endswith("four")
    for member, palette in ((bruno, "four"), (chloe, "classic")):
        for verb, kind in (("ui:hands", Kind.HANDS), ("ui:score", Kind.SCORE)):
            await member.press(verb)
            assert file_of(member.here).description == f"{kind} None 1 0 {palette}"
        await member.say("trick")
        assert file_of(member.here).description == f"{Kind.TRICK} None 1 0 {palette}"
    await chloe.say("preferences", pictures="text")
    asked = len(quick.asked)
    for verb in ("ui:hands", "ui:score"):
        await chloe.press(verb)
        assert files_of(chloe.here) == []
        assert chloe.here.content
    assert len(quick.asked) == asked


@pytest.mark.settings(pictures="text")
async def test_an_owner_may_do_without(club: Club, quick: Quick) -> None:
    await begin(club, humans=1)
    assert files_of(club.table) == files_of(club.members[0].dm) == []
    assert not quick.asked


async def test_a_message_that_is_the_same_is_not_sent_for_its_picture(club: Club) -> None:
    """What passes in the text alone, as the time that is left, leaves the picture where it is."""
    await begin(club)
    board = next(iter(club.bot.front.outbox._boards.values()))
    shown = [one.pictured for one in board.values()]
    assert all(sketch is not None for sketch in shown)
    names = files_of(club.table)
    for key, one in board.items():
        assert one.pictured is not None
        scene = replace(one.pictured.scene, deadline=None)
        assert replace(one.pictured, scene=scene) == one.pictured
        club.bot.front.outbox.mark(key)
    await club.env.settle()
    assert files_of(club.table) == names
