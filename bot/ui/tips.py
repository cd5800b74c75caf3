"""A word to a member who does something for the first time: once each, beside what they look at, never in its way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

from bot.core.prompts import BidRange, OneOf, PickCards
from bot.engine.memory import UserSettings
from bot.engine.models import SeatView, UserId
from bot.i18n.words import Words

FIRST_HAND = "hand"
FIRST_REFUSAL = "refusal"

REMEMBERED = 4096

Keep = Callable[[UserId, str], asyncio.Task[None] | None]
"""Stores that a member was told a tip; returns at once, with the task that does it."""


def _forget(_: UserId, __: str) -> None:
    """Stores nothing, until there is a database."""


class Tips:
    """What to tell whom. `keep` is set once there is a database."""

    def __init__(self) -> None:
        self.keep: Keep = _forget
        self._shown: dict[UserId, tuple[str, str]] = {}
        self._keeping: dict[asyncio.Task[None], UserId] = {}

    def for_hand(self, seat: SeatView, settings: UserSettings, words: Words) -> str:
        """The tip that goes with a hand, the same as long as the hand asks the same; empty when there is none."""
        if seat.view is None or not seat.prompts:
            return ""
        shown, token = self._shown.get(settings.user, ("", ""))
        if token == seat.token:
            return words.text(f"tip.{shown}")
        for tip in _tips(seat):
            if tip not in settings.tips and words.has(f"tip.{tip}"):
                self._note(settings.user, tip, seat.token)
                return words.text(f"tip.{tip}")
        return ""

    def for_refusal(self, settings: UserSettings, words: Words) -> str:
        """The tip that goes with a first refusal by the rules; empty later."""
        if FIRST_REFUSAL in settings.tips:
            return ""
        self._keep(settings.user, FIRST_REFUSAL)
        return words.text(f"tip.{FIRST_REFUSAL}")

    def forget(self, user: UserId) -> None:
        """Hold nothing of this member in memory, and store nothing of them that does not wait for the database yet."""
        self._shown.pop(user, None)
        for task in [task for task, told in self._keeping.items() if told == user]:
            task.cancel()

    def _note(self, user: UserId, tip: str, token: str) -> None:
        self._shown.pop(user, None)
        self._shown[user] = (tip, token)
        while len(self._shown) > REMEMBERED:
            self._shown.pop(next(iter(self._shown)))
        self._keep(user, tip)

    def _keep(self, user: UserId, tip: str) -> None:
        task = self.keep(user, tip)
        if task is not None:
            self._keeping[task] = user
            task.add_done_callback(lambda done: self._keeping.pop(done, None))


def _tips(seat: SeatView) -> Iterator[str]:
    """What may be new about a hand: that there is one, and every kind of action it offers."""
    yield FIRST_HAND
    for prompt in seat.prompts:
        match prompt:
            case OneOf():
                for code in prompt.codes():
                    kind, _, argument = code.partition(":")
                    yield from (f"{kind}.{argument}", kind) if argument else (kind,)
            case BidRange():
                yield prompt.kind
            case PickCards():
                yield prompt.kind
