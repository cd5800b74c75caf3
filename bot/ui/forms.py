"""Forms of one field. What is typed comes back as a click with the same id, so that it outlives the process."""

from __future__ import annotations

import discord

TITLE_LIMIT = 45
FIELD = "value"


def form(
    custom_id: str, title: str, label: str, *, hint: str = "", value: str = "", limit: int = 20, lines: bool = False
) -> discord.ui.Modal:
    """A form to send.

    Args:
        custom_id: like a control's.
        title: its heading.
        label: of the field.
        hint: below the label.
        value: what the field holds at first.
        limit: of characters.
        lines: whether it takes several lines.
    """
    style = discord.TextStyle.paragraph if lines else discord.TextStyle.short
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=FIELD, style=style, default=value or None, max_length=limit
    )
    made = discord.ui.Modal(title=title[:TITLE_LIMIT], custom_id=custom_id)
    made.add_item(discord.ui.Label(text=label[:TITLE_LIMIT], description=hint[:100] or None, component=field))
    # The library need not wait for it: what is typed is found by its id.
    made.stop()
    return made
