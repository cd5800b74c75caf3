"""Help by what one wants to do: a menu of intentions, each with a short answer and the very buttons for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.i18n.words import Words
from bot.render.compose import LABEL_LIMIT, clip
from bot.render.panels import Button, Choice, Menu, Panel, Row, Style
from bot.render.rulebook import game_name

TOPICS = ("start", "join", "computers", "learn", "hand", "rules", "refused", "pause", "looks", "past", "server", "data")
"""What one may want to do; its words are `help.<topic>` and `help.<topic>.how`."""

GAME_BUTTONS = 4


@dataclass(frozen=True, slots=True)
class Place:
    """Where help is asked for.

    Attributes:
        games: keys of the games that may be opened there, the main ones first; none where no table can be.
        table: there is a table to look at.
        seated: who asks sits there.
    """

    games: Sequence[str] = ()
    table: bool = False
    seated: bool = False


NOWHERE = Place()


def help_panel(words: Words, topic: str = "", place: Place = NOWHERE) -> Panel:
    """The intentions, or the answer to one of them."""
    known = topic in TOPICS
    text = f"**{words.text(f'help.{topic}')}**\n{words.text(f'help.{topic}.how')}" if known else _first(words)
    buttons = _buttons(topic, words, place)
    choices = tuple(Choice(name, words.text(f"help.{name}"), default=name == topic) for name in TOPICS)
    menu = Menu("ui:help:topic", words.text("help.menu"), choices)
    rows: tuple[Row, ...] = (buttons, menu) if buttons else (menu,)
    return Panel(text, rows)


def _first(words: Words) -> str:
    lines = [f"**{words.text('help.title')}**", words.text("help.first")]
    return "\n".join([*lines, *(f"- {words.text(f'help.{topic}')}" for topic in TOPICS)])


def _buttons(topic: str, words: Words, place: Place) -> tuple[Button, ...]:
    match topic:
        case "start" | "computers":
            return tuple(_game("ui:open", game, words) for game in place.games[:GAME_BUTTONS])
        case "learn":
            return tuple(_game("ui:learn", game, words) for game in place.games[:GAME_BUTTONS])
        case "hand" if place.seated:
            return (Button("ui:hand", words.text("button.hand"), style=Style.PRIMARY),)
        case "rules" if place.table:
            return (Button("ui:rules", words.text("button.rules")),)
        case "refused" if place.seated:
            return (Button("ui:referee", words.text("button.referee")),)
        case "pause" if place.seated:
            return (
                Button("ui:ask:pause", words.text("button.pause")),
                Button("ui:leave", words.text("button.leave")),
            )
        case "looks":
            return (Button("ui:pref", words.text("pref.title")),)
        case "server" if place.games:
            return (Button("ui:server", words.text("pref.server_title")),)
        case _:
            return ()


def _game(verb: str, game: str, words: Words) -> Button:
    return Button(f"{verb}:{game}", clip(game_name(game, words), LABEL_LIMIT), style=Style.PRIMARY)
