"""What a deal and a match came to: the account line by line, the hands, the final score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.core.cards import Card
from bot.core.facts import Camp, Who
from bot.core.match import DealRecord
from bot.core.seats import Seat, Side
from bot.i18n.words import Names, Words
from bot.render import board
from bot.render.account import account_texts
from bot.render.cards import CardText, card_row
from bot.render.compose import Line, compose, compose_cards
from bot.render.fair import commitment_line, opened_line
from bot.render.names import has_teams, mark_of, names_of
from bot.render.panels import Button, Panel, Row, Style
from bot.render.people import people_lines, people_rows, relative
from bot.render.scene import Scene
from bot.render.table import rules_line, stopped_text


def result_panel(scene: Scene, words: Words, cards: CardText) -> Panel:
    """The public message between two deals: how the last one was counted."""
    names = names_of(scene, words)
    lines = [Line(f"**{words.text('result.title', number=scene.number)}**"), *account_lines(scene, words)]
    lines += _open_cards(scene, words, cards, names)
    lines.append(_last_trick(scene, words, cards, names))
    lines.append(Line(board.score_line(scene, words, names)))
    lines.append(Line(stopped_text(scene, words) or _next_deal(scene, words), 2))
    lines += people_lines(scene, words, names)
    if scene.ready:
        ready = words.both([names.seat(seat) for seat in sorted(scene.ready)])
        lines.append(Line(f"-# {words.text('table.ready', who=ready)}", 3))
    lines += [Line(opened_line(scene, words), 4), rules_line(scene, words)]
    lines.append(Line(commitment_line(scene, words, scene.number + 1)))
    if scene.status == "paused":
        return Panel(compose(lines), (*people_rows(scene, words), _looks(scene, words)))
    if scene.status != "playing":
        return Panel(compose(lines))
    go_on = Button("ui:ready", words.text("button.ready"), style=Style.SUCCESS)
    return Panel(compose(lines), ((go_on, *_looks(scene, words)), *people_rows(scene, words)))


def past_panel(scene: Scene, number: int, words: Words, cards: CardText) -> Panel:
    """What a message of an earlier deal goes on saying: how that deal was counted, and nothing that passes."""
    records = tuple(record for record in scene.records if record.number <= number)
    totals = records[-1].totals if records else tuple(0 for _ in scene.totals)
    past = replace(
        scene, status="past", number=number, records=records, totals=totals, view=None, ready=frozenset(), deadline=None
    )
    return result_panel(past, words, cards)


def _next_deal(scene: Scene, words: Words) -> str:
    if scene.status == "past":
        return ""
    if scene.asleep:
        closing = "" if scene.deadline is None else words.text("table.asleep_until", at=relative(scene.deadline))
        return board.DOT.join(part for part in (words.text("table.asleep"), closing) if part)
    if scene.deadline is None:
        return words.text("table.between")
    return words.text("table.between_until", at=relative(scene.deadline))


def match_end_panel(scene: Scene, words: Words, cards: CardText) -> Panel:
    """The public message of a finished match, with its last deal."""
    names = names_of(scene, words)
    if scene.winner is None:
        outcome = f"🤝 **{words.text('match.draw')}**"
    else:
        outcome = f"🏆 **{words.text('match.won', names, camp=Camp(scene.winner))}**"
    score = words.text("match.score", score=board.total_values(scene, words, names))
    counted = sum(record.counts for record in scene.records)
    lines = [
        Line(outcome),
        Line(f"{score} ({words.text('match.deals', n=counted)})"),
        Line(f"__{words.text('result.title', number=scene.number)}__", 1),
        *account_lines(scene, words),
        *_open_cards(scene, words, cards, names),
        _last_trick(scene, words, cards, names),
    ]
    lines += [Line(opened_line(scene, words), 4), rules_line(scene, words)]
    again: Row = (
        Button("ui:rematch", words.text("button.rematch"), style=Style.SUCCESS),
        Button("ui:teams", words.text("button.swap" if has_teams(scene) else "button.seats")),
        *_analysis(scene, words),
        Button("ui:hands", words.text("button.hands")),
        Button("ui:score", words.text("button.score")),
    )
    return Panel(compose(lines), (again,))


def account_lines(scene: Scene, words: Words) -> list[Line]:
    """The last deal's account; teams are named by their marks, which the score line explains."""
    record = scene.records[-1] if scene.records else None
    if record is None:
        return []
    if not record.counts and not record.account:
        return [Line(words.text("result.void"))]
    return [Line(line, 1) for line in account_texts(scene, record, words)]


def _open_cards(scene: Scene, words: Words, cards: CardText, names: Names) -> list[Line]:
    """Cards that lay in no hand, or that annulled the deal."""
    shown = [] if scene.view is None else board.zone_lines(scene.view.zones, words, cards, names)
    return [Line(line, 2) for line in shown]


def _last_trick(scene: Scene, words: Words, cards: CardText, names: Names) -> Line:
    trick = None if scene.view is None else scene.view.last_trick
    return Line("" if trick is None else f"-# {board.last_trick_line(trick, words, cards, names)}", 3)


def hands_panel(scene: Scene, words: Words, cards: CardText) -> Panel:
    """All hands of the last deal as they were dealt."""
    if scene.view is None or not scene.view.hands:
        return Panel(words.text("result.no_hands"))
    names, hands = names_of(scene, words), scene.view.hands
    return Panel(compose_cards(lambda shown: _hands(scene, hands, words, shown, names), cards))


def record_marks(scene: Scene, record: DealRecord, words: Words) -> str:
    """One line of the score sheet: "Donne 3 : 🔵 92 – 70 🔶 (total 340 – 512)", or each player with both numbers."""
    if not record.counts:
        return words.text("score.annulled" if record.account else "score.void", n=record.number)
    if len(record.points) != 2 or not mark_of(scene, Side(0)):
        marks = board.DOT.join(_own_marks(scene, record, words))
        return words.text("score.deal", n=record.number, marks=marks)
    marks = board.short_values(record.points, scene, words)
    totals = " – ".join(words.number(total) for total in record.totals)
    return f"{words.text('score.deal', n=record.number, marks=marks)} ({words.text('score.total', score=totals)})"


def _own_marks(scene: Scene, record: DealRecord, words: Words) -> Iterator[str]:
    """What each player who has no team marks, and the total: "Léa +318 (total 1 200)"."""
    names = names_of(scene, words)
    for side, (points, total) in enumerate(zip(record.points, record.totals, strict=True)):
        yield words.text("score.mark", names, camp=Camp(Side(side)), points=points, total=total)


def _hands(
    scene: Scene, hands: Sequence[tuple[Card, ...]], words: Words, cards: CardText, names: Names
) -> Sequence[Line]:
    lines = [Line(f"**{words.text('result.hands', number=scene.number)}**")]
    for seat, held in enumerate(hands):
        row = card_row(held, words, cards)
        lines.append(Line(words.text("result.hand", names, who=Who(Seat(seat)), cards=row)))
    return [*lines, *_open_cards(scene, words, cards, names)]


def _analysis(scene: Scene, words: Words) -> tuple[Button, ...]:
    """The way to what the cards have cost, where they may be seen."""
    played = scene.view is not None and scene.view.hands and scene.records and scene.records[-1].counts
    return (Button("ui:analysis", words.text("button.analysis")),) if played else ()


def _looks(scene: Scene, words: Words) -> tuple[Button, ...]:
    return (
        Button("ui:hands", words.text("button.hands")),
        *_analysis(scene, words),
        Button("ui:score", words.text("button.score")),
        Button("ui:more", words.text("button.more")),
    )
