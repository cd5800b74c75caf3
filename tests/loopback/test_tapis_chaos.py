"""People at tens of tables while everything around the real process fails; and planted damage, which is found."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.core import registry
from bot.core.codec import Record, codec_of
from bot.core.events import HandDealt
from tests.notes import note

from .chaos_endgame import Endgame
from .chaos_judge import judge, misplaced
from .chaos_plan import Plan, Storm
from .chaos_run import Chaos, Report, chaos
from .conftest import Loopback
from .harness import Harness
from .players import QUICK
from .truth import read_stored

TABLES = 20


@pytest.fixture
async def unchecked() -> AsyncIterator[Loopback]:
    """Makes harnesses whose requests are not held against Discord's description: other tests do that, at length."""
    async with AsyncExitStack() as stack:

        async def make(*args: Any, **kwargs: Any) -> Harness:
            return await stack.enter_async_context(Harness(*args, **kwargs))

        yield make


async def test_nothing_is_lost_and_nothing_is_stuck(
    unchecked: Loopback, tmp_path: Path, deal_seed: int, request: pytest.FixtureRequest
) -> None:
    report = await chaos(unchecked, tmp_path, Plan(deal_seed, TABLES, rounds=1))
    assert not report.problems, "\n".join(report.problems)
    assert not report.unseen()
    assert report.acts["moves acknowledged"] > 10 * TABLES
    assert report.kills >= 3
    assert report.driven + report.over == TABLES
    note(request.config, "chaos: " + "; ".join(report.lines()))


def test_a_seed_decides_everything(deal_seed: int) -> None:
    """The same plan for the same seed, another one for another; every storm comes, and every game is played."""
    plan, again, other = (Plan(seed, TABLES, 2) for seed in (deal_seed, deal_seed, deal_seed + 1))
    assert plan.seatings() == again.seatings()
    assert plan.troubles() == again.troubles() != other.troubles()
    assert {trouble.storm for trouble in plan.troubles()} == set(Storm)
    assert {seating.game for seating in plan.seatings()} == set(registry.games())
    for table in range(TABLES):
        steps, same = plan.steps(table), again.steps(table)
        assert [next(steps) for _ in range(50)] == [next(same) for _ in range(50)]


# What is planted, and who finds it.


async def quiet_evening(make: Loopback, tmp_path: Path, seed: int, **env: str) -> tuple[Chaos, Report]:
    """A table without any storm; the process goes on."""
    database = tmp_path / "tapis.db"
    harness = await make(("-m", "bot"), database=database, env={**QUICK, **env}, seed=seed)
    evening = Chaos(harness, database, Plan(seed, 1, rounds=0))
    return evening, await evening.run()


def change(database: Path, sql: str, *values: Any) -> None:
    """Damage the database."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(sql, values)
        connection.commit()


async def test_planted_damage_is_found(unchecked: Loopback, tmp_path: Path, deal_seed: int) -> None:
    evening, report = await quiet_evening(unchecked, tmp_path, deal_seed)
    assert not report.problems
    assert report.driven == 1
    ledger, database = evening.ledger, evening.database
    act = ledger.acknowledged[-1]
    evening.harness.world.ack_deadline = 0.2
    await evening.harness.kill()

    # A table whose people get no answer.
    stuck = [await Endgame(bench, ledger, stuck=1.0).run() for bench in evening.benches]
    assert all(problem is not None and ("is stuck" in problem or "can be opened" in problem) for problem in stuck)
    # A table that stands still.
    change(database, "UPDATE tables SET status = 'frozen' WHERE id = ?", act.table)
    frozen = [await Endgame(bench, ledger).run() for bench in evening.benches if bench.present_table == act.table]
    assert all(problem is not None and "is frozen" in problem for problem in frozen)
    assert frozen

    # A card that is dealt to two players.
    assert not [*misplaced(database, act.table)]
    twice_dealt(database, act.table)
    assert any("in two places" in fault for fault in misplaced(database, act.table))
    assert judge(database)
    await ledger.review()
    assert any("is not what it was" in problem for problem in ledger.problems)

    # An act that somebody was told is done.
    change(database, "DELETE FROM events WHERE table_id = ? AND seq >= ?", act.table, act.seq)
    await ledger.review()
    assert any(f"told that {act.what} is done: it is missing" in problem for problem in ledger.problems)


def twice_dealt(database: Path, table: int) -> None:
    """Write another player's card into a hand of the first deal."""
    stored = read_stored(database, table)
    first, second = [entry for entry in stored.entries if isinstance(entry.event, HandDealt)][:2]
    assert isinstance(first.event, HandDealt)
    assert isinstance(second.event, HandDealt)
    cards = (first.event.cards[0], *second.event.cards[1:])
    line = codec_of(registry.games()[stored.record.game]).encode(
        Record(second.seq, second.at, replace(second.event, cards=cards))
    )
    change(database, "UPDATE events SET body = ? WHERE table_id = ? AND seq = ?", line, table, second.seq)


async def test_a_program_that_forgets_what_it_acknowledged_is_found_out(
    unchecked: Loopback, tmp_path: Path, deal_seed: int
) -> None:
    _, report = await quiet_evening(unchecked, tmp_path, deal_seed, TAPIS_LOOPBACK_LEAK="forget")
    assert any("was shown" in problem and "not in the log" in problem for problem in report.problems), report.problems


def test_a_fault_of_which_nothing_was_seen_is_named() -> None:
    report = Report()
    report.injected.update({Storm.LOCKED: 2, Storm.ERRORS: 1})
    report.observed.update({Storm.ERRORS: 4})
    (unseen,) = report.unseen()
    assert Storm.LOCKED in unseen
