"""What one seat knows when it is to act: all that a computer player, or advice, may stand on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.core.events import Event, visible
from bot.core.game import AnyGame, DealSetup
from bot.core.match import DealStarted, MatchState, deal_setup, prompts
from bot.core.prompts import Prompt
from bot.core.seats import Seat
from bot.core.views import View


@dataclass(frozen=True, slots=True)
class Situation:
    """One seat's knowledge of a running deal; nothing in it depends on what the seat may not see.

    Attributes:
        seat: whose knowledge it is.
        setup: what the deal started from; everybody at the table knows it.
        view: what the seat sees.
        prompts: what it is offered; empty when it may not act.
        seen: the deal's events that it may see, oldest first, without the match's own.
    """

    seat: Seat
    setup: DealSetup
    view: View
    prompts: tuple[Prompt, ...]
    seen: tuple[Event, ...]


def situation(game: AnyGame, state: MatchState, seat: Seat, events: Iterable[Event]) -> Situation:
    """What a seat knows now.

    Args:
        game: which game.
        state: the match, in a deal whose cards are dealt.
        seat: whose knowledge.
        events: all events of the deal, oldest first; what the seat may not see is left out here.

    Raises:
        ValueError: no deal is running.
    """
    if state.between or state.deal is None:
        raise ValueError("no deal is running")
    seen = tuple(event for event in events if visible(event, seat) and not isinstance(event, DealStarted))
    view = game.view(state.deal, seat)
    return Situation(seat, deal_setup(game, state, state.number), view, prompts(game, state, seat), seen)
