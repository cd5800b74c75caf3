"""A deal's account as players write a score sheet: the contract and its outcome, then one sum for each side.

What each fact does in a sum is the game's own list, `Game.account_parts`; its words are the catalogues'.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from typing import assert_never

from bot.core.account import Part
from bot.core.facts import Camp, Fact
from bot.core.match import DealRecord
from bot.core.registry import game_of
from bot.core.seats import Side
from bot.i18n.words import Names, Words
from bot.render.names import marked_names, short_names
from bot.render.scene import Scene

PLUS = " +\u00a0"
EQUALS = "\u00a0=\u00a0"
DOT = " · "


@dataclass(frozen=True, slots=True)
class Term:
    """One number of a sum, with its words."""

    text: str
    points: int


@dataclass(slots=True)
class Sum:
    """What is told of one side.

    Attributes:
        counted: what it won in tricks.
        tricks: the sum of that.
        extra: what counts towards the contract beside.
        apart: what does not count towards the contract.
        marks: what it marks.
        marks_tricks: the tricks are among the marks.
        total: the end of the line of marks.
        asides: what is said after it.
    """

    counted: list[Term] = field(default_factory=list)
    tricks: int = 0
    extra: list[Term] = field(default_factory=list)
    apart: list[str] = field(default_factory=list)
    marks: list[Term] = field(default_factory=list)
    marks_tricks: bool = False
    total: str = ""
    asides: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Sheet:
    contract: str = ""
    verdicts: list[str] = field(default_factory=list)
    sides: dict[Side, Sum] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    seats: list[str] = field(default_factory=list)


def account_texts(scene: Scene, record: DealRecord, words: Words) -> tuple[str, ...]:
    """One deal's account, line by line; teams are named by their marks."""
    parts = game_of(scene.game).account_parts
    return told(record.account, parts, words, short_names(scene, words), marked_names(scene, words))


def told(
    account: tuple[Fact, ...], parts: Mapping[str, Part], words: Words, names: Names, takers: Names
) -> tuple[str, ...]:
    """An account in lines.

    Args:
        account: the facts.
        parts: what each of them is.
        words: the reader's language.
        names: of the sides in sums.
        takers: of the players in the contract.
    """
    sheet = _Sheet()
    for fact in account:
        if fact.key.startswith("contract."):
            sheet.contract = words.say(fact, takers)
        else:
            _enter(sheet, fact, parts.get(fact.key, Part.NOTE), words, names)
    lines = (
        _head(sheet, words),
        _count(sheet, words, names),
        *_marks(sheet, words, names),
        *sheet.notes,
        DOT.join(sheet.seats),
    )
    return tuple(line for line in lines if line)


def _enter(sheet: _Sheet, fact: Fact, part: Part, words: Words, names: Names) -> None:
    text = words.say(fact, names)
    if part is Part.VERDICT:
        sheet.verdicts.append(text)
        return
    if part is Part.SEAT:
        sheet.seats.append(text)
        return
    camp = fact.get("camp")
    if part is Part.NOTE or not isinstance(camp, Camp):
        sheet.notes.append(text)
        return
    side = sheet.sides.setdefault(camp.side, Sum())
    _add(side, fact, part, text, words)


def _add(side: Sum, fact: Fact, part: Part, text: str, words: Words) -> None:
    points = _number(fact, "points")
    match part:
        case Part.COUNTED:
            side.counted.append(Term(text, points))
        case Part.CONVERTED:
            side.counted = [_converted(side.counted, text, _number(fact, "after"), words)]
        case Part.TRICKS:
            side.tricks = points
        case Part.EXTRA:
            side.extra.append(Term(text, points))
        case Part.APART:
            side.apart.append(text)
        case Part.MARK_TRICKS:
            side.marks_tricks = True
            side.marks += side.counted or [Term(text, points)]
        case Part.MARK:
            side.marks.append(Term(text, points))
        case Part.MULTIPLIED:
            side.marks = _multiplied(side.marks, _number(fact, "amount"), points, text, words)
        case Part.ROUNDED | Part.TOTAL:
            # A rounded sum comes before the total and ends with it.
            side.total = side.total or text
        case Part.ASIDE:
            side.asides.append(text)
        case Part.VERDICT | Part.SEAT | Part.NOTE:
            raise AssertionError(f"{fact.key} is of no side")
        case _:
            assert_never(part)


def _number(fact: Fact, name: str) -> int:
    value = fact.get(name)
    return value if isinstance(value, int) else 0


def _converted(terms: list[Term], factor: str, after: int, words: Words) -> Term:
    """`76 (60 aux cartes × 152/120)`; several terms are added up first."""
    joined = PLUS.join(term.text for term in terms)
    return Term(f"{words.number(after)} ({joined if len(terms) == 1 else f'({joined})'} {factor})", after)


def _multiplied(terms: list[Term], amount: int, more: int, factor: str, words: Words) -> list[Term]:
    """The last terms, `amount` together, in brackets with their factor."""
    sums = list(accumulate(term.points for term in reversed(terms)))
    if amount not in sums:
        return [*terms, Term(f"{words.number(more)} ({words.number(amount)} {factor})", more)]
    kept = terms[: len(terms) - sums.index(amount) - 1]
    last = terms[len(kept) :]
    joined = PLUS.join(term.text for term in last)
    return [*kept, Term(f"{joined if len(last) == 1 else f'({joined})'} {factor}", amount + more)]


def _head(sheet: _Sheet, words: Words) -> str:
    verdict = DOT.join(sheet.verdicts)
    if not sheet.contract:
        return verdict
    contract = words.text("table.contract", contract=sheet.contract)
    return f"{contract} — {verdict}" if verdict else contract


def _count(sheet: _Sheet, words: Words, names: Names) -> str:
    """What was made, of the sides whose marks do not show it."""
    hidden = {side: made for side, made in sheet.sides.items() if not made.marks_tricks}
    if not any(made.tricks for made in hidden.values()):
        return ""
    blocks = (_made(made, names.side(side), words) for side, made in sorted(hidden.items()))
    return words.text("result.count", sides=DOT.join(block for block in blocks if block))


def _made(made: Sum, name: str, words: Words) -> str:
    terms = [*made.counted, *made.extra]
    text = PLUS.join(term.text for term in terms)
    if len(terms) > 1:
        text += f"{EQUALS}{words.number(made.tricks + sum(term.points for term in made.extra))}"
    said = ", ".join(part for part in (text, *made.apart) if part)
    return f"{name} {said}" if said else ""


def _marks(sheet: _Sheet, words: Words, names: Names) -> list[str]:
    """One sum for each side; a colon keeps a player's name from the number after it, a team's mark needs none."""
    lines = []
    for side, made in sorted(sheet.sides.items()):
        total = EQUALS.join(part for part in (PLUS.join(term.text for term in made.marks), made.total) if part)
        name = names.side(side)
        named = any(letter.isalnum() for letter in name)
        line = words.text("table.side", names, camp=Camp(side), value=total) if named else f"{name} {total}"
        lines.append(DOT.join((line, *made.asides)) if total else "")
    return lines
