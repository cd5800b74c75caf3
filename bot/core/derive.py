"""Derives JSON codecs from the type hints of frozen dataclasses; `codec.py` uses it for events and snapshots.

What a hint may be, and how it looks in JSON:

    int bool str None          themselves
    StrEnum                    its value
    Card, Action               its code
    NewType                    as the type under it
    tuple, frozenset           an array (sets sorted)
    Mapping                    an array of [key, value] pairs
    frozen dataclass           an object with exactly its fields
    union with None            null, or the other
    other unions               None, bool, int, str as themselves; anything else tagged: {"Card": "10H"}
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from types import MappingProxyType, NoneType, UnionType
from typing import NewType, Union, cast, get_args, get_origin, get_type_hints

from bot.core.actions import Action
from bot.core.cards import Card
from bot.core.errors import CorruptLog, UnknownAction

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]
"""A value of JSON without fractions."""

SCALARS: tuple[type, ...] = (NoneType, bool, int, str)


@dataclass(frozen=True, slots=True)
class Codec:
    """Both directions for one type. `decode` raises CorruptLog for data of another shape."""

    encode: Callable[[object], Json]
    decode: Callable[[Json], object]


class Deriver:
    """Builds the codec of a type once and keeps it.

    Args:
        stand_ins: concrete classes to use where a hint names an abstract one, or a type variable.
        parse_action: reads an action from its code.
    """

    def __init__(self, stand_ins: Mapping[object, type], parse_action: Callable[[str], Action]) -> None:
        self._stand_ins = stand_ins
        self._parse_action = parse_action
        self._known: dict[object, Codec] = {}

    def codec(self, hint: object) -> Codec:
        """The codec for a type hint.

        Raises:
            TypeError: the hint has no JSON form.
        """
        if hint not in self._known:
            self._known[hint] = self._derive(hint)
        return self._known[hint]

    def _derive(self, hint: object) -> Codec:
        origin = get_origin(hint)
        if isinstance(hint, NewType):
            return self.codec(hint.__supertype__)
        if origin in (Union, UnionType):
            return self._union(get_args(hint))
        if origin is tuple:
            return self._tuple(get_args(hint))
        if origin is frozenset:
            return self._set(get_args(hint)[0])
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return self._mapping(*get_args(hint))
        concrete = self._stand_ins.get(hint, hint)
        if isinstance(concrete, type):
            return self._class(concrete)
        raise TypeError(f"no JSON form for {hint!r}")

    def _class(self, cls: type) -> Codec:
        if cls in SCALARS:
            return _scalar(cls)
        if cls is Card:
            return _text(cls, lambda value: cast("Card", value).code, Card.parse)
        if issubclass(cls, Action):
            return _text(cls, lambda value: cast("Action", value).code, self._parse_action)
        if issubclass(cls, StrEnum):
            return _text(cls, lambda value: cast("StrEnum", value).value, cls)
        if is_dataclass(cls):
            return self._dataclass(cls)
        raise TypeError(f"no JSON form for {cls.__qualname__}")

    def _dataclass(self, cls: type) -> Codec:
        hints = get_type_hints(cls)
        parts = tuple((item.name, self.codec(hints[item.name])) for item in fields(cls))
        names = frozenset(name for name, _ in parts)
        make = cast("Callable[..., object]", cls)

        def encode(value: object) -> Json:
            if type(value) is not cls:
                raise TypeError(f"{cls.__name__} expected, not {type(value).__name__}")
            return {name: part.encode(getattr(value, name)) for name, part in parts}

        def decode(data: Json) -> object:
            if not isinstance(data, dict) or data.keys() != names:
                raise CorruptLog(f"{cls.__name__}: fields {sorted(names)} expected in {_shape(data)}")
            values = [part.decode(data[name]) for name, part in parts]
            try:
                return make(*values)
            except ValueError:
                raise CorruptLog(f"{cls.__name__}: values that do not go together") from None

        return Codec(encode, decode)

    def _tuple(self, args: tuple[object, ...]) -> Codec:
        if len(args) == 2 and args[1] is Ellipsis:
            item = self.codec(args[0])

            def encode_all(value: object) -> Json:
                return [item.encode(each) for each in cast("tuple[object, ...]", value)]

            def decode_all(data: Json) -> object:
                return tuple([item.decode(each) for each in _array(data)])

            return Codec(encode_all, decode_all)
        items = [self.codec(arg) for arg in args]

        def encode(value: object) -> Json:
            held = cast("tuple[object, ...]", value)
            return [part.encode(each) for part, each in zip(items, held, strict=True)]

        def decode(data: Json) -> object:
            held = _array(data)
            if len(held) != len(items):
                raise CorruptLog(f"{len(items)} values expected in {_shape(data)}")
            return tuple([part.decode(each) for part, each in zip(items, held, strict=True)])

        return Codec(encode, decode)

    def _set(self, member: object) -> Codec:
        item = self.codec(member)

        def encode(value: object) -> Json:
            return sorted((item.encode(each) for each in cast("frozenset[object]", value)), key=json.dumps)

        return Codec(encode, lambda data: frozenset(item.decode(each) for each in _array(data)))

    def _mapping(self, key: object, value: object) -> Codec:
        pairs = self._tuple((tuple.__class_getitem__((key, value)), Ellipsis))

        def encode(held: object) -> Json:
            return pairs.encode(tuple(cast("Mapping[object, object]", held).items()))

        def decode(data: Json) -> object:
            return MappingProxyType(dict(cast("tuple[tuple[object, object], ...]", pairs.decode(data))))

        return Codec(encode, decode)

    def _union(self, members: tuple[object, ...]) -> Codec:
        bare = [member for member in members if member is not NoneType]
        if len(bare) == 1:
            return _optional(self.codec(bare[0]))
        plain = frozenset(member for member in members if member in SCALARS)
        tagged: dict[str, Codec] = {}
        for member in members:
            if member not in plain:
                name = _tag(member)
                if name in tagged:
                    raise TypeError(f"two members of a union are tagged {name}")
                tagged[name] = self.codec(member)

        def encode(value: object) -> Json:
            if type(value) in plain:
                return cast("Json", value)
            name = type(value).__name__
            return {name: tagged[name].encode(value)}

        def decode(data: Json) -> object:
            if isinstance(data, dict) and len(data) == 1:
                ((name, inner),) = data.items()
                if name in tagged:
                    return tagged[name].decode(inner)
            elif type(data) in plain:
                return data
            raise CorruptLog(f"unexpected {_shape(data)}")

        return Codec(encode, decode)


def _tag(member: object) -> str:
    origin = get_origin(member)
    if origin is not None:
        member = origin
    if isinstance(member, type):
        return member.__name__
    raise TypeError(f"no tag for {member!r} in a union")


def _optional(inner: Codec) -> Codec:
    return Codec(
        lambda value: None if value is None else inner.encode(value),
        lambda data: None if data is None else inner.decode(data),
    )


def _scalar(cls: type) -> Codec:
    def encode(value: object) -> Json:
        if type(value) is not cls:
            raise TypeError(f"{cls.__name__} expected, not {value!r}")
        return cast("Json", value)

    def decode(data: Json) -> object:
        if type(data) is not cls:
            raise CorruptLog(f"{cls.__name__} expected, not {_shape(data)}")
        return data

    return Codec(encode, decode)


def _text(cls: type, write: Callable[[object], str], read: Callable[[str], object]) -> Codec:
    known: dict[str, object] = {}

    def encode(value: object) -> Json:
        if not isinstance(value, cls):
            raise TypeError(f"{cls.__name__} expected, not {value!r}")
        return write(value)

    def decode(data: Json) -> object:
        if not isinstance(data, str):
            raise CorruptLog(f"{cls.__name__} expected, not {_shape(data)}")
        if data not in known:
            try:
                made = read(data)
            except (ValueError, UnknownAction):
                raise CorruptLog(f"a text that is no {cls.__name__}") from None
            if not isinstance(made, cls):
                raise CorruptLog(f"a text that is no {cls.__name__}")
            known[data] = made
        return known[data]

    return Codec(encode, decode)


def _array(data: Json) -> list[Json]:
    if not isinstance(data, list):
        raise CorruptLog(f"an array expected, not {_shape(data)}")
    return data


def _shape(data: Json) -> str:
    """What kind of data it is, never the data: an error's text goes into the log, and a hand does not belong there."""
    return type(data).__name__
