"""Scenes of matches played at random by the real games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

from bot.core import match
from bot.core.actions import Deal
from bot.core.game import AnyGame
from bot.core.options import Options
from bot.core.registry import game_of
from bot.core.seats import Seat, all_seats
from bot.render.scene import Player, Scene
from tests.conformance.walk import some_codes

LONG_NAME = "\\_" * 32
"""As long as a name gets: 32 characters, every one of them escaped."""


class LongEmoji:
    """An emoji for every card, as long as the platform makes them."""

    def inline(self, card: object) -> str | None:
        return f"<:{str(card).lower():_<20}:{1234567890123456789}>"


class NoEmoji:
    """No emoji at all."""

    def inline(self, card: object) -> str | None:
        return None


def scene_of(
    game: AnyGame, profile: str, state: match.MatchState, viewer: Seat | None, names: tuple[str, ...]
) -> Scene:
    """The table as a viewer sees it."""
    rules = game.match_rules(state.options)
    players = tuple(
        Player(Seat(seat), name, computer=not name, host=seat == 0, mention=f"<@{seat}>")
        for seat, name in enumerate(names)
    )
    return Scene(
        table=7,
        game=game.key,
        profile=profile,
        options=state.options,
        status="finished" if state.ended else "playing",
        players=players,
        seat_count=state.players,
        sides=game.sides(state.players),
        view=None if state.deal is None else game.view(state.deal, viewer),
        viewer=viewer,
        prompts=() if viewer is None else match.prompts(game, state, viewer),
        totals=state.totals,
        target=None if rules.deals is not None else rules.target,
        deals=rules.deals,
        number=state.number,
        between=state.between,
        ready=frozenset(),
        records=state.records,
        winner=state.winner,
        deadline=datetime(2026, 1, 1, tzinfo=UTC),
        commitment=None if state.ended else "a" * 64,
        revealed="b" * 64,
        committed=None if state.ended else state.number + state.between,
        lowest_wins=rules.lowest_wins,
    )


def lobby_of(scene: Scene, *, seated: int) -> Scene:
    """The same table before its match, with some of its players."""
    return replace(scene, status="lobby", view=None, prompts=(), number=0, players=scene.players[:seated], records=())


def played(
    key: str, preset: str, seed: int, *, deals: int = 2, options: Options | None = None, players: int | None = None
) -> Iterator[match.MatchState]:
    """States of a match played at random, after every action, for a few deals or to its end."""
    game, chance = game_of(key), Random(seed)
    chosen = options or game.presets[preset]
    players = players or min(game.seat_counts)
    state = match.start(game, chosen, players, Seat(0)).state
    while not state.ended and not (state.between and state.number >= deals):
        if match.needs_deal(game, state):
            order = list(game.deck(chosen, players))
            chance.shuffle(order)
            state = match.act(game, state, None, Deal(tuple(order))).state
        else:
            assert state.deal is not None
            seat = chance.choice(sorted(match.may_act(game, state)))
            actions = [game.parse(code) for code in some_codes(game.prompts(state.deal, seat))]
            plain = [action for action in actions if action.kind != "pass"]
            if plain and chance.random() < 0.6:
                actions = plain
            state = match.act(game, state, seat, chance.choice(actions)).state
        yield state


def seats(state: match.MatchState) -> tuple[Seat, ...]:
    """All seats of a match."""
    return all_seats(state.players)
