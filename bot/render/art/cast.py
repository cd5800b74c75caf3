"""Who sits where in a picture, and what they are called there."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.seats import Seat, Side
from bot.i18n.words import Names, Words
from bot.render.art.text import legible, plain
from bot.render.names import has_teams, names_of, seat_name, side_of
from bot.render.scene import Scene

_AGAINST_THE_CLOCK = frozenset({"counterclockwise", "anticlockwise"})
"""Values of the option that says which way round a game is played; games without it go with the clock."""


@dataclass(frozen=True, slots=True)
class Cast:
    """The players of a picture.

    Attributes:
        labels: names in letters that the fonts have, by seat.
        teams: names of the sides, by side.
        sides: the side of each seat, by seat.
        has_teams: whether sides have a score of their own panel, rather than each player one.
    """

    labels: tuple[str, ...]
    teams: tuple[str, ...]
    sides: tuple[Side, ...]
    has_teams: bool


def cast_of(scene: Scene, words: Words) -> Cast:
    """The players of a scene."""
    seats = tuple(Seat(seat) for seat in range(scene.seat_count))
    labels = tuple(_label(scene, words, seat) for seat in seats)
    teams = []
    for members in scene.sides:
        team = labels[members[0]] if members else ""
        for member in members[1:]:
            team = words.text("people.team", first=team, second=labels[member])
        teams.append(team)
    sides = tuple(side_of(scene, seat) or Side(0) for seat in seats)
    return Cast(labels, tuple(teams), sides, has_teams(scene))


def _label(scene: Scene, words: Words, seat: Seat) -> str:
    player = scene.player(seat)
    if player is not None and player.computer and not player.gone:
        return words.text("art.computer", n=seat + 1)
    return legible(plain(seat_name(scene, words, seat)), words.text("art.player", n=seat + 1))


def spoken_names(scene: Scene, words: Words) -> Names:
    """Names for descriptions: whole, in any script, without marks of teams that nobody hears."""
    full = names_of(scene, words)
    seats = tuple(plain(name) for name in full.seats)
    return Names(seats, tuple(words.both([seats[seat] for seat in members]) for members in scene.sides))


def picture_names(cast: Cast) -> Names:
    """Names for sentences inside a picture."""
    return Names(cast.labels, cast.teams)


def places(scene: Scene) -> tuple[Seat, ...]:
    """The seats as they are drawn: the first below, the others clockwise on the picture."""
    rest = tuple(Seat(seat) for seat in range(1, scene.seat_count))
    against = any(value in _AGAINST_THE_CLOCK for value in scene.options.values().values())
    return (Seat(0), *(reversed(rest) if against else rest))
