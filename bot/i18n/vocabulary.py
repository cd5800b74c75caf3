"""Every call that can be typed in a game, offered now or not: what is understood may be refused with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from bot.core.actions import Action, Deal, Declare, PlayCard
from bot.core.errors import UnknownAction
from bot.core.game import AnyGame
from bot.core.prompts import BidRange, OneOf, Prompt
from bot.core.registry import game_of
from bot.i18n.typed import spelled_under


@cache
def calls_of(key: str) -> tuple[Prompt, ...]:
    """A game's calls, as if all of them were offered: a number in any denomination included.

    Args:
        key: of the game.
    """
    game = game_of(key)
    kinds = [kind for kind in game.action_types if kind not in (Deal, PlayCard, Declare)]
    plain = tuple(action for kind in kinds for action in _calls(game, kind.kind))
    denominations = spelled_under("denomination")
    ranges = [
        BidRange(kind.kind, tuple((name, 0) for name in denominations), None, 1)
        for kind in kinds
        if all(_read(game, f"{kind.kind}:1:{name}") for name in denominations)
    ]
    return (OneOf(plain), *ranges)


@cache
def words_of(key: str) -> tuple[Prompt, ...]:
    """The words that may be said beside cards and calls, in this game or another."""
    said = (_read(game_of(key), f"declare:{word}") for word in spelled_under("declare"))
    return (OneOf(tuple(word for word in said if word is not None)),)


def _calls(game: AnyGame, kind: str) -> Iterator[Action]:
    """A call alone, or with what may follow it, a card included; one that names an earlier call names none."""
    players = max(game.seat_counts)
    pack = [card.code for card in game.deck(game.options_type(), players)] if kind in spelled_under("call") else []
    for argument in ("", "0", *spelled_under(kind), *spelled_under("denomination"), *pack):
        action = _read(game, f"{kind}:{argument}" if argument else kind)
        if action is not None:
            yield action


def _read(game: AnyGame, code: str) -> Action | None:
    try:
        return game.parse(code)
    except UnknownAction:
        return None
