"""Tables as the renderer wants them: names made safe, mentions added."""

from __future__ import annotations

import re
import unicodedata

from bot.engine.models import OpenedDeal, SeatHolder, SeatView, TableView
from bot.render.scene import Player, Proof, Scene

NAME_LIMIT = 32

NO_NAME = "?"

JOINER = "\u200d"
"""Holds emoji of several parts together: the one invisible character that a name may keep."""

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that show nothing."""

_EMOJI = frozenset(map(chr, range(0x1F300, 0x1FB00)))
"""Pictures, those included that are younger than this Python's tables."""

_INVISIBLE = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})
"""Kinds of characters that are no text: controls, directions, halves, what is not assigned."""

_ACTIVE = re.compile(r"[\\*_~|`<>\[\]()#]|^[-+]|:(?=//)")
"""Where Discord's markup begins, its tags and links included. Never more than one escape for each character."""


def safe_name(name: str) -> str:
    """A member's name in one line, out of which no markup, tag, link or mention can come; "?" when it is blank."""
    shown = "".join(character if _is_text(character) else " " if character.isspace() else "" for character in name)
    one_line = " ".join(shown.split())[:NAME_LIMIT].strip()
    if not any(character in _EMOJI or unicodedata.category(character)[0] in "LNPS" for character in one_line):
        return NO_NAME
    return _ACTIVE.sub(r"\\\g<0>", one_line).replace("@", "@\u200b")


def _is_text(character: str) -> bool:
    if character == JOINER or character in _EMOJI:
        return True
    return character not in _BLANK and unicodedata.category(character) not in _INVISIBLE


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
        profile=table.profile,
        options=table.options,
        status=table.status.value,
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
    )


def _player(table: TableView, holder: SeatHolder) -> Player:
    if holder.user is None:
        return Player(holder.seat, "", computer=True)
    return Player(
        holder.seat,
        safe_name(holder.name),
        computer=False,
        away=holder.away,
        host=holder.user == table.host,
        mention=f"<@{holder.user}>",
    )
