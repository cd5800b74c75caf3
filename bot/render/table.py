"""The table's public message. It shows public facts only, whoever looks."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.facts import Who
from bot.core.seats import Seat
from bot.core.views import View
from bot.i18n.words import Names, Words
from bot.render import board
from bot.render.cards import CardText
from bot.render.compose import Line, compose_cards
from bot.render.labels import action_label
from bot.render.names import names_of
from bot.render.panels import Button, Panel, Row, Style
from bot.render.people import people_lines, people_rows, relative
from bot.render.rulebook import game_name
from bot.render.scene import Scene

_WITH_TRICKS = frozenset({"play", "over"})
"""Phases in which tricks are shown; the others are a game's own, mostly ways to the first card."""


def table_panel(scene: Scene, words: Words, cards: CardText) -> Panel:
    """The message of a running deal; for a table that is stopped it says so."""
    names = names_of(scene, words)
    return Panel(compose_cards(lambda text: _lines(scene, words, text, names), cards), _controls(scene, words))


def title(scene: Scene, words: Words) -> str:
    """The game and the deal's number."""
    return f"**{words.text('table.title', game=game_name(scene.game, words), number=scene.number)}**"


def rules_line(scene: Scene, words: Words) -> Line:
    """Under which rules of the server's own the match is played; nothing for ready-made ones."""
    return Line(f"-# {words.text('table.rules', profile=scene.profile)}" if scene.own_rules else "", 4)


def lesson_line(scene: Scene, words: Words) -> str:
    """That somebody learns here, and that nothing counts; nothing at a table like any other."""
    return f"-# 🎓 {words.text('lesson.table')}" if scene.lesson else ""


def stopped_text(scene: Scene, words: Words) -> str:
    """Why nothing goes on at this table; empty while it does."""
    if scene.status == "closed" and scene.abandoned:
        return words.text("table.abandoned")
    return words.text(f"table.{scene.status}") if scene.status in {"closed", "suspended", "frozen", "paused"} else ""


def state_lines(scene: Scene, view: View, words: Words, cards: CardText, names: Names) -> list[Line]:
    """Everything public about a deal but whose turn it is."""
    lines = [Line(text, 1) for text in board.zone_lines(view.zones, words, cards, names)]
    with_tricks = view.phase in _WITH_TRICKS or any(view.tricks_won)
    if with_tricks:
        lines.append(Line(board.trick_line(view, words, cards, names)))
        if view.trick.plays and view.last_trick is not None:
            lines.append(Line(f"-# {board.last_trick_line(view.last_trick, words, cards, names)}", 5))
    lines.append(Line(board.contract_line(view, words, names), 2))
    lines.append(Line(board.said_line(view, words, names), 3))
    if with_tricks and board.tells_tricks(scene, view):
        lines.append(Line(board.tricks_line(scene, view, words), 2))
    lines.append(Line(board.score_line(scene, words, names), 1))
    return lines


def _lines(scene: Scene, words: Words, cards: CardText, names: Names) -> Sequence[Line]:
    head = Line(title(scene, words))
    stopped = stopped_text(scene, words)
    if stopped:
        if scene.number == 0:
            return [Line(stopped)]
        score = Line(board.score_line(scene, words, names), 1)
        return [head, Line(stopped), *people_lines(scene, words, names), score, rules_line(scene, words)]
    view = scene.view
    if view is None:
        score = Line(board.score_line(scene, words, names), 1)
        return [head, Line(words.text("turn.deal")), score, rules_line(scene, words)]
    turn = words.text("table.asleep") if scene.asleep else _turn(view, words, names)
    lines = [head, Line(lesson_line(scene, words), 1), Line(turn), *people_lines(scene, words, names)]
    lines += state_lines(scene, view, words, cards, names)
    lines += [Line(f"-# {_foot(scene, view, words, names)}", 4), rules_line(scene, words)]
    return lines


def _turn(view: View, words: Words, names: Names) -> str:
    actors = sorted(view.to_act)
    if not actors:
        return words.text("turn.deal") if view.phase != "over" else ""
    who = words.both([f"**{names.seat(seat)}**" for seat in actors])
    if len(actors) > 1:
        several = f"turn.{view.phase}.many"
        return f"👉 {words.text(several if words.has(several) else 'turn.many', who=who)}"
    if view.phase != "play":
        return f"👉 {words.text(f'turn.{view.phase}', who=who)}"
    led = board.led_suit(view.trick.plays)
    if led is None:
        return f"👉 {words.text('turn.play.lead', who=who)}"
    return f"👉 {words.text('turn.play.follow', who=who, suit=led)}"


def _foot(scene: Scene, view: View, words: Words, names: Names) -> str:
    parts = [words.text("table.dealer", names, who=Who(Seat(view.dealer)))]
    if scene.deadline is not None:
        until = "table.asleep_until" if scene.asleep else "table.deadline"
        parts.append(words.text(until, at=relative(scene.deadline)))
    if scene.asleep:
        # No computer player moves for anybody as long as nobody is there.
        return board.DOT.join(parts)
    if scene.hints:
        parts.append(words.text("table.hints"))
    parts += [words.text("people.away", names, who=Who(player.seat)) for player in scene.players if player.away]
    return board.DOT.join(parts)


def _controls(scene: Scene, words: Words) -> tuple[Row, ...]:
    people = people_rows(scene, words)
    if scene.status == "paused":
        return (*people, (Button("ui:score", words.text("button.score")), Button("ui:more", words.text("button.more"))))
    if scene.status != "playing" or scene.view is None:
        return ()
    row: Row = (
        Button("ui:hand", words.text("button.hand"), style=Style.PRIMARY),
        *((Button("ui:trick", words.text("button.trick")),) if scene.view.last_trick is not None else ()),
        Button("ui:score", words.text("button.score")),
        Button("ui:more", words.text("button.more")),
    )
    aloud: Row = tuple(Button(code, action_label(code, words), style=Style.DANGER) for code in scene.view.aloud[:5])
    return (row, aloud, *people) if aloud else (row, *people)
