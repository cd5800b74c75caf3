"""Asks the core about situations of the belote family, through the functions that live play uses."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bot.core.actions import Action, Deal, PlayCard
from bot.core.cards import Card, cards
from bot.core.errors import IllegalAction
from bot.core.events import DealVoid
from bot.core.evolving import replace
from bot.core.families.belote.annonces import Annonce, Combination, combinations_of, judge
from bot.core.families.belote.belotes import RoyalPlay, Word, belote_holders, counted
from bot.core.families.belote.classic_game import ClassicGame
from bot.core.families.belote.contract import Aim, Contract, Doubling
from bot.core.families.belote.counting import DealCount, Points, Scored, undecided
from bot.core.families.belote.dealing import classic_first_packets, classic_second_packets, cutter, rounds_of_packets
from bot.core.families.belote.denominations import Denomination
from bot.core.families.belote.game import BeloteFamilyGame
from bot.core.families.belote.options import FamilyOptions
from bot.core.families.belote.state import BeloteState, Phase, ranking_for
from bot.core.game import DealSetup, apply
from bot.core.games.belote.rules import GAME as BELOTE
from bot.core.games.belote_three.rules import GAME as BELOTE_THREE
from bot.core.games.belote_two.rules import GAME as BELOTE_TWO
from bot.core.games.coinche.auction import CoincheAuction
from bot.core.games.coinche.rules import GAME as COINCHE
from bot.core.match import DealEnded, verdict
from bot.core.prompts import BidRange, OneOf
from bot.core.seats import Seat, Side, next_seat, seats_from
from bot.core.tricks import Trick

from .case_files import Situation

GAMES: Mapping[str, BeloteFamilyGame[Any]] = {
    "belote": BELOTE,
    "belote_three": BELOTE_THREE,
    "belote_two": BELOTE_TWO,
    "coinche": COINCHE,
}
SIDES = ("A", "B", "C")
Deviations = Iterator[str]


def deviations(situation: Situation) -> list[str]:
    """How the core's answer differs from the expected one; empty when it does not."""
    game = GAMES[situation.game]
    try:
        options = game.options_type().with_values(situation.options)
    except IllegalAction as error:
        return [f"option refused: {error.fact}"]
    assert isinstance(options, FamilyOptions)
    return list(RUN[situation.kind](game, options, situation.case))


def differs(what: str, expected: object, found: object) -> Deviations:
    if expected != found:
        yield f"{what}: expected {expected}, found {found}"


def players_of(game: BeloteFamilyGame[Any]) -> int:
    (players,) = game.seat_counts
    return players


def setup_of(
    options: FamilyOptions,
    dealer: int = 0,
    totals: Points | None = None,
    carried: Points | None = None,
    last: bool = False,
) -> DealSetup:
    game = GAMES[options.game]
    players = players_of(game)
    nothing = game.form(options, players).nothing
    return DealSetup(players, Seat(dealer), options, totals or nothing, carried or nothing, last)


def by_side(sides: Mapping[str, int]) -> Points:
    return tuple(sides[name] for name in SIDES if name in sides)


def named(values: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(SIDES, values, strict=False))


def hand_of(codes: list[str]) -> tuple[Card, ...]:
    return cards(" ".join(codes))


# legal, trick


def playing_state(
    game: BeloteFamilyGame[Any],
    options: FamilyOptions,
    denomination: str,
    hands: Mapping[int, tuple[Card, ...]],
    trick: Trick,
    leader: int,
) -> BeloteState[Any]:
    """A deal in the middle of play, made for a question about one card."""
    setup = setup_of(options)
    held = tuple(hands.get(seat, ()) for seat in range(setup.players))
    contract = Contract(Seat(0), Denomination(denomination))
    return replace(
        game.begin(setup),
        phase=Phase.PLAY,
        hands=held,
        dealt=held,
        leader=Seat(leader),
        contract=contract,
        trick=trick,
    )


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


def tried(
    game: BeloteFamilyGame[Any], state: BeloteState[Any], seat: Seat | None, action: Action
) -> BeloteState[Any] | None:
    try:
        return apply(game, state, seat, action).state
    except IllegalAction:
        return None


def run_trick(game: BeloteFamilyGame[Any], options: FamilyOptions, case: dict[str, Any]) -> Deviations:
    ranking = ranking_for(Denomination(case["trump"]), options)
    played = hand_of(case["cards"])
    trick = Trick(tuple(zip(seats_from(Seat(case["leader"]), players_of(game)), played, strict=True)))
    best = trick.best(ranking)
    assert best is not None
    yield from differs("winning seat", case["winner_seat"], best[0])
    yield from differs("winning card", case["cards"][case["winner_index"]], best[1].code)
    yield from differs("points", case["points"], sum(ranking.points(card) for card in played))


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
        belotes=tuple(SIDES.index(side) for side in case["belote"]),
        annonces=by_side(case.get("annonces", {})),
        solo_tricks=own if case.get("solo") else max(own - 1, 0),
    )


def scored(game: BeloteFamilyGame[Any], setup: DealSetup, case: Mapping[str, Any]) -> Scored:
    contract, count = contract_of(case["contract"]), count_of(case)
    assert isinstance(setup.options, FamilyOptions)
    whole = sum(ranking_for(contract.denomination, setup.options).values.values())
    return game.score(setup, contract, dataclasses.replace(count, asleep=whole - sum(count.cards)))


def run_score(game: BeloteFamilyGame[Any], options: FamilyOptions, case: dict[str, Any]) -> Deviations:
    result = scored(game, setup_of(options, last=case.get("last", False)), case)
    yield from differs("made", case["made"], result.made)
    yield from differs("score", case["score"], named(result.points))


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
    yield from differs("marks", case["marks"], marks)
    yield from differs("totals", case["totals"], named(totals))
    yield from differs("pot", case["pot"], sum(carried))


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
    yield from differs(
        "combinations", case["combos"], {str(seat): [described(made) for made in own] for seat, own in held.items()}
    )
    result = judge(held, Seat(case["first"]), options.annonce_tie)
    yield from differs("winner", case["winner"], None if result.side is None else SIDES[result.side])
    yield from differs("points", case["points"], named(result.points))


def run_belote(game: BeloteFamilyGame[Any], options: FamilyOptions, case: dict[str, Any]) -> Deviations:
    denomination = Denomination(case["trump"])
    in_order = sorted(case["plays"], key=lambda play: play["trick"])
    plays = [
        RoyalPlay(Seat(0), Card.parse(play["card"]), None if play["say"] is None else Word(play["say"]))
        for play in in_order
    ]
    holders = belote_holders(plays, denomination, options)
    points = counted([seat % 2 for seat, _ in holders], denomination, options.ta_belotes)
    yield from differs("points", case["points"], points[0])


# bidding


def deck_turning(game: BeloteFamilyGame[Any], setup: DealSetup, turned: str | None) -> tuple[Card, ...]:
    """A pack in which the card that is turned up is the given one."""
    pack = game.deck(setup.options, setup.players)
    if turned is None or not isinstance(game, ClassicGame):
        return pack
    before = sum(size for seat, size in game.first_packets(setup) if seat is not None)
    rest = [card for card in pack if card.code != turned]
    return (*rest[:before], Card.parse(turned), *rest[before:])


def call_of(state: BeloteState[Any], text: str) -> Action:
    game = GAMES[state.options.game]
    if text == "coinche":
        assert isinstance(state.auction, CoincheAuction)
        return game.parse(f"coinche:{state.auction.of_bid}")
    return game.parse(f"bid:{text}" if text[0].isdecimal() else text)


def speaker(game: BeloteFamilyGame[Any], state: BeloteState[Any], action: Action) -> Seat:
    """Whose call this is: the seat whose turn it is, or the next one that may double out of turn."""
    for seat in seats_from(state.turn, state.setup.players):
        if seat in game.may_act(state) and tried(game, state, seat, action) is not None:
            return seat
    return state.turn


def run_bidding(game: BeloteFamilyGame[Any], options: FamilyOptions, case: dict[str, Any]) -> Deviations:
    setup = setup_of(options, dealer=case["dealer"])
    order = deck_turning(game, setup, case.get("turn_up"))
    state = apply(game, game.begin(setup), None, Deal(order)).state
    for number, text in enumerate(case["calls"], 1):
        action = call_of(state, text)
        after = tried(game, state, speaker(game, state, action), action)
        if after is None:
            yield f"call {number}, {text}: refused"
            return
        state = after
    if "check" in case:
        check = case["check"]
        valid = tried(game, state, Seat(check["by"]), call_of(state, check["call"])) is not None
        yield from differs(f"{check['call']} by {check['by']} valid", check["valid"], valid)
    if "expected" in case:
        yield from compare_auction(game, state, case["expected"])


def compare_auction(game: BeloteFamilyGame[Any], state: BeloteState[Any], expected: dict[str, Any]) -> Deviations:
    status = {
        Phase.BIDDING: "open",
        Phase.ECART: "contract",
        Phase.PLAY: "contract",
        Phase.OVER: "passed_out",
    }[state.phase]
    found: dict[str, Any] = {"status": status}
    if status == "open":
        found |= {"seat": state.turn, "legal": offered_calls(game, state)}
    elif status == "contract":
        contract = state.playing
        found |= {
            "taker": contract.taker,
            "trump": contract.denomination.value,
            "bid": contract.level if contract.aim is Aim.NUMBER else contract.aim.value,
            "coinche": contract.doubling.value,
        }
    else:
        result = game.result(state)
        assert result is not None
        found["next_dealer"] = result.next_dealer
    for name, value in expected.items():
        yield from differs(name, value, found.get(name))


def offered_calls(game: BeloteFamilyGame[Any], state: BeloteState[Any]) -> dict[str, Any]:
    prompts = game.prompts(state, state.turn)
    singles = [code for prompt in prompts if isinstance(prompt, OneOf) for code in prompt.codes()]
    if isinstance(game, ClassicGame):
        return {"calls": singles}
    kinds = {code.partition(":")[0] for code in singles}
    ranges = [prompt for prompt in prompts if isinstance(prompt, BidRange)]
    return {
        **{kind: kind in kinds for kind in ("pass", "coinche", "surcoinche", "capot", "generale")},
        "min_bid": ranges[0].minimum if ranges else None,
        "max_bid": ranges[0].maximum if ranges else None,
    }


# match, deal


def barred_sides(
    options: FamilyOptions, detail: Mapping[str, Any], taker: int, deal: Points
) -> tuple[int | None, int | None]:
    """The side that failed and the side without a trick.

    The format tells only that a side did one of the two: a defence cannot fail, and takers that failed took no trick
    when the other side marks a capot.
    """
    if not detail.get("failed_or_capot"):
        return None, None
    side = SIDES.index(detail["failed_or_capot"])
    if side != taker:
        return None, side
    return side, side if deal[1 - side] >= options.capot_points else None


def run_match(game: BeloteFamilyGame[Any], options: FamilyOptions, case: dict[str, Any]) -> Deviations:
    before, deal = by_side(case["before"]), by_side(case["deal"])
    totals = before[0] + deal[0], before[1] + deal[1]
    detail = case.get("deal_detail", {})
    taker = Side(SIDES.index(case["taker_team"]))
    failed, trickless = barred_sides(options, detail, taker, deal)
    part = undecided(by_side(detail.get("belote", {"A": 0, "B": 0})), failed, trickless, options.belote_finish)
    ended = DealEnded(deal, (0, 0), part, taker, None, counts=True, next_dealer=Seat(0))
    over = verdict(game.match_rules(options), totals, ended, counted=case.get("deals_played", 1))
    yield from differs("over", case["over"], over is not None)
    winner = None if over is None else "draw" if over.winner is None else SIDES[over.winner]
    yield from differs("winner", case["winner"], winner)


def run_deal(game: BeloteFamilyGame[Any], options: FamilyOptions, case: dict[str, Any]) -> Deviations:
    dealer = Seat(case["dealer"])
    pattern = tuple(int(size) for size in case["pattern"].split("-"))
    if game is BELOTE:
        packets = (*classic_first_packets(dealer, pattern), *classic_second_packets(dealer, Seat(case["taker"])))
    else:
        packets = rounds_of_packets(dealer, pattern)
    yield from differs("order", case["order"], [*seats_from(next_seat(dealer, 4), 4)])
    found = [["turn_up" if seat is None else seat, size] for seat, size in packets]
    yield from differs("packets", case["packets"], found)
    if "cutter" in case:
        yield from differs("cutter", case["cutter"], cutter(dealer))
    void = game.result(game.evolve(game.begin(setup_of(options, dealer=dealer)), DealVoid()))
    assert void is not None
    yield from differs("next dealer", case["next_dealer"], void.next_dealer)


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

KINDS = frozenset(RUN)
"""The kinds of situation that are answered here."""

FACE_TO_FACE = KINDS - {"annonces", "deal"}
"""Those that mean something where two play: nothing is announced, and the packets are others."""

ALONE = frozenset({"legal", "trick", "score", "bidding", "belote"})
"""Those that mean something where everybody plays for himself."""
