"""Tables as the renderer wants them: names made safe, mentions added."""

from __future__ import annotations

import discord

from bot.engine.models import OpenedDeal, SeatHolder, SeatView, TableView
from bot.render.scene import Player, Proof, Scene

NAME_LIMIT = 32


def safe_name(name: str) -> str:
    """A member's name that no markup or mention can come out of."""
    one_line = " ".join(name.split()) or "?"
    return discord.utils.escape_mentions(discord.utils.escape_markdown(one_line[:NAME_LIMIT]))


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
