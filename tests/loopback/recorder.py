"""Everything that people's clients received from the bot, and its own lines, held against what each might know.

A hidden card is one of the pack that its reader had not seen by then, by the events in the database: it may be in no
text, label, id, emoji's name, choice, suggestion, form or file that reaches the reader. In a line of the log and in
what the process says of its health there is no card at all, and the seed of a deal is nowhere before the deal is over.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property

from bot.core.match import DealStarted
from tests.telling import cards_named

from .sitting import Sitting
from .telltale import told_by
from .truth import Secrets
from .world import World

_HEX = re.compile(r"[0-9a-f]{64}")


@dataclass
class Report:
    """What was looked at, and what was found.

    Attributes:
        deals: deals that were dealt.
        shown: requests that showed somebody something.
        compared: pairs of something shown and a card its reader might not know then.
        lines: lines of the log and answers about the process's health.
        leaks: what told too much.
    """

    deals: int = 0
    shown: int = 0
    compared: int = 0
    lines: int = 0
    leaks: list[str] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Count another report's in."""
        self.deals += other.deals
        self.shown += other.shown
        self.compared += other.compared
        self.lines += other.lines
        self.leaks += other.leaks


class Recorder:
    """Judges one table."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.world: World = sitting.world
        self.truth = sitting.truth()
        people = frozenset(human.user.id for human in sitting.people)
        places = frozenset({sitting.channel.id, sitting.elsewhere.id})
        self.secrets = Secrets(self.world, self.truth, people, places)

    def report(self, since: int = 0) -> Report:
        """What the table's people were told, from a position in the log of requests."""
        report = Report(deals=len(self.truth.events(DealStarted)))
        for entry, reader in self.secrets.shown(since):
            at = entry.wall
            report.shown += 1
            report.compared += len(self.secrets.hidden_from(reader, at))
            early = [seed for seed in _HEX.findall(told_by(entry)) if at < self.opened.get(seed, 0)]
            report.leaks += [f"{entry.method} {entry.path} told {self.secrets.name(reader)} a seed" for _ in early]
        for entry, name, told in self.secrets.told(since):
            cards = " ".join(sorted(card.code for card in told))
            report.leaks.append(f"{entry.method} {entry.path} told {name} {cards}: {told_by(entry)[:300]!r}")
        return report

    @cached_property
    def opened(self) -> dict[str, float]:
        """When the seed of each deal might be told: at its end; never while it runs."""
        path = self.sitting.database.absolute().as_uri()
        with closing(sqlite3.connect(f"{path}?mode=ro", uri=True)) as connection:
            seeds = connection.execute(
                "SELECT number, seed FROM deals WHERE table_id = ?", (int(self.truth.stored.record.id),)
            ).fetchall()
        return {bytes(seed).hex(): self.secrets.over.get(number, float("inf")) for number, seed in seeds}


def judge_lines(lines: Iterable[str], seeds: Iterable[str]) -> Report:
    """Lines that anybody may come to read: none names a card, or a seed."""
    report, secret = Report(), frozenset(seeds)
    for line in lines:
        report.lines += 1
        if named := cards_named(line):
            report.leaks.append(f"a line names {' '.join(sorted(card.code for card in named))}: {line[:300]!r}")
        report.leaks += [f"a line tells a seed: {line[:300]!r}" for seed in _HEX.findall(line) if seed in secret]
    return report
