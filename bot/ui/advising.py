"""Advice in private: a hint at one's turn, what the cards of a deal that is over have cost."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.models import SeatView, TableView
from bot.render.advice.analysis import analysis_panel, waiting_panel
from bot.render.advice.hint import hint_panel
from bot.render.advice.study import OVERVIEW, Study
from bot.ui.front import Front
from bot.ui.looks import look_draft
from bot.ui.message import Draft
from bot.ui.request import Request
from bot.ui.scenes import seat_scene, table_scene
from bot.ui.sketch import Kind
from bot.ui.visit import Visit


async def hint(request: Request, seat: SeatView) -> None:
    """Tell a member what they had best do, on a private message of its own.

    Raises:
        EngineRefusal: what `Counsel.hint` refuses.
    """
    draft = await _hint_draft(request, seat)
    await request.answer.tell(draft)


async def hint_clicked(visit: Visit, _: str) -> None:
    """The button beside a hand."""
    seat = await visit.seat()
    # The sign of waiting comes beside the hand, which stays as it is.
    await visit.hold_message()
    draft = await _hint_draft(visit, seat)
    await visit.answer.tell(draft)


async def _hint_draft(request: Request, seat: SeatView) -> Draft:
    front = request.front
    advice = await request.answer.after(front.service.counsel.hint(seat.table.id, request.user))
    cards = front.painter.cards(request.words, seat.table.game)
    return look_draft(seat.table, hint_panel(seat_scene(seat), advice, request.words, cards))


async def analysis(request: Request, table: TableView, number: int | None = None, trick: int = OVERVIEW) -> None:
    """Show what the cards of a table's last deal have cost, or how far the weighing is.

    Raises:
        EngineRefusal: what `Counsel.analysis` refuses.
    """
    await request.answer.tell(await _analysis_draft(request, table, number, trick))


async def analysis_clicked(visit: Visit, rest: str) -> None:
    """The button of a result, or a control of the analysis itself: `<deal>`, `<deal>:<trick>`, `<deal>:to`."""
    number, _, at = rest.partition(":")
    page = visit.chosen if at == "to" else at.partition(":")[0]
    table = await visit.table()
    wanted = int(number) if number.isdecimal() else None
    draft = await _analysis_draft(visit, table, wanted, int(page) if page.isdecimal() else OVERVIEW)
    await visit.look(draft)


async def _analysis_draft(request: Request, table: TableView, number: int | None, trick: int) -> Draft:
    front: Front = request.front
    found = await request.answer.after(front.service.counsel.analysis(table.id, number))
    words = request.words
    if found.analysis is None:
        return look_draft(table, waiting_panel(found.number, found.done, found.total, words))
    study = Study(found.number, found.analysis, trick)
    cards = front.painter.cards(words, table.game, request.settings.palette)
    draft = look_draft(table, analysis_panel(table_scene(table), study, words, cards))
    return replace(draft, sketch=front.painter.look(Kind.ANALYSIS, table, words, request.settings, study))
