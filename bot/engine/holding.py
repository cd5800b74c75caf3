"""Who held which seat in which deal, and how a match ended that was given up."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from bot.core.match import DealStarted
from bot.core.seats import Seat
from bot.engine.models import Held, SeatHolder, TableStatus, UserId
from bot.engine.ports import Abandoned
from bot.engine.table import Table


def held_by(before: Table, after: Table) -> tuple[Held, ...]:
    """What a change adds to the history of a table's seats.

    Every deal begins with one entry for each seat; another follows whenever somebody else holds the seat, or a computer
    player moves for its absent member, or that member is back. A deal that began before there was this history gets its
    entries, from the log's beginning, with the first change.
    """
    events = enumerate(after.pending, before.seq)
    started = [(seq, event.number) for seq, event in events if isinstance(event, DealStarted)]
    if started:
        return tuple(_entry(number, seq, holder) for seq, number in started for holder in after.seats)
    if not before.in_deal or before.state is None:
        return ()
    number = before.state.number
    unknown = () if any(entry.deal == number for entry in before.held) else before.seats
    known = {holder.seat: (holder.user, holder.present) for holder in before.seats}
    changed = (holder for holder in after.seats if known.get(holder.seat) != (holder.user, holder.present))
    return (*(_entry(number, 0, holder) for holder in unknown), *(_entry(number, before.seq, one) for one in changed))


def with_held(known: Iterable[Held], added: Iterable[Held]) -> tuple[Held, ...]:
    """The history of the latest deal alone, an entry replaced by a later one for the same seat and moment."""
    entries = {(entry.deal, entry.seat, entry.since): entry for entry in (*known, *added)}
    latest = max((entry.deal for entry in entries.values()), default=0)
    return tuple(entries[key] for key in sorted(entries) if key[0] == latest)


def seen_by(table: Table, user: UserId) -> frozenset[Seat]:
    """Seats whose hand of the running deal this member may have seen; none between two deals."""
    if not table.dealt or table.state is None:
        return frozenset()
    now = {holder.seat for holder in table.seats if holder.user == user}
    number = table.state.number
    return frozenset(now | {entry.seat for entry in table.held if entry.user == user and entry.deal == number})


def abandoned(before: Table, after: Table, now: datetime) -> Abandoned | None:
    """The result of a match that this change gives up; None when it gives up none, or nothing of one was counted."""
    if after.status is not TableStatus.CLOSED or before.status is TableStatus.CLOSED or after.state is None:
        return None
    if not any(record.counts for record in after.state.records):
        return None
    return Abandoned(now, after.state.totals, half_played(after))


def half_played(table: Table) -> bool:
    """Whether at least half of the match was played, by deals or by the highest score."""
    if table.state is None:
        return False
    rules = table.game.match_rules(table.options)
    if rules.deals is not None:
        return 2 * sum(record.counts for record in table.state.records) >= rules.deals
    return 2 * max(table.state.totals) >= rules.target


def _entry(deal: int, since: int, holder: SeatHolder) -> Held:
    return Held(deal, holder.seat, since, holder.user, holder.present)
