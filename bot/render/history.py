"""Matches that are over, one after the other: game, rules, date, who played and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.core.facts import Camp
from bot.core.seats import Seat, Side
from bot.i18n.words import Names, Words
from bot.render.board import DOT
from bot.render.compose import NAME_LIMIT, clip
from bot.render.names import TEAM_MARKS
from bot.render.panels import Button, Panel
from bot.render.rulebook import game_name, named_profile


@dataclass(frozen=True, slots=True)
class Finished:
    """A match as it is told.

    Attributes:
        table: number of its table.
        game: the game's key.
        profile: the name of its rules.
        ended_at: when it ended.
        names: the players by seat, safe to show; None for a computer player, empty for somebody whose data were erased.
        sides: the seats of each side.
        totals: match points by side.
        winner: the side that won, if any.
        abandoned: it was given up.
    """

    table: int
    game: str
    profile: str
    ended_at: datetime
    names: tuple[str | None, ...]
    sides: tuple[tuple[Seat, ...], ...]
    totals: tuple[int, ...]
    winner: Side | None
    abandoned: bool


def history_panel(title: str, matches: Sequence[Finished], page: int, more: bool, verb: str, words: Words) -> Panel:
    """A page of matches.

    Args:
        title: whose they are.
        matches: those of the page, the latest first.
        page: which, from 0.
        more: older ones follow.
        verb: of the buttons to the other pages.
        words: the reader's language.
    """
    blocks = [_block(match, words) for match in matches] or [words.text("history.none")]
    text = "\n".join([f"**{title}**", *blocks])
    if page == 0 and not more:
        return Panel(text)
    row = (
        Button(f"{verb}:{max(page - 1, 0)}", words.text("button.previous"), disabled=page == 0),
        Button(f"{verb}:{page + 1}", words.text("button.next"), disabled=not more),
    )
    return Panel(text, (row,))


def _block(match: Finished, words: Words) -> str:
    """Two lines: what was played and when, then the sides with their points, the winner in bold."""
    what = words.text(
        "history.match",
        n=match.table,
        game=game_name(match.game, words),
        profile=clip(named_profile(match.game, match.profile, words), NAME_LIMIT * 2),
        date=f"<t:{int(match.ended_at.timestamp())}:d>",
    )
    names = Names((), tuple(_team(match, side, words) for side in range(len(match.sides))))
    sides = DOT.join(_side(match, Side(side), names, words) for side in range(len(match.sides)))
    ended = f" · {words.text('history.abandoned')}" if match.abandoned else ""
    return f"- {what}{ended}\n  {sides}"


def _side(match: Finished, side: Side, names: Names, words: Words) -> str:
    if side >= len(match.totals):
        return names.sides[side]
    told = words.text("table.side", names, camp=Camp(side), value=words.number(match.totals[side]))
    return f"**{told}**" if side == match.winner else told


def _team(match: Finished, side: int, words: Words) -> str:
    team, *partners = [_name(match, seat, words) for seat in match.sides[side]]
    for partner in partners:
        team = words.text("people.team", first=team, second=partner)
    teams = any(len(seats) > 1 for seats in match.sides)
    return f"{TEAM_MARKS[side]} {team}" if teams and side < len(TEAM_MARKS) else team


def _name(match: Finished, seat: Seat, words: Words) -> str:
    name = match.names[seat] if seat < len(match.names) else ""
    if name is None:
        return words.text("people.computer", n=seat + 1)
    return clip(name, NAME_LIMIT) if name else words.text("people.gone")
