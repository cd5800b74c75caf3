"""What the bot acknowledged to people, held against the database at that very moment and ever after.

An act is acknowledged when its answer shows that it was done: the clicked hand drawn anew, a hand sent for a typed
card, a sentence that says so. When Discord takes such an answer, and before the bot hears that it did, the act must
stand in the file already. What has once been read from the file must be there, unchanged, at every later look.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.core import match, registry
from bot.core.codec import codec_of
from bot.core.errors import CoreError
from bot.core.events import Event
from bot.core.match import MatchState
from bot.core.replay import read_log
from bot.core.seats import Seat
from bot.engine.models import TableId
from bot.i18n.words import words_for
from bot.storage import tables

from .interactions import COMMAND, COMPONENT
from .model import Ack, Interaction, Json
from .world import How, World

CONTROL = re.compile(r"t\|(\d+)\|([^|]*)\|(.+)", re.DOTALL)
HAND = re.compile(r"t\|\d+\|[0-9a-f]{8}\|")
"""A control of a hand: its token is a seat's."""

TYPED = {"play": "card", "bid": "call", "declare": "what", "call": "card", "discard": "cards"}
"""The commands by which an action is typed, and the option that holds its code."""

_WORDS = tuple(words_for(language) for language in ("fr", "en"))
JOINED = frozenset(words.text("say.joined", seat=seat) for words in _WORDS for seat in range(1, 7))
LEFT = frozenset(words.text(key) for words in _WORDS for key in ("say.left", "say.left_closed"))
STARTED = frozenset(words.text("say.started") for words in _WORDS)
NOT_SAVED = re.compile(
    "|".join(re.escape(words.text("error.storage", ref="REF")).replace("REF", "....") for words in _WORDS)
)
SAID_DONE = {"table join": JOINED, "table leave": LEFT, "table start": STARTED}
"""What a command is answered when it was done."""


@dataclass(frozen=True, slots=True)
class Look:
    """A table as the file has it."""

    game: str
    status: str
    paused: bool
    revision: int
    host: int | None
    seats: Mapping[int, int | None]
    lines: tuple[str, ...]

    def seat_of(self, user: int) -> Seat | None:
        return next((Seat(seat) for seat, holder in self.seats.items() if holder == user), None)


WAIT = 120.0
"""Seconds a look waits for a process that is just opening the file."""


def _open(database: Path) -> closing[sqlite3.Connection]:
    """Opened for one look only, so that a start finds the file as a kill left it."""
    return closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True, timeout=WAIT))


def look_at(database: Path, table: int) -> Look | None:
    """Read a table; None when there is none."""
    with _open(database) as connection:
        connection.execute("BEGIN")
        row = connection.execute("SELECT game, status, paused, revision FROM tables WHERE id = ?", (table,)).fetchone()
        if row is None:
            return None
        held = connection.execute("SELECT seat, user, host FROM seats WHERE table_id = ?", (table,)).fetchall()
        host = next((user for _, user, is_host in held if is_host), None)
        seats = {seat: user for seat, user, _ in held}
        lines = tables.read_lines(connection, TableId(table))
        return Look(row[0], row[1], bool(row[2]), row[3], host, seats, lines)


def table_in(database: Path, channel: int) -> int | None:
    """The open table of a channel, or else its latest one."""
    with _open(database) as connection:
        found = connection.execute(
            "SELECT id FROM tables WHERE channel = ? ORDER BY open DESC, id DESC LIMIT 1", (channel,)
        ).fetchone()
    return None if found is None else int(found[0])


def all_tables(database: Path) -> list[int]:
    """The numbers of all tables."""
    with _open(database) as connection:
        return [number for (number,) in connection.execute("SELECT id FROM tables ORDER BY id")]


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """An act that somebody was told is done: the events it brought begin at this line of the table's log."""

    who: str
    what: str
    table: int
    seq: int
    line: str


@dataclass
class Known:
    """A table's log as last seen, and the match after each of its events."""

    game: str
    lines: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    states: list[MatchState | None] = field(default_factory=lambda: [None])
    revision: int = 0

    def extend(self, lines: Sequence[str]) -> str | None:
        """Take more lines in; what is wrong with them."""
        game = registry.games()[self.game]
        read = read_log(codec_of(game), lines, len(self.lines))
        for record in read.records:
            try:
                self.states.append(match.evolve(game, self.states[-1], record.event))
            except CoreError as error:
                return f"event {record.seq} does not fold: {error}"
            self.events.append(record.event)
        self.lines += lines
        return read.failure

    def done_at(self, seat: Seat, code: str, token: str | None) -> int | None:
        """Before which event this seat did this, with the choice that the token names; None when it did not."""
        game = registry.games()[self.game]
        try:
            action = game.parse(code)
        except CoreError:
            return None
        for at in range(len(self.events) - 1, -1, -1):
            state = self.states[at]
            if state is None or (token is not None and match.prompt_token(game, state, seat) != token):
                continue
            try:
                brought = match.act(game, state, seat, action).events
            except CoreError:
                continue
            if brought and tuple(self.events[at : at + len(brought)]) == brought:
                return at
        return None

    def allows(self, seat: Seat, code: str, token: str) -> bool:
        """Whether this seat may do this now, with the choice that the token names."""
        game, state = registry.games()[self.game], self.states[-1]
        if state is None or match.prompt_token(game, state, seat) != token:
            return False
        try:
            match.act(game, state, seat, game.parse(code))
        except CoreError:
            return False
        return True


class Ledger:
    """Everything acknowledged.

    Attributes:
        counts: acts by what came of them.
        acknowledged: moves that somebody was told are done.
        problems: what is missing or has changed.
    """

    def __init__(self, world: World, database: Path) -> None:
        self.world = world
        self.database = database
        self.counts: Counter[str] = Counter()
        self.acknowledged: list[Acknowledged] = []
        self.problems: list[str] = []
        self._known: dict[int, Known] = {}
        self._unproved: dict[int, str] = {}
        self._judged: set[int] = set()
        world.on_answer.append(self._answered)

    # The file

    def see(self, table: int) -> tuple[Look, Known] | None:
        """Read a table, and compare it with what it was."""
        look = look_at(self.database, table)
        if look is None:
            if table in self._known:
                self._wrong(f"table {table} is not there any more")
            return None
        known = self._known.setdefault(table, Known(look.game))
        before = len(known.lines)
        if list(look.lines[:before]) != known.lines:
            kept = next((n for n, line in enumerate(known.lines) if look.lines[n : n + 1] != (line,)), before)
            self._wrong(
                f"table {table}: event {kept + 1} of {before} is not what it was: {look.lines[kept : kept + 1]}"
            )
        elif (failure := known.extend(look.lines[before:])) is not None:
            self._wrong(f"table {table}: {failure}")
        if look.revision < known.revision:
            self._wrong(f"table {table}: revision {look.revision} after {known.revision}")
        known.revision = max(known.revision, look.revision)
        return look, known

    async def review(self) -> None:
        """Look at every table there is, after a start or at the end: all that was seen must be there as it was.

        Between two tables the server goes on, so that nobody's answer is late for it.
        """
        acts, seen = list(self.acknowledged), {}
        for table in sorted({*all_tables(self.database), *self._known}):
            seen[table] = self.see(table)
            await asyncio.sleep(0)
        for act in acts:
            found = seen[act.table]
            if found is None or found[0].lines[act.seq - 1 : act.seq] != (act.line,):
                self._wrong(f"{act.who} was told that {act.what} is done: it is missing at table {act.table}")

    def settle(self) -> None:
        """At the end: who was shown a hand as if the move were made, and never told otherwise, was promised it."""
        for text in self._unproved.values():
            self._wrong(text)
        self._unproved.clear()

    def _wrong(self, text: str) -> None:
        if text not in self.problems:
            self.problems.append(text)

    # The answers

    def _answered(self, record: Interaction, how: How, data: Json) -> None:
        """Discord takes an answer."""
        try:
            self._judge(record, how, data)
        except Exception as error:
            # Raised into the server's handler it would only look like an answer of 500 to the bot.
            self._wrong(f"the ledger failed on {record.data}: {error!r}")
            raise

    def _judge(self, record: Interaction, how: How, data: Json) -> None:
        """Look at the first answer that says something: later edits by the same token only show what is new."""
        if how in (Ack.DEFERRED_MESSAGE, Ack.DEFERRED_UPDATE, Ack.AUTOCOMPLETE, Ack.MODAL):
            return
        if how == "message" and self._unproved.pop(record.id, None) is not None:
            self.counts["told why not"] += 1
        if record.id in self._judged:
            return
        self._judged.add(record.id)
        if record.type == COMPONENT:
            self._clicked(record, data)
        elif record.type == COMMAND:
            self._commanded(record, data)

    def _clicked(self, record: Interaction, data: Json) -> None:
        found = CONTROL.fullmatch(record.data["custom_id"])
        if found is None:
            return
        table, token, verb = int(found[1]), found[2], found[3]
        if verb == "do" and record.data.get("values"):
            verb = record.data["values"][0]
        if re.fullmatch("[0-9a-f]{8}", token) and not verb.startswith("ui:"):
            if _shows_hand(data):
                self._move(record, table, token, verb)
            elif NOT_SAVED.fullmatch(str(data.get("content"))):
                self._not_saved(record, table, token, verb)
            else:
                self.counts["told why not"] += 1
        elif verb == "ui:join" and "components" in data and not data.get("flags"):
            self._sits(record, table)

    def _commanded(self, record: Interaction, data: Json) -> None:
        words, options = _command(record.data)
        if words in TYPED:
            table = table_in(self.database, record.channel.id)
            if table is not None and _shows_hand(data):
                self._move(record, table, None, str(options.get(TYPED[words])))
            else:
                self.counts["told why not"] += 1
        elif str(data.get("content")) in SAID_DONE.get(words, ()):
            table = table_in(self.database, record.channel.id)
            if table is None:
                self._wrong(f"{record.user.name} was told that /{words} is done: there is no table")
            elif words == "table join":
                self._sits(record, table)
            else:
                self._lobby(record, table, words)

    def _move(self, record: Interaction, table: int, token: str | None, code: str) -> None:
        seen = self.see(table)
        what = f"{code} ({token or 'typed'})"
        if seen is None:
            self._wrong(f"{record.user.name} was shown a hand at table {table}: there is none")
            return
        look, known = seen
        seat = look.seat_of(record.user.id)
        if seat is None:
            self.counts["seat given up meanwhile"] += 1
            return
        at = known.done_at(seat, code, token)
        if at is not None:
            self.counts["moves acknowledged"] += 1
            act = Acknowledged(record.user.name, what, table, at + 1, known.lines[at])
            self.acknowledged.append(act)
        elif token is None:
            self._wrong(f"{record.user.name} was shown the hand after {what}: not in the log of table {table}")
        elif look.status == "playing" and not look.paused and known.allows(seat, code, token):
            # Unless a refusal follows: then the hand was only drawn as it is.
            self._unproved[record.id] = f"{record.user.name} was shown {what} as done: not in the log of table {table}"
        else:
            self.counts["stale"] += 1

    def _not_saved(self, record: Interaction, table: int, token: str, code: str) -> None:
        """Whoever is told that nothing was saved may try again, and must not find it done."""
        self.counts["told that it was not saved"] += 1
        seen, asked = self.see(table), record.data
        again = any(act is not record and act.data == asked for act in self.world.interactions.values())
        seat = None if seen is None else seen[0].seat_of(record.user.id)
        if seen is not None and seat is not None and not again and seen[1].done_at(seat, code, token) is not None:
            self._wrong(f"{record.user.name} was told that {code} is not saved: it is, at table {table}")

    def _sits(self, record: Interaction, table: int) -> None:
        seen = self.see(table)
        there = seen is not None and seen[0].seat_of(record.user.id) is not None
        self._other(record, there, f"{record.user.name} was told to sit at table {table}, and does not")

    def _lobby(self, record: Interaction, table: int, words: str) -> None:
        seen = self.see(table)
        assert seen is not None
        look, known = seen
        gone, begun = look.seat_of(record.user.id) is None, bool(known.lines)
        done = look.status == "closed" or (gone if words == "table leave" else begun)
        self._other(record, done, f"{record.user.name} was told that /{words} is done at table {table}, and it is not")

    def _other(self, record: Interaction, done: bool, otherwise: str) -> None:
        """An act at a table, not in its log. Another that crossed it may have undone it since."""
        if done:
            self.counts["other acts acknowledged"] += 1
        elif any(self._crosses(act, record) for act in self.world.interactions.values()):
            self.counts["crossed by another act"] += 1
        else:
            self._wrong(otherwise)

    def _crosses(self, act: Interaction, record: Interaction) -> bool:
        if act is record or act.channel is not record.channel:
            return False
        said = act.acked_at is not None and (act.id in self._judged or act.acked is Ack.AUTOCOMPLETE)
        return act.sent_at >= record.sent_at or not said or (act.acked_at or 0.0) >= record.sent_at


def _shows_hand(data: Json) -> bool:
    return any(HAND.match(custom_id) for custom_id in _ids(data.get("components")))


def _ids(components: Any) -> Iterator[str]:
    for component in components or []:
        if "custom_id" in component:
            yield component["custom_id"]
        yield from _ids(component.get("components"))


def _command(data: Json) -> tuple[str, dict[str, Any]]:
    """The words of a command and its options by name."""
    words, options = [str(data["name"])], data.get("options") or []
    while options and options[0]["type"] in (1, 2):
        words.append(str(options[0]["name"]))
        options = options[0].get("options") or []
    return " ".join(words), {option["name"]: option["value"] for option in options}
