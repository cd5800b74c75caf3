"""One line of a game file, taken apart with suspicion: JSON without doubles, fractions or surprises."""

from __future__ import annotations

import json
import re
from typing import cast

from bot.core.derive import Json
from bot.core.gamefile.model import BadFile
from bot.core.options import OptionValue

LONGEST_LINE = 32_768
"""Bytes of a line; the longest that is written has about 3,000."""

_BIG = 1_000_000_000
_DIGITS = 10
_TOLD = 40


class _Unwanted(ValueError):
    """JSON, but not as this format has it."""


def shown(text: str) -> str:
    """A piece of a file that may hold anything, harmless to print and never long."""
    cut = text if len(text) <= _TOLD else f"{text[:_TOLD]}…"
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in cut)


def parsed(number: int, raw: bytes) -> Fields:
    """The object that a line holds.

    Args:
        number: of the line, from 1.
        raw: the line, with or without its end.

    Raises:
        BadFile: it holds none.
    """
    if len(raw) > LONGEST_LINE:
        raise BadFile(number, f"longer than {LONGEST_LINE} bytes")
    try:
        text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        raise BadFile(number, f"not UTF-8 (byte {error.start + 1} of the line)") from error
    try:
        found: object = json.loads(
            text,
            object_pairs_hook=_once,
            parse_int=_whole,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except _Unwanted as error:
        raise BadFile(number, str(error)) from error
    except RecursionError:
        raise BadFile(number, "nested too deep") from None
    except ValueError as error:
        raise BadFile(number, "not JSON") from error
    if not isinstance(found, dict):
        raise BadFile(number, f"an object expected, not {_kind(found)}")
    return Fields(number, cast("dict[str, Json]", found))


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _Unwanted(f"the key {shown(twice)!r} stands there twice")
    return found


def _whole(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise _Unwanted("a number with too many digits")
    return int(digits)


def _no_number(text: str) -> int:
    raise _Unwanted(f"{shown(text)} is no whole number")


def _kind(value: object) -> str:
    """What kind of value it is, in JSON's words."""
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int():
            return "a number"
        case str():
            return "a text"
        case list():
            return "an array"
        case _:
            return "an object"


class Fields:
    """The fields of one object. Each is taken once, with its type; `done` refuses what is left.

    Every method raises `BadFile` for a field that is missing or of another kind.
    """

    def __init__(self, line: int, data: dict[str, Json]) -> None:
        self.line = line
        self._data = data

    def wrong(self, problem: str) -> BadFile:
        """The error for this line."""
        return BadFile(self.line, problem)

    def done(self) -> None:
        """Refuse fields that nobody asked for."""
        if self._data:
            raise self.wrong(f"unknown field {shown(min(self._data))!r}")

    def text(self, name: str, longest: int, shape: str = "") -> str:
        """A printable text of 1 to `longest` characters, that fits `shape` if one is given."""
        value = self._take(name)
        if not isinstance(value, str):
            raise self._other(name, "a text", value)
        if not 1 <= len(value) <= longest or not value.isprintable() or not value.strip():
            raise self.wrong(f"{name}: a printable text of 1 to {longest} characters expected")
        if shape and re.fullmatch(shape, value) is None:
            raise self.wrong(f"{name}: {shown(value)!r} is not of the form {shape}")
        return value

    def number(self, name: str, low: int = -_BIG, high: int = _BIG) -> int:
        """A whole number between two bounds, both allowed."""
        value = self._take(name)
        if type(value) is not int:
            raise self._other(name, "a number", value)
        if not low <= value <= high:
            raise self.wrong(f"{name}: {value} is not between {low} and {high}")
        return value

    def optional_number(self, name: str, low: int, high: int) -> int | None:
        """The same, or null."""
        if self._data.get(name, "") is None:
            self._take(name)
            return None
        return self.number(name, low, high)

    def truth(self, name: str) -> bool:
        """True or false."""
        value = self._take(name)
        if not isinstance(value, bool):
            raise self._other(name, "true or false", value)
        return value

    def optional_truth(self, name: str) -> bool | None:
        """The same, or null."""
        if self._data.get(name, "") is None:
            self._take(name)
            return None
        return self.truth(name)

    def numbers(self, name: str, count: int) -> tuple[int, ...]:
        """An array of so many whole numbers."""
        values = self._array(name, count, count)
        for value in values:
            if type(value) is not int:
                raise self._other(name, "numbers", value)
        return tuple(value for value in values if isinstance(value, int))

    def texts(self, name: str, fewest: int, most: int, longest: int, shape: str = "") -> tuple[str, ...]:
        """An array of printable texts."""
        values = self._array(name, fewest, most)
        return tuple(Fields(self.line, {name: value}).text(name, longest, shape) for value in values)

    def options(self, name: str) -> dict[str, OptionValue]:
        """An object of texts, numbers, truths and nulls."""
        value = self._take(name)
        if not isinstance(value, dict):
            raise self._other(name, "an object", value)
        found: dict[str, OptionValue] = {}
        for key, inner in value.items():
            if isinstance(inner, list | dict):
                raise self.wrong(f"{name}: {shown(key)!r} cannot be {_kind(inner)}")
            found[key] = inner
        return found

    def optional_object(self, name: str) -> Fields | None:
        """An object, or null."""
        value = self._take(name)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self._other(name, "an object or null", value)
        return Fields(self.line, value)

    def _array(self, name: str, fewest: int, most: int) -> list[Json]:
        value = self._take(name)
        if not isinstance(value, list):
            raise self._other(name, "an array", value)
        if not fewest <= len(value) <= most:
            wanted = str(most) if fewest == most else f"{fewest} to {most}"
            raise self.wrong(f"{name}: {wanted} values expected, not {len(value)}")
        return value

    def _take(self, name: str) -> Json:
        if name not in self._data:
            raise self.wrong(f"the field {name!r} is missing")
        return self._data.pop(name)

    def _other(self, name: str, wanted: str, value: Json) -> BadFile:
        return self.wrong(f"{name}: {wanted} expected, not {_kind(value)}")
