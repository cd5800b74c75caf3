"""Private answers beside the table: last trick, score sheet, referee, more."""

from __future__ import annotations

from bot.i18n.words import Words
from bot.render import board
from bot.render.account import account_texts
from bot.render.cards import CardText
from bot.render.compose import Line, compose, pages
from bot.render.fair import commitment_line, fair_button
from bot.render.names import levelled_name, names_of
from bot.render.panels import Button, Panel, Row
from bot.render.referee import referee_panel
from bot.render.results import record_marks
from bot.render.rulebook import paged
from bot.render.scene import Scene

__all__ = ["more_panel", "referee_panel", "score_panel", "trick_panel"]


def trick_panel(scene: Scene, words: Words, cards: CardText) -> Panel:
    """The last trick, as far as the rules of the table allow to look."""
    view = scene.view
    if view is None or not any(view.tricks_won):
        return Panel(words.text("trick.none"))
    if view.last_trick is None:
        return Panel(words.text("trick.hidden"))
    return Panel(compose([Line(board.last_trick_line(view.last_trick, words, cards, names_of(scene, words)))]))


def score_panel(scene: Scene, words: Words, page: int = 0) -> Panel:
    """The score sheet: every deal with its reasons, in pages; the latest deal comes first. From here to its proof."""
    names = names_of(scene, words)
    head = f"**{words.text('score.title')}**\n{board.score_line(scene, words, names)}"
    if not scene.records:
        return Panel(f"{head}\n{words.text('score.empty')}")
    blocks = []
    for record in reversed(scene.records):
        reasons = [f"-# {text}" for text in account_texts(scene, record, words)]
        blocks.append("\n".join([f"**{record_marks(scene, record, words)}**", *reasons]))
    texts = tuple(f"{head}\n{body}" for body in pages(blocks, 1900 - len(head)))
    panel = paged(texts, page, "ui:score", words)
    return Panel(panel.text, (*panel.rows, (fair_button(words),)))


def _computers(scene: Scene, words: Words) -> list[Line]:
    seats = [player.seat for player in scene.players if player.computer]
    who = words.both([levelled_name(scene, words, seat) for seat in seats])
    return [Line(words.text("more.computers", who=who), 1)] if seats else []


def more_panel(scene: Scene, words: Words) -> Panel:
    """What else can be done at a table."""
    lines = [Line(words.text("more.title")), *_computers(scene, words)]
    if scene.committed is not None:
        lines.append(Line(commitment_line(scene, words, scene.committed), 1))
    row: Row = (
        Button("ui:referee", words.text("button.referee")),
        Button("ui:rules", words.text("button.rules")),
        Button("ui:help", words.text("button.help")),
        fair_button(words),
    )
    return Panel(compose(lines), (row,))
