"""The mind of belote and coinche: what to weigh in a situation, and the worker's side that weighs it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ai.belote.calling import weigh_calls
from bot.ai.belote.kernel import NUMBERS
from bot.ai.belote.knowledge import known
from bot.ai.belote.layout import Known
from bot.ai.belote.offers import offered_calls
from bot.ai.belote.weighing import weigh_cards
from bot.ai.levels import Habits
from bot.ai.problem import Posed, Problem, Values
from bot.core.actions import Agree, Declare, Pass, PlayCard
from bot.core.cards import Card, Rank
from bot.core.events import CardPlayed, Event
from bot.core.families.belote.belotes import Word, partner_card
from bot.core.families.belote.events import BeloteSaid
from bot.core.games.coinche.options import CoincheOptions
from bot.core.prompts import Prompt
from bot.core.situation import Situation

SOLVER = __name__
_AT_ONCE = (Agree.kind, Declare("annonces").code, Declare("show").code)
"""What is done whenever it is offered: one agrees to a card taken back, and says and shows what counts."""


class BeloteMind:
    """Thinks about every decision of belote and coinche."""

    def pose(self, situation: Situation, habits: Habits, seed: int) -> Posed | str | None:
        """What to weigh; the code of what needs no weighing; None where rules of thumb decide."""
        for code in _AT_ONCE:
            if _offered(situation.prompts, code):
                return code
        if situation.view.phase == "play":
            return _pose_card(situation, habits, seed)
        return _pose_call(situation, habits, seed) if habits.bidding_worlds else None


MIND = BeloteMind()


def solve(problem: Problem) -> Values:
    """The values of a problem's choices."""
    asked = Known.of(problem.numbers)
    return weigh_cards(asked) if asked.seats[3] else weigh_calls(asked)


def _offered(prompts: Sequence[Prompt], code: str) -> bool:
    return any(prompt.accepts(code) for prompt in prompts)


def _pose_card(situation: Situation, habits: Habits, seed: int) -> Posed | str | None:
    cards = situation.view.playable
    if not cards:
        return None
    codes = tuple(_code(situation, card) for card in cards)
    if len(cards) == 1:
        return codes[0]
    if not habits.worlds:
        return None
    choices = tuple(NUMBERS[card] for card in cards)
    return Posed(Problem(SOLVER, known(situation, habits, seed, choices).numbers()), codes)


def _pose_call(situation: Situation, habits: Habits, seed: int) -> Posed | None:
    """The calls worth weighing; None where rules of thumb bid better, and for who only may interrupt.

    In coinche they do where only suits are bid: over 60 duplicate deals, weighing gained nothing on them.
    """
    options = situation.setup.options
    if isinstance(options, CoincheOptions) and not options.sa_ta:
        return None
    if not _offered(situation.prompts, Pass.kind):
        return None
    calls = offered_calls(situation)
    choices = tuple(number for _, call in calls for number in call)
    return Posed(Problem(SOLVER, known(situation, habits, seed, choices).numbers()), tuple(code for code, _ in calls))


def _code(situation: Situation, card: Card) -> str:
    """A card's code, or that of the word that is said first: it counts, and binds to a card it goes with."""
    for word in Word:
        code = Declare(word.value).code
        if _goes_with(word, card, situation) and _offered(situation.prompts, code):
            return code
    return PlayCard(card).code


def _goes_with(word: Word, card: Card, situation: Situation) -> bool:
    if card.rank not in (Rank.KING, Rank.QUEEN):
        return False
    other = partner_card(card)
    if word is Word.BELOTE:
        options = situation.setup.options
        in_order = getattr(options, "belote_order", "any") == "any" or card.rank is Rank.KING
        return in_order and other in situation.view.hand
    return _said_with(other, situation.seen)


def _said_with(card: Card, seen: Sequence[Event]) -> bool:
    """Whether belote was said with this card."""
    said = False
    for event in seen:
        if isinstance(event, CardPlayed):
            if event.card is card:
                return said
            said = False
        elif isinstance(event, BeloteSaid):
            said = event.word is Word.BELOTE
    return False
