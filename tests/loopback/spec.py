"""The referee: checks logged requests and answers against Discord's own description of its API.

Checking is done after the fact, from the log, so that it costs the running game nothing. Equal bodies are checked once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # the library ships no types
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from .model import Entry, Json

PATH = Path(__file__).parent.parent / "data" / "discord" / "openapi.json"
ROOT = "urn:discord"


@dataclass(frozen=True, slots=True)
class Allowed:
    """A known deviation and why it is right.

    `side` is "request" or "response"; `route` and `place` (a JSON path) are regular expressions.
    """

    side: str
    route: str
    place: str
    reason: str

    def covers(self, side: str, route: str, place: str) -> bool:
        """Whether a deviation is this one."""
        return side == self.side and bool(re.fullmatch(self.route, route) and re.fullmatch(self.place, place))


ALLOWED: tuple[Allowed, ...] = (
    Allowed("request", "POST /users/@me/channels", r"\$\.recipient_id", "discord.py sends this snowflake as a number"),
    Allowed(
        "request",
        ".*",
        r"\$(\.data)?\.attachments\[\d+\]\.id",
        "discord.py numbers new files with integers, as Discord's guide on uploading files does",
    ),
    Allowed("request", ".*", r"\$(\.data)?\.components\[.*\.emoji\.id", "discord.py sends emoji ids as numbers"),
    Allowed(
        "response",
        ".*",
        r"\$\.errors\..*",
        "real field errors carry textual codes (BASE_TYPE_REQUIRED); the description says integers",
    ),
)


@cache
def document() -> Json:
    """Discord's description, parsed once."""
    with PATH.open(encoding="utf-8") as file:
        loaded: Json = json.load(file)
    return loaded


@cache
def _registry() -> Registry[Any]:
    empty: Registry[Any] = Registry()
    filled: Registry[Any] = empty.with_resource(ROOT, DRAFT202012.create_resource(document()))
    return filled


@cache
def _validator(pointer: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"{ROOT}#{pointer}"}, registry=_registry())


def _escape(part: str) -> str:
    return part.replace("~", "~0").replace("/", "~1")


def _operation(entry: Entry) -> tuple[str, Json] | None:
    method = entry.method.lower()
    paths = document()["paths"]
    for template in (entry.template, entry.template.replace("/thread-members/{user_id}", "/thread-members/@me")):
        if method in paths.get(template, {}):
            return f"/paths/{_escape(template)}/{method}", paths[template][method]
    return None


def _response_pointer(base: str, operation: Json, status: int) -> str | None:
    responses = operation["responses"]
    key = str(status) if str(status) in responses else f"{status // 100}XX"
    found = responses.get(key)
    if found is None:
        return None
    pointer = f"{base}/responses/{key}"
    if "$ref" in found:
        pointer = found["$ref"].removeprefix("#")
        found = document()["components"]["responses"][pointer.rsplit("/", 1)[1]]
    if "content" not in found:
        return ""
    return f"{pointer}/content/application~1json/schema"


def check(entry: Entry) -> list[str]:
    """The deviations of one logged exchange, one line each; not of the proxy's answers and planned faults (5xx)."""
    found = _operation(entry)
    if found is None:
        return [f"{entry.route}: not in Discord's description"]
    base, operation = found
    problems: list[str] = []
    if "requestBody" in operation and entry.request is not None:
        kind = _escape("multipart/form-data" if entry.content_type == "multipart/form-data" else "application/json")
        problems += _errors(f"{base}/requestBody/content/{kind}/schema", entry.request, "request", entry)
    if entry.status < 500 and not entry.proxied:
        pointer = _response_pointer(base, operation, entry.status)
        if pointer is None:
            problems.append(f"{entry.route}: no answer {entry.status} is described")
        elif pointer:
            problems += _errors(pointer, entry.response, "response", entry)
    return problems


def _errors(pointer: str, body: Any, side: str, entry: Entry) -> list[str]:
    # Most bodies are right: the quick question first, the long explanation only for a wrong one.
    if _validator(pointer).is_valid(body):
        return []
    lines = []
    for error in _leaves(_validator(pointer).iter_errors(body)):
        if not any(a.covers(side, entry.route, error.json_path) for a in ALLOWED):
            lines.append(f"{entry.route} {side}: {error.json_path}: {error.message[:200]}")
    return lines


def _leaves(errors: Iterable[Any]) -> Iterator[Any]:
    """The deepest causes: of a failed choice, those of the branch that failed least."""
    for error in errors:
        if error.context:
            branches: dict[Any, list[Any]] = {}
            for inner in error.context:
                branches.setdefault(inner.schema_path[0], []).append(inner)
            best = sorted(branches.values(), key=_weight)[0]
            yield from _leaves(best)
        else:
            yield error


def _weight(branch: list[Any]) -> tuple[bool, int]:
    wrong_kind = any(error.validator in ("enum", "const", "type") and len(error.path) <= 1 for error in branch)
    return wrong_kind, len(branch)


def check_all(log: Iterable[Entry]) -> list[str]:
    """The deviations of a whole log, each named once.

    Bodies that differ only in ids and texts are checked once, whichever log they are in.
    """
    problems: dict[str, None] = {}
    for entry in log:
        bodies = [_shape(entry.request), _shape(entry.response)]
        shape = json.dumps([entry.route, entry.content_type, entry.status, *bodies])
        if shape not in _CHECKED:
            _CHECKED[shape] = tuple(check(entry))
        problems.update(dict.fromkeys(_CHECKED[shape]))
    return list(problems)


_CHECKED: dict[str, tuple[str, ...]] = {}
"""What was found wrong with each shape of an exchange."""


def _shape(value: Any) -> Any:
    """A body with its free values replaced by what a schema can tell apart: type, length, small numbers, ids."""
    match value:
        case dict():
            return {k: _shape(v) for k, v in value.items()}
        case list():
            kept: list[Any] = []
            for item in map(_shape, value):
                if item not in kept:
                    kept.append(item)
            return kept
        case str():
            return "id" if value.isdigit() else f"text{min(len(value) // 100, 60)}{value == ''}"
        case bool() | None:
            return value
        case int():
            return value if -1 < value < 100 else "int"
        case _:
            return "number"
