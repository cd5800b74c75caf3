"""Who comes and goes at a running table: seats to take over, what the players are deciding, how fast they play."""

from __future__ import annotations

from datetime import datetime

from bot.core.facts import Who
from bot.i18n.words import Names, Words
from bot.render.compose import Line
from bot.render.panels import Button, Row, Style
from bot.render.scene import Scene

_ALIVE = frozenset({"playing", "paused"})
"""Statuses of a match about which its players may still decide."""


def relative(moment: datetime) -> str:
    """A moment that the reader's client keeps counting down to: "dans 2 minutes"."""
    return f"<t:{int(moment.timestamp())}:R>"


def people_lines(scene: Scene, words: Words, names: Names) -> list[Line]:
    """What the players are deciding, and the seats that anybody may take over."""
    if scene.status not in _ALIVE:
        return []
    lines = question_lines(scene, words, names)
    if scene.open_seats:
        who = words.both([names.seat(seat) for seat in scene.open_seats])
        lines.append(Line(words.text("people.open", who=who), 2))
    return lines


def question_lines(scene: Scene, words: Words, names: Names) -> list[Line]:
    """What the players are deciding, and how many of them agree so far."""
    asked = scene.asked
    if asked is None or scene.status not in _ALIVE:
        return []
    count = words.text("ask.count", yes=asked.yes, total=asked.total, at=relative(asked.until))
    return [Line(f"{words.text(f'ask.{asked.what}', names, who=Who(asked.by))} {count}")]


def people_rows(scene: Scene, words: Words) -> tuple[Row, ...]:
    """Controls for what is being decided, a pause, those who come back, seats to be taken over; often none."""
    if scene.status not in _ALIVE:
        return ()
    row = question_row(scene, words)
    if scene.status == "paused" and not row:
        row = (Button("ui:ask:resume", words.text("button.resume"), style=Style.SUCCESS),)
    if any(player.away for player in scene.players):
        row = (*row, Button("ui:here", words.text("button.here"), style=Style.SUCCESS))
    if scene.open_seats:
        row = (*row, Button("ui:substitute", words.text("button.take_over")))
    return (row,) if row else ()


def question_row(scene: Scene, words: Words) -> tuple[Button, ...]:
    """The two answers to what is being decided; none when nothing is."""
    if scene.asked is None or scene.status not in _ALIVE:
        return ()
    return (
        Button(f"ui:agree:{scene.asked.what}", words.text("button.agree"), style=Style.SUCCESS),
        Button(f"ui:disagree:{scene.asked.what}", words.text("button.disagree")),
    )


def pace_line(scene: Scene, words: Words) -> str:
    """How fast the match is played; nothing for a live one."""
    if not scene.slow:
        return ""
    if scene.quiet is None:
        return words.text("table.slow")
    start, end = scene.quiet
    return words.text("table.slow_quiet", start=start, end=end)
