"""One place where errors become sentences, in the reader's language."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence

from bot.core.errors import CorruptLog, IllegalAction, UnknownAction
from bot.core.facts import Value, fact
from bot.engine.errors import EngineRefusal, StorageFailure, Trouble
from bot.engine.models import TableId
from bot.i18n.words import NOBODY, Names, Words
from bot.render.errors import failure_text, refusal_text, ruling_text

log = logging.getLogger(__name__)

LISTED = 20
"""As many places of a list are named; a message holds no more than about ninety."""

_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


class Notice(Exception):
    """A request refused by the interface itself, with its sentence."""

    def __init__(self, key: str, **data: Value) -> None:
        super().__init__(key)
        self.fact = fact(key, **data)


REFUSALS = (EngineRefusal, IllegalAction, UnknownAction, Notice)
"""What a player may cause; anything else is a failure."""


def listed(places: Sequence[str], words: Words) -> str:
    """A list that ends in time: "a, b et 70 autres"."""
    rest = len(places) - LISTED
    return words.both([*places[:LISTED], words.text("say.others", n=rest)] if rest > 1 else places)


def sentence(
    error: BaseException,
    words: Words,
    names: Names = NOBODY,
    *,
    table: TableId | None = None,
    saved: bool = False,
    game: str | None = None,
) -> str:
    """What to tell of an error. A failure is logged in full under the short id that the sentence names.

    Args:
        error: what happened.
        words: the reader's.
        names: of the players whom the sentence may name.
        table: where a failure happened, for the log.
        saved: what was asked for is done and recorded all the same.
        game: the key of the game played there, whose rules pages explain a refused action.
    """
    match error:
        case IllegalAction():
            return ruling_text(error.ruling, words, names, game)
        case EngineRefusal() | Notice():
            return refusal_text(error.fact, words, names, game=game)
        case UnknownAction():
            return refusal_text(fact(f"refusal.{Trouble.UNKNOWN_ACTION.value}"), words, names)
        case _:
            return _failure(error, words, table, saved)


def reference() -> str:
    """A short id for a failure, by which it is found in the log."""
    return "".join(secrets.choice(_LETTERS) for _ in range(4))


def _failure(error: BaseException, words: Words, table: TableId | None, saved: bool) -> str:
    ref = reference()
    log.error("a failure was told", exc_info=error, extra={"table": table, "ref": ref})
    if saved:
        return words.text("error.not_shown", ref=ref)
    if isinstance(error, CorruptLog):
        return refusal_text(fact(f"refusal.{Trouble.TABLE_FROZEN.value}"), words)
    return failure_text(ref, words, storage=isinstance(error, StorageFailure))
