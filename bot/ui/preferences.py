"""A member's own settings on one panel: menus and buttons that change them at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.memory import HandPlace, UserSettings
from bot.engine.models import Pictures, TableId
from bot.i18n.catalogue import languages
from bot.i18n.words import Words
from bot.palette import Palette
from bot.render.preferences import Setting, Switch, settings_panel
from bot.ui.front import Front
from bot.ui.message import Draft
from bot.ui.request import Request
from bot.ui.visit import PRIVATE_TOKEN, Visit

AUTO = "auto"
"""The language of the member's client, or of the server's members."""

SWITCHES = ("pings", "last_card", "second_tap", "labels")
YES_NO: Mapping[str, bool] = {"yes": True, "no": False}


def choices_of(name: str) -> tuple[str, ...]:
    """The values of a setting with several."""
    match name:
        case "language":
            return (*reversed(languages()), AUTO)
        case "hand":
            return tuple(HandPlace)
        case "palette":
            return tuple(Palette)
        case _:
            return (Pictures.FULL, Pictures.TEXT)


def draft(front: Front, settings: UserSettings, words: Words) -> Draft:
    """The panel, in private."""
    values = {
        "language": settings.language or AUTO,
        "hand": settings.hand,
        "palette": settings.palette,
        "pictures": settings.pictures,
    }
    shown = [Setting(name, value, choices_of(name)) for name, value in values.items()]
    switches = [Switch(name, getattr(settings, name)) for name in SWITCHES]
    panel = settings_panel(words.text("pref.title"), shown, switches, words, "ui:pref", picture_notes(front, words))
    return Draft.of(panel, TableId(0), PRIVATE_TOKEN)


def picture_notes(front: Front, words: Words) -> list[str]:
    """A word to who may wait for pictures where there are none."""
    return [] if front.gallery.draws else [words.text("pref.no_pictures")]


def changed(settings: UserSettings, name: str, value: str) -> UserSettings:
    """The settings with one of them changed.

    Raises:
        EngineRefusal: STALE for a name or a value that there is not (any more).
    """
    if name in SWITCHES and value in YES_NO:
        return _switched(settings, name, YES_NO[value])
    if value not in choices_of(name):
        raise EngineRefusal(Trouble.STALE)
    match name:
        case "language":
            return replace(settings, language=None if value == AUTO else value)
        case "hand":
            # Asking for private messages again means that they were opened.
            return replace(settings, hand=HandPlace(value), dm_closed_until=None)
        case "palette":
            return replace(settings, palette=Palette(value))
        case "pictures":
            return replace(settings, pictures=Pictures(value))
        case _:
            raise EngineRefusal(Trouble.STALE)


def _switched(settings: UserSettings, name: str, on: bool) -> UserSettings:
    match name:
        case "pings":
            return replace(settings, pings=on)
        case "last_card":
            return replace(settings, last_card=on)
        case "second_tap":
            return replace(settings, second_tap=on)
        case _:
            return replace(settings, labels=on)


async def prefer(request: Request, wishes: Mapping[str, str]) -> Draft:
    """Change what is wished, draw the hands that are shown anew, and show how things stand.

    Raises:
        EngineRefusal: STALE.
    """
    store = request.front.memory.settings
    if wishes:
        await request.answer.saving(store.change_user(request.user, lambda settings: _with(settings, wishes)))
        request.words, request.settings = await request.front.reader(request.interaction)
        for table in await request.front.service.tables_of(request.user):
            seat = table.seat_of(request.user)
            if seat is not None:
                request.front.outbox.redraw_hand(table.id, seat)
    return draft(request.front, request.settings, request.words)


def _with(settings: UserSettings, wishes: Mapping[str, str]) -> UserSettings:
    for name, value in wishes.items():
        settings = changed(settings, name, value)
    return settings


async def clicked(visit: Visit, rest: str) -> None:
    """A menu's choice or a button of the panel; without a name the panel itself is asked for."""
    name, _, value = rest.partition(":")
    wishes = {name: value or visit.chosen} if name else {}
    await visit.look(await prefer(visit, wishes))
