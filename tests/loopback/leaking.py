"""Ways to break the bot so that it leaks or forgets, for tests of what finds it. The bot reads no variable for this."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot import app
from bot.core.cards import Card
from bot.core.events import CardPlayed
from bot.core.seats import Seat
from bot.engine import gathering, reading, service
from bot.engine import table as tables
from bot.engine.models import SeatView, TableId, TableView
from bot.engine.service import TableService
from bot.render.art.alt import suits_of
from bot.render.art.style import Picture
from bot.render.panels import Button, Panel
from bot.storage.store import SqliteStore
from bot.ui import clicks, painter, studio, suggestions
from bot.ui.sketch import Kind, Sketch

log = logging.getLogger("bot.leak")


def leak(kind: str) -> None:
    """Break the bot of this process."""
    KINDS[kind]()


def patch(place: object, name: str, broken: object) -> None:
    """Put something broken in the place of what is there."""
    assert hasattr(place, name), name
    setattr(place, name, broken)


async def _first_seat(of: TableService, table: TableId) -> SeatView:
    return tables.seat_view(await of._desk.table(table), Seat(0))


def _log() -> None:
    """A line of the log names the card that was played."""
    act = TableService.act

    async def told(self: TableService, *args: Any, **more: Any) -> SeatView:
        log.info("an action: %s", args[2])
        return await act(self, *args, **more)

    patch(TableService, "act", told)


def _suggestion() -> None:
    """Somebody without a seat is suggested the cards of the first seat."""

    async def first_seat(interaction: Any) -> Any:
        front = suggestions._front(interaction)
        seat = await _first_seat(front.service, (await front.table_for(interaction)).id)
        assert seat.view is not None
        return replace(seat, view=replace(seat.view, playable=seat.view.hand)), await front.words(interaction)

    patch(suggestions, "_seat", first_seat)


def _described() -> None:
    """The description of the table's picture tells what somebody holds."""
    drawn, hands = studio.draw, _hands()

    def draw(sketch: Sketch) -> Picture | None:
        made = drawn(sketch)
        held = hands.get(TableId(sketch.scene.table))
        if made is None or sketch.kind is not Kind.TABLE or held is None:
            return made
        return replace(made, alt=f"{made.alt}\nAnna. {suits_of([Card.parse(held)], sketch.words)}")

    patch(studio, "draw", draw)


def _on_the_table(change: Callable[[Panel, str], Panel]) -> None:
    """The table's message is drawn with a card of somebody's hand."""
    drawn: Callable[..., Panel] = vars(painter)["table_panel"]
    hands = _hands()

    def panel(scene: Any, *args: Any, **more: Any) -> Panel:
        made = drawn(scene, *args, **more)
        return change(made, hands[scene.table]) if scene.table in hands else made

    patch(painter, "table_panel", panel)


def _hands() -> dict[TableId, str]:
    """By table a card of the first seat's hand, while tables are looked at."""
    view: Callable[[Any], TableView] = vars(tables)["table_view"]
    hands: dict[TableId, str] = {}

    def seen(table: Any) -> TableView:
        shown = view(table)
        seat = tables.seat_view(table, Seat(0)) if shown.view is not None else None
        if seat is not None and seat.view is not None and seat.view.hand:
            hands[shown.id] = seat.view.hand[0].code
        return shown

    for reader in (gathering, reading, service):
        patch(reader, "table_view", seen)
    return hands


def _labelled(panel: Panel, code: str) -> Panel:
    return replace(panel, rows=(*panel.rows, (Button("ui:score:9", f"Score {code}"),)))


def _with_id(panel: Panel, code: str) -> Panel:
    return replace(panel, rows=(*panel.rows, (Button(f"ui:trick:{code}", "Score"),)))


def _refusal() -> None:
    """Who has no seat is refused with the first seat's hand."""

    async def answer(front: Any, interaction: Any, click: Any) -> None:
        seat = await _first_seat(front.service, click.table)
        assert seat.view is not None
        await interaction.response.send_message(f"Non : {seat.view.hand[0]}", ephemeral=True)

    honest = clicks.answer_click

    async def refused(front: Any, interaction: Any, click: Any) -> None:
        if click.token == "0000":
            await answer(front, interaction, click)
        else:
            await honest(front, interaction, click)

    patch(app, "answer_click", refused)


def _forget() -> None:
    """The first card that a member plays is told as played and is not written."""
    act, append = TableService.act, SqliteStore.append
    armed, forgotten = [False], [False]

    async def told(self: TableService, *args: Any, **more: Any) -> SeatView:
        armed[0] = str(args[2]).startswith("play:")
        return await act(self, *args, **more)

    async def most(self: SqliteStore, *args: Any, **more: Any) -> None:
        if armed[0] and not forgotten[0] and any(isinstance(entry.event, CardPlayed) for entry in args[3]):
            forgotten[0] = True
            return
        await append(self, *args, **more)

    patch(TableService, "act", told)
    patch(SqliteStore, "append", most)


KINDS: dict[str, Callable[[], None]] = {
    "log": _log,
    "suggestion": _suggestion,
    "label": lambda: _on_the_table(_labelled),
    "id": lambda: _on_the_table(_with_id),
    "refusal": _refusal,
    "description": _described,
    "forget": _forget,
}
