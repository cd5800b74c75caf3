"""Steps in the editor of profiles."""

from __future__ import annotations

from typing import Any

from bot.engine.models import GuildId
from tests.ui.club import Club, Member, options, verbs

GAME, BASE = "belote", "belote"


NAME = "Comme chez nous"


def full(message: Any, word: str) -> str:
    """The whole verb of the editor's control that does this."""
    return next(verb for verb in _all_verbs(message) if verb.split(":", 3)[3] == word)


def _all_verbs(message: Any) -> list[str]:
    found = [item.custom_id.split("|", 3)[3] for row in message.components for item in row.children]
    return [verb for verb in found if verb.startswith("ui:edit:")]


async def press(member: Member, word: str) -> Any:
    return await member.press(full(member.here, word), member.here)


async def pick(member: Member, option: str) -> Any:
    """Choose an option, on whichever page of the menu it is."""
    pages = [verb for verb in verbs(member.here) if verb.startswith("ui:edit:") and ":page:" in verb]
    if option not in options(member.here, full(member.here, "pick")) and pages:
        await member.press(pages[-1], member.here)
    return await member.choose(full(member.here, "pick"), option, member.here)


async def choose(member: Member, option: str, value: str) -> Any:
    await pick(member, option)
    return await member.choose(full(member.here, f"set:{option}"), value, member.here)


async def type_number(member: Member, option: str, text: str) -> Any:
    await pick(member, option)
    shown = await press(member, f"number:{option}")
    assert shown.modal is not None
    return await member.actor.submit_modal(shown, {"value": text})


async def create(club: Club, name: str = NAME, target: str = "501", **more: str) -> None:
    """Olga makes a profile with another target."""
    await club.olga.say("profile create", name=name, game=GAME, base=BASE, **more)
    await type_number(club.olga, "target", target)
    await press(club.olga, "save")


def profile_of(club: Club, name: str = NAME) -> Any:
    return club.bot.front.profiles.find(GuildId(club.guild.id), name)
