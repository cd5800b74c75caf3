"""Scenes made by hand, so that their pictures stay the same whatever the rules or the chance of a walk become."""

from __future__ import annotations

from dataclasses import replace

from bot.core.cards import cards
from bot.core.facts import Term, Who, fact
from bot.core.match import DealRecord
from bot.core.registry import games
from bot.core.seats import Seat, Side
from bot.core.views import TrickView, View
from bot.render.scene import Player, Scene

NAMES = ("Maxence", "Jean-Noël", "François", "Léa")


def running(viewer: int | None = None) -> Scene:
    """The fifth trick of a deal of four players in two teams, three cards on the table; seat 0 is to act."""
    seat = None if viewer is None else Seat(viewer)
    mine = viewer == 0
    view = View(
        viewer=seat,
        phase="play",
        dealer=Seat(1),
        hand=cards("JH 9H AH KS QS 8S AD 10C") if mine else (),
        playable=cards("KS QS 8S") if mine else (),
        duty=fact("duty.follow", suit=Term("suit", "S")) if mine else None,
        hand_sizes=(4, 3, 3, 3),
        trick=TrickView(((Seat(1), cards("AS")[0]), (Seat(2), cards("7S")[0]), (Seat(3), cards("JH")[0])), Seat(3)),
        last_trick=TrickView(tuple((Seat(place), card) for place, card in enumerate(cards("7D 10D AD 9C"))), Seat(2)),
        tricks_won=(2, 1, 1, 0),
        to_act=frozenset({Seat(0)}),
        may_act=frozenset({Seat(0)}),
        trump="H",
        taker=Seat(3),
        contract=fact("contract.bid_coinche", who=Who(Seat(3)), level=110, denomination=Term("denomination", "H")),
        calls=(),
        zones=(),
        facts=(fact("said.belote", who=Who(Seat(2))),),
        points=(62, 41),
    )
    return _scene(view, seat)


def over() -> Scene:
    """The same deal when it is over."""
    view = running().view
    assert view is not None
    dealt = (
        "JH 9H AH KS QS 8S AD 10C",
        "AS 7C 8C QC 8D 9D QD QH",
        "7S 9S 10S JS KD JD 7H 8H",
        "10H KH 7D 10D 9C JC KC AC",
    )
    hands = tuple(cards(text) for text in dealt)
    done = replace(
        view,
        phase="over",
        trick=TrickView((), None),
        tricks_won=(3, 2, 2, 1),
        to_act=frozenset(),
        hands=hands,
        facts=(),
    )
    return replace(_scene(done, None), between=True, records=records())


def records() -> tuple[DealRecord, ...]:
    """A score sheet with a deal that was passed out."""
    marks = ((162, 0), (0, 0), (90, 320), (252, 0))
    made, totals, sums = (True, None, False, True), [0, 0], []
    for points in marks:
        totals = [total + won for total, won in zip(totals, points, strict=True)]
        sums.append(tuple(totals))
    return tuple(
        DealRecord(
            number + 1,
            Seat(number % 4),
            points,
            sums[number],
            None if made[number] is None else Side(0),
            made[number],
            points != (0, 0),
            (),
        )
        for number, points in enumerate(marks)
    )


def _scene(view: View, viewer: Seat | None) -> Scene:
    game = games()["coinche"]
    return Scene(
        table=7,
        game="coinche",
        profile="coinche_online",
        options=game.presets["coinche_online"],
        status="playing",
        players=tuple(Player(Seat(seat), name, computer=False, host=seat == 0) for seat, name in enumerate(NAMES)),
        seat_count=4,
        sides=game.sides(4),
        view=view,
        viewer=viewer,
        prompts=(),
        totals=(540, 410),
        target=1000,
        deals=None,
        number=4,
        between=False,
        ready=frozenset(),
        records=(),
        winner=None,
        deadline=None,
        commitment=None,
        revealed=None,
    )
