"""What everybody marks for a deal, explained line by line (docs/rules/hearts.md 6 and 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.core.cards import Card
from bot.core.facts import Camp, Fact, Who, fact
from bot.core.games.hearts.keys import Key
from bot.core.games.hearts.options import HeartsOptions
from bot.core.games.hearts.pack import ALL_POINTS, JACK, JACK_POINTS, QUEEN, QUEEN_POINTS, is_heart, is_penalty, worth
from bot.core.seats import Seat, Side

Taken = Sequence[Sequence[Card]]
"""The cards that each seat took in tricks, by seat."""


@dataclass(frozen=True, slots=True)
class Score:
    """A deal that was counted: what each seat marks, and why."""

    points: tuple[int, ...]
    account: tuple[Fact, ...]


def shooter(taken: Taken) -> Seat | None:
    """Who took every heart and the queen of spades, if somebody did."""
    owners = {seat for seat, cards in enumerate(taken) for card in cards if is_penalty(card)}
    return Seat(owners.pop()) if len(owners) == 1 else None


def so_far(taken: Taken, options: HeartsOptions) -> tuple[int, ...]:
    """What the cards taken until now cost, by seat; the moon is not asked."""
    return tuple(sum(worth(card, options) for card in cards) for cards in taken)


def score(taken: Taken, options: HeartsOptions, *, others_add: bool) -> Score:
    """Count a deal whose last trick was taken.

    Args:
        taken: the cards taken.
        options: of the table.
        others_add: how a moon counts: the others add 26, else the shooter takes 26 off.
    """
    moon = shooter(taken)
    lines = [_lines(Seat(seat), cards, options, moon, others_add) for seat, cards in enumerate(taken)]
    points = tuple(sum(amount for _, amount in terms) for terms in lines)
    account = [] if moon is None else [fact(Key.ACCOUNT_MOON.value, who=Who(moon))]
    for seat, terms in enumerate(lines):
        camp = Camp(Side(seat))
        account += [fact(key.value, camp=camp, points=amount) for key, amount in terms]
        account.append(fact(Key.ACCOUNT_MARKS.value, camp=camp, points=points[seat]))
    return Score(points, tuple(account))


def _lines(
    seat: Seat, cards: Sequence[Card], options: HeartsOptions, moon: Seat | None, others_add: bool
) -> list[tuple[Key, int]]:
    penalties = _of_a_moon(seat, moon, others_add) if moon is not None else _of_cards(cards)
    jack = [(Key.ACCOUNT_JACK, JACK_POINTS)] if options.jack_of_diamonds and JACK in cards else []
    return [*penalties, *jack]


def _of_cards(cards: Sequence[Card]) -> Iterator[tuple[Key, int]]:
    hearts = sum(map(is_heart, cards))
    if hearts:
        yield Key.ACCOUNT_HEARTS, hearts
    if QUEEN in cards:
        yield Key.ACCOUNT_QUEEN, QUEEN_POINTS


def _of_a_moon(seat: Seat, moon: Seat, others_add: bool) -> Iterator[tuple[Key, int]]:
    if others_add and seat != moon:
        yield Key.ACCOUNT_MOON_ADDED, ALL_POINTS
    if not others_add and seat == moon:
        yield Key.ACCOUNT_MOON_TAKEN_OFF, -ALL_POINTS
