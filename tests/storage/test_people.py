"""A person's data: the whole of it and nothing of anybody else, and nothing of it left once it is erased."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.seats import Seat
from bot.engine.memory import HandPlace, Surface, UserSettings
from bot.engine.models import ChannelId, Held, MessageId, SeatHolder, TableId, TableStatus, UserId
from bot.engine.ports import LogEntry
from bot.storage.store import SqliteStore
from tests.engine.fakes import GAMES
from tests.storage.examples import NOW, entries, record, steps

PEOPLE = tuple(UserId(1180000000000000000 + number * 7919) for number in range(1, 5))
NAMES = dict(zip(PEOPLE, ("Zéphyrine", "Barnabé", "Cunégonde", "Théodule"), strict=True))
ROOMS = {user: ChannelId(1290000000000000000 + place * 104729) for place, user in enumerate(PEOPLE)}


def traces(user: UserId) -> tuple[bytes, ...]:
    """How a person would be found in a file: id and conversation, as numbers and as text, and the name."""
    numbers = (int(user), int(ROOMS[user]))
    return (
        NAMES[user].encode(),
        *[str(number).encode() for number in numbers],
        *[number.to_bytes(8, "big") for number in numbers],
        *[number.to_bytes(8, "little") for number in numbers],
    )


def files(path: Path) -> bytes:
    """The database with what lies beside it."""
    return b"".join(found.read_bytes() for found in sorted(path.parent.glob(path.name + "*")))


Drawn = list[tuple[tuple[UserId | None, UserId | None], TableStatus, list[tuple[UserId | None, UserId | None, bool]]]]

people = st.sampled_from([None, *PEOPLE])
deals = st.lists(st.tuples(people, people, st.booleans()), max_size=3)
seating = st.tuples(people, people).filter(lambda pair: pair[0] is None or pair[0] != pair[1])
tables = st.lists(st.tuples(seating, st.sampled_from(list(TableStatus)), deals), min_size=1, max_size=4)


def holder(seat: int, user: UserId | None) -> SeatHolder:
    return SeatHolder(Seat(seat), None, "", "club") if user is None else SeatHolder(Seat(seat), user, NAMES[user])


async def filled(store: SqliteStore, drawn: Drawn) -> None:
    """Tables with these people, their histories, hands and settings."""
    for channel, (pair, status, history) in enumerate(drawn, 100):
        seats = tuple(holder(seat, user) for seat, user in enumerate(pair))
        host = next((user for user in pair if user is not None), UserId(0))
        made = await store.create(record(channel, host=host, status=TableStatus.PLAYING), seats)
        after = 0
        for events in steps(2):
            added = entries(events, after)
            await store.append(made, seats, after, added)
            after += len(added)
        held = [
            Held(deal, Seat(seat), 0, user, present=there and user is not None)
            for deal, (one, two, there) in enumerate(history, 1)
            for seat, user in enumerate((one, two))
        ]
        await store.save(replace(made, status=status, revision=1), seats, held)
        for seat, user in enumerate(pair):
            if user is not None:
                await store.surfaces.put(Surface(made.id, Seat(seat), ROOMS[user], MessageId(9000 + channel)))
    for user in PEOPLE:
        await store.settings.change_user(user, _as_usual)


def _as_usual(before: UserSettings) -> UserSettings:
    return UserSettings(before.user, "fr", "fr", ROOMS[before.user], NOW, HandPlace.CHANNEL)


@settings(max_examples=40)
@given(drawn=tables, who=st.sampled_from(PEOPLE))
async def test_the_copy_of_one_person_holds_nothing_of_another(drawn: Drawn, who: UserId) -> None:
    with TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder) / "tapis.db", games=GAMES)
        try:
            await filled(store, drawn)
            kept = await store.people.export(who)
        finally:
            await store.close()
    text = json.dumps(kept, ensure_ascii=False).encode()
    assert str(who).encode() in text
    for other in PEOPLE:
        if other != who:
            assert not [trace for trace in traces(other) if trace in text]
    mine = [table for table in kept["tables"] if table["seat"]]
    sat = sum(who in pair for pair, _, _ in drawn)
    assert len(mine) == sat


@settings(max_examples=40)
@given(drawn=tables, who=st.sampled_from(PEOPLE))
async def test_nothing_of_an_erased_person_is_left_in_the_file(drawn: Drawn, who: UserId) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tapis.db"
        store = await SqliteStore.open(path, games=GAMES)
        try:
            await filled(store, drawn)
            before = {other: await store.people.export(other) for other in PEOPLE}
            assert any(trace in files(path) for trace in traces(who))
            left = await store.people.erase(who)
            assert not [trace for trace in traces(who) if trace in files(path)], "while it runs"
            for other in PEOPLE:
                if other != who:
                    assert await store.people.export(other) == before[other], "others' data stay"
            assert (await store.people.export(who))["tables"] == []
            for table in left:
                stored = await store.load(table)
                assert stored is not None
                assert stored.failure is None
        finally:
            await store.close()
        assert not [trace for trace in traces(who) if trace in files(path)], "when it has ended"


async def test_a_seat_of_a_finished_table_is_somebodys_who_is_gone(store: SqliteStore) -> None:
    who, other = PEOPLE[:2]
    for channel, status in ((1, TableStatus.FINISHED), (2, TableStatus.PLAYING)):
        made = await store.create(record(channel, host=who), (holder(0, who), holder(1, other)))
        await store.save(replace(made, status=status, revision=1), (holder(0, who), holder(1, other)))
    assert await store.people.erase(who) == (TableId(1), TableId(2))
    over, runs = [await store.load(TableId(table)) for table in (1, 2)]
    assert over is not None
    assert runs is not None
    assert over.seats[0].gone
    assert not runs.seats[0].gone
    assert (runs.seats[0].level, runs.seats[0].vacated) == ("club", True)
    for stored in (over, runs):
        assert stored.seats[1] == holder(1, other)


async def test_the_events_of_a_seat_go_to_who_held_it_then(store: SqliteStore) -> None:
    """Somebody who took a seat over in a deal has what came after; who left it, what came before."""
    first, second = PEOPLE[:2]
    made = await store.create(record(host=first), (holder(0, first), holder(1, None)))
    log: list[LogEntry] = []
    for events in steps(1):
        log += entries(events, len(log))
    turn = len(log) // 2
    held = (Held(1, Seat(0), 0, first, present=True), Held(1, Seat(0), turn, second, present=True))
    await store.append(
        replace(made, status=TableStatus.PLAYING), (holder(0, second), holder(1, None)), 0, log, held=held
    )
    seqs = {}
    for user in (first, second):
        (table,) = (await store.people.export(user))["tables"]
        seqs[user] = [event["seq"] for event in table["events"]]
        assert all(event["seat"] == 0 for event in table["events"])
    assert seqs[first]
    assert max(seqs[first]) <= turn
    assert all(seq > turn for seq in seqs[second])
    mine = [entry.seq for entry in log if getattr(entry.event, "seat", None) == 0]
    assert set(seqs[first]) | set(seqs[second]) <= set(mine)
