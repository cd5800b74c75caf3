"""Asks the core about situations of tarot, through the functions that live play uses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.core.actions import Action, Deal, PlayCard, TakeBack
from bot.core.cards import Card
from bot.core.errors import IllegalAction
from bot.core.game import apply
from bot.core.games.tarot.actions import Discard, PlayEarly
from bot.core.games.tarot.dealing import layout
from bot.core.games.tarot.duties import FOOLS, led_card, winner
from bot.core.games.tarot.ecart import limits
from bot.core.games.tarot.excuse import ExcusePlay, fate
from bot.core.games.tarot.king import Camp
from bot.core.games.tarot.options import TarotOptions
from bot.core.games.tarot.pack import EXCUSE
from bot.core.games.tarot.result import counted
from bot.core.games.tarot.rules import GAME
from bot.core.games.tarot.scoring import aside_camp
from bot.core.games.tarot.state import Phase, TarotState, playing_seats
from bot.core.prompts import OneOf
from bot.core.seats import Seat, seats_from
from bot.core.tricks import Trick

from .asking import Deviations, Shape, compare, differs, shape, unread
from .case_files import Situation
from .tarot_asking import MISERES, camps_of, codes, held, players_of
from .tarot_before import run_bidding, run_call, run_deal, run_ecart, run_poignee
from .tarot_counts import run_count, run_duplicate, run_match, run_petit, run_score
from .tarot_deals import by, pack, position, setup_of, taken, tried


def deviations(situation: Situation) -> list[str]:
    """How the core's answer differs from the expected one; empty when it does not."""
    case = situation.case
    known = SHAPES[situation.kind]
    given, expected = case.get("input") or {}, case.get("expected") or {}
    misread = [*unread("the case", case, COMMON), *unread("input", given, known.given)]
    misread += unread("expected", expected, known.expected)
    misread += unread_of_lists(given)
    if misread or not expected:
        return misread or ["nothing is expected"]
    try:
        options = TarotOptions().with_values(situation.options)
    except IllegalAction as error:
        return [f"option refused: {error.fact}"]
    return list(RUN[situation.kind](options, given, expected))


def unread_of_lists(given: Mapping[str, Any]) -> Deviations:
    """What nobody reads in the calls and announcements of a case, and in a trick where each card has its seat."""
    for name, (what, known) in LISTED.items():
        for one in given.get(name) or []:
            if isinstance(one, dict):
                yield from unread(what, one, known)
    yield from unread("chelem", given.get("chelem") or {}, ("announced", "announced_by", "won_all_tricks"))
    yield from unread("request", given.get("request") or {}, ("seat", "action", "card"))


def run_legal(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    hand, on_table = held(case["hand"]), held(case["trick"])
    called, players = case.get("called_card"), players_of(case)
    mover = case.get("seat", len(on_table) % players)
    table = seats_from(Seat((mover - len(on_table)) % players), players)
    state = position(
        options,
        {mover: hand},
        list(zip(table, on_table, strict=False)),
        players=players,
        taker=case.get("taker", 0),
        called=None if called is None else Card.parse(called),
        winners=_earlier(case, mover, players),
        leader=mover,
    )
    led = led_card(state.trick)
    yield from differs("led", case.get("led"), None if led is None else led.code)
    yield from differs("seat to play", mover, state.turn)
    offers = [
        action for prompt in GAME.prompts(state, Seat(mover)) if isinstance(prompt, OneOf) for action in prompt.actions
    ]
    yield from differs(
        "legal", sorted(expected["legal"]), codes(play.card for play in offers if isinstance(play, PlayCard))
    )
    accepted = [card for card in hand if not isinstance(tried(state, mover, PlayCard(card)), IllegalAction)]
    yield from differs("accepted", sorted(expected["legal"]), codes(accepted))


def _earlier(case: Mapping[str, Any], mover: int, players: int) -> list[int]:
    """Who won the tricks before: everybody in turn, unless the mover's side is said to have won them all."""
    if case.get("side_won_all_earlier_tricks") or case.get("excuse_side_won_all_earlier_tricks"):
        return [mover] * (case["trick_no"] - 1)
    return [number % players for number in range(case["trick_no"] - 1)]


def run_trick(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    seats = seats_from(Seat(case["first_seat"]), len(case["cards"]))
    trick = Trick(tuple(zip(seats, held(case["cards"]), strict=True)))
    fool_wins = case["trick_no"] == case["tricks_total"] and case.get("excuse_side_won_all_earlier_tricks", False)
    if options.excuse_wins_last == "announced_only":
        fool_wins = fool_wins and case.get("chelem_announced", False)
    seat, card = winner(trick, FOOLS, fool_wins=fool_wins)
    led = led_card(trick)
    found = {
        "led_suit": None if led is None else led.suit.value,
        "winner_index": trick.plays.index((seat, card)),
        "winner_seat": seat,
        "winning_card": card.code,
    }
    yield from compare(expected, found)


def run_excuse(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    camps = camps_of(case)
    camp = camps.of(Seat(case["excuse_seat"]))
    play = ExcusePlay(
        camp,
        camps.of(Seat(case["trick_winner_seat"])),
        last=case["trick_no"] == case["tricks_total"],
        swept=case["tricks_won_before"][camp.other.value] == 0,
        low_in_tricks=case.get("low_cards_in_excuse_side_pile", 0),
        low_in_ecart=case.get("low_cards_in_ecart", 0) if camp is Camp.ATTACK else 0,
    )
    became = fate(play, options)
    found = {
        "owner": became.owner.value,
        "exchange": became.exchange.value,
        "half_points": {camp.value: became.worth(camp) for camp in Camp},
    }
    yield from compare({name: value for name, value in expected.items() if value != "any"}, found)


def run_lead(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    setup = setup_of(options, case["players"], case["dealer"])
    state = apply(GAME, GAME.begin(setup), None, Deal(pack(playing_seats(setup), {}))).state
    state = taken(state, case["taker"], case.get("contract", "garde"))
    if case.get("chelem_announced", False):
        state = by(state, (case["taker"], "declare:chelem"))
    yield from compare(expected, {"leader": state.leader})


def run_irregularity(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    plays = [(play["seat"], Card.parse(play["card"])) for play in case["trick"]]
    request = case["request"]
    hands = {seat: [card] for seat, card in plays}
    card = Card.parse(request["card"]) if "card" in request else None
    if card is not None:
        hands[request["seat"]] = [*hands.get(request["seat"], []), card]
    leader = plays[0][0] if plays else case.get("leader", 0)
    state = position(options, hands, players=case.get("players", 4), leader=leader)
    for seat, played in plays:
        state = apply(GAME, state, Seat(seat), PlayCard(played)).state
    actions: dict[str, tuple[Action, ...]] = {"take_back": (TakeBack(),)}
    if card is not None:
        actions["play"] = (PlayCard(card), PlayEarly(card))
    answers = [tried(state, request["seat"], action) for action in actions[request["action"]]]
    allowed = any(not isinstance(answer, IllegalAction) for answer in answers)
    yield from compare(expected, {"allowed": allowed})


def run_play(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    state = _opened(options, case)
    if "partner" in case:
        yield from differs("partner", case["partner"], state.camps.partner)
    for played in case["tricks"]:
        for code in played:
            seat = state.turn
            state = _announcing(state, seat, case)
            after = tried(state, seat, PlayCard(Card.parse(code)))
            if isinstance(after, IllegalAction):
                yield f"trick {len(state.won) + 1}: {code} of {seat} refused: {after.fact}"
                return
            state = after
    if state.score is None:
        yield "the deal is not over"
        return
    yield from compare(expected, _played(state))


def _opened(options: TarotOptions, case: dict[str, Any]) -> TarotState:
    """The deal up to the first card; the écart is dealt as the chien, and put aside again."""
    players, taker = case["players"], case["taker"]
    setup = setup_of(options.with_values({"petit_sec": "ignore"}), players, case["dealer"])
    hands = {seat: held(hand) for seat, hand in enumerate(case["hands"])}
    aside = held(case["set_aside"])
    state = apply(GAME, GAME.begin(setup), None, Deal(pack(playing_seats(setup), hands, aside))).state
    state = taken(state, taker, case["contract"])
    if case.get("called_card") is not None:
        state = by(state, (taker, f"call:{case['called_card']}"))
    if case.get("chelem_announced"):
        state = by(state, (taker, "declare:chelem"))
    if state.phase is Phase.CHELEM:
        state = by(state, (taker, "go"))
    if state.phase is Phase.ECART:
        forced = limits(state.hands[taker], layout(players).chien).forced
        chosen = tuple(card for card in aside if card not in forced)
        state = apply(GAME, state, Seat(taker), Discard(chosen)).state
    for seat in sorted(state.waiting) if state.phase is Phase.SHOW else ():
        state = by(_announcing(state, seat, case), (seat, "go"))
    return state


def _announcing(state: TarotState, seat: Seat, case: dict[str, Any]) -> TarotState:
    """What the case has a seat announce before its first card."""
    if state.has_played(seat) or (state.phase is Phase.PLAY and state.options.poignee_time == "before_lead"):
        return state
    for shown in case.get("poignees") or []:
        if shown["seat"] == seat:
            state = by(state, (seat, f"declare:poignee_{shown['size']}"))
            while state.choosing:
                prompt = GAME.prompts(state, seat)[0]
                state = by(state, (seat, next(iter(prompt.codes()))))
    for said in case.get("miseres") or []:
        if said["seat"] == seat:
            state = by(state, (seat, f"declare:{MISERES[said['type']].value}"))
    return state


def _played(state: TarotState) -> dict[str, Any]:
    done = counted(state)
    camps, outcome = done.outcome.camps, done.outcome
    won = [trick.winner for trick in state.won]
    owners = {kept.card: kept.fate.owner for kept in done.kept}
    assert state.contract is not None
    assert state.score is not None
    return {
        "trick_winners": won,
        "tricks_won": {camp.value: sum(camps.of(seat) is camp for seat in won) for camp in Camp},
        "half_points": {"attack": outcome.half_points, "defence": 182 - outcome.half_points},
        "attack_bouts": outcome.bouts,
        "petit_au_bout": outcome.petit,
        "won_all_tricks": outcome.swept,
        "excuse_owner": owners.get(EXCUSE, aside_camp(state.contract)).value,
        "made": state.score.made,
        "diff": done.parts.signed_difference,
        "per_defender": done.parts.per_defender,
        "scores": list(state.score.points),
    }


RUN: Mapping[str, Callable[[TarotOptions, dict[str, Any], dict[str, Any]], Deviations]] = {
    "legal": run_legal,
    "trick": run_trick,
    "excuse": run_excuse,
    "deal": run_deal,
    "bidding": run_bidding,
    "lead": run_lead,
    "ecart": run_ecart,
    "poignee": run_poignee,
    "call": run_call,
    "count": run_count,
    "petit": run_petit,
    "score": run_score,
    "match": run_match,
    "duplicate": run_duplicate,
    "irregularity": run_irregularity,
    "play": run_play,
}


LISTED: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "calls": ("call", ("seat", "call")),
    "poignees": ("poignee", ("seat", "size")),
    "miseres": ("misere", ("seat", "type")),
    "trick": ("play", ("seat", "card")),
}
"""What each entry of a list may say."""

COMMON = frozenset({"id", "kind", "rule", "source", "note", "options", "input", "expected"})


_WHO = "players people dealer taker partner called_card"


SHAPES: Mapping[str, Shape] = {
    "legal": shape(
        "players trick_no tricks_total trick led hand called_card seat taker partner"
        " side_won_all_earlier_tricks excuse_side_won_all_earlier_tricks",
        "legal",
    ),
    "trick": shape(
        "players taker partner cards first_seat trick_no tricks_total excuse_side_won_all_earlier_tricks"
        " chelem_announced",
        "led_suit winner_index winner_seat winning_card",
    ),
    "excuse": shape(
        "players taker partner contract excuse_seat excuse_led trick_no tricks_total trick_winner_seat"
        " tricks_won_before low_cards_in_excuse_side_pile low_cards_in_ecart excuse_side_wins_no_later_trick",
        "owner exchange half_points",
    ),
    "deal": shape(
        "type players hand dealer pattern",
        "petit_sec deal_annulled next_dealer packet hand_size chien_size tricks valid redealt_by barred_from_bidding",
    ),
    "bidding": shape(
        "players people bidders dealer calls",
        "valid illegal_index reason finished next_seat legal_calls high_seat high_call all_pass next_dealer"
        " taker contract",
    ),
    "lead": shape("players dealer taker partner contract chelem_announced", "leader"),
    "ecart": shape(
        "type players taker hand ecart contract set_aside",
        "legal must_show reason cards_to_discard plain_discardable trumps_required trumps_discardable"
        " camp half_points bouts",
    ),
    "poignee": shape("type players taker seat hand ecart show", "best legal size"),
    "call": shape("players hand call taker called_card contract called_card_location", "legal partner attack defence"),
    "count": shape("cards", "half_points bouts points"),
    "petit": shape(
        "players taker partner tricks_total petit_played_in_trick that_trick_won_by last_trick_won_by"
        " excuse_won_last_trick",
        "petit_au_bout",
    ),
    "score": shape(
        f"{_WHO} contract bouts half_points points petit_au_bout poignees chelem miseres",
        "made diff per_defender scores",
    ),
    "match": shape("players deals", "totals ranking places"),
    "duplicate": shape(
        "type taker_marks own_attacker opposing_attacker form attack_pct defence_pct",
        "attack_pct defence_pct pm opponents_pm global_pct",
    ),
    "irregularity": shape("players leader trick request", "allowed"),
    "play": shape(
        f"{_WHO} contract chelem_announced poignees miseres hands set_aside set_aside_is tricks",
        "trick_winners tricks_won half_points attack_bouts petit_au_bout won_all_tricks excuse_owner made diff"
        " per_defender scores",
    ),
}
"""What a case of each kind may say (docs/rules/tarot.md 24)."""

KINDS = frozenset(SHAPES)
"""The kinds of situation that are answered here."""
