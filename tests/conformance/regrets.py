"""Compares what the belote family offers about the latest card with the slow reference."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core import match
from bot.core.events import CardPlayed, CardTakenBack
from bot.core.game import AnyGame
from bot.core.match import MatchState
from bot.core.seats import Seat
from tests.conformance.walk import Moment
from tests.reference import regrets

ABOUT = frozenset({"takeback", "agree", "refuse"})


class Regrets:
    """The acts of one deal's play, as the reference needs them."""

    def __init__(self, game: AnyGame, undo: object, sides: Sequence[int]) -> None:
        self._game = game
        self._undo = undo
        self._sides = sides
        self._acts: list[regrets.Act] = []

    def compare(self, state: MatchState) -> None:
        """Compare what every seat is offered about the latest card."""
        theirs = regrets.offers(self._undo, self._sides, self._acts)
        for seat, expected in enumerate(theirs):
            offered = match.prompts(self._game, state, Seat(seat))
            mine = {code for code in ABOUT if any(prompt.accepts(code) for prompt in offered)}
            assert mine == expected, f"seat {seat} after {self._acts}: {mine}, reference {expected}"

    def hear(self, moment: Moment) -> bool:
        """Note what was done; whether the reference says that a card went back, as the core must."""
        assert moment.seat is not None
        kind = moment.action.kind
        self._acts.append((int(moment.seat), kind if kind in ABOUT or kind == "play" else "speak"))
        back = regrets.taken_back(self._undo, self._sides, self._acts)
        assert back == any(isinstance(event, CardTakenBack) for event in moment.events)
        if kind == "play" and not isinstance(moment.events[-1], CardPlayed):
            # What the program shows by itself once the card lies there; a gathered trick is another trick.
            self._acts.append((int(moment.seat), "speak"))
        return back
