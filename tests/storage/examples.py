"""Rows to store."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from bot.core import match
from bot.core.actions import Deal
from bot.core.events import Event
from bot.core.seats import Seat
from bot.engine.models import ChannelId, GuildId, SeatHolder, TableId, TableStatus, UserId
from bot.engine.ports import DealSecret, LogEntry, TableRecord
from tests.conformance.toygame import DECK, TOY, ToyOptions

NOW = datetime(2026, 1, 31, 20, 15, tzinfo=UTC)
SEATS = (SeatHolder(Seat(0), UserId(101), "Léa"), SeatHolder(Seat(1), None, "", "expert"))


def record(channel: int = 10, **changes: object) -> TableRecord:
    values: dict[str, object] = {
        "id": TableId(0),
        "guild": GuildId(1),
        "channel": ChannelId(channel),
        "host": UserId(101),
        "game": "toy",
        "profile": "loud",
        "options": ToyOptions().values(),
        "players": 2,
        "locale": "fr",
        "status": TableStatus.LOBBY,
        "opened_at": NOW,
        "secret": DealSecret(1, bytes(range(32))),
    }
    return TableRecord(**{**values, **changes})  # type: ignore[arg-type]  # a test's shorthand


def steps(deals: int = 1) -> Iterator[tuple[Event, ...]]:
    """The events of a match, one action at a time."""
    step = match.start(TOY, ToyOptions(target=100), 2, Seat(0))
    yield step.events
    while step.state.number < deals or not step.state.between:
        if match.needs_deal(TOY, step.state):
            step = match.act(TOY, step.state, None, Deal(DECK))
        else:
            seat = min(match.to_act(TOY, step.state))
            code = next(iter(match.prompts(TOY, step.state, seat)[0].codes()))
            step = match.act(TOY, step.state, seat, TOY.parse(code))
        yield step.events


def entries(events: tuple[Event, ...], after: int) -> list[LogEntry]:
    return [LogEntry(after + number, NOW, event) for number, event in enumerate(events, 1)]
