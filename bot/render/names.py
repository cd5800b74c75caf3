"""What players and teams of a scene are called."""

from __future__ import annotations

from bot.core.seats import Seat, Side
from bot.i18n.words import Names, Words
from bot.render.compose import NAME_LIMIT, clip
from bot.render.preferences import choice_name
from bot.render.scene import Scene

TEAM_MARKS = ("🔵", "🔶", "🟣", "⚪")


def seat_name(scene: Scene, words: Words, seat: Seat) -> str:
    """A player's name, a computer player's, or the word for an empty seat."""
    player = scene.player(seat)
    if player is None:
        return words.text("people.empty")
    if player.gone:
        return words.text("people.gone")
    if player.computer or not player.name:
        return words.text("people.computer", n=seat + 1)
    return clip(player.name, 2 * NAME_LIMIT)


def levelled_name(scene: Scene, words: Words, seat: Seat) -> str:
    """The same with how well a computer player plays, for lists of who sits here: "Ordi 3 (expert)"."""
    player = scene.player(seat)
    if player is None or player.gone or not player.computer or not player.level:
        return seat_name(scene, words, seat)
    return words.text("people.computer_of", n=seat + 1, level=choice_name(player.level, words).lower())


def mark_of(scene: Scene, side: Side) -> str:
    """The mark of a team; empty where everybody plays alone."""
    return TEAM_MARKS[side] if has_teams(scene) and side < len(TEAM_MARKS) else ""


def has_teams(scene: Scene) -> bool:
    """Whether anybody has a partner for the whole match."""
    return any(len(seats) > 1 for seats in scene.sides)


def side_of(scene: Scene, seat: Seat) -> Side | None:
    """The side a seat scores with."""
    return next((Side(side) for side, seats in enumerate(scene.sides) if seat in seats), None)


def names_of(scene: Scene, words: Words) -> Names:
    """Names of all seats and teams: a team is its mark and its players, "🔵 Léa & Zoé"."""
    seats = tuple(seat_name(scene, words, Seat(seat)) for seat in range(scene.seat_count))
    sides = tuple(_team(scene, words, seats, Side(side)) for side in range(len(scene.sides)))
    return Names(seats, sides)


def short_names(scene: Scene, words: Words) -> Names:
    """The same with teams by their mark alone, for lines that follow one another; names where there are no marks."""
    full = names_of(scene, words)
    marks = tuple(mark_of(scene, Side(side)) or full.sides[side] for side in range(len(scene.sides)))
    return Names(full.seats, marks)


def marked_names(scene: Scene, words: Words) -> Names:
    """The same with every player behind the mark of the team: "🔵 Léa"."""
    full, sides = names_of(scene, words), [side_of(scene, Seat(seat)) for seat in range(scene.seat_count)]
    marks = ("" if side is None else mark_of(scene, side) for side in sides)
    return Names(tuple(f"{mark} {name}".strip() for mark, name in zip(marks, full.seats, strict=True)), full.sides)


def _team(scene: Scene, words: Words, seats: tuple[str, ...], side: Side) -> str:
    members = [seats[seat] for seat in scene.sides[side] if seat < len(seats)]
    team = members[0] if members else ""
    for member in members[1:]:
        team = words.text("people.team", first=team, second=member)
    return f"{mark_of(scene, side)} {team}".strip()
