"""Reading a table's row: what cannot be read is noted, not raised, so that one damaged row stops its own table only."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TypeVar

from bot.core.options import OptionValue
from bot.core.seats import Seat
from bot.engine.models import Ask, Asked
from bot.engine.quiet import QuietHours

T = TypeVar("T")

UNKNOWN_TIME = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(slots=True)
class Reading:
    """Values read from one row.

    Attributes:
        failures: names of the columns that could not be read.
    """

    failures: list[str] = field(default_factory=list)

    @property
    def failure(self) -> str | None:
        """What could not be read; None when everything could."""
        return f"unreadable in its row: {', '.join(self.failures)}" if self.failures else None

    def value(self, column: str, read: Callable[[str], T], text: object, otherwise: T) -> T:
        """The value that a column's text stands for, or `otherwise`."""
        try:
            return read(str(text))
        except ValueError:
            self.failures.append(column)
            return otherwise


def time(text: str) -> datetime:
    """A time with its zone.

    Raises:
        ValueError: the text is none.
    """
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError("a time without its zone")
    return found


def options(text: str) -> Mapping[str, OptionValue]:
    """Option values by name.

    Raises:
        ValueError: the text holds none.
    """
    found = json.loads(text)
    if not isinstance(found, dict) or not all(
        value is None or isinstance(value, str | int | bool) for value in found.values()
    ):
        raise ValueError("no options")
    return found


def seats(text: str) -> frozenset[Seat]:
    """A set of seats.

    Raises:
        ValueError: the text holds none.
    """
    return frozenset(Seat(number) for number in numbers(text))


def numbers(text: str) -> tuple[int, ...]:
    """Whole numbers, none below zero.

    Raises:
        ValueError: the text holds none.
    """
    found = json.loads(text)
    if not isinstance(found, list) or not all(type(number) is int and number >= 0 for number in found):
        raise ValueError("no numbers")
    return tuple(found)


def texts(text: str) -> Mapping[str, str]:
    """Texts by name.

    Raises:
        ValueError: the text holds none.
    """
    found = json.loads(text)
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise ValueError("no texts")
    return found


def words(text: str) -> frozenset[str]:
    """A set of texts.

    Raises:
        ValueError: the text holds none.
    """
    found = json.loads(text)
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        raise ValueError("no set of texts")
    return frozenset(found)


def quiet(text: str) -> QuietHours:
    """Quiet hours.

    Raises:
        ValueError: the text holds none.
    """
    found = json.loads(text)
    match found:
        case {"zone": str(zone), "start": int(start), "end": int(end)} if 0 <= start < 24 and 0 <= end < 24:
            return QuietHours(zone, start, end)
        case _:
            raise ValueError("no quiet hours")


def quiet_text(hours: QuietHours) -> str:
    """The text that `quiet` reads."""
    return json.dumps({"zone": hours.zone, "start": hours.start, "end": hours.end})


def asked(text: str) -> Asked:
    """What a table's members are deciding.

    Raises:
        ValueError: the text holds no question.
    """
    found = json.loads(text)
    match found:
        case {"what": str(what), "by": int(by), "until": str(until), "yes": list(yes), "no": list(no)}:
            agree, disagree = seats(json.dumps(yes)), seats(json.dumps(no))
            return Asked(Ask(what), Seat(by), time(until), agree, disagree)
        case _:
            raise ValueError("no question")


def asked_text(question: Asked) -> str:
    """The text that `asked` reads."""
    return json.dumps(
        {
            "what": question.what.value,
            "by": question.by,
            "until": question.until.isoformat(),
            "yes": sorted(question.yes),
            "no": sorted(question.no),
        }
    )


def clicks(text: str) -> tuple[str, ...]:
    """Ids of clicks.

    Raises:
        ValueError: the text holds none.
    """
    found = json.loads(text)
    if not isinstance(found, list) or not all(isinstance(click, str) for click in found):
        raise ValueError("no clicks")
    return tuple(found)
