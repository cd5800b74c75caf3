"""Draws a table's messages: the public one, a seat's hand, and the last look of a message that is left behind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.engine.memory import UserSettings
from bot.engine.models import Pictures, SeatView, TableStatus, TableView
from bot.i18n.words import Words, words_for
from bot.palette import Palette
from bot.render.advice.study import Study
from bot.render.controls import Habits, Picks
from bot.render.hand import hand_panel
from bot.render.lobby import lobby_panel
from bot.render.results import match_end_panel, past_panel, result_panel
from bot.render.scene import Scene
from bot.render.table import table_panel
from bot.ui.emoji.book import EmojiBook
from bot.ui.emoji.names import CardStyle
from bot.ui.emoji.shelf import Shelf
from bot.ui.message import Draft
from bot.ui.relief import fewer
from bot.ui.scenes import seat_scene, table_scene
from bot.ui.sketch import Kind, Sketch
from bot.ui.tips import Tips

NO_PICKS = Picks()

_STOPPED = frozenset({TableStatus.CLOSED, TableStatus.SUSPENDED, TableStatus.FROZEN})


def shown_deal(table: TableView) -> int:
    """Number of the deal that a table's message shows; 0 for the lobby."""
    return 0 if table.status is TableStatus.LOBBY or table.view is None else table.number


def public_token(table: TableView) -> str:
    """Marks the controls of a public message: they serve one deal. Never a seat's token (those are hexadecimal)."""
    return f"n{shown_deal(table)}"


class Painter:
    """Makes drafts of views.

    Args:
        shelf: has the card emoji of every reader.
        most: the most pictures that are drawn at present, whatever a table or a reader wants.

    Attributes:
        tips: what to tell whom once.
    """

    def __init__(self, shelf: Shelf, most: Callable[[], Pictures] = lambda: Pictures.TEXT) -> None:
        self._shelf = shelf
        self.tips = Tips()
        self._most = most

    def cards(self, words: Words, game: str, palette: Palette = Palette.CLASSIC) -> EmojiBook:
        """The emoji of a game's cards for a reader, in their language and colours."""
        return self._shelf.book(CardStyle(words.language, palette), game)

    def public(self, table: TableView) -> Draft:
        """The table's message in its channel."""
        scene, words = table_scene(table), words_for(table.locale)
        book = self.cards(words, table.game, table.palette)
        stopped = table.status in _STOPPED or (table.paused and not table.between)
        if stopped:
            panel = table_panel(scene, words, book)
        elif table.view is None:
            panel = lobby_panel(scene, words, book)
        elif table.status is TableStatus.FINISHED:
            panel = match_end_panel(scene, words, book)
        elif table.between:
            panel = result_panel(scene, words, book)
        else:
            panel = table_panel(scene, words, book)
        draft = Draft.of(panel, table.id, public_token(table), book)
        if not stopped:
            draft = replace(draft, sketch=self._of_table(table, scene, words))
        return draft.bare() if table.status is TableStatus.CLOSED else draft

    def lobby(self, table: TableView) -> Draft:
        """What the lobby's message says once play has begun: who sits where, without controls.

        Its picture stays.
        """
        scene, words = replace(table_scene(table), view=None), words_for(table.locale)
        panel = lobby_panel(scene, words, self.cards(words, table.game, table.palette))
        return Draft.of(panel, table.id, "").bare().keeping()

    def past(self, table: TableView, deal: int, words: Words, palette: Palette) -> Draft:
        """What a message of an earlier deal says once it is left behind, without a picture.

        Args:
            table: the table.
            deal: the number of the message's deal.
            words: of its readers.
            palette: the table's for a message that everybody reads, else the reader's.
        """
        panel = past_panel(table_scene(table), deal, words, self.cards(words, table.game, palette))
        return Draft.of(panel, table.id, "").bare()

    def hand(self, seat: SeatView, words: Words, settings: UserSettings, picks: Picks = NO_PICKS) -> Draft:
        """A seat's private message, as its member likes it."""
        book = self.cards(words, seat.table.game, settings.palette)
        habits = Habits(settings.labels, settings.second_tap)
        tip = self.tips.for_hand(seat, settings, words)
        scene = seat_scene(seat)
        panel = hand_panel(scene, words, book, picks, habits, tip)
        draft = Draft.of(panel, seat.table.id, seat.token, book)
        wanted = fewer(settings.pictures, self._most())
        # With fewer pictures a hand has one while its holder is asked something.
        if wanted is Pictures.TEXT or (wanted is Pictures.TRICK and not scene.prompts):
            return draft
        palette, picked = settings.palette, frozenset(picks.picked)
        return replace(draft, sketch=Sketch.of_hand(scene, words, palette, picked))

    def look(
        self, kind: Kind, table: TableView, words: Words, settings: UserSettings, study: Study | None = None
    ) -> Sketch | None:
        """The picture of what one reader looks at and everybody may see; None for who reads text."""
        if Pictures.TEXT in {settings.pictures, self._most()}:
            return None
        return Sketch.of_table(table_scene(table), words, settings.palette, kind=kind, study=study)

    def _of_table(self, table: TableView, scene: Scene, words: Words) -> Sketch | None:
        wanted = fewer(table.pictures, self._most())
        if wanted is Pictures.TEXT:
            return None
        return Sketch.of_table(scene, words, table.palette, by_trick=wanted is Pictures.TRICK)
