"""The owner's commands on the database: copies, and checks. They work on the file, with or without a running bot."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.app import ADMIN_NOTE, COMMANDS_NOTE
from bot.config import Settings
from bot.core.gamefile.model import BadFile
from bot.engine.models import TableId
from bot.i18n.words import words_for
from bot.render.errors import ruling_text
from bot.storage import audit, backup, gamefiles, packs, sweep
from bot.storage.errors import GameFileRefused

Tool = Callable[[Settings, argparse.Namespace], Coroutine[None, None, None]]


class Drifted(Exception):
    """Some logs do not replay, or not by the present rules; which ones was printed."""


def add_tools(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the commands to the command line."""
    copy = commands.add_parser("backup", help="copy the database, also while the bot runs")
    copy.add_argument("file", type=Path, help="where the copy goes")
    copy.add_argument("--force", action="store_true", help="replace a file that is there")
    back = commands.add_parser("restore", help="put a backup in the place of the database; the bot must be stopped")
    back.add_argument("file", type=Path, help="the backup; the replaced database is kept beside it")
    pack = commands.add_parser("compact", help="pack the logs of matches that are over; nothing is lost")
    pack.add_argument("--older-than", type=_days, default=0, metavar="DAYS", help="leave later ones (default: 0)")
    old = commands.add_parser("sweep", help="remove the cards of matches over for long; their results stay")
    old.add_argument("--older-than", type=_days, default=None, metavar="DAYS", help="default: TAPIS_KEEP_DAYS")
    check = commands.add_parser("verify", help="replay every log and report what is damaged or decided otherwise now")
    check.add_argument("--all", action="store_true", help="name the tables that are in order too")
    out = commands.add_parser("export", help="write matches that are over to a game file (docs/game-file.md)")
    out.add_argument("file", type=Path, help="where the file goes")
    out.add_argument("--table", type=_table, metavar="NUMBER", help="only the match of this table")
    out.add_argument("--text", action="store_true", help="for people to read; it cannot be imported")
    out.add_argument("--names", action="store_true", help="with the players' names instead of letters")
    out.add_argument("--force", action="store_true", help="replace a file that is there")
    into = commands.add_parser("import", help="check a game file by the rules and keep its matches, marked as imported")
    into.add_argument("file", type=Path, help="the game file")
    into.add_argument("--check", action="store_true", help="only check it; no database is needed")


def _days(text: str) -> int:
    days = int(text)
    if not 0 <= days <= 36_500:
        raise argparse.ArgumentTypeError("days are a number from 0 to 36500")
    return days


def _table(text: str) -> TableId:
    number = int(text)
    if not 0 < number < 1 << 63:
        raise argparse.ArgumentTypeError("a table is named by its number")
    return TableId(number)


async def _backup(settings: Settings, chosen: argparse.Namespace) -> None:
    size = await asyncio.to_thread(backup.back_up, settings.database, chosen.file, force=chosen.force)
    print(f"{chosen.file}: {size:,} bytes")


async def _restore(settings: Settings, chosen: argparse.Namespace) -> None:
    # The commands that Discord knows may be another version's: they are registered anew.
    kept = await asyncio.to_thread(backup.restore, chosen.file, settings.database, (COMMANDS_NOTE, ADMIN_NOTE))
    print(f"{settings.database} is now what {chosen.file} holds")
    if kept is not None:
        print(f"the database that was there: {kept}")


async def _compact(settings: Settings, chosen: argparse.Namespace) -> None:
    before = datetime.now(UTC) - timedelta(days=chosen.older_than)
    done = await asyncio.to_thread(packs.compact, settings.database, before)
    packed = f"{number_of('table', done.tables)} packed with {number_of('deal', done.deals)}"
    print(f"{packed}, read back and compared: the same events")
    if done.deals:
        print(f"their logs: {done.before / done.deals:.0f} bytes a deal before, {done.after / done.deals:.0f} after")
    if done.passed_over:
        left = number_of("table", done.passed_over)
        print(f"{left} left as before: what was logged cannot be read (python -m bot verify)")
    print(f"the file: {done.file_before:,} bytes in use before, {done.file_after:,} after")
    if not done.shrunk:
        print(
            "its size stays while the bot runs: new rows fill the room. Compact once while it is stopped to shrink it."
        )


async def _sweep(settings: Settings, chosen: argparse.Namespace) -> None:
    days = settings.keep_days if chosen.older_than is None else chosen.older_than
    before = datetime.now(UTC) - timedelta(days=days)
    done, shrunk, emptied = await asyncio.to_thread(sweep.sweep, settings.database, before)
    print(f"over for more than {number_of('day', days)}: the logs of {number_of('table', done.logs)} removed,")
    print(f"their results kept; {number_of('table', done.tables)} without a result removed")
    if not shrunk:
        print("the file's size stays while the bot runs: new rows fill the room.")
    if not emptied:
        print("the database was being read: what was removed is still in its -wal file. Sweep again.")


async def _verify(settings: Settings, chosen: argparse.Namespace) -> None:
    await asyncio.to_thread(_print_reports, settings.database, everything=chosen.all)


def _print_reports(database: Path, *, everything: bool) -> None:
    counted = events = deals = wrong = 0
    for report in audit.audit(database):
        counted, events, deals = counted + 1, events + report.events, deals + report.deals
        head = f"table {report.table} ({report.game}, {_size(report.events, report.deals)})"
        for fault in report.faults:
            print(f"{head}: DAMAGED: {fault}")
        for drift in report.drift:
            print(f"{head}: drift: {drift}")
        if not report.fine:
            wrong += 1
        elif everything:
            print(f"{head}: in order")
    print(f"{number_of('table', counted)}, {_size(events, deals)}: {counted - wrong} in order, {wrong} not")
    if wrong:
        raise Drifted(f"not in order: {wrong} of {number_of('table', counted)}")


async def _export(settings: Settings, chosen: argparse.Namespace) -> None:
    form = {"text": chosen.text, "names": chosen.names, "force": chosen.force}
    done = await asyncio.to_thread(gamefiles.export, settings.database, chosen.file, chosen.table, **form)
    for table, why in done.left_out:
        print(f"left out: table {table} {why}")
    print(f"{chosen.file}: {_matches(done.matches)} with {number_of('deal', done.deals)}")


async def _import(settings: Settings, chosen: argparse.Namespace) -> None:
    try:
        found = await asyncio.to_thread(gamefiles.read_file, chosen.file)
    except BadFile as error:
        raise GameFileRefused(f"{chosen.file}, {_duty(error)}") from error
    deals = number_of("deal", sum(len(played.deals) for played in found))
    print(f"{chosen.file}: {_matches(len(found))} with {deals}, every act allowed by the rules")
    if chosen.check:
        return
    if not settings.database.exists():
        raise GameFileRefused(f"there is no database at {settings.database} to keep it in (--check needs none)")
    done = await asyncio.to_thread(gamefiles.take, settings.database, found, datetime.now(UTC))
    if done.numbers:
        kept = ", ".join(str(number) for number in done.numbers)
        print(f"kept as imported, number {kept}: they count nowhere as played here")
    if done.known:
        print(f"there already: {_matches(done.known)}")


def _duty(error: BadFile) -> str:
    """The line, and the duty that its act breaks."""
    if error.ruling is None:
        return str(error)
    return f"{error}. {ruling_text(error.ruling, words_for('en'), game=error.game)}"


def _matches(number: int) -> str:
    return "1 match" if number == 1 else f"{number} matches"


def _size(events: int, deals: int) -> str:
    return f"{number_of('event', events)}, {number_of('finished deal', deals)}"


def number_of(thing: str, number: int) -> str:
    """A number of things, in English: `1 open table`, `0 open tables`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


TOOLS: dict[str, Tool] = {
    "backup": _backup,
    "restore": _restore,
    "compact": _compact,
    "sweep": _sweep,
    "verify": _verify,
    "export": _export,
    "import": _import,
}
"""By the command's name."""

NEED_A_DATABASE = frozenset({"backup", "compact", "sweep", "verify", "verify-deal", "export"})
"""Commands that make no sense without one."""
