"""Draws a table's messages: the public one, a seat's hand, and the last look of a message that is left behind."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.memory import UserSettings
from bot.engine.models import SeatView, TableStatus, TableView
from bot.i18n.words import Words, words_for
from bot.render.controls import Habits, Picks
from bot.render.hand import hand_panel
from bot.render.lobby import lobby_panel
from bot.render.results import match_end_panel, past_panel, result_panel
from bot.render.table import table_panel
from bot.ui.emoji import EmojiBook
from bot.ui.message import Draft
from bot.ui.scenes import seat_scene, table_scene

NO_PICKS = Picks()

_STOPPED = frozenset({TableStatus.CLOSED, TableStatus.SUSPENDED, TableStatus.FROZEN})


def shown_deal(table: TableView) -> int:
    """Number of the deal that a table's message shows; 0 for the lobby."""
    return 0 if table.status is TableStatus.LOBBY or table.view is None else table.number


def public_token(table: TableView) -> str:
    """Marks the controls of a public message: they serve one deal. Never a seat's token (those are hexadecimal)."""
    return f"n{shown_deal(table)}"


class Painter:
    """Makes drafts of views. `book` is replaced once the application's emoji are known."""

    def __init__(self, book: EmojiBook) -> None:
        self.book = book

    def public(self, table: TableView) -> Draft:
        """The table's message in its channel."""
        scene, words = table_scene(table), words_for(table.locale)
        if table.status in _STOPPED or (table.paused and not table.between):
            panel = table_panel(scene, words, self.book)
        elif table.view is None:
            panel = lobby_panel(scene, words, self.book)
        elif table.status is TableStatus.FINISHED:
            panel = match_end_panel(scene, words, self.book)
        elif table.between:
            panel = result_panel(scene, words, self.book)
        else:
            panel = table_panel(scene, words, self.book)
        draft = Draft.of(panel, table.id, public_token(table), self.book)
        return draft.bare() if table.status is TableStatus.CLOSED else draft

    def lobby(self, table: TableView) -> Draft:
        """What the lobby's message says once play has begun: who sits where, without controls."""
        scene = replace(table_scene(table), view=None)
        return Draft.of(lobby_panel(scene, words_for(table.locale), self.book), table.id, "", self.book).bare()

    def past(self, table: TableView, deal: int, words: Words) -> Draft:
        """What a message of an earlier deal says once it is left behind, public or private."""
        panel = past_panel(table_scene(table), deal, words, self.book)
        return Draft.of(panel, table.id, "", self.book).bare()

    def hand(self, seat: SeatView, words: Words, settings: UserSettings, picks: Picks = NO_PICKS) -> Draft:
        """A seat's private message, as its member likes it."""
        habits = Habits(settings.labels, settings.second_tap)
        panel = hand_panel(seat_scene(seat), words, self.book, picks, habits)
        return Draft.of(panel, seat.table.id, seat.token, self.book)
