"""A lesson as computer players play it: what its cards ask of the learner."""

from __future__ import annotations

from dataclasses import dataclass

from bot.ai.brains import Brains
from bot.core import match
from bot.core.actions import Deal
from bot.core.events import Event
from bot.core.game import AnyGame
from bot.core.seats import Seat
from bot.core.situation import situation
from bot.engine.fairdeal import lesson_order
from bot.engine.lessons import lesson_options
from bot.engine.models import Level
from bot.render.offers import offered_cards

LEARNER = Seat(0)


@dataclass(frozen=True, slots=True)
class Lesson:
    """What happened.

    Attributes:
        duties: those that the learner met, in order; where any card may be played, `free`.
        phases: in which the learner was asked something.
        takes: the learner made a call that was not a pass.
        void: nobody took.
        ended: the match is over with its first deal.
    """

    duties: tuple[str, ...]
    phases: tuple[str, ...]
    takes: bool
    void: bool
    ended: bool


async def played_lesson(game: AnyGame, number: int) -> Lesson:
    """Play a game's lesson with these prepared cards to the end of its deal."""
    options, players = lesson_options(game), 4 if 4 in game.seat_counts else min(game.seat_counts)
    step = match.start(game, options, players, Seat(players - 1))
    step = match.act(game, step.state, None, Deal(lesson_order(number, game.deck(options, players))))
    brains, seen = Brains(number), list[Event](step.events)
    state, duties, phases, takes = step.state, list[str](), list[str](), False
    while match.to_act(game, state):
        seat = min(match.to_act(game, state))
        known = situation(game, state, seat, seen)
        view, prompts = known.view, known.prompts
        brain = brains(game.key, Level.BEGINNER.value)
        action = await brain.choose(known)
        if seat == LEARNER:
            phases.append(view.phase)
            if offered_cards(prompts) and view.trick.plays:
                duties.append("free" if view.duty is None else view.duty.key.removeprefix("duty."))
            takes |= view.phase == "bidding" and action.code != "pass"
        step = match.act(game, state, seat, action, one_deal=True)
        state = step.state
        seen += step.events
        if match.needs_deal(game, state) and not state.between:
            step = match.act(game, state, None, Deal(lesson_order(number, game.deck(options, players))))
            state = step.state
            seen += step.events
    void = not any(record.counts for record in state.records)
    return Lesson(tuple(duties), tuple(phases), takes, void, state.ended)
