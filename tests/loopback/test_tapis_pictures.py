"""Pictures on the real wire: multipart answers and edits that Discord takes, one file a message, words with each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from .conftest import Loopback
from .model import Attachment, Entry, Message, Permission
from .players import Club, club_of, good, take_first

ALT_LIMIT = 1024
SIZE_LIMIT = 100_000


def pictured(club: Club) -> Iterator[tuple[Message, Attachment]]:
    """Every message with its only file."""
    for message in club.world.messages.values():
        assert len(message.attachments) <= 1, "files pile up"
        for file in message.attachments:
            yield message, file


def sent_with_files(club: Club, since: int = 0) -> list[Entry]:
    """The bot's requests that carried a file."""
    return [entry for entry in club.world.log[since:] if entry.files]


def table_has_picture(club: Club) -> bool:
    """Whether the table's message shows one."""
    return bool(club.board.message.attachments)


def moved_on(club: Club, before: str) -> bool:
    """Whether the table's message says something else by now."""
    return club.board.content != before


async def test_a_deal_with_pictures(loopback: Loopback, tmp_path: Path) -> None:
    club = await club_of(loopback, tmp_path, TAPIS_PICTURES="full")
    await club.start("belote")
    anna = club.players[0]
    await club.world.until(lambda: table_has_picture(club), what="the table's picture")
    asked = await club.ask_hand(anna)
    await club.play()
    await club.world.quiet()
    uploads = sent_with_files(club)
    assert {entry.status for entry in uploads} == {200}
    assert {entry.route.split("/")[1] for entry in uploads} >= {"channels", "interactions", "webhooks"}
    assert asked.interaction.messages
    names = [file.filename for entry in uploads for file in entry.files]
    assert len(names) == len(set(names)), "each picture has a name of its own"
    for entry in uploads:
        (file,) = entry.files
        assert file.content.startswith(b"\x89PNG")
        assert len(file.content) <= SIZE_LIMIT
        described = entry.request.get("data") or entry.request
        (note,) = described["attachments"]
        assert note["filename"] == file.filename
        assert 0 < len(note["description"]) <= ALT_LIMIT
    assert any(message.to is None for message, _ in pictured(club))
    assert table_has_picture(club)
    assert not club.leaks()
    assert not club.unanswered()


async def test_where_files_are_not_allowed_the_table_is_told_in_text(loopback: Loopback, tmp_path: Path) -> None:
    club = await club_of(loopback, tmp_path, TAPIS_PICTURES="full")
    club.harness.moderator.deny(club.channel, Permission.ATTACH_FILES)
    await club.start_by_command("belote")
    for _ in range(4):
        player = await club.to_move()
        assert player is not None
        before = club.board.content
        good(await player.do(take_first(player.codes)))
        await club.world.until(partial(moved_on, club, before), what="the table's message")
    assert not table_has_picture(club)
    refused = [entry for entry in sent_with_files(club) if entry.status == 403]
    assert len(refused) == 1, "once is enough"
    assert not [entry for entry in club.world.log if entry.status == 403 and not entry.files]
