"""What can be looked at in private: score, last trick, rules, the referee's word, all hands, the menu of more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from bot.core import registry
from bot.engine.errors import EngineRefusal
from bot.engine.memory import UserSettings
from bot.engine.models import GuildId, Pictures, TableId, TableStatus, TableView, UserId
from bot.i18n.words import Words
from bot.render.extras import (
    more_panel,
    referee_panel,
    score_panel,
    trick_panel,
)
from bot.render.fair import fair_panel
from bot.render.help import Place, help_panel
from bot.render.panels import Button, Choice, Menu, Panel, Row, Style
from bot.render.preferences import Setting, setting_menu
from bot.render.results import hands_panel
from bot.render.rules import Ruleset, rulebook, rules_panel
from bot.render.scene import Scene
from bot.ui.choosing import choose, presets, profile_label, server_profiles
from bot.ui.front import Front
from bot.ui.message import Draft
from bot.ui.present import Notice
from bot.ui.scenes import proof_of, seat_scene, shown_profile, table_scene
from bot.ui.sketch import Kind
from bot.ui.visit import PRIVATE_TOKEN

MENU_LIMIT = 25
ROWS = 5


def look_draft(table: TableView, panel: Panel) -> Draft:
    """A private message of a panel that is no hand."""
    return Draft.of(panel, table.id, PRIVATE_TOKEN)


async def scene_for(front: Front, table: TableView, user: UserId) -> Scene:
    """The table as this member may see it: their seat's view, or everybody's."""
    try:
        return seat_scene(await front.service.seat_view(table.id, user))
    except EngineRefusal:
        return table_scene(table)


def rules(table: TableView, words: Words, at: int | str | None = None) -> Draft:
    """A page of the table's rules, by its number from 0 or by what it tells of.

    Raises:
        Notice: nothing is told under that name.
    """
    ruleset = rules_at(table)
    return look_draft(table, rules_panel(ruleset, words, _page(ruleset, at, words)))


def rules_at(table: TableView) -> Ruleset:
    """The rules of a table."""
    profile = shown_profile(table.profile, table.profile_version)
    return Ruleset(table.game, profile, table.options, (table.players,))


async def rules_of(
    front: Front, guild: GuildId | None, game: str, profile: str | None, words: Words, at: int | str | None = None
) -> Draft:
    """A page of a profile's rules, without a table; found like a table's.

    Raises:
        EngineRefusal: UNKNOWN_GAME, UNKNOWN_PROFILE.
        Notice: nothing is told under that name.
    """
    chosen = await choose(front, guild, game, profile)
    ruleset = Ruleset(game, shown_profile(chosen.profile, chosen.version), chosen.options)
    panel = rules_panel(ruleset, words, _page(ruleset, at, words))
    rows = tuple(_of_profile(row, game, chosen.profile) for row in panel.rows)
    return Draft.of(Panel(panel.text, rows), TableId(0), PRIVATE_TOKEN)


def _page(ruleset: Ruleset, at: int | str | None, words: Words) -> int:
    if not isinstance(at, str):
        return at or 0
    page = rulebook(ruleset, words).page_of(at)
    if page is None:
        raise Notice("rules.no_topic")
    return page


def _of_profile(row: Row, game: str, profile: str) -> Row:
    """Page buttons and menu that name the profile: there is no table to ask."""
    if isinstance(row, Menu):
        return replace(row, verb=f"{row.verb}:{game}:{profile}")
    return tuple(replace(button, verb=f"{button.verb}:{game}:{profile}") for button in row)


def score(front: Front, table: TableView, words: Words, settings: UserSettings, page: int = 0) -> Draft:
    """A page of the score sheet, with its picture."""
    draft = look_draft(table, score_panel(table_scene(table), words, page))
    return replace(draft, sketch=front.painter.look(Kind.SCORE, table, words, settings))


def trick(front: Front, table: TableView, words: Words, settings: UserSettings) -> Draft:
    """The last trick, in the reader's colours, with its picture."""
    cards = front.painter.cards(words, table.game, settings.palette)
    draft = look_draft(table, trick_panel(table_scene(table), words, cards))
    return replace(draft, sketch=front.painter.look(Kind.TRICK, table, words, settings))


def hands(front: Front, table: TableView, words: Words, settings: UserSettings) -> Draft:
    """All hands of the finished deal, in the reader's colours, with their picture."""
    cards = front.painter.cards(words, table.game, settings.palette)
    draft = look_draft(table, hands_panel(table_scene(table), words, cards))
    return replace(draft, sketch=front.painter.look(Kind.HANDS, table, words, settings))


async def referee(front: Front, table: TableView, user: UserId, words: Words) -> Draft:
    """Why the member's last action was refused, and what may be done; to who has no seat, how things stand."""
    scene = await scene_for(front, table, user)
    refused = None if scene.viewer is None else front.service.last_refusal(table.id, scene.viewer)
    return look_draft(table, referee_panel(scene, words, refused))


async def fair(front: Front, table: TableView, number: int | None, words: Words, *, exact: bool = False) -> Draft:
    """All that a deal which is over can be checked by; the latest one when none is named.

    Args:
        front: the front of the house.
        table: the table.
        number: of the deal; None for the latest.
        words: the reader's.
        exact: refuse a number that no finished deal has, instead of showing the nearest one.

    Raises:
        Notice: this deal is not over, or there is none of this number.
    """
    deal = await front.service.opened_deal(table.id, number)
    if exact and number is not None and (deal is None or deal.number != number):
        raise Notice("say.deal_not_over", deal=number)
    proof = None if deal is None else proof_of(deal)
    return look_draft(table, fair_panel(table_scene(table), proof, words))


async def more(front: Front, table: TableView, user: UserId, words: Words) -> Draft:
    """What else can be done at the table."""
    panel = more_panel(await scene_for(front, table, user), words)
    pause = () if table.paused else (Button("ui:ask:pause", words.text("button.pause")),)
    close = Button("ui:close", words.text("button.close"), style=Style.DANGER)
    leave = Button("ui:leave", words.text("button.leave"))
    row = (Button("ui:down", words.text("say.button_down")), *pause, leave, close)
    shown_as = Setting("table_pictures", table.pictures, tuple(Pictures))
    menus = (setting_menu(shown_as, words, "ui:pictures"),) if table.seat_of(user) is not None else ()
    return look_draft(table, Panel(panel.text, (*panel.rows, row, *menus)))


def help_draft(table: TableView | None, guild: bool, user: UserId, words: Words, topic: str) -> Draft:
    """What one may want to do, or the answer to one of the intentions.

    Args:
        front: the front of the house.
        table: the table that is meant, if there is one.
        guild: it is asked in a server.
        user: who asks.
        words: the reader's.
        topic: of `bot.render.help.TOPICS`; anything else for all of them.
    """
    games = tuple(registry.games()) if guild else ()
    seated = table is not None and table.seat_of(user) is not None
    panel = help_panel(words, topic, Place(games, table is not None, seated))
    return Draft.of(panel, TableId(0) if table is None else table.id, PRIVATE_TOKEN)


def ask_to_fill(table: TableView, words: Words) -> Draft:
    """The host wants to begin and seats are empty: computer players, or more patience?"""
    row = (
        Button("ui:start:fill", words.text("say.button_fill"), style=Style.SUCCESS),
        Button("ui:start:wait", words.text("say.button_wait")),
    )
    missing = table.players - len(table.seats)
    return look_draft(table, Panel(words.text("say.fill_ask", n=missing), (row,)))


def ask_to_leave(table: TableView, user: UserId, words: Words) -> Draft:
    """A match is being played: leave all the same? Who is the last member is told that it ends."""
    last = all(holder.user in (None, user) for holder in table.seats)
    text = words.text("say.leave_last" if last else "say.leave_sure")
    button = Button("ui:leave:yes", words.text("say.leave_yes"), style=Style.DANGER)
    return look_draft(table, Panel(text, ((button,),)))


def ask_to_close(table: TableView, words: Words) -> Draft:
    """A deal is being played: close all the same?"""
    button = Button("ui:close:yes", words.text("say.close_yes"), style=Style.DANGER)
    return look_draft(table, Panel(words.text("say.close_sure"), ((button,),)))


def ask_to_retire(table: TableId, words: Words) -> Draft:
    """The operator wants to close a table: really?"""
    button = Button("ui:retire", words.text("say.close_yes"), style=Style.DANGER)
    panel = Panel(words.text("admin.close_sure", table=int(table)), ((button,),))
    return Draft.of(panel, table, PRIVATE_TOKEN)


async def profile_menu(front: Front, table: TableView, words: Words) -> Draft:
    """The choice of game and rules for the host: the server's own first, then every game's presets."""
    present = (table.game, table.profile)
    own = [
        Choice(
            f"{profile.game}/{profile.name}",
            profile_label(profile.game, profile.name, words, profile.version, plain=True),
            default=(profile.game, profile.name, profile.version) == (*present, table.profile_version),
        )
        for profile in await server_profiles(front, table.guild)
    ]
    ready_made = [
        Choice(
            f"{game}/{preset}",
            profile_label(game, preset, words),
            _about(game, preset, words),
            default=(game, preset) == present and not table.profile_version,
        )
        for game, preset in presets()
    ]
    rows = [Menu("ui:profile:own", words.text("profile.menu"), tuple(own))] if own else []
    for start in range(0, len(ready_made), MENU_LIMIT):
        verb = f"ui:profile:{start}" if start else "ui:profile"
        asked = words.text("say.profile_menu_more" if start else "say.profile_menu")
        rows.append(Menu(verb, asked, tuple(ready_made[start : start + MENU_LIMIT])))
    if table.status is TableStatus.LOBBY:
        shown = Setting("hints", "on" if table.hints else "off", ("on", "off"))
        rows.append(setting_menu(shown, words, "ui:hints"))
    return look_draft(table, Panel(words.text("say.profile_choose"), tuple(rows[:ROWS])))


def _about(game: str, profile: str, words: Words) -> str:
    key = f"preset.{game}.{profile}.about"
    return words.text(key) if words.has(key) else ""


UNPAGED: Mapping[str, Callable[[Front, TableView, Words, UserSettings], Draft]] = MappingProxyType(
    {"trick": trick, "hands": hands}
)
"""Looks on one page, by their word."""
