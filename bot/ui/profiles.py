"""A server's own rules on the screen: list, show, the editor, import, export, delete."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

import discord

from bot.core.errors import IllegalAction
from bot.core.options import OptionSpec
from bot.core.registry import games
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.memory import GuildSettings
from bot.engine.models import GuildId, TableId
from bot.engine.profiles import NAME_LIMIT, ProfileId, ServerProfile, checked_name, folded
from bot.i18n.pages import spelled
from bot.i18n.words import Words
from bot.render.panels import Button, Panel, Style
from bot.render.profiles import Desk, Sheet, editor_panel, profile_list, profile_panel
from bot.ui.choosing import choose
from bot.ui.editing import Editing, carried_over, new_editing, save
from bot.ui.forms import form
from bot.ui.front import Front, is_manager
from bot.ui.message import Draft, control_id
from bot.ui.present import Notice, sentence
from bot.ui.profile_text import TEXT_LIMIT, may_hold, read, read_value, written
from bot.ui.request import Request
from bot.ui.scenes import safe_name
from bot.ui.visit import PRIVATE_TOKEN, Place, Visit

_NO_TABLE = TableId(0)
_NUMBER_LIMIT = 9


def require_manager(request: Request) -> GuildId:
    """The server, for those who may manage it.

    Raises:
        Notice: the member may not.
    """
    guild = GuildId(request.interaction.guild_id or 0)
    if not is_manager(request.interaction, guild):
        raise Notice("say.managers_only")
    return guild


async def named(front: Front, guild: GuildId | None, name: str) -> ServerProfile:
    """The profile that a member names.

    Raises:
        EngineRefusal: PROFILE_GONE.
    """
    found = None if guild is None else await front.profiles.find(guild, name)
    if found is None:
        raise EngineRefusal(Trouble.PROFILE_GONE)
    return found


# To read


async def listed(front: Front, guild: GuildId, words: Words, page: int = 0) -> Draft:
    """A page of all profiles of a server."""
    sheets = [_sheet(front, profile) for profile in await front.profiles.of(guild) if profile.game in games()]
    return _draft(profile_list(sheets, page, "ui:own:list", words))


def shown(front: Front, profile: ServerProfile, words: Words, page: int = 0) -> Draft:
    """A page of a profile.

    Raises:
        EngineRefusal: UNKNOWN_GAME.
    """
    rules = front.profiles.rules(profile)
    verb = f"ui:own:show:{profile.id}"
    panel = profile_panel(_sheet(front, profile), rules.added, rules.lost, page, verb, words)
    look = Button(f"ui:rules:0:{profile.game}:{profile.name}", words.text("button.rules"))
    text = Button(f"ui:own:text:{profile.id}", words.text("profile.button_text"))
    return _draft(Panel(panel.text, (*panel.rows, (look, text))))


def exported(front: Front, profile: ServerProfile, words: Words) -> Draft:
    """A profile as text.

    Raises:
        EngineRefusal: UNKNOWN_GAME.
    """
    rules = front.profiles.rules(profile)
    text = written(profile.name, front.profiles.game_of(profile), profile.base, rules.options)
    return Draft(f"{words.text('profile.export')}\n```\n{text}\n```")


def ask_to_delete(profile: ServerProfile, words: Words) -> Draft:
    """Delete it, really?"""
    text = words.text("profile.delete_sure", name=safe_name(profile.name, NAME_LIMIT))
    button = Button(f"ui:own:delete:{profile.id}", words.text("profile.delete_yes"), style=Style.DANGER)
    return _draft(Panel(text, ((button,),)))


def _sheet(front: Front, profile: ServerProfile) -> Sheet:
    rules = front.profiles.rules(profile)
    name = safe_name(profile.name, NAME_LIMIT)
    return Sheet(name, profile.game, profile.base, rules.base, rules.options, profile.version, profile.changed_at)


def _draft(panel: Panel) -> Draft:
    return Draft.of(panel, _NO_TABLE, PRIVATE_TOKEN)


# To make and change


async def create(request: Request, name: str, game: str, base: str | None) -> None:
    """Open the editor on a new profile, from a preset or another profile on.

    Raises:
        Notice: the member may not.
        EngineRefusal: the game, the base or the name will not do.
    """
    guild, front = require_manager(request), request.front
    chosen = await choose(front, guild, game, base)
    line = await front.profiles.require_free(guild, name)
    origin = chosen.profile
    if chosen.version:
        origin = (await named(front, guild, chosen.profile)).base
    await _open(request, new_editing(request.user, guild, line, game, origin, chosen.options))


async def edit(request: Request, name: str) -> None:
    """Open the editor on a profile.

    Raises:
        Notice: the member may not.
        EngineRefusal: PROFILE_GONE, UNKNOWN_GAME.
    """
    guild, front = require_manager(request), request.front
    profile = await named(front, guild, name)
    rules = front.profiles.rules(profile)
    editing = new_editing(request.user, guild, profile.name, profile.game, profile.base, rules.options, profile)
    await _open(request, editing)


async def take_in(request: Request, text: str, name: str | None) -> None:
    """Open the editor on what a text says, as a new profile or the next version of the one of that name.

    Raises:
        Notice: the member may not; the text cannot be read.
        EngineRefusal: the name will not do.
    """
    guild, book = require_manager(request), request.front.profiles
    said = read(text)
    wanted = name or said.name
    if wanted is None:
        raise Notice("profile.text.no_name")
    present = await book.find(guild, wanted)
    if present is None:
        line = await book.require_free(guild, wanted)
        editing = new_editing(request.user, guild, line, said.game, said.base, said.options)
    elif present.game != said.game:
        raise EngineRefusal(Trouble.PROFILE_TAKEN)
    else:
        before = book.rules(present).options
        editing = new_editing(request.user, guild, present.name, present.game, present.base, before, present)
        editing = replace(editing, options=said.options)
    await _open(request, editing, request.words.text("profile.imported"))


async def ask_for_text(request: Request, name: str | None) -> None:
    """Ask for the text of a profile.

    Raises:
        Notice: the member may not.
        EngineRefusal: PROFILE_NAME.
    """
    require_manager(request)
    words, line = request.words, "" if name is None else checked_name(name)
    number = control_id(_NO_TABLE, PRIVATE_TOKEN, f"ui:import:{line}")
    title, label = words.text("profile.import_title"), words.text("profile.import_label")
    await _ask(request, form(number, title, label, limit=TEXT_LIMIT, lines=True))


async def _ask(request: Request, asked: discord.ui.Modal) -> None:
    if not await request.answer.ask(asked):
        raise Notice("profile.slow")


async def _open(request: Request, editing: Editing, *notes: str) -> None:
    request.front.editors.keep(editing)
    await request.answer.tell(_editor(editing, request.words, *notes))


def _editor(editing: Editing, words: Words, *notes: str) -> Draft:
    name = safe_name(editing.name, NAME_LIMIT)
    sheet = Sheet(name, editing.game, editing.base, editing.origin, editing.options, editing.version)
    desk = Desk(editing.id, editing.option, editing.page, notes, clash_text(editing, words))
    return _draft(editor_panel(sheet, desk, words))


def clash_text(editing: Editing, words: Words) -> str:
    """Why the options cannot be played together, and which of them take part; empty when they can."""
    clash = editing.clash
    if clash is None:
        return ""
    told = sentence(clash.error, words)
    if not clash.options:
        return told
    names = words.both([words.text(f"option.{name}") for name in clash.options])
    return f"{told} {words.text('profile.clash', options=names)}"


# Clicks


async def import_clicked(visit: Visit, name: str) -> None:
    """The text of a profile came back."""
    await take_in(visit, visit.chosen, name or None)


async def own_clicked(visit: Visit, rest: str) -> None:
    """A control of a profile that is shown, or about to be deleted, or of the list of all."""
    word, _, rest = rest.partition(":")
    number, _, page = rest.partition(":")
    if visit.guild is None or not number.isdecimal():
        raise EngineRefusal(Trouble.STALE)
    if word == "list":
        await visit.look(await listed(visit.front, visit.guild, visit.words, int(number)))
        return
    profile = await visit.front.profiles.get(visit.guild, ProfileId(int(number)))
    if word == "delete":
        await _delete(visit, profile)
    elif word == "text":
        await visit.answer.tell(exported(visit.front, profile, visit.words))
    else:
        await visit.look(shown(visit.front, profile, visit.words, int(page) if page.isdecimal() else 0))


async def _delete(visit: Visit, profile: ServerProfile) -> None:
    guild, front, words = require_manager(visit), visit.front, visit.words
    await visit.answer.saving(front.profiles.delete(profile))
    told = words.text("profile.deleted", name=safe_name(profile.name, NAME_LIMIT))
    settings = await front.memory.settings.guild(guild)
    if _is_usual(settings, profile):
        await front.memory.settings.change_guild(guild, lambda now: _without_usual(now, profile))
        if profile.game in games():
            rules = await choose(front, guild, profile.game, None)
            told = f"{told} {words.text('say.usual_profile', profile=rules.label(words))}"
    await visit.look(Draft(told))


def _is_usual(settings: GuildSettings, profile: ServerProfile) -> bool:
    return folded(settings.profiles.get(profile.game, "")) == profile.key


def _without_usual(settings: GuildSettings, profile: ServerProfile) -> GuildSettings:
    """The settings without this profile as the rules of its game's new tables."""
    if not _is_usual(settings, profile):
        return settings
    return replace(settings, profiles={game: name for game, name in settings.profiles.items() if game != profile.game})


async def edit_clicked(visit: Visit, rest: str) -> None:
    """A control of an editor.

    Raises:
        Notice: the member may not manage the server (any more); the editor is not open any more.
    """
    require_manager(visit)
    number, _, rest = rest.partition(":")
    word, _, argument = rest.partition(":")
    editing, step = visit.front.editors.find(number, visit.user, visit.guild), _STEPS.get(word)
    if editing is None or step is None:
        raise Notice("profile.stale")
    await step(visit, editing, argument)


async def _show(visit: Visit, editing: Editing, *notes: str) -> None:
    """Keep the editor as it stands and draw it anew, on its message."""
    visit.front.editors.keep(editing)
    draft = _editor(editing, visit.words, *notes)
    if visit.place is Place.LOOK:
        await visit.answer.update(draft)
    else:
        await visit.answer.tell(draft)


def _spec(editing: Editing, option: str) -> OptionSpec:
    for spec in editing.options.specs():
        if spec.name == option:
            return spec
    raise EngineRefusal(Trouble.STALE)


async def _pick(visit: Visit, editing: Editing, _: str) -> None:
    await _show(visit, replace(editing, option=_spec(editing, visit.chosen).name))


async def _page(visit: Visit, editing: Editing, page: str) -> None:
    await _show(visit, replace(editing, page=int(page) if page.isdecimal() else 0, option=None))


async def _set(visit: Visit, editing: Editing, argument: str) -> None:
    option, _, value = argument.partition(":")
    await _put(visit, editing, option, value or visit.chosen)


async def _put(visit: Visit, editing: Editing, option: str, text: str) -> None:
    spec = _spec(editing, option)
    try:
        changed = editing.with_value(option, read_value(spec, text))
    except IllegalAction as error:
        if visit.interaction.type is not discord.InteractionType.modal_submit:
            # Only a number is typed; anything else was offered by an earlier release.
            raise EngineRefusal(Trouble.STALE) from error
        name = visit.words.text(f"option.{option}")
        await _show(visit, editing, visit.words.text("profile.bad_number", option=name, low=spec.low, high=spec.high))
        return
    await _show(visit, changed)


async def _reset(visit: Visit, editing: Editing, option: str) -> None:
    spec = _spec(editing, option)
    await _show(visit, editing.with_value(spec.name, editing.origin.values()[spec.name]))


async def _number(visit: Visit, editing: Editing, option: str) -> None:
    """Ask for a number, or take the one that was typed."""
    spec, words = _spec(editing, option), visit.words
    if visit.interaction.type is discord.InteractionType.modal_submit:
        await _put(visit, editing, option, visit.chosen)
        return
    number = control_id(_NO_TABLE, PRIVATE_TOKEN, visit.click.verb)
    title, label = words.text(f"option.{option}"), words.text("profile.number", low=spec.low, high=spec.high)
    present = spelled(editing.options.values()[option])
    await _ask(visit, form(number, title, label, hint=may_hold(spec), value=present, limit=_NUMBER_LIMIT))


async def _save(visit: Visit, editing: Editing, _: str) -> None:
    """Keep the profile. While that runs the editor is closed: a second click must not save again."""
    editors, words = visit.front.editors, visit.words
    if editing.clash is not None:
        await _show(visit, editing)
        return
    editors.close(editing)
    try:
        profile = await visit.answer.saving(save(visit.front.profiles, editing))
    except EngineRefusal as refusal:
        editors.keep(editing)
        carried = await carried_over(visit.front.profiles, editing, refusal)
        await _show(visit, carried, sentence(refusal, words), _what_became(editing, carried, words))
        return
    except BaseException:
        editors.keep(editing)
        raise
    name = safe_name(profile.name, NAME_LIMIT)
    await visit.answer.update(Draft(words.text("profile.saved", name=name, version=profile.version)))


def _what_became(before: Editing, carried: Editing, words: Words) -> str:
    """What the editor goes on as after somebody else was first."""
    if carried.profile is not None:
        return words.text("profile.carried_over")
    if before.profile is not None:
        return words.text("profile.deleted_meanwhile")
    return words.text("profile.other_name", name=safe_name(carried.name, NAME_LIMIT))


async def _cancel(visit: Visit, editing: Editing, _: str) -> None:
    visit.front.editors.close(editing)
    await visit.answer.update(Draft(visit.words.text("profile.cancelled")))


_Step = Callable[[Visit, Editing, str], Awaitable[None]]

_STEPS: Mapping[str, _Step] = MappingProxyType(
    {
        "pick": _pick,
        "page": _page,
        "set": _set,
        "reset": _reset,
        "number": _number,
        "save": _save,
        "cancel": _cancel,
    }
)
