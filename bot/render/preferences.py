"""A panel of settings: a menu for each choice, a button for each switch, and all of it in words above."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.i18n.commands import command_text
from bot.i18n.words import Words
from bot.render.compose import CHOICE_LIMIT, LABEL_LIMIT, clip
from bot.render.panels import Button, Choice, Menu, Panel, Row, Style


@dataclass(frozen=True, slots=True)
class Setting:
    """One of several choices.

    Attributes:
        name: of the setting; its words are `pref.<name>`.
        value: what is chosen; None for something that no choice names.
        choices: the values; their words are those of the commands' lists.
    """

    name: str
    value: str | None
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off; its words are `pref.<name>`."""

    name: str
    on: bool


def settings_panel(
    title: str,
    settings: Sequence[Setting],
    switches: Sequence[Switch | Setting],
    words: Words,
    verb: str,
    notes: Sequence[str] = (),
) -> Panel:
    """How things stand, and the controls that change them.

    Args:
        title: the sentence above.
        settings: at most four, five without switches.
        switches: at most five; a setting of two choices among them is a button that takes the other one.
        words: the reader's.
        verb: of the controls, before the name of what they change: `ui:pref` for `ui:pref:language`.
        notes: further lines, which have no control here.
    """
    lines = [f"**{title}**"]
    lines += [_line(setting.name, _chosen(setting, words), words) for setting in settings if setting.value is not None]
    lines += [f"- {note}" for note in notes]
    lines += [_line(switch.name, _state(switch, words), words) for switch in switches]
    rows: list[Row] = [setting_menu(setting, words, f"{verb}:{setting.name}") for setting in settings]
    if switches:
        rows.append(tuple(_button(switch, words, verb) for switch in switches))
    return Panel("\n".join(lines), tuple(rows))


def choice_name(value: str, words: Words) -> str:
    """What a choice is called in the commands' lists and in menus."""
    return command_text(f"choice.{value}", "name", words.language)


def _line(name: str, value: str, words: Words) -> str:
    return f"- {_named(name, value, words)}"


def _named(name: str, value: str, words: Words) -> str:
    return words.text("pref.named", name=words.text(f"pref.{name}"), value=value)


def _chosen(setting: Setting, words: Words) -> str:
    return choice_name(setting.value or "", words)


def _state(switch: Switch | Setting, words: Words) -> str:
    if isinstance(switch, Setting):
        return _chosen(switch, words)
    return words.text("pref.yes" if switch.on else "pref.no")


def setting_menu(setting: Setting, words: Words, verb: str) -> Menu:
    """The choice of one setting; every line names the setting, since the menu shows nothing but the chosen one."""
    choices = tuple(
        Choice(
            value,
            clip(_named(setting.name, choice_name(value, words), words), CHOICE_LIMIT),
            default=value == setting.value,
        )
        for value in setting.choices
    )
    return Menu(verb, words.text(f"pref.{setting.name}"), choices)


def _button(switch: Switch | Setting, words: Words, verb: str) -> Button:
    label = clip(_named(switch.name, _state(switch, words), words), LABEL_LIMIT)
    if isinstance(switch, Setting):
        other = next(value for value in switch.choices if value != switch.value)
        return Button(f"{verb}:{switch.name}:{other}", label, style=Style.SECONDARY)
    style = Style.SUCCESS if switch.on else Style.SECONDARY
    return Button(f"{verb}:{switch.name}:{'no' if switch.on else 'yes'}", label, style=style)
