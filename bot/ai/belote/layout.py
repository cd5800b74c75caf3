"""How what a seat knows travels to a worker: groups of whole numbers, and back.

A number travels as itself; a group has its length before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Self

from bot.core.families.belote.options import FamilyOptions
from bot.core.games.belote.options import BeloteOptions
from bot.core.games.coinche.options import CoincheOptions
from bot.core.options import OptionSpec, OptionValue

GAMES: tuple[type[FamilyOptions], ...] = (BeloteOptions, CoincheOptions)
"""From a game's number to its options."""

NO_LIMIT = -1

Group = tuple[int, ...]


def packed(groups: Iterable[Group]) -> tuple[int, ...]:
    """Groups as one row of numbers.

    >>> packed([(5, 6), ()])
    (2, 5, 6, 0)
    """
    row: list[int] = []
    for group in groups:
        row.append(len(group))
        row += group
    return tuple(row)


def unpacked(row: Sequence[int]) -> list[Group]:
    """The inverse of `packed`."""
    groups: list[Group] = []
    at = 0
    while at < len(row):
        end = at + 1 + row[at]
        groups.append(tuple(row[at + 1 : end]))
        at = end
    return groups


def numbers_of(options: FamilyOptions) -> Group:
    """Options as numbers."""
    values = options.values()
    return (GAMES.index(type(options)), *(_number(spec, values[spec.name]) for spec in options.specs()))


@lru_cache(maxsize=64)
def options_of(numbers: Group) -> FamilyOptions:
    """The inverse of `numbers_of`."""
    game = GAMES[numbers[0]]
    specs = list(game.specs())
    return game().with_values(
        {spec.name: _value(spec, number) for spec, number in zip(specs, numbers[1:], strict=True)}
    )


def _number(spec: OptionSpec, value: OptionValue) -> int:
    if isinstance(value, str):
        return spec.choices.index(value)
    return NO_LIMIT if value is None else int(value)


def _value(spec: OptionSpec, number: int) -> OptionValue:
    if spec.choices:
        return spec.choices[number]
    if isinstance(spec.default, bool):
        return bool(number)
    return None if spec.nullable and number == NO_LIMIT else number


@dataclass(frozen=True, slots=True)
class Known:
    """What one seat knows when it is to call or to play. Cards are masks of numbers (see `kernel`).

    Attributes:
        rules: the options, as numbers.
        budget: worlds, whether it infers, milliseconds, seed.
        seats: own seat, dealer, whether the deal ends the match, whether cards are played.
        match: totals of sides 0 and 1, pot of sides 0 and 1.
        contract: taker, denomination, aim, level, doubling; empty before there is one.
        calls: seat, kind, level and denomination of each call, one after the other.
        hand: own cards.
        turned: the card turned up and not taken yet, as a mask.
        played: cards that each seat has played.
        plays: who led first, and the numbers of all cards played, in order; empty before the play.
        held: cards that each seat is known to hold.
        barred: cards that each seat cannot hold.
        sizes: how many cards each seat holds.
        trick: numbers of the cards on the table, in order.
        won: who leads the trick, card points of sides 0 and 1 so far, and a bit for each seat that won a trick.
        annonces: points of valid annonces of sides 0 and 1, once compared; else empty.
        announced: what each seat announced: a digit to the base 5 for each combination.
        silent: suits, a bit for each, whose belote can no longer be earned.
        choices: numbers of the cards to choose from; kind, level and denomination of each call to choose from.
    """

    rules: Group
    budget: Group
    seats: Group
    match: Group
    contract: Group
    calls: Group
    hand: Group
    turned: Group
    played: Group
    plays: Group
    held: Group
    barred: Group
    sizes: Group
    trick: Group
    won: Group
    annonces: Group
    announced: Group
    silent: Group
    choices: Group

    def numbers(self) -> tuple[int, ...]:
        """As a problem travels."""
        return packed(getattr(self, field.name) for field in fields(self))

    @classmethod
    def of(cls, row: Sequence[int]) -> Self:
        """The inverse of `numbers`."""
        return cls(*unpacked(row))
