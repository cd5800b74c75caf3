"""The tarot players' thinking: what to weigh is told on the event loop, and weighed in a worker."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ai.levels import Habits
from bot.ai.problem import Posed, Problem, Values
from bot.ai.tarot.cards import BITS, CARDS, KINGS, PETIT, TRUMPS, bits, cards, mask
from bot.ai.tarot.ecart import choices
from bot.ai.tarot.known import BID, CALL, CARD, CHANCES, DISCARD, Known
from bot.ai.tarot.telling import Told, know
from bot.ai.tarot.weigh import before_play, in_play
from bot.core.games.tarot.actions import Bid, CallKing
from bot.core.games.tarot.poignee import Size, bonus
from bot.core.prompts import OneOf, PickCards
from bot.core.situation import Situation

FULL = 8
SHARE = 0.6
"""A deal of tarot is longer than one of belote: of a level's worlds the first few, and this share of the others."""

_POIGNEE = "declare:poignee_"
_CHELEM = "declare:chelem"


class TarotMind:
    """A `Mind` for tarot at three, four and five."""

    def pose(self, situation: Situation, habits: Habits, seed: int) -> Posed | str | None:
        """What to weigh; or what goes without saying; or None for the rules of thumb."""
        codes = [code for prompt in situation.prompts if isinstance(prompt, OneOf) for code in prompt.codes()]
        plain = self._plain(situation, codes)
        if plain is not None:
            return plain
        if situation.view.phase == "play":
            return self._play(situation, habits, seed, codes) if habits.worlds else None
        return self._before_play(situation, habits, seed, codes) if habits.bidding_worlds else None

    def _plain(self, situation: Situation, codes: Sequence[str]) -> str | None:
        """What needs no weighing."""
        for code in ("declare:annul", "cancel", "declare:misere_atout", "declare:misere_tete"):
            if code in codes:
                return code
        if "lead:free" in codes:
            return _order(situation)
        for prompt in situation.prompts:
            if isinstance(prompt, PickCards) and prompt.kind == "hide":
                return _hidden(prompt)
        return "go" if "go" in codes and not any(code.startswith("declare:") for code in codes) else None

    def _play(self, situation: Situation, habits: Habits, seed: int, codes: Sequence[str]) -> Posed | str | None:
        legal = mask(situation.view.playable)
        if not legal:
            return None
        words = _words(situation, codes)
        if not legal & (legal - 1) and not words:
            return f"play:{CARDS[legal].code}"
        known = _asked(situation, habits, seed, CARD, legal=legal, choices=tuple(words.values()))
        return _posed(known, (*(f"play:{card.code}" for card in cards(legal)), *words))

    def _before_play(self, situation: Situation, habits: Habits, seed: int, codes: Sequence[str]) -> Posed | str | None:
        actions = [action for prompt in situation.prompts if isinstance(prompt, OneOf) for action in prompt.actions]
        match situation.view.phase:
            case "bidding":
                bids = {action.code: action.contract.factor for action in actions if isinstance(action, Bid)}
                known = _asked(situation, habits, seed, BID, choices=tuple(bids.values()))
                return _posed(known, ("pass", *bids))
            case "call":
                calls = {action.code: BITS[action.card] for action in actions if isinstance(action, CallKing)}
                known = _asked(situation, habits, seed, CALL, choices=tuple(calls.values()))
                return _posed(known, tuple(calls))
            case "ecart":
                return self._discard(situation, habits, seed, codes)
            case "chelem" | "show":
                words = _words(situation, codes)
                known = _asked(situation, habits, seed, CHANCES, choices=tuple(words.values()))
                return _posed(known, ("go", *words))
            case _:
                return None

    def _discard(self, situation: Situation, habits: Habits, seed: int, codes: Sequence[str]) -> Posed | str | None:
        prompt = next((prompt for prompt in situation.prompts if isinstance(prompt, PickCards)), None)
        if prompt is None:
            return None
        known = _asked(situation, habits, seed, DISCARD)
        found = choices(known.hand, known.chien_size)
        pool = mask(prompt.pool)
        named = [f"discard:{' '.join(card.code for card in cards(aside & pool))}" for aside in found]
        words = {_CHELEM: 0} if _CHELEM in codes else {}
        if len(named) == 1 and not words:
            return named[0]
        known = _asked(situation, habits, seed, DISCARD, choices=found, legal=int(bool(words)))
        return _posed(known, (*named, *words))


def _asked(situation: Situation, habits: Habits, seed: int, task: int, **more: int | tuple[int, ...]) -> Known:
    worlds = habits.worlds if task == CARD else habits.bidding_worlds
    asked: dict[str, int | tuple[int, ...]] = {
        "worlds": min(worlds, FULL) + round(max(0, worlds - FULL) * SHARE) if task == CARD else worlds,
        "infers": int(habits.infers),
        "milliseconds": round(1000 * habits.seconds),
        "legal": 0,
        "choices": (),
    }
    return know(situation, Told(situation), task, seed, **(asked | more))


def _posed(known: Known, codes: tuple[str, ...]) -> Posed | str:
    return codes[0] if len(codes) == 1 else Posed(Problem(__name__, known.numbers()), codes)


def _words(situation: Situation, codes: Sequence[str]) -> dict[str, int]:
    """Announcements to weigh: the largest poignée with its bonus, a chelem with 0."""
    options = Told(situation).options
    found = {}
    sizes = [size for size in Size if f"{_POIGNEE}{size.value}" in codes]
    if sizes:
        found[f"{_POIGNEE}{sizes[-1].value}"] = bonus(sizes[-1], options)
    if _CHELEM in codes:
        found[_CHELEM] = 0
    return found


def _hidden(prompt: PickCards) -> str:
    """What a poignée hides: the Petit, then the highest trumps."""
    pool = mask(prompt.pool)
    order = [*bits(pool & PETIT), *sorted(bits(pool & ~PETIT), reverse=True)]
    return f"hide:{' '.join(CARDS[bit].code for bit in order[: prompt.minimum])}"


def _order(situation: Situation) -> str:
    """After a defender's early lead: that suit if it can be ruffed or its king is held, another if it is held low."""
    hand = mask(situation.view.hand)
    early = next((zone.cards[0] for zone in situation.view.zones if zone.name == "early"), None)
    if early is None:
        return "lead:free"
    own = hand & mask(card for card in BITS if card.suit is early.suit)
    if own & KINGS or (not own and hand & TRUMPS):
        return "lead:demand"
    return "lead:forbid" if own else "lead:free"


MIND = TarotMind()
"""The mind that plays tarot."""


def solve(problem: Problem) -> Values:
    """Weigh a problem of `MIND`: thousandths of what the own seat may expect to mark."""
    known = Known.read(problem.numbers)
    return tuple(in_play(known) if known.task in (CARD, CHANCES) else before_play(known))
