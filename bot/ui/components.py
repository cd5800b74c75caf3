"""Buttons and menus: one dynamic item for all of them, so that they survive a restart.

A control knows nothing but its id, `t|<table>|<token>|<verb>`. What a click means is decided by the client, which
always answers: the library itself would turn a failure into silence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Protocol, Self

import discord

from bot.engine.models import TableId

TEMPLATE = re.compile(r"t\|(?P<table>\d{1,18})\|(?P<token>[^|]*)\|(?P<verb>.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Click:
    """What was clicked.

    Attributes:
        token: guards against stale clicks; made by whoever drew the control.
        verb: an action's code, `do`, or `ui:<word>`.
        values: what was chosen in a menu, else empty.
        choices: everything the menu offered, else empty.
    """

    table: TableId
    token: str
    verb: str
    values: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()


class Clickable(Protocol):
    """A client that answers clicks."""

    async def clicked(self, interaction: discord.Interaction[Any], click: Click) -> None:
        """Answer a click; raises nothing."""
        ...


class Control(discord.ui.DynamicItem[discord.ui.Item[Any]], template=TEMPLATE):
    """Any button or menu of a table."""

    def __init__(self, item: discord.ui.Item[Any], click: Click | None = None) -> None:
        super().__init__(item)
        self._click = click

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Find the control again on the message that was clicked."""
        return cls(item, _read(interaction, item, match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the click to the client."""
        client: Clickable = interaction.client
        assert self._click is not None, "only controls found by their id are clicked"
        await client.clicked(interaction, self._click)


def _read(interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]) -> Click:
    data: dict[str, Any] = {**(interaction.data or {})}
    choices = tuple(option.value for option in item.options) if isinstance(item, discord.ui.Select) else ()
    values = tuple(str(value) for value in data.get("values", ()))
    return Click(TableId(int(match["table"])), match["token"], match["verb"], values, choices)


def is_dispatched(interaction: discord.Interaction[Any]) -> bool:
    """Whether the library finds a control for this click; anything else must be answered in some other way."""
    custom_id = _custom_id(interaction)
    if TEMPLATE.fullmatch(custom_id) is None or interaction.message is None:
        return False
    view = discord.ui.View.from_message(interaction.message, timeout=None)
    return any(getattr(item, "custom_id", None) == custom_id for item in view.walk_children())


def stray_click(interaction: discord.Interaction[Any]) -> Click | None:
    """A click on a control that has left its message meanwhile; None for an id that is not ours."""
    match = TEMPLATE.fullmatch(_custom_id(interaction))
    if match is None:
        return None
    data: dict[str, Any] = {**(interaction.data or {})}
    values = tuple(str(value) for value in data.get("values", ()))
    return Click(TableId(int(match["table"])), match["token"], match["verb"], values)


def submitted(interaction: discord.Interaction[Any]) -> Click | None:
    """What was typed into a form of ours, as a click with that value; None for an id that is not ours."""
    match = TEMPLATE.fullmatch(_custom_id(interaction))
    if match is None:
        return None
    data: dict[str, Any] = {**(interaction.data or {})}
    fields = [row["component"] for row in data.get("components", ()) if "component" in row]
    typed = tuple(str(field["value"]) for field in fields if field.get("value"))
    return Click(TableId(int(match["table"])), match["token"], match["verb"], typed)


def _custom_id(interaction: discord.Interaction[Any]) -> str:
    data: dict[str, Any] = {**(interaction.data or {})}
    return str(data.get("custom_id", ""))
