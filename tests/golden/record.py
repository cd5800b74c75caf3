"""Records the golden logs anew: `python -m tests.golden.record`.

Do this only when the rules are meant to change (a new `rules_version`): the diff then shows what changed for players.
Each log is one whole match between computer players, in notation, one event a line.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from types import MappingProxyType

from bot.ai.heuristic import Heuristic
from bot.ai.hints import hint_for
from bot.core import match
from bot.core.actions import Deal
from bot.core.codec import codec_of
from bot.core.events import Event
from bot.core.game import AnyGame
from bot.core.notation import log_text
from bot.core.registry import game_of
from bot.core.seats import Seat
from bot.core.situation import situation

FOLDER = Path(__file__).parent
MATCHES = (
    ("belote", "belote_online"),
    ("belote", "belote"),
    ("belote", "belote_annonces"),
    ("belote_three", "trois_24"),
    ("belote_three", "trois_32"),
    ("belote_three", "trois_10"),
    ("belote_two", "deux_talon"),
    ("belote_two", "deux_decouverte"),
    ("coinche", "coinche_online"),
    ("coinche", "contree_online"),
    ("coinche", "coinche"),
    ("coinche", "coinche_bga"),
    ("coinche", "textes"),
    ("hearts", "standard"),
    ("hearts", "omnibus"),
    ("hearts", "short"),
    ("hearts", "free"),
    ("tarot", "fft"),
    ("tarot", "textes"),
    ("tarot", "friends"),
    ("tarot", "pagat"),
)
SEATS: Mapping[tuple[str, str], int] = MappingProxyType(
    {
        ("hearts", "standard"): 4,
        ("hearts", "short"): 4,
        ("hearts", "free"): 5,
        ("tarot", "fft"): 4,
        ("tarot", "friends"): 5,
        ("tarot", "pagat"): 5,
    }
)
"""How many play a match, where it is not the fewest the game is for."""


def path_of(game: str, preset: str) -> Path:
    """Where the match of a preset is kept."""
    return FOLDER / f"{game}-{preset}.log"


async def played(game: AnyGame, preset: str) -> tuple[Event, ...]:
    """One match from its start to its end."""
    options = game.presets[preset]
    players = SEATS.get((game.key, preset), min(game.seat_counts))
    chance, brain = Random(preset), Heuristic(game, hint_for(game.key), 1)
    step = match.start(game, options, players, Seat(chance.randrange(players)))
    log = [*step.events]
    while not step.state.ended:
        state = step.state
        if match.needs_deal(game, state):
            deck = game.deck(options, players)
            step = match.act(game, state, None, Deal(tuple(chance.sample(deck, len(deck)))))
        else:
            seat = min(match.to_act(game, state))
            action = await brain.choose(situation(game, state, seat, _of_this_deal(log)))
            step = match.act(game, state, seat, action)
        log += step.events
    return tuple(log)


def _of_this_deal(log: list[Event]) -> Iterator[Event]:
    starts = [index for index, event in enumerate(log) if isinstance(event, match.DealStarted)]
    yield from log[starts[-1] + 1 :]


def main() -> None:
    """Write all logs."""
    for key, preset in MATCHES:
        game = game_of(key)
        events = asyncio.run(played(game, preset))
        head = f"# A match of {key}, preset {preset}, rules version {game.rules_version}.\n"
        path_of(key, preset).write_text(head + log_text(codec_of(game), events), encoding="utf-8")


if __name__ == "__main__":
    main()
