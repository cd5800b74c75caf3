"""For every option of hearts a question whose answer changes with it."""

from __future__ import annotations

from bot.core.cards import cards
from bot.core.games.hearts.options import HeartsOptions
from bot.core.games.hearts.pack import pack
from bot.core.games.hearts.passing import count_of, way_of
from bot.core.games.hearts.scoring import score
from bot.core.match import DealEnded, verdict
from bot.core.seats import Seat

from .changes import Answer, Change
from .hearts_deals import by, dealt, offered, passed, position

HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"


def first_choice(options: HeartsOptions) -> object:
    """Who leads at a table whose dealer's left does not hold the two of clubs, and what he may lead."""
    state = dealt(options, {0: "AC 3D 4H", 2: "2C 9C 5H"})
    if state.way is not None:
        state = passed(state)
    return state.leader, offered(state, state.leader)


def discards(options: HeartsOptions) -> object:
    """What goes on a club in the first trick."""
    return offered(position(options, ["", "QS 4H 10D", "", ""], trick="2C", first=True), 1)


def leads(options: HeartsOptions) -> object:
    return offered(position(options, ["QS 4H 10D", "", "", ""]), 0)


def leads_after_the_queen(options: HeartsOptions) -> object:
    """What may be led when the queen has fallen and no heart."""
    state = position(options, ["4H 10D 3C", "9C", "QS", "8C"], trick="")
    state = by(state, (0, "play:3C"), (1, "play:9C"), (2, "play:QS"), (3, "play:8C"))
    return state.breaker


def after_the_moon(options: HeartsOptions) -> object:
    """How the last trick of a moon ends the deal."""
    taken = [f"{HEARTS} QS JD", "", "", ""]
    more = ["3C 4C 5C 6C", "7C 8C 9C 10C", "JC QC KC 3S"]
    state = position(options, ["AC", "2C", "2S", "2D"], taken=[*taken, *more, *[""] * 5])
    state = by(state, (0, "play:AC"), (1, "play:2C"), (2, "play:2S"), (3, "play:2D"))
    return state.phase, state.score, offered(state, 0)


def jack(options: HeartsOptions) -> object:
    return score([cards(pile) for pile in ("JD", HEARTS, "QS", "")], options, others_add=True).points


def ending(*totals: int) -> Answer:
    def answer(options: HeartsOptions) -> object:
        nothing = (0,) * len(totals)
        ended = DealEnded(nothing, nothing, nothing, None, made=None, counts=True, next_dealer=Seat(0))
        end = verdict(options.match_rules(), totals, ended, 1)
        return None if end is None else (True, end.winner)

    return answer


QUESTIONS: dict[str, Change] = {
    "removed_at_three": Change(lambda options: pack(options, 3)),
    "exchange": Change(lambda options: [way_of(options, 4, deal) for deal in range(1, 9)]),
    "exchange_count": Change(lambda options: [count_of(options, players) for players in (3, 4, 5)]),
    "first_lead": Change(first_choice, base={"exchange": "none"}),
    "first_trick": Change(discards),
    "hearts_lead": Change(leads),
    "queen_breaks": Change(leads_after_the_queen),
    "jack_of_diamonds": Change(jack),
    "moon": Change(after_the_moon),
    "target": Change(ending(60, 20, 30, 40), (50, 100)),
    "tie": Change(ending(100, 20, 20, 40)),
}
"""A question to the rules whose answer depends on an option."""
