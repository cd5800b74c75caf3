"""States that follow one another quickly: making the next one, and answers worked out once for each.

Both serve frozen dataclasses without slots: what is kept lives beside the fields in an object's own `__dict__`, and is
no part of its value: it is neither compared, nor written, nor carried over to the next state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache, wraps
from operator import itemgetter
from typing import TYPE_CHECKING, Generic, Self, TypeVar, overload

S = TypeVar("S")
K = TypeVar("K")
T = TypeVar("T")

__all__ = ["kept", "kept_for", "kept_with", "replace"]

if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(state, **changes):
        """`dataclasses.replace` for these states, several times as fast: it copies, where that one calls `__init__`."""
        cls = type(state)
        names, values = _fields(cls)
        after = object.__new__(cls)
        copied = after.__dict__
        copied.update(zip(names, values(state.__dict__), strict=True), **changes)
        if len(copied) != len(names):
            raise TypeError(f"no fields of {cls.__name__}: {sorted(copied.keys() - set(names))}")
        return after


@cache
def _fields(cls: type) -> tuple[tuple[str, ...], itemgetter[object]]:
    """The names of a class's fields (two at least), and what takes their values out of an object's `__dict__`."""
    names = tuple(item.name for item in fields(cls))
    return names, itemgetter(*names)


class kept(Generic[S, T]):  # noqa: N801  (it stands where `property` stands)
    """A property worked out when it is first read, then kept with the object.

    Unlike `functools.cached_property` it takes no lock: the answer is pure, so that two threads may both work it out.
    """

    def __init__(self, make: Callable[[S], T]) -> None:
        self._make = make
        self._name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, state: None, owner: type) -> Self: ...

    @overload
    def __get__(self, state: S, owner: type) -> T: ...

    def __get__(self, state: S | None, owner: type) -> Self | T:
        if state is None:
            return self
        answer = self._make(state)
        # The object's own `__dict__` is looked at before this method from now on.
        state.__dict__[self._name] = answer
        return answer


def kept_with(make: Callable[[S], T]) -> Callable[[S], T]:
    """A function of one state whose answer is kept with the state, for what is no business of the state's class."""
    name = f"{make.__module__}.{make.__qualname__}"

    @wraps(make)
    def answer(state: S) -> T:
        held: dict[str, T] = state.__dict__
        if name not in held:
            held[name] = make(state)
        return held[name]

    return answer


def kept_for(make: Callable[[S, K], T]) -> Callable[[S, K], T]:
    """A function of one state and, say, a seat, whose answers are kept with the state: one for each seat."""
    name = f"{make.__module__}.{make.__qualname__}"

    @wraps(make)
    def answer(state: S, key: K) -> T:
        held: dict[K, T] = state.__dict__.setdefault(name, {})
        if key not in held:
            held[key] = make(state, key)
        return held[key]

    return answer
