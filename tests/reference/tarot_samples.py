"""Options, deals and auctions of tarot for the tests of the reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from . import tarot_before as before
from . import tarot_cards as cards
from .tarot_table import Table


def options_of(changed: Mapping[str, cards.OptionValue]) -> dict[str, cards.OptionValue]:
    """The federation's, but for these; a case file writes the end of a match as `match_end`."""
    options = {**cards.DEFAULTS, **changed}
    kind, _, number = str(options.pop("match_end", "")).partition(":")
    return {**options, kind: int(number)} if number else options


def dealt(
    options: cards.Options,
    people: int,
    hands: Mapping[int, Sequence[str]],
    *,
    dealer: int | None = None,
    chien: Sequence[str] = (),
) -> Table:
    """A deal in which these cards were dealt; the rest as it comes, without a lone Petit."""
    dealer = people - 1 if dealer is None else dealer % people
    seats = before.seats_at_play(options, people, dealer)
    players = len(seats)
    fixed = {card for hand in hands.values() for card in hand} | set(chien)
    rest = [card for card in [*cards.TRUMPS[1:], "T1", *reversed(cards.DECK[:56]), "EX"] if card not in fixed]
    # The Petit comes after other trumps, so that it is not alone where it is free.
    held = {seat: list(hands.get(seat, ())) for seat in seats}
    for seat in seats:
        while len(held[seat]) < before.HAND[players]:
            held[seat].append(rest.pop(0))
    middle = [*chien, *rest]
    packet, order = before.PACKET[players], list[str]()
    for number in range(players * before.HAND[players] // packet):
        seat = seats[number % players]
        order += held[seat][:packet]
        del held[seat][:packet]
        if number < len(middle):
            order.append(middle[number])
    return Table(options, people, dealer, order, middle)


def taken(table: Table, taker: int, contract: str) -> Table:
    """The deal after an auction that this seat won."""
    for seat in table.seats:
        table.say(seat, f"bid:{contract}" if seat == taker else "pass")
    return table
