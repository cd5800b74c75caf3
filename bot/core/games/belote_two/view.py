"""What one seat, or a spectator, may see of a deal of belote for two, beside what the family shows."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.evolving import replace
from bot.core.facts import Fact, Term, fact
from bot.core.families.belote.display import sort_cards
from bot.core.families.belote.state import Phase
from bot.core.games.belote_two.keys import Key
from bot.core.games.belote_two.state import TwoState
from bot.core.seats import Seat, all_seats
from bot.core.views import View, Zone


def completed(state: TwoState, shown: View) -> View:
    """The family's view with the bottom card of the talon, the rows, and a trump that nobody bid for."""
    zones = (*shown.zones, *_zones(state))
    if state.rules.has_taker or state.trumps is None:
        return replace(shown, zones=zones)
    return replace(shown, zones=zones, contract=fixed_contract(state))


def fixed_contract(state: TwoState) -> Fact:
    """The trump of a deal that nobody takes, as the contract is told."""
    return fact(Key.CONTRACT_FIXED.value, denomination=Term("denomination", state.denomination.value))


def _zones(state: TwoState) -> Iterator[Zone]:
    """What lies open while it may still matter."""
    if state.phase is Phase.OVER:
        return
    if state.bottom is not None:
        yield Zone("bottom", (state.bottom,))
    if not state.rules.is_open:
        return
    for seat in all_seats(state.setup.players):
        yield from _row(state, seat)


def _row(state: TwoState, seat: Seat) -> Iterator[Zone]:
    """A seat's open cards: those that lie on another card, then the others."""
    ranking = None if state.trumps is None else state.ranking
    on_cover = state.on_cover(seat)
    bare = tuple(card for card in state.hands[seat] if card not in on_cover)
    if on_cover:
        yield Zone("on_cover", sort_cards(on_cover, ranking), seat)
    if bare:
        yield Zone("bare", sort_cards(bare, ranking), seat)
