"""Tricks: who is winning, under a ranking given by the contract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from bot.core.cards import Card, Suit
from bot.core.seats import Seat, next_seat


class Ranking(Protocol):
    """Strength and points of cards under one contract. The led suit is always an argument."""

    def strength(self, card: Card, led: Suit) -> int:
        """How strong a card is in a trick of the led suit; below 0 for a card that can never win it."""
        ...

    def points(self, card: Card) -> int:
        """Card points."""
        ...


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards on the table, in order of play."""

    plays: tuple[tuple[Seat, Card], ...] = ()

    @property
    def led(self) -> Suit | None:
        """The suit led: of the first card that is not the Excuse; None before it."""
        for _, card in self.plays:
            if card.suit is not Suit.EXCUSE:
                return card.suit
        return None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards alone."""
        return tuple(card for _, card in self.plays)

    def adding(self, seat: Seat, card: Card) -> Trick:
        """The trick with one more card."""
        return Trick((*self.plays, (seat, card)))

    def best(self, ranking: Ranking) -> tuple[Seat, Card] | None:
        """The play that is winning so far; None while nothing can win."""
        led = self.led
        if led is None:
            return None
        strengths = [ranking.strength(card, led) for _, card in self.plays]
        return self.plays[strengths.index(max(strengths))]

    def next_to_play(self, leader: Seat, players: int) -> Seat:
        """Whose turn it is when `leader` leads this trick."""
        return next_seat(leader, players, len(self.plays))


@dataclass(frozen=True, slots=True)
class WonTrick:
    """A gathered trick."""

    trick: Trick
    winner: Seat
