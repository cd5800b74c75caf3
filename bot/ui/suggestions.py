"""Autocomplete: what can be chosen now, matching what was typed. It never fails: at worst it suggests nothing."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from itertools import islice
from typing import TypeVar
from zoneinfo import available_timezones

from discord import app_commands

from bot.core import registry
from bot.engine.errors import EngineRefusal, StorageFailure, Trouble
from bot.engine.models import GuildId, SeatView, UserId
from bot.i18n import typed as spelling
from bot.i18n.words import Words
from bot.render.help import TOPICS
from bot.render.labels import action_label
from bot.render.rulebook import game_name, named_profile
from bot.render.rules import Ruleset, rulebook
from bot.ui import typing_in
from bot.ui.call import HasFront
from bot.ui.choosing import choose, server_profiles
from bot.ui.front import Front, Interaction, SeveralTables
from bot.ui.looks import rules_at
from bot.ui.present import sentence

ChoiceT = TypeVar("ChoiceT", str, int)

LIMIT = 25
NAME_LIMIT = 100

log = logging.getLogger(__name__)


async def games(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The games there are."""
    words = await _front(interaction).words(interaction)
    return _matching(((game_name(key, words), key) for key in registry.games()), typed)


async def profiles(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The profiles of the game already chosen: the server's own, then its presets."""
    front = _front(interaction)
    words = await front.words(interaction)
    game = registry.games().get(str(getattr(interaction.namespace, "game", "")))
    if game is None:
        return []
    named = [(named_profile(game.key, name, words), name) for name in game.presets]
    try:
        own = await server_profiles(front, interaction.guild_id, game.key)
    except StorageFailure as failure:
        log.warning("only presets are suggested: %s", failure)
        own = ()
    return _matching([*((f"{profile.name} (v{profile.version})", profile.name) for profile in own), *named], typed)


async def help_topics(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """What one may want to do."""
    words = await _front(interaction).words(interaction)
    return _matching(((words.text(f"help.{topic}"), topic) for topic in TOPICS), typed)


async def zones(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:  # noqa: ARG001 all alike
    """Time zones that this machine knows."""
    return _matching(((name, name) for name in sorted(available_timezones())), typed)


async def topics(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The chapters of the rules that are meant; the articles too once something is typed."""
    words = await _front(interaction).words(interaction)
    ruleset = await _ruleset(interaction)
    if ruleset is None:
        return []
    book = rulebook(ruleset, words)
    found = book.topics if typed.strip() else book.chapters
    return _matching(((topic.heading, topic.number) for topic in found), typed)


async def _ruleset(interaction: Interaction) -> Ruleset | None:
    """The rules of the profile already chosen, else of the table."""
    front = _front(interaction)
    game, profile = (str(getattr(interaction.namespace, name, None) or "") for name in ("game", "profile"))
    try:
        if not game:
            return rules_at(await front.table_for(interaction))
        guild = None if interaction.guild_id is None else GuildId(interaction.guild_id)
        chosen = await choose(front, guild, game, profile or None)
        return Ruleset(game, chosen.profile, chosen.options)
    except (EngineRefusal, SeveralTables) as refusal:
        log.debug("no rules to suggest: %s", refusal)
    except StorageFailure as failure:
        log.warning("no rules to suggest: %s", failure)
    return None


async def own_profiles(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The server's own profiles, of every game."""
    front = _front(interaction)
    try:
        words = await front.words(interaction)
        found = () if interaction.guild_id is None else await front.profiles.of(GuildId(interaction.guild_id))
    except StorageFailure as failure:
        log.warning("nothing to suggest: %s", failure)
        return []
    known = registry.games()
    games_of = ((p, game_name(p.game, words) if p.game in known else p.game) for p in found)
    return _matching(((f"{profile.name} · {game}", profile.name) for profile, game in games_of), typed)


async def tables(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The member's own tables."""
    front = _front(interaction)
    words = await front.words(interaction)
    mine = await front.service.tables_of(UserId(interaction.user.id))
    named = (
        (f"{game_name(table.game, words)} · {_place(interaction, table.channel)}", int(table.id)) for table in mine
    )
    return _matching(named, typed)


async def cards(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Exactly the cards that may be played; when there are none one choice that says why, and whose turn it is."""
    found = await _seat(interaction)
    if found is None:
        return []
    seat, words = found
    playable = () if seat.view is None else seat.view.playable
    reason = None if playable else _no_card_now(seat, words)
    if reason is not None:
        return _choices([(reason, typing_in.NOT_NOW)])
    meant = spelling.suggest_cards(typed, playable, words.language)
    named = [(words.card(card), f"play:{card.code}") for card in meant]
    return _choices(named) or _matching(((words.card(card), f"play:{card.code}") for card in playable), typed)


def _no_card_now(seat: SeatView, words: Words) -> str | None:
    if seat.table.paused:
        return sentence(EngineRefusal(Trouble.PAUSED), words)
    reason = typing_in.not_now(seat, words)
    return None if reason is None else sentence(reason, words)


async def calls(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Exactly the calls that may be made, as far as they fit; everything that is typed in full is found."""
    found = await _seat(interaction)
    if found is None:
        return []
    seat, words = found
    meant = spelling.suggest_calls(typed, seat.prompts)
    return _choices(_labelled(meant, words)) or _matching(
        _labelled(spelling.suggest_calls("", seat.prompts), words), typed
    )


async def declarations(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """What may be announced now."""
    found = await _seat(interaction)
    if found is None:
        return []
    seat, words = found
    meant = spelling.parse_declaration(typed, seat.prompts)
    return _choices(_labelled(meant, words)) or _matching(_labelled(spelling.declarations(seat.prompts), words), typed)


async def named(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The cards that may be called."""
    found = await _seat(interaction)
    if found is None:
        return []
    seat, words = found
    meant = spelling.parse_named(typed, typing_in.CALL, seat.prompts, words.language) if typed.strip() else ()
    offered = spelling.named_codes(typing_in.CALL, seat.prompts)
    return _choices(_labelled(meant, words)) or _matching(_labelled(offered, words), typed)


async def picks(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """What was typed, with one more of the cards to choose from."""
    found = await _seat(interaction)
    pick = None if found is None else typing_in.the_pick(found[0])
    if found is None or pick is None:
        return []
    words = found[1]
    chosen, rest = spelling.parse_cards(typed, pick.pool, words.language)
    if len(chosen) >= pick.maximum or (chosen and len(chosen) == len(pick.pool)):
        return _choices([typing_in.pick_choice(pick, chosen[: pick.maximum], words)])
    left = [card for card in pick.pool if card not in chosen]
    meant = [card for card in left if card in spelling.parse_card(rest, left, words.language)] if rest else left
    if rest and not meant:
        meant = [card for card in left if spelling.is_begun(rest, words.card(card))]
    more = [typing_in.pick_choice(pick, (*chosen, card), words) for card in meant]
    enough = [typing_in.pick_choice(pick, chosen, words)] if chosen and len(chosen) >= pick.minimum and not rest else []
    return _choices([*enough, *more])


def _labelled(codes: Iterable[str], words: Words) -> list[tuple[str, str]]:
    return [(action_label(code, words), code) for code in codes]


def _matching(named: Iterable[tuple[str, ChoiceT]], typed: str) -> list[app_commands.Choice[ChoiceT]]:
    """Those whose name, or own value, was begun to be typed."""
    return _choices((name, value) for name, value in named if spelling.is_begun(typed, f"{name} {value}"))


def _choices(named: Iterable[tuple[str, ChoiceT]]) -> list[app_commands.Choice[ChoiceT]]:
    return [app_commands.Choice(name=name[:NAME_LIMIT], value=value) for name, value in islice(named, LIMIT)]


async def _seat(interaction: Interaction) -> tuple[SeatView, Words] | None:
    front = _front(interaction)
    chosen = getattr(interaction.namespace, "table", None)
    try:
        words = await front.words(interaction)
        table = await front.table_for(interaction, chosen if isinstance(chosen, int) else None)
        return await front.service.seat_view(table.id, UserId(interaction.user.id)), words
    except (EngineRefusal, SeveralTables) as refusal:
        log.debug("nothing to suggest: %s", refusal)
    except StorageFailure as failure:
        log.warning("nothing to suggest: %s", failure)
    return None


def _place(interaction: Interaction, channel: int) -> str:
    found = interaction.client.get_channel(channel)
    return f"#{getattr(found, 'name', channel)}"


def _front(interaction: Interaction) -> Front:
    client: HasFront = interaction.client
    return client.front
