"""Rules of thumb for classic belote: take when the five cards and the turned one are worth it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ai.families.belote import play
from bot.ai.families.bidding import BASE, long_enough, suit_taken, support
from bot.core.cards import Card
from bot.core.events import Event
from bot.core.prompts import OneOf, Prompt
from bot.core.views import View

TO_COME = 8
"""What the two cards still to come bring on average."""

ENOUGH = 86
"""A suit is taken when the side should make this much; the defence has the rest of 162."""


def hint(view: View, prompts: Sequence[Prompt], seen: Sequence[Event]) -> str | None:
    """A call, a word or a card."""
    return play(view, prompts, seen) if view.phase == "play" else take(view, prompts)


def take(view: View, prompts: Sequence[Prompt]) -> str:
    """Take in the best suit offered, or pass."""
    offered = [action.code for prompt in prompts if isinstance(prompt, OneOf) for action in prompt.actions]
    turned = next((zone.cards[0] for zone in view.zones if zone.name == "turned"), None)
    judged = [(_worth(view, turned, code), code) for code in offered if suit_taken(turned, code) is not None]
    worth, code = max(judged, default=(0, "pass"))
    return code if worth >= ENOUGH else "pass"


def _worth(view: View, turned: Card | None, code: str) -> int:
    suit = suit_taken(turned, code)
    held = view.hand if turned is None else (*view.hand, turned)
    return 0 if suit is None or not long_enough(held, suit) else BASE + TO_COME + support(held, suit)
