"""Nobody is told a card too early: whole deals of every game, everything recorded, and planted leaks that are found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.core import registry
from bot.core.cards import Card
from bot.i18n.words import words_for
from bot.render.art.alt import suits_of
from bot.ui.emoji import emoji_name
from tests.notes import note

from .conftest import Loopback
from .human import Human
from .model import Entry, Json, Upload
from .recorder import Recorder, Report, judge_lines
from .salon import Salon
from .sitting import Sitting, press_forged

TABLES = [(game.key, seats) for game in registry.games().values() for seats in sorted(game.seat_counts)]
FR, EN = words_for("fr"), words_for("en")


async def test_no_deal_of_any_game_tells_anybody_too_much(
    loopback: Loopback, tmp_path: Path, deal_seed: int, request: pytest.FixtureRequest
) -> None:
    salon = await Salon.open(loopback, tmp_path, deal_seed, TAPIS_PICTURES="full")
    report = Report()
    for game, seats in TABLES:
        report.add(await salon.deal(game, seats))
    report.add(await salon.lines())
    assert not report.leaks, "\n".join(report.leaks)
    assert report.deals >= len(TABLES)
    assert report.compared > 1_000 * len(TABLES)
    assert report.lines > 10 * len(TABLES)
    note(request.config, f"leaks looked for: {report}")


# What each kind of leak is, on a card that its reader may not know.


def _under_suit(card: Card) -> str:
    return suits_of([card], EN, short=True)


BODIES: dict[str, Callable[[Card], Json]] = {
    "a text": lambda card: {"content": f"Il a {FR.card(card, 'the')} !"},
    "letters": lambda card: {"content": f"{EN.short(card)}"},
    "an emoji": lambda card: {"content": f"<:{emoji_name(card)}:1234>"},
    "a code": lambda card: {"content": f"play:{card.code}"},
    "a custom id": lambda card: {"components": [{"components": [{"custom_id": f"t|1|7ca|play:{card.code}"}]}]},
    "a label": lambda card: {"components": [{"components": [{"custom_id": "t|1|7ca|do", "label": FR.short(card)}]}]},
    "a button's emoji": lambda card: {"components": [{"components": [{"emoji": {"name": emoji_name(card)}}]}]},
    "a menu's placeholder": lambda card: {"components": [{"components": [{"placeholder": EN.card(card)}]}]},
    "a choice": lambda card: {"components": [{"components": [{"options": [{"label": "?", "value": card.code}]}]}]},
    "an embed": lambda card: {"embeds": [{"fields": [{"name": "Main", "value": FR.card(card)}]}]},
    "a text display": lambda card: {"components": [{"type": 10, "content": EN.card(card).capitalize()}]},
    "an alternative text": lambda card: {"attachments": [{"id": 0, "description": FR.card(card)}]},
    "a picture's description": lambda card: {"attachments": [{"id": 0, "description": f"Main. {_under_suit(card)}"}]},
    "a file's name": lambda card: {"attachments": [{"id": 0, "filename": f"{emoji_name(card)}.png"}]},
}


def plant(sitting: Sitting, reader: Human | None, body: Json, *files: Upload) -> Entry:
    """A message of the bot with this body, in the reader's private messages or for everybody in the channel."""
    channel = sitting.channel if reader is None else reader.dm_channel
    entry = Entry("POST", f"/channels/{channel.id}/messages", "", sitting.world.now(), body, "application/json", 200)
    return replace(entry, files=files)


def caught(recorder: Recorder, *entries: Entry) -> bool:
    """Whether these requests are found to tell too much."""
    log = recorder.world.log
    before = len(log)
    log.extend(entries)
    try:
        return bool(recorder.report(before).leaks)
    finally:
        del log[before:]


@pytest.mark.parametrize(("game", "seats"), [("belote_two", 2), ("hearts", 3), ("tarot", 5)])
async def test_every_kind_of_planted_leak_is_found(
    loopback: Loopback, tmp_path: Path, deal_seed: int, game: str, seats: int
) -> None:
    salon = await Salon.open(loopback, tmp_path, deal_seed)
    sitting = salon.sitting(seats)
    await sitting.begin(game, seats)
    await sitting.world.until(lambda: sitting.asked() is not None)
    recorder = Recorder(sitting)
    anna, bruno = (player.human for player in sitting.members)
    hands = recorder.truth.hands()
    held = hands[recorder.truth.seat_of(bruno)] - recorder.secrets.hidden_from(bruno.user.id, float("inf"))
    secret = held & recorder.secrets.hidden_from(None, float("inf"))
    assert len(secret) > 3
    for card in secret:
        for kind, body in BODIES.items():
            for reader in (None, anna, sitting.zoe):
                assert caught(recorder, plant(sitting, reader, body(card))), f"{card} in {kind} for {reader}"
            assert not caught(recorder, plant(sitting, bruno, body(card))), f"{card} in {kind} is Bruno's own"
        uploaded = Upload(0, "hand.txt", FR.card(card).encode())
        assert caught(recorder, plant(sitting, None, {}, uploaded))
        for line in (f"seat=1 plays {card}", FR.card(card), f"GET … {emoji_name(card)}"):
            assert judge_lines([f"2026-01-01T00:00:00.000Z INFO    bot.x table=1 {line}"], ()).leaks
    (seed,) = recorder.opened
    for reader in (None, bruno):
        assert caught(recorder, plant(sitting, reader, {"content": f"`{seed}`"}))
    assert judge_lines([f"bot.x {seed}"], [seed]).leaks


BROKEN = {
    "log": "a line names",
    "suggestion": "/callback told Zoé",
    "label": "told everybody",
    "refusal": "/callback told Zoé",
    "id": "told everybody",
    "description": "told everybody",
}
"""Programs that leak (see `leaking.py`), and what must be said of each."""


@pytest.mark.parametrize("kind", BROKEN)
async def test_a_program_that_leaks_is_found_out(loopback: Loopback, tmp_path: Path, deal_seed: int, kind: str) -> None:
    pictures = "full" if kind == "description" else "text"
    salon = await Salon.open(loopback, tmp_path, deal_seed, TAPIS_LOOPBACK_LEAK=kind, TAPIS_PICTURES=pictures)
    sitting = salon.sitting(2)
    await sitting.begin("belote_two", 2)
    await sitting.world.until(lambda: sitting.asked() is not None)
    await sitting.zoe.autocomplete(sitting.channel, "play", "card", "")
    await press_forged(sitting.zoe, sitting.board, "t|1|0000|pass")
    await sitting.play(curious=0)
    await sitting.world.quiet()
    report = Recorder(sitting).report()
    report.add(await salon.lines())
    assert any(BROKEN[kind] in leak for leak in report.leaks), report


async def test_the_same_program_without_a_leak_is_not(loopback: Loopback, tmp_path: Path, deal_seed: int) -> None:
    salon = await Salon.open(loopback, tmp_path, deal_seed)
    report = await salon.deal("belote_two", 2)
    report.add(await salon.lines())
    assert not report.leaks
