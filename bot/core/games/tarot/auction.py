"""The auction: one round, each speaks once, always higher (docs/rules/tarot.md 5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from bot.core.cards import Card
from bot.core.facts import Fact, Who, fact
from bot.core.games.tarot.keys import Key
from bot.core.seats import Seat
from bot.core.views import Call


class Contract(StrEnum):
    """What the taker undertakes, from low to high."""

    PETITE = "petite"
    GARDE = "garde"
    GARDE_SANS = "garde_sans"
    GARDE_CONTRE = "garde_contre"

    @property
    def factor(self) -> int:
        """What the score is multiplied by."""
        match self:
            case Contract.PETITE:
                return 1
            case Contract.GARDE:
                return 2
            case Contract.GARDE_SANS:
                return 4
            case Contract.GARDE_CONTRE:
                return 6
            case _:
                assert_never(self)

    @property
    def takes_chien(self) -> bool:
        """Whether the chien is turned and joins the taker's hand."""
        return self in (Contract.PETITE, Contract.GARDE)

    @property
    def call(self) -> Key:
        """What a bid of it is called."""
        match self:
            case Contract.PETITE:
                return Key.CALL_PETITE
            case Contract.GARDE:
                return Key.CALL_GARDE
            case Contract.GARDE_SANS:
                return Key.CALL_GARDE_SANS
            case Contract.GARDE_CONTRE:
                return Key.CALL_GARDE_CONTRE
            case _:
                assert_never(self)

    def as_fact(self, taker: Seat, called: Card | None) -> Fact:
        """The contract in force, with the called card at five."""
        if called is None:
            return fact(self._contract.value, who=Who(taker))
        return fact(self._called.value, who=Who(taker), card=called)

    @property
    def _contract(self) -> Key:
        match self:
            case Contract.PETITE:
                return Key.CONTRACT_PETITE
            case Contract.GARDE:
                return Key.CONTRACT_GARDE
            case Contract.GARDE_SANS:
                return Key.CONTRACT_GARDE_SANS
            case Contract.GARDE_CONTRE:
                return Key.CONTRACT_GARDE_CONTRE
            case _:
                assert_never(self)

    @property
    def _called(self) -> Key:
        match self:
            case Contract.PETITE:
                return Key.CONTRACT_PETITE_CALLED
            case Contract.GARDE:
                return Key.CONTRACT_GARDE_CALLED
            case Contract.GARDE_SANS:
                return Key.CONTRACT_GARDE_SANS_CALLED
            case Contract.GARDE_CONTRE:
                return Key.CONTRACT_GARDE_CONTRE_CALLED
            case _:
                assert_never(self)


ORDER = tuple(Contract)


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls so far.

    Attributes:
        speakers: seats in the order they speak; a dealer barred after a misdeal is not among them.
        lowest: the lowest contract that may be bid.
        said: what each has said, None for a pass.
    """

    speakers: tuple[Seat, ...]
    lowest: Contract = Contract.PETITE
    said: tuple[Contract | None, ...] = ()

    @property
    def finished(self) -> bool:
        """Whether everybody has spoken."""
        return len(self.said) == len(self.speakers)

    @property
    def spoken(self) -> tuple[Seat, ...]:
        """Who has spoken, in order."""
        return self.speakers[: len(self.said)]

    @property
    def turn(self) -> Seat:
        """Who speaks; without meaning once finished."""
        return self.speakers[min(len(self.said), len(self.speakers) - 1)]

    @property
    def high(self) -> tuple[Seat, Contract] | None:
        """The highest bid and its seat."""
        bids = [(seat, contract) for seat, contract in zip(self.speakers, self.said, strict=False) if contract]
        return bids[-1] if bids else None

    def offered(self) -> tuple[Contract, ...]:
        """Contracts that may be bid now."""
        first = ORDER.index(self.lowest) if self.high is None else ORDER.index(self.high[1]) + 1
        return ORDER[first:]

    def hear(self, contract: Contract | None) -> Auction:
        """The auction after a call; None for a pass."""
        return replace(self, said=(*self.said, contract))

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls, to be put into words."""
        return tuple(
            Call(seat, fact((Key.CALL_PASSED if contract is None else contract.call).value))
            for seat, contract in zip(self.speakers, self.said, strict=False)
        )
