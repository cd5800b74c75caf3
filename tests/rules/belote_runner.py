"""Asks the core about situations of the belote family, through the functions that live play uses."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping
from itertools import pairwise
from typing import Any

from bot.core.actions import PlayCard
from bot.core.cards import Card
from bot.core.errors import IllegalAction
from bot.core.events import DealVoid
from bot.core.families.belote.annonces import Annonce, Combination, combinations_of, judge
from bot.core.families.belote.belotes import RoyalPlay, Word, belote_holders, counted
from bot.core.families.belote.classic_game import ClassicGame
from bot.core.families.belote.contract import Aim, Contract, Doubling
from bot.core.families.belote.counting import DealCount, Points, Scored, undecided
from bot.core.families.belote.dealing import classic_first_packets, cutter, rounds_of_packets
from bot.core.families.belote.denominations import Denomination
from bot.core.families.belote.game import BeloteFamilyGame
from bot.core.families.belote.options import FamilyOptions
from bot.core.families.belote.state import ranking_for
from bot.core.game import DealSetup
from bot.core.match import DealEnded, verdict
from bot.core.prompts import OneOf
from bot.core.seats import Seat, Side, next_seat, seats_from
from bot.core.standings import RankedBy, Record, ranked
from bot.core.tricks import Trick

from .asking import Deviations, Shape, compare, differs, shape, unread
from .belote_bidding import CHECK, run_bidding
from .belote_positions import (
    GAMES,
    SIDES,
    by_side,
    hand_of,
    named,
    players_of,
    playing_state,
    setup_of,
    tried,
)
from .case_files import Situation


def deviations(situation: Situation) -> list[str]:
    """How the core's answer differs from the expected one; empty when it does not."""
    case = situation.case
    known = SHAPES[situation.kind]
    misread = [*unread("the case", case, COMMON | known.given | known.expected)]
    misread += unread_inside(situation.kind, case)
    if misread or not known.expected & set(case):
        return misread or ["nothing is expected"]
    if situation.kind == "ranking":
        return list(run_ranking(case))
    game = GAMES[situation.game]
    try:
        options = game.options_type().with_values(situation.options)
    except IllegalAction as error:
        return [f"option refused: {error.fact}"]
    assert isinstance(options, FamilyOptions)
    return list(RUN[situation.kind](game, options, case))


def unread_inside(kind: str, case: Mapping[str, Any]) -> Deviations:
    """What nobody reads inside the fields of a case, and of the deals that it lists."""
    if "annonces" in SHAPES[kind].given:
        yield from unread("annonces", case.get("annonces") or {}, SIDES)
    if kind == "annonces":
        yield from unread("combos", case.get("combos") or {}, case.get("hands") or {})
    for name, known in INSIDE.items():
        value = case.get(name)
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict):
                yield from unread(name, one, known)
    for deal in case["deals"] if kind == "litige" else ():
        yield from unread("deal", deal, SHAPES["score"].given | {"passed_out", "made"})
        yield from unread_inside("score", deal)


def expected_of(kind: str, case: Mapping[str, Any]) -> dict[str, Any]:
    """The answers that a case states."""
    return {name: case[name] for name in case if name in SHAPES[kind].expected}


# legal, trick


def run_legal(game: BeloteFamilyGame[Any], options: FamilyOptions, case: dict[str, Any]) -> Deviations:
    seat, hand = Seat(case["seat"]), hand_of(case["hand"])
    trick = Trick(tuple((Seat(owner), Card.parse(code)) for owner, code in case["trick"]))
    leader = trick.plays[0][0] if trick.plays else seat
    state = playing_state(game, options, case["trump"], {seat: hand}, trick, leader)
    yield from differs("seat to play", seat, state.turn)
    offered = [action for prompt in game.prompts(state, seat) if isinstance(prompt, OneOf) for action in prompt.actions]
    found = {action.card.code for action in offered if isinstance(action, PlayCard)}
    yield from differs("legal cards", sorted(case["legal"]), sorted(found))
    accepted = {card.code for card in hand if tried(game, state, seat, PlayCard(card)) is not None}
    yield from differs("cards accepted", sorted(case["legal"]), sorted(accepted))


def run_trick(game: BeloteFamilyGame[Any], options: FamilyOptions, case: dict[str, Any]) -> Deviations:
    ranking = ranking_for(Denomination(case["trump"]), options)
    played = hand_of(case["cards"])
    trick = Trick(tuple(zip(seats_from(Seat(case["leader"]), players_of(game)), played, strict=True)))
    best = trick.best(ranking)
    assert best is not None
    found = {
        "winner_seat": best[0],
        "winner_index": case["cards"].index(best[1].code),
        "points": sum(ranking.points(card) for card in played),
    }
    yield from compare(expected_of("trick", case), found)


# score, litige


def contract_of(described: Mapping[str, Any]) -> Contract:
    bid = described.get("bid")
    aim = Aim.TAKE if bid is None else Aim(bid) if isinstance(bid, str) else Aim.NUMBER
    return Contract(
        Seat(SIDES.index(described["team"])),
        Denomination(described["trump"]),
        aim,
        bid if isinstance(bid, int) else 0,
        Doubling(described.get("coinche", "none")),
    )


def count_of(case: Mapping[str, Any]) -> DealCount:
    tricks = by_side(case["tricks"])
    own = tricks[SIDES.index(case["contract"]["team"])]
    return DealCount(
        cards=by_side(case["cards"]),
        tricks=tricks,
        der=SIDES.index(case["der"]),
        belotes=tuple(SIDES.index(side) for side in case.get("belote", ())),
        annonces=by_side(case.get("annonces") or {}),
        solo_tricks=own if case.get("solo") else max(own - 1, 0),
    )


def scored(game: BeloteFamilyGame[Any], setup: DealSetup, case: Mapping[str, Any]) -> Scored:
    contract, count = contract_of(case["contract"]), count_of(case)
    assert isinstance(setup.options, FamilyOptions)
    if setup.players < 4:
        # What nobody won was not dealt; where four play, every card is.
        whole = sum(ranking_for(contract.denomination, setup.options).values.values())
        count = dataclasses.replace(count, asleep=whole - sum(count.cards))
    return game.score(setup, contract, count)


def run_score(game: BeloteFamilyGame[Any], options: FamilyOptions, case: dict[str, Any]) -> Deviations:
    result = scored(game, setup_of(options, last=case.get("last", False)), case)
    yield from compare(expected_of("score", case), {"made": result.made, "score": named(result.points)})


def run_litige(game: BeloteFamilyGame[Any], options: FamilyOptions, case: dict[str, Any]) -> Deviations:
    totals: Points = (0, 0)
    carried: Points = (0, 0)
    marks = []
    for deal in case["deals"]:
        setup = setup_of(options, totals=totals, carried=carried, last=deal.get("last", False))
        if deal.get("passed_out"):
            void = game.result(game.evolve(game.begin(setup), DealVoid()))
            assert void is not None
            points, carried = void.points, void.held
        else:
            result = scored(game, setup, deal)
            points, carried = result.points, result.held
        totals = totals[0] + points[0], totals[1] + points[1]
        marks.append(named(points))
    found = {"marks": marks, "totals": named(totals), "pot": sum(carried)}
    yield from compare(expected_of("litige", case), found)


# annonces, belote


def described(combination: Combination) -> list[object]:
    carre = combination.kind is Annonce.CARRE
    return [combination.kind.value, combination.top.rank.value if carre else combination.top.code, combination.points]


def run_annonces(game: BeloteFamilyGame[Any], options: FamilyOptions, case: dict[str, Any]) -> Deviations:
    denomination = Denomination(case["trump"])
    held = {
        Seat(int(seat)): combinations_of(hand_of(hand), denomination, options.annonce_cards)
        for seat, hand in case["hands"].items()
    }
    for seat, own in held.items() if "combos" in case else ():
        yield from _same_combinations(f"combinations of {seat}", case["combos"].get(str(seat), []), own)
    result = judge(held, Seat(case["first"]), options.annonce_tie)
    found = {"winner": None if result.side is None else SIDES[result.side], "points": named(result.points)}
    yield from compare({name: case[name] for name in found if name in case}, found)


def _same_combinations(what: str, expected: list[list[object]], found: tuple[Combination, ...]) -> Deviations:
    """Strongest first; equally strong ones come in no particular order."""
    strengths = {str(described(made)): made.strength for made in found}
    if sorted(map(str, expected)) != sorted(strengths):
        yield f"{what}: expected {expected}, found {[described(made) for made in found]}"
    elif any(strengths[str(first)] < strengths[str(then)] for first, then in pairwise(expected)):
        yield f"{what}: {expected} is not strongest first"


def run_belote(game: BeloteFamilyGame[Any], options: FamilyOptions, case: dict[str, Any]) -> Deviations:
    denomination = Denomination(case["trump"])
    plays = []
    for play in sorted(case["plays"], key=lambda play: int(play["trick"])):
        word = play.get("say")
        plays.append(RoyalPlay(Seat(0), Card.parse(play["card"]), None if word is None else Word(word)))
    holders = belote_holders(plays, denomination, options)
    points = counted([seat % 2 for seat, _ in holders], denomination, options.ta_belotes)
    yield from differs("points", case["points"], points[0])


# match, deal, ranking


def barred_sides(
    options: FamilyOptions, detail: Mapping[str, Any], taker: int, deal: Points
) -> tuple[int | None, int | None]:
    """The side that failed and the side without a trick.

    The format tells only that a side did one of the two: a defence cannot fail, and takers that failed took no trick
    when another side marks a capot.
    """
    if not detail.get("failed_or_capot"):
        return None, None
    side = SIDES.index(detail["failed_or_capot"])
    if side != taker:
        return None, side
    best = max(points for other, points in enumerate(deal) if other != side)
    return side, side if best >= options.capot_points else None


def run_match(game: BeloteFamilyGame[Any], options: FamilyOptions, case: dict[str, Any]) -> Deviations:
    before, deal = by_side(case["before"]), by_side(case["deal"])
    totals = tuple(had + marked for had, marked in zip(before, deal, strict=True))
    detail = case.get("deal_detail") or {}
    taker = Side(SIDES.index(case["taker_team"]))
    failed, trickless = barred_sides(options, detail, taker, deal)
    nothing = (0,) * len(totals)
    belote = by_side(detail["belote"]) if detail.get("belote") else nothing
    part = undecided(belote, failed, trickless, options.belote_finish)
    ended = DealEnded(deal, nothing, part, taker, None, counts=True, next_dealer=Seat(0))
    over = verdict(game.match_rules(options), totals, ended, counted=case.get("deals_played", 1))
    winner = None if over is None else "draw" if over.winner is None else SIDES[over.winner]
    yield from compare(expected_of("match", case), {"over": over is not None, "winner": winner})


def run_deal(game: BeloteFamilyGame[Any], options: FamilyOptions, case: dict[str, Any]) -> Deviations:
    dealer, players = Seat(case["dealer"]), players_of(game)
    setup = setup_of(options, dealer=dealer)
    pattern = tuple(int(size) for size in case["pattern"].split("-"))
    taker = case.get("taker")
    if isinstance(game, ClassicGame):
        packets = classic_first_packets(dealer, pattern, players)
        packets += () if taker is None else game.second_packets(setup, Seat(taker))
    else:
        packets = rounds_of_packets(dealer, pattern, players)
    state = game.begin(setup)
    void = game.result(game.evolve(state, DealVoid()))
    assert void is not None
    found = {
        "order": [*seats_from(next_seat(dealer, players), players)],
        "packets": [["turn_up" if seat is None else seat, size] for seat, size in packets],
        "cutter": cutter(dealer, players),
        "next_dealer": void.next_dealer if taker is None else game.next_dealer(state),
    }
    yield from compare(expected_of("deal", case), found)


def run_ranking(case: dict[str, Any]) -> Deviations:
    options = case.get("options") or {}
    yield from unread("options", options, ("ranking",))
    records = []
    for result in case["results"]:
        records.append(Record(result["team"], tuple((own, other) for own, other in result["games"])))
    found = ranked(records, RankedBy(options.get("ranking", RankedBy.POINTS)))
    yield from differs("order", case["order"], [record.name for record in found])


RUN: Mapping[str, Callable[[BeloteFamilyGame[Any], FamilyOptions, dict[str, Any]], Deviations]] = {
    "legal": run_legal,
    "trick": run_trick,
    "score": run_score,
    "annonces": run_annonces,
    "bidding": run_bidding,
    "litige": run_litige,
    "belote": run_belote,
    "match": run_match,
    "deal": run_deal,
}

COMMON = frozenset({"id", "kind", "preset", "options", "rule", "source", "note"})
CONTRACT = frozenset({"team", "trump", "bid", "coinche"})
INSIDE: Mapping[str, Collection[str]] = {
    **dict.fromkeys(("cards", "tricks", "before", "deal"), SIDES),
    "contract": CONTRACT,
    "deal_detail": frozenset({"failed_or_capot", "belote"}),
    "check": frozenset(CHECK),
    "plays": frozenset({"trick", "card", "say"}),
    "results": frozenset({"team", "games"}),
}
"""What each field that has fields of its own, or each entry of a list, may say."""

SHAPES: Mapping[str, Shape] = {
    "legal": shape("trump seat trick hand", "legal"),
    "trick": shape("trump leader cards", "winner_index winner_seat points"),
    "score": shape("contract cards tricks der belote annonces solo last", "made score"),
    "annonces": shape("trump first hands", "combos winner points"),
    "bidding": shape("dealer turn_up calls", "check expected"),
    "litige": shape("deals", "marks totals pot"),
    "belote": shape("trump plays", "points"),
    "match": shape("before deal taker_team deal_detail deals_played", "over winner"),
    "deal": shape("dealer pattern taker", "order packets cutter next_dealer"),
    "ranking": shape("results", "order"),
}
"""What a case of each kind may say (docs/rules/belote.md 19)."""

KINDS = frozenset(SHAPES)
"""The kinds of situation that are answered here."""

FACE_TO_FACE = KINDS - {"annonces"}
"""Those that mean something where two play: nothing is announced."""

ALONE = KINDS - {"annonces", "litige"}
"""Those that mean something where three play: nothing is announced either, and a tie fails."""
