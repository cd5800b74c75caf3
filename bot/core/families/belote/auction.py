"""What the play of a deal needs to know of an auction, whatever its form."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self

from bot.core.events import Event
from bot.core.families.belote.contract import Contract
from bot.core.prompts import Prompt
from bot.core.seats import Seat
from bot.core.views import Call


class Auction(ABC):
    """An auction so far: a frozen value that follows its events."""

    __slots__ = ()

    @property
    @abstractmethod
    def contract(self) -> Contract | None:
        """The contract once the auction is closed; None before, and when nobody took."""

    @property
    @abstractmethod
    def passed_out(self) -> bool:
        """Whether everybody passed."""

    @property
    @abstractmethod
    def turn(self) -> Seat:
        """Who must speak; without meaning once the auction is over."""

    @property
    @abstractmethod
    def calls(self) -> tuple[Call, ...]:
        """Everything said so far."""

    @abstractmethod
    def interrupters(self) -> frozenset[Seat]:
        """Seats that may speak although it is not their turn."""

    @abstractmethod
    def prompts(self, seat: Seat) -> tuple[Prompt, ...]:
        """What a seat is offered."""

    @abstractmethod
    def hear(self, event: Event) -> Self:
        """The auction after one of its events.

        Raises:
            CorruptLog: the event is none of this auction's.
        """
