"""Asks the core about situations of tarot, through the functions that live play uses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from bot.core.actions import Deal, PlayCard
from bot.core.cards import Card, cards
from bot.core.errors import IllegalAction, Reason
from bot.core.game import apply
from bot.core.games.tarot.actions import Discard, TakeBack
from bot.core.games.tarot.auction import Auction, Contract
from bot.core.games.tarot.dealing import after_misdeal, is_pattern, is_petit_sec, layout
from bot.core.games.tarot.duplicate import Form, attack_percents, defence_percents, match_points, overall
from bot.core.games.tarot.duties import FOOLS, led_card, winner
from bot.core.games.tarot.ecart import check, limits
from bot.core.games.tarot.excuse import ExcusePlay, fate, petit_au_bout
from bot.core.games.tarot.keys import Refusal
from bot.core.games.tarot.king import Camp, Camps, callable_cards
from bot.core.games.tarot.options import TarotOptions
from bot.core.games.tarot.pack import EXCUSE, bouts, half_points
from bot.core.games.tarot.poignee import Misere, Size, best, size_of, sizes
from bot.core.games.tarot.result import counted
from bot.core.games.tarot.rules import GAME
from bot.core.games.tarot.scoring import Outcome, aside_camp, points, sums
from bot.core.games.tarot.state import Phase, TarotState, playing_seats
from bot.core.match import places
from bot.core.prompts import OneOf
from bot.core.seats import Seat, all_seats, next_seat, seats_from
from bot.core.tricks import Trick

from .case_files import Situation
from .tarot_deals import by, pack, position, setup_of, taken, tried

Deviations = Iterator[str]


def deviations(situation: Situation) -> list[str]:
    """How the core's answer differs from the expected one; empty when it does not."""
    try:
        options = TarotOptions().with_values(situation.options)
    except IllegalAction as error:
        return [f"option refused: {error.fact}"]
    case = situation.case
    return list(RUN[situation.kind](options, case["input"], case["expected"]))


def differs(what: str, expected: object, found: object) -> Deviations:
    if expected != found:
        yield f"{what}: expected {expected}, found {found}"


def compare(expected: Mapping[str, Any], found: Mapping[str, Any]) -> Deviations:
    """Every expected value against the found one of the same name."""
    for name, value in expected.items():
        if name not in found:
            yield f"{name}: expected {value}, but nothing answers that"
        else:
            yield from differs(name, value, found[name])


def held(codes: list[str]) -> tuple[Card, ...]:
    return cards(" ".join(codes))


def codes(some: Any) -> list[str]:
    return sorted(card.code for card in some)


# Playing cards.


def run_legal(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    hand, on_table = held(case["hand"]), held(case["trick"])
    called = case.get("called_card")
    mover = len(on_table)
    state = position(
        options,
        {mover: hand},
        list(enumerate(on_table)),
        players=case["players"],
        called=None if called is None else Card.parse(called),
        winners=[0] * (case["trick_no"] - 1),
    )
    led = led_card(state.trick)
    yield from differs("led", case["led"], None if led is None else led.code)
    yield from differs("seat to play", mover, state.turn)
    offers = [
        action for prompt in GAME.prompts(state, Seat(mover)) if isinstance(prompt, OneOf) for action in prompt.actions
    ]
    yield from differs(
        "legal", sorted(expected["legal"]), codes(play.card for play in offers if isinstance(play, PlayCard))
    )
    accepted = [card for card in hand if not isinstance(tried(state, mover, PlayCard(card)), IllegalAction)]
    yield from differs("accepted", sorted(expected["legal"]), codes(accepted))


def run_trick(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    seats = seats_from(Seat(case["first_seat"]), case["players"])
    trick = Trick(tuple(zip(seats, held(case["cards"]), strict=True)))
    last = case["trick_no"] == case["tricks_total"]
    seat, card = winner(trick, FOOLS, fool_wins=last and case["excuse_side_won_all_earlier_tricks"])
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
    )
    became = fate(play, options)
    yield from differs("owner", expected["owner"], became.owner.value)
    if expected.get("exchange", "any") != "any":
        yield from differs("exchange", expected["exchange"], became.exchange.value)
    yield from differs("half points", expected["half_points"], {camp.value: became.worth(camp) for camp in Camp})


def camps_of(case: Mapping[str, Any]) -> Camps:
    partner = case.get("partner")
    seats = all_seats(case["players"])
    return Camps(seats, Seat(case["taker"]), None if partner is None else Seat(partner))


def run_lead(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    setup = setup_of(options, case["players"], case["dealer"])
    state = apply(GAME, GAME.begin(setup), None, Deal(pack(playing_seats(setup), {}))).state
    state = taken(state, case["taker"])
    if case["chelem_announced"]:
        state = by(state, (case["taker"], "declare:chelem"))
    yield from differs("leader", expected["leader"], state.leader)


def run_irregularity(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    plays = [(play["seat"], Card.parse(play["card"])) for play in case["trick"]]
    state = position(options, {seat: [card] for seat, card in plays}, players=case["players"], leader=plays[0][0])
    for seat, card in plays:
        state = apply(GAME, state, Seat(seat), PlayCard(card)).state
    answer = tried(state, case["request"]["seat"], TakeBack())
    yield from differs("allowed", expected["allowed"], not isinstance(answer, IllegalAction))


# Before the play.


def run_deal(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    players = case["players"]
    if case["type"] == "petit_sec":
        yield from _petit_sec(options, case, expected)
    elif case["type"] == "layout":
        form = layout(players)
        found = {"packet": form.packet, "hand_size": form.hand, "chien_size": form.chien, "tricks": form.hand}
        yield from compare(expected, found)
    elif case["type"] == "pattern":
        yield from differs("valid", expected["valid"], is_pattern(case["pattern"], players))
    else:
        again = after_misdeal(Seat(case["dealer"]))
        yield from differs("dealer", expected["redealt_by"], again.dealer)
        yield from differs("barred", expected["barred_from_bidding"], sorted(again.barred))
        order = seats_from(next_seat(again.dealer, players), players)
        speakers = Auction(tuple(seat for seat in order if seat not in again.barred)).speakers
        yield from differs("speakers", [seat for seat in order if seat not in again.barred], list(speakers))


def _petit_sec(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    hand = held(case["hand"])
    yield from differs("petit sec", expected["petit_sec"], is_petit_sec(hand))
    setup = setup_of(options, case["players"], case["dealer"])
    seats = playing_seats(setup)
    state = apply(GAME, GAME.begin(setup), None, Deal(pack(seats, {seats[0]: hand}))).state
    result = GAME.result(state)
    yield from differs("annulled", expected["deal_annulled"], result is not None)
    if "next_dealer" in expected:
        yield from differs("next dealer", expected["next_dealer"], None if result is None else result.next_dealer)


REASONS = {Reason.NOT_YOUR_TURN: "out_of_turn", Reason.WRONG_PHASE: "auction_over", Reason.DEAL_OVER: "auction_over"}


def run_bidding(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    setup = setup_of(options, case.get("people", case["players"]), case["dealer"])
    state = apply(GAME, GAME.begin(setup), None, Deal(pack(playing_seats(setup), {}))).state
    if "bidders" in case:
        yield from differs("bidders", case["bidders"], list(state.auction.speakers))
    for index, said in enumerate(case["calls"]):
        call = said["call"]
        after = tried(state, said["seat"], GAME.parse("pass" if call == "pass" else f"bid:{call}"))
        if isinstance(after, IllegalAction):
            reason = REASONS.get(after.code, after.code.value)  # type: ignore[call-overload]  # any StrEnum may be asked for
            yield from compare(expected, {"valid": False, "illegal_index": index, "reason": reason})
            return
        state = after
    yield from compare(expected, _auction(state))


def _auction(state: TarotState) -> dict[str, Any]:
    finished, high = state.auction.finished, state.auction.high
    seat, contract = (None, None) if high is None else (high[0], high[1].value)
    found: dict[str, Any] = {"valid": True, "finished": finished, "all_pass": finished and high is None}
    if not finished:
        calls = [code.removeprefix("bid:") for p in GAME.prompts(state, state.auction.turn) for code in p.codes()]
        return {
            **found,
            "next_seat": state.auction.turn,
            "legal_calls": calls,
            "high_seat": seat,
            "high_call": contract,
        }
    result = GAME.result(state)
    if result is not None:
        return {**found, "next_dealer": result.next_dealer}
    return {**found, "taker": seat, "contract": contract}


def run_call(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    if "hand" in case:
        offered = callable_cards(held(case["hand"]), own_too=options.call_self == "allowed")
        yield from differs("legal", expected["legal"], Card.parse(case["call"]) in offered)
        return
    called, taker = Card.parse("KS"), case["taker"]
    words = case["called_card_location"].split()
    holder = int(words[1]) if words[0] == "seat" else taker if words[0] in ("taker", "hand", "own") else None
    hands = {} if holder is None else {holder: [called]}
    camps = position(options, hands, players=case["players"], taker=taker, called=called).camps
    found = {camp.value: sorted(camps.members(camp)) for camp in Camp}
    yield from compare(expected, {"partner": camps.partner, **found})


ECART_REASONS = {
    Refusal.ECART_COUNT: "count",
    Refusal.ECART_TOO_MANY: "count",
    Refusal.ECART_BOUT: "bout",
    Refusal.ECART_KING: "king",
    Refusal.ECART_TRUMP: "trump_not_needed",
}


def run_ecart(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    size = layout(case["players"]).chien
    if case["type"] == "ownership":
        aside = held(case["set_aside"])
        camp = aside_camp(Contract(case["contract"])).value
        yield from compare(expected, {"camp": camp, "half_points": half_points(aside), "bouts": bouts(aside)})
    elif case["type"] == "limits":
        allowed = limits(held(case["hand"]), size)
        yield from differs("size", expected["cards_to_discard"], allowed.size)
        yield from differs("plain", sorted(expected["plain_discardable"]), codes(allowed.plain))
        yield from differs("trumps required", expected["trumps_required"], allowed.trumps_required)
        yield from differs("trumps", sorted(expected["trumps_discardable"]), codes(allowed.trumps))
    else:
        yield from _checked(options, case, expected, size)


def _checked(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any], size: int) -> Deviations:
    hand, aside = held(case["hand"]), held(case["ecart"])
    try:
        shown = check(hand, aside, size)
        found: dict[str, Any] = {"legal": True, "must_show": codes(shown)}
    except IllegalAction as error:
        found = {"legal": False, "reason": ECART_REASONS[Refusal(error.code.value)]}
    yield from compare(
        {**expected, **({"must_show": sorted(expected["must_show"])} if expected["legal"] else {})}, found
    )
    allowed = limits(hand, size)
    chosen = tuple(card for card in aside if card not in allowed.forced)
    if set(allowed.forced) <= set(aside):
        state = replace(position(options, {0: hand}, players=case["players"]), phase=Phase.ECART, turned=True)
        answer = tried(state, 0, Discard(chosen))
        yield from differs("accepted", expected["legal"], not isinstance(answer, IllegalAction))


def run_poignee(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    hand, aside = held(case["hand"]), held(case.get("ecart", []))
    counts = sizes(case["players"], options)
    if case["type"] == "best":
        yield from differs("best", expected["best"], best(hand, aside, counts))
    else:
        size = size_of(held(case["show"]), hand, aside, counts)
        yield from compare(expected, {"legal": size is not None, "size": size})


# Counting.


def run_count(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    counted_cards = held(case["cards"])
    yield from compare(expected, {"half_points": half_points(counted_cards), "bouts": bouts(counted_cards)})


def run_petit(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    found = petit_au_bout(
        trick=case["petit_played_in_trick"],
        last=case["tricks_total"],
        won_by=Camp(case["that_trick_won_by"]),
        fool_won=case["excuse_won_last_trick"],
    )
    yield from differs("petit au bout", expected["petit_au_bout"], found)


def camp_or_none(name: str | None) -> Camp | None:
    return None if name is None else Camp(name)


MISERES = {"trump": Misere.TRUMPS, "trumps": Misere.TRUMPS}


def run_score(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    chelem = case.get("chelem", {"announced": False, "won_all_tricks": None})
    announced = camp_or_none(chelem.get("announced_by", "attack")) if chelem["announced"] else None
    outcome = Outcome(
        camps_of(case),
        Contract(case["contract"]),
        case["half_points"],
        case["bouts"],
        petit=camp_or_none(case.get("petit_au_bout")),
        poignees=tuple((Seat(shown["seat"]), Size(shown["size"])) for shown in case.get("poignees", [])),
        chelem=announced,
        swept=camp_or_none(chelem["won_all_tricks"]),
        miseres=tuple(
            (Seat(said["seat"]), MISERES.get(said["type"], Misere.HONOURS)) for said in case.get("miseres", [])
        ),
    )
    parts = sums(outcome, options)
    found = {
        "made": parts.made,
        "diff": parts.signed_difference,
        "per_defender": parts.per_defender,
        "scores": list(points(outcome, parts, case["players"])),
    }
    yield from compare(expected, found)


def run_match(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    totals = tuple(sum(column) for column in zip(*case["deals"], strict=True))
    found = {
        "totals": list(totals),
        "ranking": sorted(range(len(totals)), key=lambda column: places(totals)[column]),
        "places": list(places(totals)),
    }
    yield from compare(expected, found)


def run_duplicate(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    if case["type"] == "top":
        marks = case["taker_marks"]
        found: dict[str, Any] = {
            "attack_pct": [round(note, 1) for note in attack_percents(marks)],
            "defence_pct": [round(note, 1) for note in defence_percents(marks)],
        }
    elif case["type"] == "pm":
        gained = match_points(case["own_attacker"], case["opposing_attacker"])
        found = {"pm": gained, "opponents_pm": -gained}
    else:
        found = {"global_pct": overall(Form[case["form"].upper()], case["attack_pct"], case["defence_pct"])}
    yield from compare(expected, found)


# A whole deal through the live game.


def run_play(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    state = _opened(options, case)
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
    if "called_card" in case:
        state = by(state, (taker, f"call:{case['called_card']}"))
    if case.get("chelem_announced"):
        state = by(state, (taker, "declare:chelem"))
    if state.phase is Phase.CHELEM:
        state = by(state, (taker, "go"))
    if state.phase is Phase.ECART:
        forced = limits(state.hands[taker], layout(players).chien).forced
        chosen = tuple(card for card in aside if card not in forced)
        state = apply(GAME, state, Seat(taker), Discard(chosen)).state
    return state


def _announcing(state: TarotState, seat: Seat, case: dict[str, Any]) -> TarotState:
    """What the case has a seat announce before its first card."""
    if state.has_played(seat):
        return state
    for shown in case.get("poignees", []):
        if shown["seat"] == seat:
            state = by(state, (seat, f"declare:poignee_{shown['size']}"))
            while state.choosing:
                prompt = GAME.prompts(state, seat)[0]
                state = by(state, (seat, next(iter(prompt.codes()))))
    for said in case.get("miseres", []):
        if said["seat"] == seat:
            state = by(state, (seat, f"declare:{MISERES.get(said['type'], Misere.HONOURS).value}"))
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

KINDS = frozenset(RUN)
