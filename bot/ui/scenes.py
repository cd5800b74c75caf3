"""Tables as the renderer wants them: names made safe, mentions added."""

from __future__ import annotations

import re

from bot.engine.models import OpenedDeal, Pace, SeatHolder, SeatView, Seeking, TableStatus, TableView
from bot.engine.profiles import NAME_LIMIT as PROFILE_NAME_LIMIT
from bot.i18n.visible import is_blank, visible_line
from bot.render.scene import Player, Proof, Question, Scene

NAME_LIMIT = 32

NO_NAME = "?"

_ACTIVE = re.compile(r"[\\*_~|`<>\[\]()#]|^[-+]|:(?=//)")
"""Where Discord's markup begins, its tags and links included. Never more than one escape for each character."""


def safe_name(name: str, limit: int = NAME_LIMIT) -> str:
    """A name in one line, out of which no markup, tag, link or mention can come; "?" when it is blank."""
    one_line = visible_line(name)[:limit].strip()
    if is_blank(one_line):
        return NO_NAME
    return _ACTIVE.sub(r"\\\g<0>", one_line).replace("@", "@\u200b")


def shown_profile(profile: str, version: int) -> str:
    """A preset's key as it stands; a server profile's name made safe, with its version: "comme chez nous (v2)"."""
    return f"{safe_name(profile, PROFILE_NAME_LIMIT)} (v{version})" if version else profile


def table_scene(table: TableView) -> Scene:
    """What everybody sees."""
    return _scene(table)


def seat_scene(seat: SeatView) -> Scene:
    """What one seat sees."""
    return _scene(seat.table, seat)


def proof_of(deal: OpenedDeal) -> Proof:
    """What a deal that is over can be checked by."""
    return Proof(deal.number, deal.seed, deal.clicks, deal.commitment, deal.latest)


def _scene(table: TableView, seat: SeatView | None = None) -> Scene:
    return Scene(
        table=table.id,
        game=table.game,
        profile=shown_profile(table.profile, table.profile_version),
        own_rules=table.profile_version > 0,
        options=table.options,
        status="paused" if table.paused and table.status is TableStatus.PLAYING else table.status.value,
        players=tuple(_player(table, holder) for holder in table.seats),
        seat_count=table.players,
        sides=table.sides,
        view=table.view if seat is None else seat.view,
        viewer=None if seat is None else seat.seat,
        prompts=() if seat is None else seat.prompts,
        totals=table.totals,
        target=table.target,
        deals=table.deals,
        number=table.number,
        between=table.between,
        ready=table.ready,
        records=table.records,
        winner=table.winner,
        deadline=table.deadline,
        commitment=table.commitment,
        revealed=table.revealed,
        committed=table.committed,
        lowest_wins=table.lowest_wins,
        abandoned=table.abandoned,
        asked=_question(table),
        open_seats=table.open_seats,
        slow=table.pace is Pace.SLOW,
        quiet=_quiet(table),
        private=table.private,
        seeks=table.seeking is Seeking.READY,
        lesson=table.lesson,
        hints=table.hints,
    )


def _question(table: TableView) -> Question | None:
    asked = table.asked
    if asked is None:
        return None
    there = {holder.seat for holder in table.seats if holder.present}
    return Question(asked.what.value, asked.by, len(asked.yes & there), len(there), asked.until)


def _quiet(table: TableView) -> tuple[int, int] | None:
    """The hours, unless they are none at all."""
    quiet = table.quiet
    return None if quiet is None or quiet.start == quiet.end else (quiet.start, quiet.end)


def _player(table: TableView, holder: SeatHolder) -> Player:
    if holder.gone:
        return Player(holder.seat, "", computer=False, gone=True)
    if holder.user is None:
        return Player(holder.seat, "", computer=True, level=holder.level)
    return Player(
        holder.seat,
        safe_name(holder.name),
        computer=False,
        away=holder.away,
        host=holder.user == table.host,
        mention=f"<@{holder.user}>",
    )
