"""Answers situations of hearts (docs/rules/hearts.md 12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from bot.core.cards import Card, cards
from bot.core.errors import IllegalAction
from bot.core.events import CardPlayed
from bot.core.games.hearts.duties import winner
from bot.core.games.hearts.options import HeartsOptions
from bot.core.games.hearts.pack import pack
from bot.core.games.hearts.passing import count_of, receiver, way_of
from bot.core.games.hearts.rules import GAME
from bot.core.games.hearts.scoring import score
from bot.core.match import DealEnded, verdict
from bot.core.seats import Seat, all_seats
from bot.core.tricks import Trick

from .asking import Shape, shape, unread
from .case_files import Situation
from .hearts_deals import dealt, hearts, position

Data = dict[str, Any]
Answerer = Callable[[HeartsOptions, int, Data], Data]


def _pack(options: HeartsOptions, players: int, data: Data) -> Data:
    found = pack(options, players)
    whole = pack(options, 4)
    missing = " ".join(card.code for card in whole if card not in found)
    return {"size": len(found), "each": len(found) // players, "missing": missing}


def _pass(options: HeartsOptions, players: int, data: Data) -> Data:
    way = way_of(options, players, data["deal"])
    to = None if way is None else [receiver(seat, way, players) for seat in all_seats(players)]
    return {"way": way, "count": count_of(options, players), "to": to}


def _leader(options: HeartsOptions, players: int, data: Data) -> Data:
    unexchanged = options.with_values({"exchange": "none"})
    hands = dict(enumerate(data["hands"]))
    return {"leader": dealt(unexchanged, hands, players, dealer=data["dealer"]).leader}


def _legal(options: HeartsOptions, players: int, data: Data) -> Data:
    table = cards(data["trick"])
    seat = len(table)
    hands = ["" for _ in range(players)]
    hands[seat] = data["hand"]
    breaker = Card.parse("2H") if data["broken"] else None
    state = position(options, hands, trick=data["trick"], first=data["first"], breaker=breaker)
    return {"legal": " ".join(card.code for card in state.legal.cards)}


def _winner(options: HeartsOptions, players: int, data: Data) -> Data:
    plays = tuple((Seat((data["leader"] + place) % players), card) for place, card in enumerate(cards(data["trick"])))
    best = winner(Trick(plays))
    return {"seat": None if best is None else best[0]}


def _breaks(options: HeartsOptions, players: int, data: Data) -> Data:
    state = position(options, [data["card"], *("" for _ in range(players - 1))])
    after = GAME.evolve(state, CardPlayed(Seat(0), Card.parse(data["card"])))
    return {"broken": after.breaker is not None}


def _score(options: HeartsOptions, players: int, data: Data) -> Data:
    others = data["choice"] == "add" if "choice" in data else options.moon != "own_subtract"
    return {"points": list(score([cards(pile) for pile in data["taken"]], options, others_add=others).points)}


def _match(options: HeartsOptions, players: int, data: Data) -> Data:
    nothing = (0,) * players
    ended = DealEnded(nothing, nothing, nothing, None, made=None, counts=True, next_dealer=Seat(0))
    end = verdict(options.match_rules(), tuple(data["totals"]), ended, 1)
    return {"over": end is not None, "winner": None if end is None else end.winner}


ANSWERERS: Mapping[str, Answerer] = MappingProxyType(
    {
        "pack": _pack,
        "pass": _pass,
        "leader": _leader,
        "legal": _legal,
        "winner": _winner,
        "breaks": _breaks,
        "score": _score,
        "match": _match,
    }
)
KINDS = frozenset(ANSWERERS)

COMMON = frozenset({"id", "kind", "rule", "note", "players", "options", "input", "expected"})
SHAPES: Mapping[str, Shape] = {
    "pack": shape("", "size each missing"),
    "pass": shape("deal", "way count to"),
    "leader": shape("dealer hands", "leader"),
    "legal": shape("hand trick first broken", "legal"),
    "winner": shape("trick leader", "seat"),
    "breaks": shape("card", "broken"),
    "score": shape("taken choice", "points"),
    "match": shape("totals", "over winner"),
}
"""What a case of each kind may say (docs/rules/hearts.md 12)."""


def deviations(situation: Situation) -> list[str]:
    """What the core answers otherwise than expected; cards are compared as sets."""
    case = situation.case
    known = SHAPES[situation.kind]
    given, expected = case.get("input") or {}, case.get("expected") or {}
    misread = [*unread("the case", case, COMMON), *unread("input", given, known.given)]
    misread += unread("expected", expected, known.expected)
    if misread or not expected:
        return misread or ["nothing is expected"]
    unsaid = sorted(known.expected - set(expected))
    if unsaid:
        return [f"expected: nothing is said of {', '.join(unsaid)}"]
    try:
        options = hearts(**situation.options)
    except IllegalAction as error:
        return [f"option refused: {error.fact}"]
    answer = ANSWERERS[situation.kind](options, case.get("players", 4), given)
    return [
        f"{name}: expected {value}, found {answer[name]}"
        for name, value in expected.items()
        if _plain(answer[name]) != _plain(value)
    ]


def _plain(value: Any) -> Any:
    return frozenset(value.split()) if isinstance(value, str) else value
