"""The lobby: who sits where, under which rules, and what may be done before the first deal."""

from __future__ import annotations

from bot.core.seats import Seat
from bot.i18n.grammar import capital
from bot.i18n.words import Words
from bot.render.board import match_length
from bot.render.cards import CardText
from bot.render.compose import Line, compose
from bot.render.fair import commitment_line
from bot.render.names import has_teams, levelled_name, mark_of, seat_name, side_of
from bot.render.panels import Button, Panel, Row, Style
from bot.render.people import pace_line
from bot.render.rulebook import game_name, profile_name
from bot.render.rules import Ruleset, disputed_lines
from bot.render.scene import Scene
from bot.render.table import stopped_text

FIRST_DEAL = 1


def lobby_panel(scene: Scene, words: Words, cards: CardText) -> Panel:  # noqa: ARG001 public panels are called alike
    """The public message of a table whose match has not started."""
    title = words.text("table.title_lobby", game=game_name(scene.game, words), profile=profile_name(scene, words))
    lines = [
        Line(f"**{title}**"),
        Line(capital(match_length(scene, words))),
        Line(capital(pace_line(scene, words))),
        Line(words.text("lobby.private") if scene.private else ""),
        Line(words.text("lobby.hints") if scene.hints else ""),
        Line(_progress(scene, words)),
        Line(_seats(scene, words)),
    ]
    rules = disputed_lines(Ruleset(scene.game, scene.profile, scene.options, (scene.seat_count,)), words)
    lines.append(Line(f"__{words.text('lobby.rules')}__" if rules else "", 1))
    lines += [Line(f"- {rule}", 2) for rule in rules]
    lines.append(Line(commitment_line(scene, words, FIRST_DEAL)))
    return Panel(compose(lines), _controls(scene, words))


def _progress(scene: Scene, words: Words) -> str:
    if scene.status != "lobby":
        return stopped_text(scene, words)
    missing = scene.seat_count - len(scene.players)
    if missing:
        return words.text("lobby.wait", n=missing)
    host = next((player.seat for player in scene.players if player.host), None)
    return "" if host is None else words.text("lobby.full", who=seat_name(scene, words, host))


def _seats(scene: Scene, words: Words) -> str:
    lines = [words.text("lobby.seats", n=len(scene.players), total=scene.seat_count)]
    lines += [_seat(scene, words, Seat(seat)) for seat in range(scene.seat_count)]
    return "\n".join(lines)


def _seat(scene: Scene, words: Words, seat: Seat) -> str:
    side, player = side_of(scene, seat), scene.player(seat)
    mark = "" if side is None else mark_of(scene, side)
    name = levelled_name(scene, words, seat)
    shown = f"*{name}*" if player is None else name
    if player is not None and player.host:
        shown = f"{shown} ({words.text('people.host')})"
    return f"{mark or '▫️'} {shown}"


def _controls(scene: Scene, words: Words) -> tuple[Row, ...]:
    if scene.status != "lobby":
        return ()
    full = len(scene.players) == scene.seat_count
    first: Row = (
        Button("ui:join", words.text("button.join"), style=Style.SECONDARY if full else Style.PRIMARY, disabled=full),
        Button("ui:leave", words.text("button.leave")),
        Button("ui:computer", words.text("button.computer"), disabled=full),
        Button("ui:teams", words.text("button.teams" if has_teams(scene) else "button.seats")),
    )
    seeks = scene.seeks and not full and not scene.private
    seek = (Button("ui:seek", words.text("button.seek")),) if seeks else ()
    second: Row = (
        Button("ui:options", words.text("button.options")),
        Button("ui:rules", words.text("button.rules")),
        Button("ui:private:off" if scene.private else "ui:private:on", words.text(_door(scene))),
        *seek,
        Button("ui:start", words.text("button.start"), style=Style.SUCCESS if full else Style.SECONDARY),
    )
    return first, second


def _door(scene: Scene) -> str:
    """What the button says that closes the table to others, or opens it again."""
    return "button.to_all" if scene.private else "button.private"
