"""Pictures are drawn beside the loop, once for the same, and are never the reason why a message does not go out."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from time import monotonic
from types import SimpleNamespace

import discord
import pytest

from bot.core.registry import game_of
from bot.core.seats import Seat
from bot.engine.models import Pictures, TableId
from bot.i18n.words import words_for
from bot.meter import Meter
from bot.palette import Palette
from bot.ui import gallery as galleries
from bot.ui import studio
from bot.ui.gallery import Gallery
from bot.ui.message import INVALID_FORM, MISSING_PERMISSIONS, Draft, readably
from bot.ui.relief import Relief
from bot.ui.sending import UNKNOWN_MESSAGE
from bot.ui.sketch import Drawing, Sketch
from tests.render.scenes import played, scene_of
from tests.ui.drawings import Quick

FR = words_for("fr")
NAMES = ("Anna", "Bruno", "Chloé", "")
LONG = 30.0
"""Seconds for what takes milliseconds, on however busy a machine."""


def sketches(seed: int, viewer: Seat | None = None) -> list[Sketch]:
    """The pictures of a deal, one after every action."""
    game = game_of("belote")
    scenes = (scene_of(game, "belote", state, viewer, NAMES) for state in played("belote", "belote", seed, deals=1))
    if viewer is None:
        return [Sketch.of_table(scene, FR, Palette.CLASSIC) for scene in scenes]
    return [Sketch.of_hand(scene, FR, Palette.CLASSIC, frozenset()) for scene in scenes]


def different(drawn: Sequence[Sketch]) -> list[Sketch]:
    """The same without repetitions."""
    return [sketch for place, sketch in enumerate(drawn) if sketch not in drawn[:place]]


def gallery_of(drawing: Drawing | None, most: Pictures = Pictures.FULL) -> Gallery:
    """A gallery with a meter of its own."""
    meter = Meter()
    made = Gallery(drawing, most, Relief(meter, monotonic), meter)
    assert made.meter is meter
    return made


def at(table: int, sketch: Sketch) -> Sketch:
    """The same picture for another table."""
    return replace(sketch, scene=replace(sketch.scene, table=TableId(table)))


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, a picture is waited for."""
    monkeypatch.setattr(galleries, "PATIENCE", LONG)


def draft(sketch: Sketch | None) -> Draft:
    """A message with a picture to be."""
    return Draft("Le texte dit tout.", sketch=sketch)


async def test_a_picture_comes_with_its_words_and_a_name_of_its_own(deal_seed: int) -> None:
    quick = Quick()
    gallery = gallery_of(quick)
    first, second = different(sketches(deal_seed))[:2]
    hung = [await gallery.hang(draft(sketch)) for sketch in (first, second, second)]
    await gallery.close()
    files = [made.document for made in hung]
    assert all(file is not None for file in files)
    names = {file.name for file in files if file is not None}
    assert len(names) == 3
    assert all(name.startswith("table-1-") and name.endswith(".png") for name in names)
    assert hung[0].document is not None
    assert hung[0].document.file().description == hung[0].document.alt == "table None 1 0 classic"
    assert quick.asked == [first, second], "the same picture is drawn once"
    assert {made.look for made in hung} == {draft(first).look, draft(second).look}


async def test_the_picture_that_is_there_stays(deal_seed: int) -> None:
    quick = Quick()
    gallery = gallery_of(quick)
    (sketch, *_) = sketches(deal_seed)
    hung = await gallery.hang(draft(sketch), sketch)
    assert (hung.keeps, hung.document, quick.asked) == (True, None, [])
    assert hung.attachments() is discord.utils.MISSING
    assert draft(sketch).attachments() == []


async def test_by_trick_a_picture_stays_until_the_trick_is_complete(deal_seed: int) -> None:
    by_trick = [Sketch.of_table(one.scene, FR, Palette.CLASSIC, by_trick=True) for one in sketches(deal_seed)]
    gallery = gallery_of(Quick())
    there, new = None, []
    for sketch in by_trick:
        hung = await gallery.hang(draft(sketch), there)
        if hung.document is not None:
            there = sketch
            new.append(sketch)
    await gallery.close()
    playing = [one for one in new if one.scene.view is not None and one.scene.view.phase == "play"]
    for sketch in playing[1:]:
        assert sketch.scene.view is not None
        assert len(sketch.scene.view.trick.plays) in {0, 4}, "the picture shows a whole trick"
    assert len(new) < len(different(by_trick)) / 2


async def test_what_another_sees_is_another_picture(deal_seed: int) -> None:
    """Two seats' hands, and the table, are never taken for one another, whatever else is the same."""
    quick = Quick()
    gallery = gallery_of(quick)
    asked = [sketches(deal_seed, viewer)[0] for viewer in (None, Seat(0), Seat(1), Seat(2), Seat(3))]
    for _ in range(2):
        for sketch in asked:
            await gallery.hang(draft(sketch))
    await gallery.close()
    assert [sketch.scene.viewer for sketch in quick.asked] == [None, 0, 1, 2, 3]


async def test_a_hand_is_never_drawn_for_everybody(deal_seed: int) -> None:
    with pytest.raises(ValueError, match="drawn as seat 2 sees it"):
        Sketch.of_table(sketches(deal_seed, Seat(2))[0].scene, FR, Palette.CLASSIC)


async def test_many_pictures_at_once_leave_the_loop_free(deal_seed: int) -> None:
    """While the thread stands still the loop goes on: it is the loop that lets the thread go."""
    go = threading.Event()
    quick = Quick(first=lambda: go.wait(LONG))
    gallery = gallery_of(quick)
    wanted = [at(number, sketch) for number, sketch in enumerate(different(sketches(deal_seed))[:20], 1)]
    hanging = [asyncio.create_task(gallery.hang(draft(sketch))) for sketch in wanted * 2]
    for _ in range(1000):
        await asyncio.sleep(0)
    assert not any(task.done() for task in hanging)
    assert len(quick.asked) == 0
    go.set()
    hung = await asyncio.gather(*hanging)
    await gallery.close()
    assert all(made.document is not None for made in hung)


async def test_an_answers_picture_is_drawn_before_those_of_other_messages(deal_seed: int) -> None:
    go = threading.Event()
    quick = Quick(first=lambda: go.wait(LONG))
    gallery = gallery_of(quick)
    (sketch, *_) = sketches(deal_seed)
    others = [asyncio.create_task(gallery.hang(draft(at(number, sketch)))) for number in range(1, 6)]
    await asyncio.sleep(0)
    answers = [asyncio.create_task(gallery.hang(draft(at(number, sketch)), hurried=True)) for number in (7, 4)]
    await asyncio.sleep(0)
    go.set()
    hung = await asyncio.gather(*others, *answers)
    await gallery.close()
    assert all(made.document is not None for made in hung)
    assert [asked.scene.table for asked in quick.asked] == [1, 7, 4, 2, 3, 5]


async def test_behind_many_others_an_answer_does_not_wait_for_its_picture(deal_seed: int) -> None:
    go = threading.Event()
    gallery = gallery_of(Quick(first=lambda: go.wait(LONG)))
    (sketch, *_) = sketches(deal_seed)
    busy = [
        asyncio.create_task(gallery.hang(draft(at(number, sketch)), hurried=True))
        for number in range(1, galleries.HURRIED + 2)
    ]
    await asyncio.sleep(0)
    hung = await gallery.hang(draft(at(99, sketch)), None, LONG, hurried=True)
    assert (hung.late, hung.document) == (True, None)
    assert not any(task.done() for task in busy), "the thread stood still all the while"
    go.set()
    assert all(made.document is not None for made in await asyncio.gather(*busy))
    await gallery.close()


async def test_a_picture_that_a_newer_one_replaces_before_its_turn_is_not_drawn(deal_seed: int) -> None:
    go = threading.Event()
    quick = Quick(first=lambda: go.wait(LONG))
    gallery = gallery_of(quick)
    first, second, third = different(sketches(deal_seed))[:3]
    hanging = [asyncio.create_task(gallery.hang(draft(sketch))) for sketch in (first, second, third)]
    await asyncio.sleep(0)
    looked_at = asyncio.Event()
    gallery.when_drawn(second, looked_at.set)
    go.set()
    hung = await asyncio.gather(*hanging)
    await asyncio.wait_for(looked_at.wait(), LONG)
    await gallery.close()
    assert [(made.late, made.document is not None) for made in hung] == [(False, True), (True, False), (False, True)]
    assert quick.asked == [first, third]


async def test_a_picture_that_comes_too_late_keeps_no_message(deal_seed: int, caplog: pytest.LogCaptureFixture) -> None:
    go = threading.Event()
    quick = Quick(first=lambda: go.wait(LONG))
    gallery = gallery_of(quick)
    (sketch, *_) = sketches(deal_seed)
    with caplog.at_level(logging.INFO):
        hung = await gallery.hang(draft(sketch), None, 0.01)
    assert hung == replace(draft(sketch), late=True)
    assert "comes later" in caplog.text
    go.set()
    while not quick.asked:  # noqa: ASYNC110 - what is waited for happens in a thread
        await asyncio.sleep(0.01)
    while (await gallery.hang(draft(sketch))).document is None:  # noqa: ASYNC110 - the same
        await asyncio.sleep(0.01)
    await gallery.close()
    assert quick.asked == [sketch]
    assert gallery.meter.counters["pictures"]["table", "late"] >= 1


async def test_a_drawing_that_fails_is_told_once_in_the_log_and_the_message_goes(
    deal_seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: Sketch) -> None:
        raise RuntimeError("no ink")

    gallery = gallery_of(broken)
    (sketch, *_) = sketches(deal_seed)
    for _ in range(3):
        assert await gallery.hang(draft(sketch)) == draft(sketch)
    await gallery.close()
    (told,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert told.getMessage() == "a picture was not drawn"
    assert len(vars(told)["ref"]) == 4
    assert vars(told)["table"] == sketch.scene.table
    assert gallery.meter.counters["pictures"]["table", "failed"] == 1


@pytest.mark.parametrize(
    ("drawing", "most"), [(None, Pictures.FULL), (Quick(), Pictures.TEXT)], ids=["no library", "not wanted"]
)
async def test_where_nothing_is_drawn_nothing_is_asked_for(drawing: Drawing | None, most: Pictures) -> None:
    gallery = gallery_of(drawing, most)
    assert gallery.level is Pictures.TEXT
    gallery.start()
    await gallery.close()


async def test_a_closed_gallery_asks_for_nothing_and_ends_what_waits(deal_seed: int) -> None:
    go = threading.Event()
    gallery = gallery_of(Quick(first=lambda: go.wait(LONG)))
    hanging = [asyncio.create_task(gallery.hang(draft(sketch))) for sketch in different(sketches(deal_seed))[:5]]
    await asyncio.sleep(0)
    closing = asyncio.create_task(gallery.close())
    await asyncio.sleep(0)
    go.set()
    await closing
    hung = await asyncio.gather(*hanging)
    assert any(made.document is None for made in hung)
    assert gallery.level is Pictures.TEXT


async def test_after_the_end_no_thread_begins(deal_seed: int) -> None:
    """Neither for a draft that was made before, nor for a picture that was asked for at the last moment."""
    quick = Quick()
    gallery = gallery_of(quick)
    first, second = different(sketches(deal_seed))[:2]
    hanging = asyncio.create_task(gallery.hang(draft(first)))
    await asyncio.sleep(0)
    await gallery.close()
    assert await hanging == draft(first)
    assert await gallery.hang(draft(second)) == draft(second)
    assert (await gallery.hang(draft(second), second)).keeps
    assert gallery._threads is None
    assert not quick.asked


async def test_while_its_new_picture_is_late_a_table_keeps_the_old_one_and_a_hand_does_not(deal_seed: int) -> None:
    go = threading.Event()
    gallery = gallery_of(Quick(first=lambda: go.wait(LONG)))
    table, hand = (different(sketches(deal_seed, viewer))[:2] for viewer in (None, Seat(1)))
    for present, wanted, stays in [
        (table[0], table[1], True),
        (hand[0], hand[1], False),
        (hand[0], table[1], False),
        (replace(table[0], palette=Palette.FOUR), table[1], False),
        (None, table[1], False),
    ]:
        hung = await gallery.hang(draft(wanted), present, 0.001)
        assert (hung.late, hung.keeps, hung.document) == (True, stays, None)
    go.set()
    await gallery.close()


async def test_cards_are_drawn_in_advance_until_that_ends_or_fails(caplog: pytest.LogCaptureFixture) -> None:
    done: list[int] = []

    def third() -> None:
        raise RuntimeError("no paper")

    meter = Meter()
    warming = [lambda: done.append(1), lambda: done.append(2), third, lambda: done.append(4)]
    gallery = Gallery(Quick(), Pictures.FULL, Relief(meter, monotonic), meter, warming=warming)
    gallery.start()
    while "not drawn in advance" not in caplog.text:  # noqa: ASYNC110 - what is waited for happens in a thread
        await asyncio.sleep(0.01)
    await gallery.close()
    assert done == [1, 2]


@pytest.mark.parametrize(
    ("status", "stem"), [("lobby", "lobby"), ("playing", "deal"), ("finished", "score")], ids=lambda told: told
)
def test_the_real_pictures_of_a_lobby_of_a_deal_that_is_over_and_of_a_match(
    deal_seed: int, status: str, stem: str
) -> None:
    scene = replace(sketches(deal_seed)[-1].scene, status=status)
    picture = studio.draw(Sketch.of_table(scene, FR, Palette.CLASSIC))
    assert picture is not None
    assert picture.stem == stem
    assert picture.alt


class Refused(discord.HTTPException):
    """Discord's answer to a message."""

    def __init__(self, code: int) -> None:
        response = SimpleNamespace(status=403, reason="Forbidden")
        super().__init__(response, {"code": code, "message": "no"})


@pytest.mark.parametrize("code", [MISSING_PERMISSIONS, INVALID_FORM])
async def test_where_files_are_not_allowed_the_message_goes_without_and_the_next_ones_too(
    deal_seed: int, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[bool] = []

    async def send(shown: Draft) -> str:
        tried.append(shown.document is not None)
        if shown.document is not None:
            raise Refused(code)
        return shown.text

    gallery = gallery_of(Quick())
    first, second, third = different(sketches(deal_seed))[:3]
    assert await readably(await gallery.hang(draft(first), place=1), send) == "Le texte dit tout."
    assert await readably(await gallery.hang(draft(second), place=1), send) == "Le texte dit tout."
    assert tried == [True, False, False]
    assert (await gallery.hang(draft(third), place=2)).document is not None, "elsewhere they may be"
    monkeypatch.setattr(galleries, "monotonic", lambda: monotonic() + galleries.REFUSED_FOR)
    hung = await gallery.hang(draft(third), place=3)
    assert (await gallery.hang(draft(third), place=1)).document is not None
    with pytest.raises(Refused):
        await readably(hung, refuse(code, code))
    assert list(gallery._not_before) == [3], "what is over is forgotten"
    await gallery.close()


def refuse(with_file: int, without: int) -> Callable[[Draft], Awaitable[None]]:
    """Sends nothing: Discord answers with one of these codes."""

    async def send(shown: Draft) -> None:
        raise Refused(without if shown.document is None else with_file)

    return send


async def test_where_nothing_is_taken_the_next_message_is_tried_once(deal_seed: int) -> None:
    """In a channel that is closed altogether a picture is refused by the same code: both refusals count."""
    gallery = gallery_of(Quick())
    first, second = different(sketches(deal_seed))[:2]
    with pytest.raises(Refused):
        await readably(await gallery.hang(draft(first), place=1), refuse(MISSING_PERMISSIONS, MISSING_PERMISSIONS))
    assert (await gallery.hang(draft(second), place=1)).document is None
    with pytest.raises(Refused):
        await readably(await gallery.hang(draft(first), place=2), refuse(MISSING_PERMISSIONS, UNKNOWN_MESSAGE))
    assert (await gallery.hang(draft(second), place=2)).document is not None, "it was not the picture"
    await gallery.close()
