"""Lines that the public message and the private panel share: tricks, contract, scores. All from public facts."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.cards import Card, Suit
from bot.core.facts import Camp, Term, Who
from bot.core.seats import Seat, Side
from bot.core.views import TrickView, View, Zone
from bot.i18n.words import Names, Words
from bot.render.cards import CardText, card_row, card_text
from bot.render.names import has_teams, mark_of, names_of
from bot.render.scene import Scene

STAR = "★"
DOT = " · "
BOND = "\u00a0"
"""A space at which no line breaks."""


def trick_plays(trick: TrickView, words: Words, cards: CardText, names: Names) -> str:
    """The cards of a trick in order, each before its player, the winning one starred: "A♠ ★ Léa · 7♠ Hugo".

    A card, its star and its player's name stay on one line.
    """
    return DOT.join(
        f"{card_text(card, words, cards)}{f'{BOND}{STAR}' if seat == trick.winner else ''}{BOND}{names.seat(seat)}"
        for seat, card in trick.plays
    )


def trick_line(view: View, words: Words, cards: CardText, names: Names) -> str:
    """The current trick; between two tricks the one just finished stays in sight."""
    number = sum(view.tricks_won)
    if view.trick.plays:
        return words.text("table.trick", n=number + 1, plays=trick_plays(view.trick, words, cards, names))
    if view.last_trick is not None:
        return last_trick_line(view.last_trick, words, cards, names)
    return words.text("table.trick_empty", n=number + 1)


def last_trick_line(trick: TrickView, words: Words, cards: CardText, names: Names) -> str:
    """The last trick and who won it."""
    return words.text("table.last_trick", plays=trick_plays(trick, words, cards, names))


def led_suit(plays: Iterable[tuple[Seat, Card]]) -> Term | None:
    """The suit led, as a word."""
    led = next((card.suit for _, card in plays if card.suit is not Suit.EXCUSE), None)
    return None if led is None else Term("suit", led.value)


def contract_line(view: View, words: Words, names: Names) -> str:
    """The contract and its taker, or before it the calls so far."""
    if view.contract is not None and view.phase != "bidding":
        return words.text("table.contract", contract=words.say(view.contract, names))
    if view.calls:
        said = (
            words.text("table.call", names, who=Who(call.seat), call=words.say(call.fact, names)) for call in view.calls
        )
        return words.text("table.calls", calls=DOT.join(said))
    return ""


def zone_lines(zones: Iterable[Zone], words: Words, cards: CardText, names: Names) -> list[str]:
    """Named cards: the turned card, shown combinations …; where a suit was turned its name in words."""
    lines = []
    for zone in zones:
        if not zone.cards:
            continue
        shown = card_row(zone.cards, words, cards)
        if zone.seat is None:
            lines.append(words.text(f"zone.{zone.name}", names, cards=shown))
        else:
            lines.append(words.text(f"zone.{zone.name}", names, cards=shown, who=Who(zone.seat)))
    return lines


def said_line(view: View, words: Words, names: Names) -> str:
    """What was said aloud during play."""
    return DOT.join(words.say(fact, names) for fact in view.facts)


def side_values(values: tuple[int, ...], words: Words, names: Names, *, bold: bool = False) -> str:
    """A number for each side: "🔵 Léa & Zoé : 340 · 🔶 Hugo & Ana : 512"."""
    mark = "**" if bold else ""
    return DOT.join(_side_value(Side(side), value, words, names, mark) for side, value in enumerate(values))


def _side_value(side: Side, value: int, words: Words, names: Names, mark: str) -> str:
    return words.text("table.side", names, camp=Camp(side), value=f"{mark}{words.number(value)}{mark}")


def short_values(values: tuple[int, ...], scene: Scene, words: Words) -> str:
    """The same by the marks of two teams: "🔵 5 – 3 🔶"; with names where there are no marks."""
    marks = [mark_of(scene, Side(side)) for side in range(len(values))]
    if len(values) != 2 or not all(marks):
        return side_values(values, words, names_of(scene, words))
    first, second = (words.number(value) for value in values)
    return f"{marks[0]} {first} – {second} {marks[1]}"


def tricks_by_side(scene: Scene, view: View) -> tuple[int, ...]:
    """Tricks won by each side."""
    return tuple(sum(view.tricks_won[seat] for seat in seats) for seats in scene.sides)


def score_line(scene: Scene, words: Words, names: Names) -> str:
    """The match score and what it is played to; that the fewest points win is said before and after a deal only."""
    score = words.text("table.score", score=total_values(scene, words, names))
    playing = scene.view is not None and not scene.between
    length = _length(scene, words) if playing else match_length(scene, words)
    return f"{score} ({length})" if length else score


def total_values(scene: Scene, words: Words, names: Names) -> str:
    """The totals by side; where the lowest leads, which no reader sees at once, the leaders first."""
    if not scene.lowest_wins:
        return side_values(scene.totals, words, names, bold=True)
    order = sorted(range(len(scene.totals)), key=lambda side: scene.totals[side])
    return DOT.join(_side_value(Side(side), scene.totals[side], words, names, "**") for side in order)


def match_length(scene: Scene, words: Words) -> str:
    """Points to reach or deals to play, and that the fewest points win where they do."""
    lowest = words.text("table.lowest_wins") if scene.lowest_wins else ""
    return ", ".join(part for part in (_length(scene, words), lowest) if part)


def _length(scene: Scene, words: Words) -> str:
    if scene.deals is not None:
        return words.text("table.deals", n=scene.deals)
    return "" if scene.target is None else words.text("table.target", n=scene.target)


def tells_tricks(scene: Scene, view: View) -> bool:
    """Whether who won how many tricks says anything: a row of names without a trick does not."""
    return any(view.tricks_won) or has_teams(scene)


def tricks_line(scene: Scene, view: View, words: Words) -> str:
    """Tricks, and card points where the game tells them: "Plis : 🔵 5 – 3 🔶 (92 – 60 points)"."""
    tricks = words.text("table.tricks", tricks=short_values(tricks_by_side(scene, view), scene, words))
    if view.points is None:
        return tricks
    points = words.text("table.points", points=" – ".join(words.number(value) for value in view.points))
    return f"{tricks} ({points})"
