"""Writes the accounts of typical deals in both languages, for a person to read.

python -m tests.render.accounts        rewrites accounts.txt beside this file
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bot.core.facts import Fact
from bot.core.families.belote.contract import Aim, Contract, Doubling
from bot.core.families.belote.counting import DealCount
from bot.core.families.belote.denominations import Denomination
from bot.core.families.belote.game import BeloteFamilyGame
from bot.core.game import DealSetup
from bot.core.options import OptionValue
from bot.core.registry import games
from bot.core.seats import Seat
from bot.i18n.words import Names, Words, words_for
from bot.render.account import told

FILE = Path(__file__).with_name("accounts.txt")
ALONE = Names(("Léa", "Anna", "Émile"), ("Léa", "Anna", "Émile"))
SIDES = Names(("Léa", "Anna", "Émile", "Hugo"), ("🔵", "🔶"))
TAKERS = Names(("🔵 Léa", "🔶 Anna", "🔵 Émile", "🔶 Hugo"), ("🔵 Léa & Émile", "🔶 Anna & Hugo"))
HEART, SA, TA = Denomination.HEARTS, Denomination.SANS_ATOUT, Denomination.TOUT_ATOUT
ALL_TO_0 = DealCount((152, 0), (8, 0), 0)


@dataclass(frozen=True, slots=True)
class Example:
    """A deal to be told."""

    title: str
    profile: str
    contract: Contract
    deal: DealCount
    changed: dict[str, OptionValue] = field(default_factory=dict)
    carried: tuple[int, ...] = (0, 0)
    totals: tuple[int, ...] = (0, 0)
    last: bool = False

    @property
    def alone(self) -> bool:
        """Whether everybody plays for himself, three of them."""
        return len(self.deal.cards) == 3


def _bid(level: int, doubling: Doubling = Doubling.NONE, denomination: Denomination = HEART) -> Contract:
    return Contract(Seat(0), denomination, Aim.NUMBER, level, doubling)


def _slam(aim: Aim, doubling: Doubling = Doubling.NONE) -> Contract:
    return Contract(Seat(0), HEART, aim, 0, doubling)


TAKE = Contract(Seat(0), HEART)
EXAMPLES = (
    Example("taken and made", "belote/belote_online", TAKE, DealCount((92, 60), (5, 3), 1)),
    Example("made with belote", "belote/belote_online", TAKE, DealCount((70, 82), (4, 4), 0, (0,))),
    Example("failed, belote kept", "belote/belote_online", TAKE, DealCount((50, 102), (3, 5), 0, (0,))),
    Example(
        "failed, annonces and belote",
        "belote/belote_annonces_online",
        TAKE,
        DealCount((30, 122), (2, 6), 1, (1,), (50, 0)),
    ),
    Example("capot by the takers", "belote/belote_online", TAKE, ALL_TO_0),
    Example("capot by the defence", "belote/belote_online", TAKE, DealCount((0, 152), (0, 8), 1, (0,))),
    Example("a tie", "belote/belote_online", TAKE, DealCount((71, 81), (4, 4), 0)),
    Example("a pot won", "belote/belote_online", TAKE, DealCount((100, 52), (5, 3), 0), carried=(81, 0)),
    Example(
        "a tie in the last deal",
        "belote/belote_online",
        TAKE,
        DealCount((81, 71), (4, 4), 1),
        {"deals": 4},
        (81, 0),
        last=True,
    ),
    Example("a bid made", "coinche/coinche_online", _bid(90), DealCount((94, 58), (5, 3), 0)),
    Example(
        "a bid made, rounded",
        "coinche/coinche",
        _bid(80),
        DealCount((83, 69), (5, 3), 0, (0,), (0, 20)),
        {"round": "nearest5up"},
    ),
    Example("a bid failed", "coinche/coinche_online", _bid(110), DealCount((80, 72), (5, 3), 0)),
    Example("the defence not beaten", "coinche/coinche_online", _bid(80), DealCount((61, 91), (4, 4), 0, (0,))),
    Example(
        "coinched and failed",
        "coinche/coinche_online",
        _bid(100, Doubling.COINCHE),
        DealCount((60, 92), (3, 5), 1, (0,)),
    ),
    Example(
        "surcoinched and made",
        "coinche/coinche_online",
        _bid(120, Doubling.SURCOINCHE),
        DealCount((120, 32), (6, 2), 0),
    ),
    Example(
        "coinched, all multiplied",
        "coinche/coinche",
        _bid(100, Doubling.COINCHE),
        DealCount((112, 40), (6, 2), 0, (0,), (0, 20)),
        {"annonces_multiplied": True, "belote_multiplied": True},
    ),
    Example(
        "coinched, only the bid multiplied",
        "coinche/coinche_online",
        _bid(100, Doubling.COINCHE),
        DealCount((112, 40), (6, 2), 0),
        {"multiply": "bid_only"},
    ),
    Example("a capot nobody bid", "coinche/coinche_online", _bid(100), ALL_TO_0),
    Example("capot bid and made", "coinche/coinche_online", _slam(Aim.CAPOT), ALL_TO_0),
    Example("capot bid, failed", "coinche/coinche_online", _slam(Aim.CAPOT), DealCount((141, 11), (7, 1), 0)),
    Example(
        "générale made, coinched",
        "coinche/coinche_online",
        _slam(Aim.GENERALE, Doubling.COINCHE),
        DealCount((152, 0), (8, 0), 0, (), (0, 0), 8),
        {"generale": True, "capot_bid": "flat"},
    ),
    Example(
        "générale failed",
        "coinche/coinche_online",
        _slam(Aim.GENERALE),
        DealCount((120, 32), (6, 2), 0, (), (0, 0), 5),
        {"generale": True},
    ),
    Example(
        "no trumps",
        "coinche/coinche_bga",
        _bid(90, denomination=SA),
        DealCount((80, 40), (5, 3), 0),
        {"sa_values": "cards_152"},
    ),
    Example(
        "all trumps",
        "coinche/coinche_bga",
        _bid(90, denomination=TA),
        DealCount((150, 98), (5, 3), 0, (0, 1)),
        {"ta_values": "convert_258"},
    ),
    Example("only points bid", "coinche/coinche_bid", _bid(90), DealCount((94, 58), (5, 3), 0, (0,))),
    Example("contrée, belote lost", "coinche/contree", _bid(90), DealCount((50, 102), (3, 5), 1, (0,))),
    Example(
        "belote apart",
        "coinche/coinche_online",
        _bid(90),
        DealCount((78, 74), (4, 4), 0, (0,)),
        {"belote_counts_for_contract": False},
    ),
    Example(
        "belote cannot win the match",
        "belote/belote_online",
        TAKE,
        DealCount((0, 152), (0, 8), 1, (0,)),
        {"round": "nearest5up", "round_last_deal": False, "belote_finish": "not_if_capot_or_failed"},
        totals=(990, 900),
    ),
    Example("three, made", "belote_three/trois_24", TAKE, DealCount((60, 50, 42), (3, 3, 2), 0, (0,))),
    Example("three, failed", "belote_three/trois_24", TAKE, DealCount((40, 80, 32), (2, 4, 2), 1, (0,))),
    Example("three, failed against equals", "belote_three/trois_24", TAKE, DealCount((40, 56, 56), (2, 3, 3), 0)),
    Example("three, level", "belote_three/trois_24", TAKE, DealCount((50, 60, 42), (3, 3, 2), 0)),
    Example(
        "three, both to be beaten",
        "belote_three/trois_24",
        TAKE,
        DealCount((60, 50, 42), (3, 3, 2), 0),
        {"three_contract": "both"},
    ),
    Example(
        "three, cards put aside",
        "belote_three/trois_10",
        TAKE,
        DealCount((70, 40, 21), (4, 3, 3), 1, aside=(21, 0, 0)),
    ),
    Example("three, capot", "belote_three/trois_32", TAKE, DealCount((140, 0, 0), (9, 0, 0), 0, (1,), asleep=12)),
)


def account(example: Example) -> tuple[Fact, ...]:
    """The facts of a deal."""
    key, _, preset = example.profile.partition("/")
    game = games()[key]
    assert isinstance(game, BeloteFamilyGame)
    options = game.presets[preset].with_values(example.changed)
    players = 3 if example.alone else 4
    nothing = (0,) * len(example.deal.cards)
    totals, carried = (nothing, nothing) if example.alone else (example.totals, example.carried)
    setup = DealSetup(players, Seat(players - 1), options, totals, carried, last=example.last)
    return (example.contract.as_fact(), *game.score(setup, example.contract, example.deal).account)


def lines(example: Example, words: Words) -> tuple[str, ...]:
    """The account of a deal in one language."""
    key, _, _ = example.profile.partition("/")
    sides, takers = (ALONE, ALONE) if example.alone else (SIDES, TAKERS)
    return told(account(example), games()[key].account_parts, words, sides, takers)


def _blocks() -> Iterator[str]:
    for example in EXAMPLES:
        changed = "".join(f", {name}={value}" for name, value in example.changed.items())
        told_lines = [line for code in ("fr", "en") for line in lines(example, words_for(code, strict=True))]
        yield "\n".join((f"# {example.title} ({example.profile}{changed})", *told_lines))


def snapshot() -> str:
    """The whole file."""
    return "\n\n".join(_blocks()).replace("\u00a0", " ").replace("\u202f", " ") + "\n"


if __name__ == "__main__":
    FILE.write_text(snapshot(), encoding="utf-8")
