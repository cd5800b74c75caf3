"""The leak test: what a viewer cannot see must not change anything the viewer gets.

A deal is played again from another order of the pack in which cards unseen by the viewer have changed places. As long
as the viewer sees the same events, the viewer's view, prompts and token must be the same at every step. Events may
tell something about hidden hands only where the rules say so aloud (`reveals`): such a world is then another one for
the viewer, and is left.

Such worlds part where a seat does what only its hidden cards allow. So the other half: what is done without an event
that the viewer sees must change nothing for the viewer either, not even who is to act or why an action is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from itertools import islice

from bot.core import match
from bot.core.actions import Deal
from bot.core.cards import Card
from bot.core.errors import IllegalAction
from bot.core.events import visible
from bot.core.evolving import kept_for
from bot.core.facts import Fact
from bot.core.game import AnyGame
from bot.core.match import MatchState
from bot.core.prompts import Prompt
from bot.core.seats import Seat, all_seats
from bot.core.views import View
from tests.conformance.walk import Choices, Moment, Walk, some_codes

TRIED = 2
"""Codes of each prompt that are tried for their refusal."""


@dataclass(frozen=True)
class Asked:
    """Who is asked, and of which game: a state is compared with many, and asked once."""

    game: AnyGame
    viewer: Seat | None


@dataclass(frozen=True)
class Got:
    """What a viewer gets in a state."""

    view: View
    text: str
    acting: tuple[frozenset[Seat], frozenset[Seat]]
    prompts: tuple[Prompt, ...] = ()
    token: str = ""


@kept_for
def _got(state: MatchState, asked: Asked) -> Got:
    assert state.deal is not None
    game, viewer = asked.game, asked.viewer
    view = game.view(state.deal, viewer)
    acting = match.to_act(game, state), match.may_act(game, state)
    if viewer is None:
        return Got(view, repr(view), acting)
    return Got(view, repr(view), acting, _offered(state, asked), match.prompt_token(game, state, viewer))


@kept_for
def _offered(state: MatchState, asked: Asked) -> tuple[Prompt, ...]:
    assert asked.viewer is not None
    return match.prompts(asked.game, state, asked.viewer)


@kept_for
def _named(state: MatchState, asked: Asked) -> frozenset[Card]:
    """The cards that a viewer's view names."""
    return frozenset(_cards(_got(state, asked).view))


@dataclass
class Tally:
    """How many other worlds were compared to their end, and how many steps in them."""

    worlds: int = 0
    steps: int = 0
    left: int = 0
    unseen: int = 0


def unseen_steps_change_nothing(walk: Walk, tally: Tally) -> None:
    """What a viewer is not told of changes nothing that the viewer gets: view, prompts, token, turns, refusals."""
    for moment in walk.moments:
        for viewer in (None, *all_seats(walk.opened.state.players)):
            if viewer != moment.seat and not any(visible(event, viewer) for event in moment.events):
                _same(walk, moment.before, moment.after, viewer, moment.action.code)
                tally.unseen += 1


def _refused_alike(walk: Walk, one: MatchState, other: MatchState, viewer: Seat, after: str) -> None:
    """A viewer who tries what anybody may do hears the same in both."""
    everybody = all_seats(one.players)
    offered = [
        prompt for state in (one, other) for seat in everybody for prompt in _offered(state, Asked(walk.game, seat))
    ]
    tried = {code for prompt in offered for code in islice(some_codes((prompt,)), TRIED)}
    for code in sorted(tried):
        told, again = (_refusal(state, (walk.game, viewer, code)) for state in (one, other))
        assert told == again, f"{viewer} is refused {code} after {after} by hidden cards: {told} / {again}"


@kept_for
def _refusal(state: MatchState, tried: tuple[AnyGame, Seat, str]) -> Fact | None:
    game, seat, code = tried
    try:
        match.act(game, state, seat, game.parse(code))
    except IllegalAction as error:
        return error.fact
    return None


def nothing_leaks(walk: Walk, choices: Choices, reveals: frozenset[str], tally: Tally) -> None:
    """Compare other worlds for every seat and a spectator: just after the deal, and up to a later step by chance."""
    unseen_steps_change_nothing(walk, tally)
    deals = list(_deals(walk))
    for moments in deals[:2]:
        for viewer in (None, *all_seats(walk.opened.state.players)):
            for length in {1, 2, 1 + choices.below(len(moments)), 1 + choices.below(len(moments))}:
                _compare(walk, moments[:length], viewer, choices, reveals, tally)


def _deals(walk: Walk) -> Iterator[list[Moment]]:
    deal: list[Moment] = []
    for moment in walk.moments:
        if moment.before.between and deal:
            yield deal
            deal = []
        deal.append(moment)
    if deal:
        yield deal


def _compare(
    walk: Walk, moments: list[Moment], viewer: Seat | None, choices: Choices, reveals: frozenset[str], tally: Tally
) -> None:
    seen = {card for moment in moments for event in moment.events if visible(event, viewer) for card in _cards(event)}
    first = moments[0].action
    assert isinstance(first, Deal)
    hidden = [card for card in first.order if card not in seen]
    shown = _shown(walk, moments, viewer)
    assert seen <= shown, f"{viewer} is told of {_text(seen - shown)} by events, but the view never shows them"
    assert not shown & set(hidden), f"{viewer} is shown {_text(shown & set(hidden))}, which no event told"
    if len(hidden) < 2:
        return
    for swap in _swaps(hidden, choices):
        _live_again(walk, moments, viewer, swap, reveals, tally)


def _swaps(hidden: list[Card], choices: Choices) -> Iterator[dict[Card, Card]]:
    """Two worlds: two cards exchanged, and all hidden cards mixed."""
    first = choices.below(len(hidden))
    second = (first + 1 + choices.below(len(hidden) - 1)) % len(hidden)
    yield {hidden[first]: hidden[second], hidden[second]: hidden[first]}
    yield dict(zip(hidden, choices.order(tuple(hidden)), strict=True))


def _live_again(
    walk: Walk,
    moments: list[Moment],
    viewer: Seat | None,
    swap: dict[Card, Card],
    reveals: frozenset[str],
    tally: Tally,
) -> None:
    state = moments[0].before
    for moment in moments:
        try:
            action = walk.game.parse(_swapped(moment.action.code, swap))
            step = match.act(walk.game, state, moment.seat, action)
        except IllegalAction:
            tally.left += 1  # nobody could have done this with those cards: not a world to compare
            return
        mine = [event for event in moment.events if visible(event, viewer)]
        other = [event for event in step.events if visible(event, viewer)]
        if mine != other:
            told = {event.kind for event in (*mine, *other) if (event not in mine) or (event not in other)}
            assert told <= reveals, f"{viewer} sees other events after {moment.action.code}: {mine} / {other}"
            tally.left += 1
            return
        state = step.state
        _same(walk, moment.after, state, viewer, moment.action.code)
        tally.steps += 1
    tally.worlds += 1


def _same(walk: Walk, one: MatchState, other: MatchState, viewer: Seat | None, after: str) -> None:
    assert one.deal is not None
    assert other.deal is not None
    if walk.game.result(one.deal) is not None:
        return  # the deal is over and the hands may be shown
    got, other_got = (_got(state, Asked(walk.game, viewer)) for state in (one, other))
    view, again = got.view, other_got.view
    assert view == again, f"{viewer}'s view after {after} depends on hidden cards: {_difference(view, again)}"
    assert got.text == other_got.text, f"{viewer}'s view after {after} is ordered by hidden cards"
    for asked, *acting in zip(("to_act", "may_act"), got.acting, other_got.acting, strict=True):
        assert acting[0] == acting[1], f"{asked} after {after} depends on what {viewer} cannot see: {acting}"
    if viewer is not None:
        offered = got.prompts, other_got.prompts
        assert offered[0] == offered[1], f"{viewer}'s prompts after {after} depend on hidden cards: {offered}"
        assert got.token == other_got.token, f"{viewer}'s token after {after} depends on hidden cards"
        _refused_alike(walk, one, other, viewer, after)


def _difference(view: View, again: View) -> str:
    return ", ".join(
        f"{item.name}: {getattr(view, item.name)} / {getattr(again, item.name)}"
        for item in fields(view)
        if getattr(view, item.name) != getattr(again, item.name)
    )


def _shown(walk: Walk, moments: list[Moment], viewer: Seat | None) -> set[Card]:
    """Cards that the viewer's views named so far, or that were played, or that he gave away himself."""
    shown: set[Card] = set()
    for moment in moments:
        assert moment.after.deal is not None
        asked = Asked(walk.game, viewer)
        # Once the deal is over all hands may be shown; one that was annulled at once told its holder only his own.
        over = walk.game.result(moment.after.deal) is not None
        shown |= set(_got(moment.after, asked).view.hand) if over else _named(moment.after, asked)
        for event in moment.events if moment.seat is not None else ():
            if visible(event, viewer) and getattr(event, "seat", None) == moment.seat:
                shown |= set(_cards(event)) & set(map(Card.parse, _words(moment.action.code)))
    return shown


def _words(code: str) -> list[str]:
    return [word for word in re.split(r"[: ]", code) if re.fullmatch(r"(10|[1-9AKQJC])[SHDC]|T\d+|EX", word)]


def _swapped(code: str, swap: dict[Card, Card]) -> str:
    names = {one.code: other.code for one, other in swap.items()}
    return "".join(names.get(word, word) for word in re.split(r"([: ])", code))


def _cards(value: object) -> Iterator[Card]:
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple | frozenset | list):
        for item in value:
            yield from _cards(item)
    elif is_dataclass(value) and not isinstance(value, type):
        for item in fields(value):
            yield from _cards(getattr(value, item.name))


def _text(held: set[Card]) -> str:
    return " ".join(sorted(card.code for card in held))
