"""What the painter gives to be drawn for a message holds only what its viewer was told, for every game.

Pixels cannot be read: the scene they are made of can, and so can what is written beside them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random

import pytest

from bot.core import match, registry
from bot.core.cards import Card
from bot.core.events import visible
from bot.core.seats import Seat
from bot.engine import play, setup
from bot.engine.memory import UserSettings
from bot.engine.models import ChannelId, GuildId, Person, Pictures, SeatView, TableId, UserId
from bot.engine.table import Table, seat_view, seated, table_view
from bot.i18n.words import words_for
from bot.ui import studio
from bot.ui.emoji.shelf import Shelf
from bot.ui.painter import Painter
from bot.ui.sketch import Sketch
from tests.conformance.walk import Choices, choose
from tests.engine.fakes import FakeDealer
from tests.loopback.telltale import cards_in
from tests.storage.examples import NOW

FR = words_for("fr")
DRAWN = 6
"""Pictures that are really drawn for each game: it takes a while, and only their words are read."""

DEALS, ENOUGH = 50, 600
"""Deals at most, and cards held that are looked at; deals of calls alone have few."""

Look = Callable[[Table, Seat], SeatView]


def cards_of(value: object) -> Iterator[Card]:
    """Every card that something holds, wherever it is in it."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, (tuple, frozenset, list)):
        for item in value:
            yield from cards_of(item)
    elif is_dataclass(value) and not isinstance(value, type):
        for item in fields(value):
            yield from cards_of(getattr(value, item.name))


def moments(key: str, players: int, seed: int) -> Iterator[Table]:
    """A table of members after every action of a random deal."""
    game, dealer = registry.game_of(key), FakeDealer()
    dealer.count, choices = seed, Choices([], Random(seed))
    people = [Person(UserId(100 + seat), f"M{chr(65 + seat)}") for seat in range(players)]
    choice = setup.chosen(registry.games(), key, game.default_preset, None, players)
    table = setup.opened(choice, GuildId(1), ChannelId(1), people[0], "fr", NOW, dealer.seed())
    table = replace(table, record=replace(table.record, id=TableId(1)))
    first = table.seats[0]
    table = seated(table, *(replace(first, seat=Seat(n), user=who.user, name=who.name) for n, who in enumerate(people)))
    table = play.start(table, people[0].user, "1", dealer, fill=False)
    for _ in range(400):
        table = replace(table, seq=table.seq + len(table.pending), pending=())
        if table.state is None or not table.in_deal:
            return
        yield table
        offered = sorted(match.may_act(game, table.state))
        seat = offered[choices.below(len(offered))]
        table = play.act(table, seat, choose(match.prompts(game, table.state, seat), choices), None, dealer)
    raise AssertionError(f"the deal of {key} does not end")


def told(table: Table, viewer: Seat | None) -> set[Card]:
    """The cards of which this viewer was told in this deal."""
    return {card for event in table.deal if visible(event, viewer) for card in cards_of(event)}


def sketches(table: Table, painter: Painter, look: Look) -> Iterator[tuple[Seat | None, Sketch]]:
    """What is drawn of a moment, and for whom."""
    public = painter.public(table_view(table)).sketch
    assert public is not None
    yield None, public
    for holder in table.seats:
        assert holder.user is not None
        hand = painter.hand(look(table, holder.seat), FR, UserSettings(holder.user)).sketch
        assert hand is not None
        yield holder.seat, hand


def found(key: str, players: int, seed: int, look: Look) -> list[str]:
    """What was to be drawn for whom it was not told, in whole deals until enough was looked at: some end at once."""
    painter, leaks, looked, drawn = Painter(Shelf(), lambda: Pictures.FULL), list[str](), 0, 0
    for table in (table for number in range(DEALS) for table in moments(key, players, seed + number)):
        if looked > ENOUGH:
            break
        for viewer, sketch in sketches(table, painter, look):
            known, held = told(table, viewer), set(cards_of(sketch.scene.view))
            looked += len(held)
            leaks += [f"{viewer}: {card.code}" for card in sorted(held - known, key=lambda card: card.code)]
            if sketch.scene.viewer != viewer:
                leaks.append(f"{viewer} gets the picture of {sketch.scene.viewer}")
            if held and drawn < DRAWN and table.seq % 5 == 0:
                drawn += 1
                picture = studio.draw(sketch)
                assert picture is not None
                assert re.fullmatch(r"[a-z]+", picture.stem), "the file's name tells what it is, and nothing of it"
                leaks += [f"{viewer} reads {card.code}" for card in cards_in({"content": picture.alt}) - known]
    assert looked > ENOUGH
    assert drawn > 0
    return leaks


GAMES = [(key, players) for key, game in sorted(registry.games().items()) for players in sorted(game.seat_counts)[-1:]]


@pytest.mark.parametrize(("key", "players"), GAMES)
def test_what_is_drawn_for_somebody_was_told_to_them(key: str, players: int, deal_seed: int) -> None:
    assert found(key, players, deal_seed, seat_view) == []


def test_a_hand_drawn_for_another_is_found(deal_seed: int) -> None:
    """Planted: a seat gets what its neighbour sees, under its own number."""

    def leaking(table: Table, seat: Seat) -> SeatView:
        return replace(seat_view(table, Seat((seat + 1) % 4)), seat=seat)

    leaks = found("belote", 4, deal_seed, leaking)
    assert len(leaks) > 20


def test_a_card_too_much_is_found(deal_seed: int) -> None:
    """Planted: once in a deal a hand holds one card of another's."""
    done: list[Card] = []

    def leaking(table: Table, seat: Seat) -> SeatView:
        mine, other = seat_view(table, seat), seat_view(table, Seat((seat + 1) % 4))
        assert mine.view is not None
        assert other.view is not None
        if done or not other.view.hand:
            return mine
        done.append(other.view.hand[0])
        return replace(mine, view=replace(mine.view, hand=(*mine.view.hand, done[0])))

    leaks = found("coinche", 4, deal_seed, leaking)
    assert leaks
    assert all(done[0].code in leak for leak in leaks)
