"""Writes the accounts of typical tarot deals in both languages, for a person to read.

python -m tests.render.tarot_accounts        rewrites tarot_accounts.txt beside this file
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from bot.core.cards import Card
from bot.core.facts import Fact
from bot.core.games.tarot.auction import Auction, Contract
from bot.core.games.tarot.excuse import ExcusePlay, fate
from bot.core.games.tarot.king import Camp, Camps
from bot.core.games.tarot.pack import EXCUSE
from bot.core.games.tarot.poignee import Misere, Size
from bot.core.games.tarot.result import Kept, explained
from bot.core.games.tarot.rules import GAME
from bot.core.games.tarot.scoring import Outcome, points, sums
from bot.core.options import OptionValue
from bot.core.seats import Seat, all_seats
from bot.i18n.words import Names, Words, words_for
from bot.render.account import told
from tests.rules.tarot_deals import position, tarot

FILE = Path(__file__).with_name("tarot_accounts.txt")
NAMES = Names(("Léa", "Anna", "Émile", "Hugo", "Zoé"), ("Léa", "Anna", "Émile", "Hugo", "Zoé"))
PETITE, GARDE, SANS, CONTRE = Contract
ATTACK, DEFENCE = Camp.ATTACK, Camp.DEFENCE


@dataclass(frozen=True, slots=True)
class Example:
    """A deal to be told: seat 0 took."""

    title: str
    players: int
    contract: Contract
    half_points: int
    bouts: int
    partner: int | None = None
    called: str = ""
    petit: Camp | None = None
    poignees: tuple[tuple[int, Size], ...] = ()
    chelem: int | None = None
    swept: Camp | None = None
    miseres: tuple[tuple[int, Misere], ...] = ()
    excuse: tuple[int, ExcusePlay] | None = None
    changed: dict[str, OptionValue] = field(default_factory=dict)


EXAMPLES = (
    Example("the federation's first deal", 4, GARDE, 98, 2, petit=ATTACK, poignees=((0, Size.SIMPLE),)),
    Example("garde sans, Petit lost at the end", 4, SANS, 90, 2, petit=DEFENCE),
    Example(
        "petite lost, Petit and poignée of the taker", 4, PETITE, 88, 1, petit=ATTACK, poignees=((0, Size.SIMPLE),)
    ),
    Example("poignée shown by the defence", 4, GARDE, 104, 2, poignees=((2, Size.SIMPLE),)),
    Example("chelem announced and made", 4, GARDE, 174, 2, petit=ATTACK, chelem=0, swept=ATTACK),
    Example("chelem not announced", 4, GARDE, 182, 3, swept=ATTACK),
    Example("chelem missed, contract made", 4, GARDE, 160, 3, chelem=0),
    Example("chelem missed, no trick at all", 4, GARDE, 0, 0, chelem=0, swept=DEFENCE),
    Example(
        "chelem of the defence announced and missed", 4, GARDE, 80, 1, chelem=2, changed={"chelem_by_defence": "yes"}
    ),
    Example("garde sans lost by 8", 4, SANS, 66, 2),
    Example("garde contre lost, two poignées", 4, CONTRE, 60, 0, poignees=((1, Size.DOUBLE), (0, Size.SIMPLE))),
    Example("just made", 4, GARDE, 82, 2),
    Example("petite made", 4, PETITE, 112, 1),
    Example(
        "the Excuse lost on the last trick to a partner's trick",
        4,
        GARDE,
        84,
        1,
        excuse=(2, ExcusePlay(DEFENCE, DEFENCE, last=True)),
    ),
    Example(
        "an Excuse never paid",
        4,
        GARDE,
        174,
        2,
        petit=ATTACK,
        swept=ATTACK,
        excuse=(1, ExcusePlay(DEFENCE, ATTACK, last=False)),
    ),
    Example("three players, half a point short", 3, GARDE, 81, 2),
    Example("three players, half a point over", 3, GARDE, 83, 2, petit=DEFENCE),
    Example("three players, the half point dropped", 3, GARDE, 83, 2, changed={"half_point": "ignore"}),
    Example("five players with a partner", 5, GARDE, 96, 2, partner=3, called="KH"),
    Example("five players, lost with a partner", 5, SANS, 77, 1, partner=3, called="KH", petit=DEFENCE),
    Example("five players, alone", 5, GARDE, 110, 1, called="KS", poignees=((0, Size.TRIPLE),)),
    Example(
        "a misère for the camp", 4, GARDE, 112, 1, miseres=((2, Misere.TRUMPS),), changed={"misere": "flat10_camp"}
    ),
    Example(
        "misères times the contract",
        4,
        SANS,
        112,
        1,
        miseres=((2, Misere.HONOURS), (0, Misere.HONOURS)),
        changed={"misere": "mult10_camp"},
    ),
    Example(
        "a misère for oneself", 4, GARDE, 112, 1, miseres=((2, Misere.TRUMPS),), changed={"misere": "flat10_personal"}
    ),
    Example("rounded", 4, GARDE, 96, 2, changed={"score_round": "nearest10"}),
)


def account(example: Example) -> tuple[Fact, ...]:
    """The facts of a deal."""
    options = tarot("fft", **example.changed)
    called = Card.parse(example.called) if example.called else None
    state = position(options, {}, players=example.players, called=called)
    said = (example.contract, *(None for _ in range(example.players - 1)))
    chelem = None if example.chelem is None else Seat(example.chelem)
    seats = all_seats(example.players)
    state = replace(state, auction=Auction(seats, said=said), chelem=chelem)
    camps = Camps(seats, Seat(0), None if example.partner is None else Seat(example.partner))
    outcome = Outcome(
        camps,
        example.contract,
        example.half_points,
        example.bouts,
        example.petit,
        tuple((Seat(seat), size) for seat, size in example.poignees),
        None if chelem is None else camps.of(chelem),
        example.swept,
        tuple((Seat(seat), kind) for seat, kind in example.miseres),
    )
    parts = sums(outcome, options)
    excuses: tuple[Kept, ...] = ()
    if example.excuse is not None:
        seat, play = example.excuse
        excuses = (Kept(EXCUSE, Seat(seat), play, fate(play, options), paid=False),)
    return tuple(explained(state, outcome, excuses, parts, points(outcome, parts, example.players)))


def lines(example: Example, words: Words) -> tuple[str, ...]:
    """The account of a deal in one language."""
    return told(account(example), GAME.account_parts, words, NAMES, NAMES)


def _blocks() -> Iterator[str]:
    for example in EXAMPLES:
        changed = "".join(f", {name}={value}" for name, value in example.changed.items())
        told_lines = [line for code in ("fr", "en") for line in lines(example, words_for(code, strict=True))]
        yield "\n".join((f"# {example.title} ({example.players}{changed})", *told_lines))


def snapshot() -> str:
    """The whole file."""
    return "\n\n".join(_blocks()).replace("\u00a0", " ").replace("\u202f", " ") + "\n"


if __name__ == "__main__":
    FILE.write_text(snapshot(), encoding="utf-8")
