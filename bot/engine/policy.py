"""How patient a table is. Durations are seconds unless their name says otherwise."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Policy:
    """Times and limits that an owner may set.

    Attributes:
        turn_seconds: time for a turn of a live table before a computer player moves instead.
        slow_hours: the same for a slow table; a slow lobby that is idle so long closes.
        slow_next_deal_seconds: the same as `next_deal_seconds` for a slow table.
        paused_days: a match that is paused so long closes.
        next_deal_seconds: time between two deals when not everybody asks for the next one.
        computer_pause: time a computer player takes before it moves, its thinking included.
        take_back_pause: least time a computer player leaves a member to take a card back, where the rules allow it.
        answer_pause: least time a computer player leaves the members of whom a card is asked back, to answer.
        lobby_minutes: an idle lobby closes after this.
        brain_seconds: a computer player that has not answered by then is answered for.
        missed_turns: missed turns in a row after which a member counts as away.
        asleep_days: a match whose members are all away closes after this; so does a table that is suspended or frozen.
        retry_seconds: time before the clock or a computer player tries again after a failure of the database.
    """

    turn_seconds: float = 90
    slow_hours: float = 24
    slow_next_deal_seconds: float = 3600
    paused_days: float = 30
    next_deal_seconds: float = 15
    computer_pause: float = 1.0
    take_back_pause: float = 3.0
    answer_pause: float = 15.0
    lobby_minutes: float = 30
    brain_seconds: float = 5
    missed_turns: int = 2
    asleep_days: float = 7
    retry_seconds: float = 5
