"""Fair deals: how a seed gives the order of the pack, and how anyone checks it. Described in docs/fair-deals.md.

Everything here but `SecureDealer.seed` is pure.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

from bot.core.cards import Card
from bot.engine.models import OpenedDeal, TableId
from bot.engine.ports import DealSecret

T = TypeVar("T")

SEED_BYTES = 32
_WORD = 4
_WORD_VALUES = 1 << (8 * _WORD)
_CLICK = re.compile(r"[0-9A-Za-z_-]{1,64}")


class NotFair(Exception):
    """A revealed seed does not belong to the hash that was shown before the deal."""


def commitment(seed: bytes, table: TableId, number: int) -> str:
    """SHA-256 in hexadecimal of `<seed in hexadecimal>|<table>|<deal number>`: shown before the deal."""
    return sha256(f"{seed.hex()}|{table}|{number}".encode()).hexdigest()


def opened(secret: DealSecret, table: TableId, latest: int) -> OpenedDeal:
    """What a deal that is over is checked by.

    Args:
        secret: of the deal; it must be over.
        table: the table's number.
        latest: number of its last deal that is over.
    """
    shown = commitment(secret.seed, table, secret.number)
    return OpenedDeal(secret.number, secret.seed.hex(), secret.mixed, shown, latest)


def with_click(secret: DealSecret, click: str) -> DealSecret:
    """The secret with one more click mixed in.

    Raises:
        ValueError: the click's id has other characters than letters, digits, `_` and `-`, or more than 64.
    """
    if _CLICK.fullmatch(click) is None:
        raise ValueError(f"not a click's id: {click!r}")
    return DealSecret(secret.number, secret.seed, (*secret.mixed, click))


def order(secret: DealSecret, table: TableId, deck: Sequence[Card]) -> tuple[Card, ...]:
    """The pack in the order this secret gives, first card dealt first."""
    return shuffled(secret.seed, f"tapis-deal-1|{table}|{secret.number}|{','.join(secret.mixed)}", deck)


def lesson_order(number: int, deck: Sequence[Card]) -> tuple[Card, ...]:
    """The pack as it is prepared for somebody who learns: no secret, and no part of any other table's chance."""
    return shuffled(b"tapis-lesson", f"tapis-lesson-1|{number}", deck)


def verify(secret: DealSecret, table: TableId, shown: str, deck: Sequence[Card]) -> tuple[Card, ...]:
    """The order of the pack, once the seed is known to be the one whose hash was shown.

    Raises:
        NotFair: it is another seed, table or deal number.
    """
    if not hmac.compare_digest(commitment(secret.seed, table, secret.number), shown):
        raise NotFair(f"deal {secret.number} of table {table}: the seed does not fit the hash shown before the deal")
    return order(secret, table, deck)


def shuffled(key: bytes, context: str, items: Sequence[T]) -> tuple[T, ...]:
    """A Fisher–Yates shuffle driven by HMAC-SHA-256: the same for the same arguments, every order equally likely."""
    words = _words(key, context)
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = _below(last + 1, words)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return tuple(mixed)


def _words(key: bytes, context: str) -> Iterator[int]:
    """An endless stream of 32-bit numbers: block n is HMAC(key, `<context>|<n>`), read eight words at a time."""
    block = 0
    while True:
        digest = hmac.digest(key, f"{context}|{block}".encode(), "sha256")
        for start in range(0, len(digest), _WORD):
            yield int.from_bytes(digest[start : start + _WORD], "big")
        block += 1


def _below(bound: int, words: Iterator[int]) -> int:
    """A number below `bound`. Words past the last full multiple of it are thrown away, so none is favoured."""
    limit = _WORD_VALUES - _WORD_VALUES % bound
    return next(word for word in words if word < limit) % bound


class SecureDealer:
    """Chance from the operating system's secure source."""

    def seed(self) -> bytes:
        """Thirty-two fresh secret bytes."""
        return secrets.token_bytes(SEED_BYTES)

    def order(self, secret: DealSecret, table: TableId, deck: Sequence[Card]) -> tuple[Card, ...]:
        """The pack in the order this secret gives."""
        return order(secret, table, deck)
