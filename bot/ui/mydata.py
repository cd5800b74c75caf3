"""A member's own data: a copy of everything, and taking it out again (docs/privacy.md)."""

from __future__ import annotations

import gzip
import json

from bot.engine.models import TableId, UserId
from bot.i18n.words import Words
from bot.render.panels import Button, Panel, Style
from bot.ui import opening
from bot.ui.front import Front
from bot.ui.message import Document, Draft
from bot.ui.visit import PRIVATE_TOKEN, Visit

FILE_LIMIT = 8_000_000
"""Bytes of a file that Discord takes from anybody, with some room; a longer copy is packed."""

DRAWING = 10.0
"""Seconds for the messages of the tables that were left to be drawn."""


async def export(front: Front, user: UserId, words: Words) -> Draft:
    """Everything that is kept about a member, as a file, for their eyes only.

    Raises:
        StorageFailure: it cannot be read.
    """
    kept = await front.memory.people.export(user)
    content = json.dumps(kept, ensure_ascii=False, indent=1).encode()
    document = Document("tapis.json", content)
    if len(content) > FILE_LIMIT:
        document = Document("tapis.json.gz", gzip.compress(content))
    return Draft(words.text("say.data_export"), document=document)


def ask_to_erase(words: Words) -> Draft:
    """Erase everything? A second tap does it."""
    button = Button("ui:erase", words.text("say.data_erase_yes"), style=Style.DANGER)
    return Draft.of(Panel(words.text("say.data_erase_sure"), ((button,),)), TableId(0), PRIVATE_TOKEN)


async def erase(front: Front, user: UserId) -> None:
    """Leave every table, and forget the member.

    Raises:
        StorageFailure: the database refused; some tables may have been left.
    """
    for table in await front.service.tables_of(user):
        await opening.leave(front, table, user)
    front.forget(user)
    left = await front.memory.people.erase(user)
    await front.service.reread(left)
    front.outbox.errand(_again(front, left))


async def _again(front: Front, left: tuple[TableId, ...]) -> None:
    """The messages that were still being drawn have noted where they are: forget that too."""
    for table in left:
        await front.outbox.drawn(table, DRAWING)
    await front.memory.people.forget_hands(left)


async def erase_clicked(visit: Visit, _: str) -> None:
    """The second tap."""
    await visit.answer.saving(erase(visit.front, visit.user))
    await visit.answer.update(Draft(visit.words.text("say.data_erased")))
