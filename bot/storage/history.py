"""Matches that are over, looked up for who may see them. Lessons are no matches."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from datetime import datetime
from functools import partial

from bot.core.game import AnyGame
from bot.core.seats import Side
from bot.engine.history import PAGE, Page, Past, Question
from bot.engine.models import TableId
from bot.storage import seating
from bot.storage.database import Database

_PLAYED = (
    "(EXISTS (SELECT 1 FROM seats WHERE seats.table_id = tables.id AND seats.user = {0}) "
    "OR EXISTS (SELECT 1 FROM holders WHERE holders.table_id = tables.id AND holders.user = {0}))"
)
_FIND = (
    # S608: nothing of the question is in the text, it is all bound.
    "SELECT tables.id, tables.game, results.profile, results.profile_version, tables.players, results.totals, "  # noqa: S608 - see above
    "results.winner, results.ended_at, results.abandoned FROM results JOIN tables ON tables.id = results.table_id "
    "WHERE tables.lesson IS NULL AND tables.game IN (SELECT value FROM json_each(:games)) "
    f"AND ({_PLAYED.format(':asker')} OR (tables.guild = :guild AND NOT tables.private "
    "AND tables.channel IN (SELECT value FROM json_each(:channels)))) "
    # One's own matches are one's own everywhere; whatever is asked about others is asked in one server.
    "AND (:member = :asker OR tables.guild = :guild) "
    f"AND (:member IS NULL OR {_PLAYED.format(':member')}) "
    "ORDER BY results.ended_at DESC, tables.id DESC LIMIT :count OFFSET :after"
)


class SqliteHistory:
    """The results that are kept."""

    def __init__(self, database: Database, games: Mapping[str, AnyGame]) -> None:
        self._database = database
        self._games = games

    async def page(self, question: Question, number: int) -> Page:
        """A page, counted from 0; empty behind the last one.

        Raises:
            StorageFailure: it cannot be read.
        """
        return await self._database.read(partial(_page, question=question, number=number, games=self._games))


def _page(connection: sqlite3.Connection, question: Question, number: int, games: Mapping[str, AnyGame]) -> Page:
    asked = {
        "games": json.dumps(sorted(games)),
        "asker": question.asker,
        "guild": question.guild,
        "channels": json.dumps(sorted(question.channels)),
        "member": question.member,
        "count": PAGE + 1,
        "after": PAGE * number,
    }
    found = connection.execute(_FIND, asked).fetchall()
    return Page(tuple(_past(connection, row, games) for row in found[:PAGE]), len(found) > PAGE)


def _past(
    connection: sqlite3.Connection,
    row: tuple[int, str, str, int, int, str, int | None, str, int],
    games: Mapping[str, AnyGame],
) -> Past:
    table, game, profile, version, players, totals, winner, ended_at, abandoned = row
    return Past(
        TableId(table),
        game,
        profile,
        version,
        datetime.fromisoformat(ended_at),
        seating.read_seats(connection, TableId(table))[0],
        tuple(tuple(side) for side in games[game].sides(players)),
        tuple(json.loads(totals)),
        None if winner is None else Side(winner),
        bool(abandoned),
    )
