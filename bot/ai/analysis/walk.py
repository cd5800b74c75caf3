"""The decisions of a deal, found again from its log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.core.actions import PlayCard
from bot.core.cards import Card
from bot.core.errors import IllegalAction
from bot.core.events import CardPlayed, CardTakenBack, Event, TrickWon
from bot.core.game import AnyGame, DealSetup, DealState, apply
from bot.core.match import MATCH_EVENTS
from bot.core.prompts import OneOf
from bot.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Decision:
    """A card that was played and stands.

    Attributes:
        place: its number in the order of play, from 0.
        trick: the trick's number, from 1.
        seat: who played it.
        card: the card.
        before: the deal when it was to be played.
        choices: the cards that might have been played, this one included.
        seen: the deal's events before it.
    """

    place: int
    trick: int
    seat: Seat
    card: Card
    before: DealState
    choices: tuple[Card, ...]
    seen: tuple[Event, ...]


def playable(game: AnyGame, state: DealState, seat: Seat) -> tuple[Card, ...]:
    """The cards that a seat may play now."""
    offered = (prompt for prompt in game.prompts(state, seat) if isinstance(prompt, OneOf))
    return tuple(action.card for prompt in offered for action in prompt.actions if isinstance(action, PlayCard))


def decisions(game: AnyGame, setup: DealSetup, events: Sequence[Event]) -> tuple[Decision, ...]:
    """Every card played and not taken back, with the deal as it was then.

    Args:
        game: which game.
        setup: what the deal started from.
        events: all events of the deal, hidden ones included, oldest first; those of the match are left out here.

    Raises:
        CorruptLog: the events do not fit the setup.
    """
    log = [event for event in events if not isinstance(event, MATCH_EVENTS)]
    state, found, trick, at = game.begin(setup), list[Decision](), 1, 0
    while at < len(log):
        played = _next_card(log, at)
        done = () if played is None else _of_card(game, state, played, log[at : at + _LONGEST])
        if played is not None and done:
            seen, choices = tuple(log[:at]), playable(game, state, played.seat)
            found.append(Decision(len(found), trick, played.seat, played.card, state, choices, seen))
        for event in done or (log[at],):
            if isinstance(event, CardTakenBack):
                found.pop()
            trick += isinstance(event, TrickWon)
            state = game.evolve(state, event)
            at += 1
    return tuple(found)


_LONGEST = 24
"""No card brings more events than this: the deal's end included."""


def _next_card(log: Sequence[Event], at: int) -> CardPlayed | None:
    return next((event for event in log[at : at + _LONGEST] if isinstance(event, CardPlayed)), None)


def _of_card(game: AnyGame, state: DealState, played: CardPlayed, following: Sequence[Event]) -> tuple[Event, ...]:
    """The events of playing this card now, if they are those that follow; else the log has something before it."""
    if played.card not in playable(game, state, played.seat):
        return ()
    try:
        events = apply(game, state, played.seat, PlayCard(played.card)).events
    except IllegalAction:
        # Something must be said first.
        return ()
    return events if tuple(following[: len(events)]) == events else ()
