"""The list of checks, what each game may tell aloud, and how long to look."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from types import MappingProxyType

from bot.core.game import AnyGame
from bot.core.options import Options
from tests.conformance import checks
from tests.conformance.hearts_retelling import penalty_totals
from tests.conformance.leaks import Tally, nothing_leaks
from tests.conformance.retelling import point_totals
from tests.conformance.retelling_three import points_in_play
from tests.conformance.retelling_two import points_of_the_pack
from tests.conformance.walk import Choices, Plan, Walk, walk

THOROUGH = os.environ.get("TAPIS_THOROUGH") == "1"
EXAMPLES = 200 if THOROUGH else 4

CHECKS: tuple[checks.Check, ...] = (
    checks.cards_are_conserved,
    checks.someone_can_act,
    checks.legality_agrees,
    checks.refusals_explain,
    checks.codes_are_sound,
    checks.tokens_change,
    checks.replay_equals_play,
    checks.codecs_round_trip,
    checks.evolve_is_total,
)

Invariant = Callable[[Walk], None]


def reveals(game: AnyGame, options: Options) -> frozenset[str]:
    """Kinds of public events that tell something about hidden hands because the rules have it said aloud."""
    told = REVEALS.get(game.key, frozenset())
    return told | _EARLY if options.values().get("out_of_turn") == "stands" else told


# What the suite must be told of each game; a game without its entries fails in test_conformance.py.
_SAID = frozenset({"BeloteSaid", "AnnonceSaid", "AnnonceShown", "AnnoncesJudged", "DealScored"})
_TAROT = frozenset(
    {"PoigneeShown", "PetitSecSaid", "DealCancelled", "DealVoid", "DealEnded", "EcartShown", "DealScored"}
)
_EARLY = frozenset({"CardReturned", "CardPlayed", "TrickWon", "DealEnded"})
"""A card put down early is played at its turn or goes back: that depends on its player's hand."""

_OPENED = frozenset({"PlayBegan"})
"""Who holds the lowest club is known as soon as he is to lead it."""

REVEALS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "belote": _SAID,
        "belote_three": _SAID,
        "belote_two": frozenset({"BeloteSaid"}),
        "coinche": _SAID,
        "hearts": _OPENED,
        "tarot": _TAROT,
    }
)
INVARIANTS: Mapping[str, tuple[Invariant, ...]] = MappingProxyType(
    {
        "belote": (point_totals,),
        "belote_three": (points_in_play,),
        "belote_two": (points_of_the_pack,),
        "coinche": (point_totals,),
        "hearts": (penalty_totals,),
        "tarot": (),
    }
)
"""What every walk of a game holds besides, by the game's key; `()` for a game without such a sum."""


def check(game: AnyGame, options: Options, players: int, plan: Plan, tally: Tally, deals: int = 1) -> Walk:
    """Play by the plan and run every check.

    Raises:
        AssertionError: one of them fails.
    """
    done = walk(game, options, players, plan, deals)
    for one in CHECKS:
        one(done, Choices([], plan.choices().random))
    nothing_leaks(done, Choices([], plan.choices().random), reveals(game, options), tally)
    return done
