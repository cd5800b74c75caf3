"""Autocomplete: what can be chosen now, matching what was typed. It never fails: at worst it suggests nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import TypeVar

from discord import app_commands

from bot.core import registry
from bot.core.prompts import BidRange, OneOf, Prompt
from bot.engine.errors import EngineRefusal, StorageFailure
from bot.engine.models import SeatView, UserId
from bot.i18n.words import Words
from bot.render.labels import action_label, card_of
from bot.render.rulebook import game_name, named_profile
from bot.ui.call import HasFront
from bot.ui.front import Front, Interaction, SeveralTables

ChoiceT = TypeVar("ChoiceT", str, int)

LIMIT = 25
NAME_LIMIT = 100
_SILENT = (EngineRefusal, SeveralTables, StorageFailure)


async def games(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The games there are."""
    words = await _front(interaction).words(interaction)
    return _matching(((game_name(key, words), key) for key in registry.games()), typed)


async def profiles(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The profiles of the game already chosen."""
    words = await _front(interaction).words(interaction)
    game = registry.games().get(str(getattr(interaction.namespace, "game", "")))
    if game is None:
        return []
    return _matching(((named_profile(game.key, name, words), name) for name in game.presets), typed)


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
    """Exactly the cards that may be played."""
    found = await _seat(interaction)
    if found is None or found[0].view is None:
        return []
    seat, words = found
    playable = seat.view.playable if seat.view is not None else ()
    return _matching(((words.card(card), f"play:{card.code}") for card in playable), typed)


async def calls(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Exactly the calls that may be made, as far as they fit; everything that is typed in full is found."""
    found = await _seat(interaction)
    if found is None:
        return []
    seat, words = found
    return _matching(((action_label(code, words), code) for code in call_codes(seat.prompts, typed)), typed)


async def declarations(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """What may be announced now."""
    found = await _seat(interaction)
    if found is None:
        return []
    seat, words = found
    return _matching(((action_label(code, words), code) for code in declaration_codes(seat.prompts)), typed)


def call_codes(prompts: Iterable[Prompt], typed: str) -> tuple[str, ...]:
    """The calls in the order of a list: the few first, then the lowest level in each denomination, then the rest."""
    offered = tuple(prompts)
    few = [
        code
        for prompt in offered
        if isinstance(prompt, OneOf)
        for code in prompt.codes()
        if card_of(code) is None and not code.startswith("declare")
    ]
    ranges = [prompt for prompt in offered if isinstance(prompt, BidRange)]
    lowest = [f"{bid.kind}:{floor}:{name}" for bid in ranges for name, floor in bid.floors]
    rest = [code for bid in ranges for code in bid.codes()] if typed else []
    return tuple(dict.fromkeys([*few, *lowest, *rest]))


def declaration_codes(prompts: Iterable[Prompt]) -> tuple[str, ...]:
    """What may be announced beside cards and calls."""
    return tuple(
        code
        for prompt in prompts
        if isinstance(prompt, OneOf)
        for code in prompt.codes()
        if code.startswith("declare:")
    )


def plain(text: str) -> str:
    """Text without accents, capitals and marks, for comparing what people type."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(letter if letter.isalnum() else " " for letter in letters if letter.isascii()).split())


def _matching(named: Iterable[tuple[str, ChoiceT]], typed: str) -> list[app_commands.Choice[ChoiceT]]:
    wanted = plain(typed).split()
    found = [(name, value) for name, value in named if all(part in f"{plain(name)} {value}" for part in wanted)]
    return [app_commands.Choice(name=name[:NAME_LIMIT], value=value) for name, value in found[:LIMIT]]


async def _seat(interaction: Interaction) -> tuple[SeatView, Words] | None:
    front = _front(interaction)
    chosen = getattr(interaction.namespace, "table", None)
    try:
        words = await front.words(interaction)
        table = await front.table_for(interaction, chosen if isinstance(chosen, int) else None)
        return await front.service.seat_view(table.id, UserId(interaction.user.id)), words
    except _SILENT:
        return None


def _place(interaction: Interaction, channel: int) -> str:
    found = interaction.client.get_channel(channel)
    return f"#{getattr(found, 'name', channel)}"


def _front(interaction: Interaction) -> Front:
    client: HasFront = interaction.client
    return client.front
