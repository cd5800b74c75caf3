"""The analysis of a deal in words: who gave up how much, the costliest cards, and every trick with its choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from bot.core.advice import Analysis, Weighed
from bot.core.facts import Who
from bot.i18n.words import Names, Words
from bot.render.advice.study import OVERVIEW, Study
from bot.render.board import DOT
from bot.render.cards import CardText, card_text
from bot.render.compose import Line, compose_cards
from bot.render.names import names_of
from bot.render.panels import Button, Choice, Menu, Panel, Row, Style
from bot.render.scene import Scene

COSTLIEST = 8
"""Cards on the first page."""

CHOICES = 6
"""Other cards that are named beside one that was played."""

TRICKS = 24
"""Tricks in the menu, beside the way back."""


def waiting_panel(number: int, done: int, total: int, words: Words) -> Panel:
    """The cards are still being weighed."""
    text = words.text("analysis.wait", number=number) + (
        f"\n{words.text('analysis.progress', done=done, total=total)}" if total else ""
    )
    return Panel(text, ((Button(f"ui:analysis:{number}", words.text("button.look_again")),),))


def analysis_panel(scene: Scene, study: Study, words: Words, cards: CardText) -> Panel:
    """A page of it.

    Args:
        scene: the table.
        study: what is looked at.
        words: the reader's.
        cards: the emoji there are.
    """
    names = names_of(scene, words)
    number, analysis, page = study.number, study.analysis, study.page

    def lines(shown: CardText) -> Sequence[Line]:
        title = Line(f"**{words.text('analysis.title', number=number)}**")
        if page == OVERVIEW:
            return [title, *_overview(analysis, words, shown, names)]
        return [title, *_trick(analysis, page, words, shown, names)]

    return Panel(compose_cards(lines, cards), _rows(analysis, number, page, words))


def how_exact(analysis: Analysis, words: Words) -> str:
    """From which trick on the costs are exact."""
    chosen = [card for card in analysis.cards if not card.forced]
    guessed = [card.trick for card in chosen if not card.exact]
    if not guessed:
        return words.text("analysis.exact")
    first = max(guessed) + 1
    if any(card.trick >= first for card in chosen):
        return words.text("analysis.exact_from", trick=first)
    return words.text("analysis.estimated")


def _overview(analysis: Analysis, words: Words, cards: CardText, names: Names) -> Iterator[Line]:
    yield Line(words.text("analysis.about"), 2)
    yield Line(f"-# {how_exact(analysis, words)}", 1)
    tried = [card.ways for card in analysis.cards if not card.forced]
    if tried:
        ways = words.text("analysis.ways", ways=sum(tried), least=min(tried), most=max(tried))
        yield Line(f"-# {ways}", 3)
    yield Line(DOT.join(_sums(analysis, words, names)))
    costly = analysis.costly[:COSTLIEST]
    if not costly:
        yield Line(words.text("analysis.perfect"))
        return
    yield Line(f"__{words.text('analysis.costliest')}__")
    for rank, card in enumerate(costly):
        yield Line(f"{rank + 1}. {_cost(card, words, cards, names)}", rank)


def _sums(analysis: Analysis, words: Words, names: Names) -> Iterator[str]:
    seats = sorted({card.seat for card in analysis.cards})
    for seat in seats:
        lost = sum(card.loss for card in analysis.cards if card.seat == seat)
        yield words.text("analysis.sum", names, who=Who(seat), points=lost)


def _cost(card: Weighed, words: Words, cards: CardText, names: Names) -> str:
    return words.text(
        "analysis.cost" if card.exact else "analysis.cost_about",
        names,
        trick=card.trick,
        who=Who(card.seat),
        card=card_text(card.card, words, cards),
        best=words.either([card_text(best, words, cards) for best in card.best[:2]]),
        points=card.loss,
    )


def _trick(analysis: Analysis, trick: int, words: Words, cards: CardText, names: Names) -> Iterator[Line]:
    played = [card for card in analysis.cards if card.trick == trick]
    lost = sum(card.loss for card in played)
    yield Line(f"__{words.text('analysis.trick', trick=trick)}__{DOT}{words.text('analysis.lost', points=lost)}")
    for number, card in enumerate(played):
        yield Line(_played(card, words, cards, names), number)
        others = _others(card, words, cards)
        if others:
            yield Line(f"-# {others}", 4 + number)


def _played(card: Weighed, words: Words, cards: CardText, names: Names) -> str:
    shown = card_text(card.card, words, cards)
    if card.forced:
        return words.text("analysis.forced", names, who=Who(card.seat), card=shown)
    if not card.loss:
        return words.text("analysis.good", names, who=Who(card.seat), card=shown)
    key = "analysis.bad" if card.exact else "analysis.bad_about"
    return words.text(key, names, who=Who(card.seat), card=shown, points=card.loss)


def _others(card: Weighed, words: Words, cards: CardText) -> str:
    """What the other choices give up, cards of one cost together, the best first."""
    others = sorted((pair for pair in card.losses if pair[0] != card.card), key=lambda pair: pair[1])
    parts = []
    for loss, pairs in groupby(others[:CHOICES], key=lambda pair: pair[1]):
        row = " ".join(card_text(one, words, cards) for one, _ in pairs)
        parts.append(words.text("analysis.other_best", cards=row) if not loss else f"{row} −{words.number(loss)}")
    if not parts:
        return ""
    tried = words.text("analysis.tried_exact" if card.exact else "analysis.tried", ways=card.ways)
    return DOT.join([*parts, *(["…"] if len(others) > CHOICES else []), tried])


def _rows(analysis: Analysis, number: int, page: int, words: Words) -> tuple[Row, ...]:
    if not analysis.cards:
        return ()
    lost: dict[int, int] = {}
    for card in analysis.cards:
        lost[card.trick] = lost.get(card.trick, 0) + card.loss
    choices = [Choice(str(OVERVIEW), words.text("analysis.menu_all"), default=page == OVERVIEW)]
    for trick, points in list(lost.items())[:TRICKS]:
        label = words.text("analysis.menu_trick", trick=trick, points=points)
        choices.append(Choice(str(trick), label, default=trick == page))
    menu = Menu(f"ui:analysis:{number}:to", words.text("analysis.menu"), tuple(choices))
    buttons = []
    if analysis.costly:
        worst = analysis.costly[0].trick
        text = words.text("button.costliest")
        buttons.append(Button(f"ui:analysis:{number}:{worst}:!", text, style=Style.PRIMARY, disabled=page == worst))
    if page != OVERVIEW:
        before, after = f"ui:analysis:{number}:{page - 1}", f"ui:analysis:{number}:{page + 1}"
        buttons.append(Button(before, words.text("button.trick_before"), disabled=page == 1))
        buttons.append(Button(after, words.text("button.trick_after"), disabled=page == len(lost)))
    return (menu, tuple(buttons)) if buttons else (menu,)
