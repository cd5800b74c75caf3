"""Every option that may change an answer changes one: for each value of a choice another answer."""

from __future__ import annotations

from typing import Unpack

import pytest

from bot.core.cards import cards
from bot.core.families.belote.annonces import combinations_of, judge
from bot.core.families.belote.belotes import counted
from bot.core.families.belote.counting import Points
from bot.core.families.belote.denominations import Denomination
from bot.core.families.belote.duties import legal_cards
from bot.core.families.belote.options import FamilyOptions
from bot.core.families.belote.state import ranking_for
from bot.core.game import MatchRules
from bot.core.match import DealEnded, verdict
from bot.core.options import OptionSpec, OptionValue
from bot.core.registry import games
from bot.core.seats import Seat, Side
from bot.core.tricks import Trick

from . import hearts_options, tarot_options, three_options, two_options
from .changes import Answer, Change
from .deals import Doubled, Played, dealt, do, game_of, in_turn, offered, playing, score, taken, tricks


def legal(trump: str, trick: str, hand: str, first: int = 0) -> Answer:
    """Cards that the next seat may play to a trick begun by `first`."""

    def answer(options: FamilyOptions) -> object:
        table = Trick(tuple((Seat((first + place) % 4), card) for place, card in enumerate(cards(trick))))
        ranking = ranking_for(Denomination(trump), options)
        best = table.best(ranking)
        partner = best is not None and (best[0] - first - len(table.plays)) % 2 == 0
        return legal_cards(cards(hand), table, partner, ranking, options).cards

    return answer


def both(*answers: Answer) -> Answer:
    return lambda options: tuple(answer(options) for answer in answers)


def made_and_points(cards_won: Points, **played: Unpack[Played]) -> Answer:
    def answer(options: FamilyOptions) -> object:
        result = score(options, cards_won, **played)
        return result.made, result.points

    return answer


def sums(options: FamilyOptions) -> object:
    """Points of the ace, the jack and the queen in tout-atout, and what 170 of 248 become."""
    values = ranking_for(Denomination.TOUT_ATOUT, options).values
    return [values[card] for card in cards("JS AS QS")], score(options, (170, 78), trump="TA").points


def dealer_after_passes(options: FamilyOptions) -> object:
    game = game_of(options)
    state = in_turn(dealt(options, {}), *["pass"] * (8 if options.game == "belote" else 4))
    result = game.result(state)
    assert result is not None
    return result.next_dealer


def named(options: FamilyOptions) -> object:
    """Denominations that may be bid."""
    opening = dealt(options, {})
    if options.game == "belote":
        opening = in_turn(opening, "pass", "pass", "pass", "pass")
    return {code.rpartition(":")[2] for code in offered(opening, 0)}


ROYAL_HAND = {0: "KH QH JH 9H AH AS KS QS"}


def said_in_first_trick(options: FamilyOptions) -> object:
    state = taken(options, ROYAL_HAND)
    return state.announced, tricks(state, "AS").announced


def offers_of_royal_hand(options: FamilyOptions) -> object:
    return {code for code in offered(taken(options, ROYAL_HAND), 0) if code.startswith("declare")}


def cards_after_belote(options: FamilyOptions) -> object:
    state = in_turn(taken(options, ROYAL_HAND), "declare:belote")
    return offered(state, 0)


def looks_back(options: FamilyOptions) -> object:
    """What of earlier tricks a spectator may see in the middle of the second trick, and after it."""
    hands = {0: "AH KS QS JS 9S 8S 7S 8C", 1: "7H 8H AS 9D", 2: "9H JH 7D 8D", 3: "QH KH 10S 10D"}
    game = game_of(options)
    during = tricks(taken(options, hands), "AH 8H 9H QH JH")
    after = during
    while after.trick.plays:
        after = tricks(after, after.playable()[0].code)
    views = [game.view(moment, None) for moment in (during, after)]
    return [(view.last_trick, [zone.name for zone in view.zones]) for view in views]


def about_a_card(options: FamilyOptions) -> object:
    """What every seat may do about the first card, and once it is asked for."""
    laid = tricks(taken(options, {0: "AH"}), "AH")
    codes = [offered(laid, seat) & {"takeback"} for seat in range(4)]
    return codes, do(laid, 0, "takeback").hands if codes[0] else None


def combos(options: FamilyOptions) -> object:
    hand = cards("AS KS QS KH KD KC 7C 8D")
    return [made.points for made in combinations_of(hand, Denomination.HEARTS, options.annonce_cards)]


def equal_annonces(options: FamilyOptions) -> object:
    held = {
        Seat(seat): combinations_of(cards(hand), Denomination.HEARTS, "single")
        for seat, hand in ((0, "QS JS 10S"), (1, "QC JC 10C"))
    }
    return judge(held, Seat(1), options.annonce_tie).points


def belotes(options: FamilyOptions) -> object:
    return counted((0, 1), Denomination.TOUT_ATOUT, options.ta_belotes)


def over(totals: tuple[int, int], counted_deals: int = 1) -> Answer:
    def answer(options: FamilyOptions) -> object:
        rules: MatchRules = game_of(options).match_rules(options)
        ended = DealEnded((0, 0), (0, 0), (0, 0), Side(1), made=True, counts=True, next_dealer=Seat(0))
        end = verdict(rules, totals, ended, counted_deals)
        return None if end is None else (True, end.winner)

    return answer


def barred(options: FamilyOptions) -> object:
    """Points that cannot finish the match: of a trickless defence, and of takers that failed."""
    capot = score(options, (152, 0), tricks_won=(8, 0), belotes=(1,))
    failed = score(options, (40, 112), belotes=(0,))
    return capot.undecided, failed.undecided


def near_the_end(options: FamilyOptions) -> object:
    """What is marked when only rounding would reach the target."""
    always_rounded = options.with_values({"round_last_deal": True})
    missing = score(always_rounded, (75, 77)).points[0]
    return score(options, (75, 77), totals=(options.target - missing, 0)).points


FAMILY: dict[str, Change] = {
    "passed_out_dealer": Change(dealer_after_passes),
    "undertrump": Change(legal("H", "AS 9H", "AH 7H KD 8C")),
    "under_partner": Change(both(legal("D", "KC 10D 7C", "AD 8D KS 7H"), legal("D", "KC 10D 7C", "AD 8D"))),
    "rise_on_partner": Change(legal("S", "AS 7S", "JS 8S 10H KD")),
    "ta_rise": Change(legal("TA", "KH", "JH AH 7H 9C")),
    "sa_ta": Change(named),
    "sa_values": Change(made_and_points((75, 45), trump="SA"), base={"round": "none"}),
    "ta_values": Change(sums, base={"round": "none"}),
    "ta_belotes": Change(belotes),
    "annonces": Change(said_in_first_trick, base={"annonce_announce": "auto"}),
    "annonce_cards": Change(combos),
    "annonce_tie": Change(equal_annonces),
    "annonce_announce": Change(offers_of_royal_hand, base={"annonces": True, "belote_announce": "auto"}),
    "annonces_count_for_contract": Change(made_and_points((60, 92), annonces=(50, 0))),
    "capot_takes_annonces": Change(made_and_points((152, 0), tricks_won=(8, 0), annonces=(0, 50))),
    "belote_announce": Change(offers_of_royal_hand, base={"annonces": False}),
    "belote_order": Change(cards_after_belote, base={"belote_announce": "manual", "annonces": False}),
    "belote_counts_for_contract": Change(made_and_points((65, 87), belotes=(0,))),
    "belote_on_fail": Change(made_and_points((40, 112), belotes=(0,))),
    "capot_points": Change(made_and_points((152, 0), tricks_won=(8, 0)), (252, 230)),
    "fail_base": Change(made_and_points((40, 112)), (160, 182)),
    "round": Change(made_and_points((75, 77))),
    "round_last_deal": Change(near_the_end, base={"round": "nearest5up"}),
    "target": Change(over((1200, 100)), (1000, 1500)),
    "target_rule": Change(over((1000, 100)), base={"target": 1000}),
    "deals": Change(over((500, 400), counted_deals=3), (None, 3)),
    "both_over": Change(over((2600, 2500)), base={"target": 1500}),
    "belote_finish": Change(barred),
    "last_trick_view": Change(looks_back, base={"annonces": False, "belote_announce": "auto"}),
    "undo": Change(about_a_card),
}

CLASSIC: dict[str, Change] = {
    "defence_capot_base": Change(made_and_points((0, 152), tricks_won=(0, 8), der=1), (252, 162)),
    "litige": Change(made_and_points((71, 81))),
    "litige_belote": Change(made_and_points((61, 91), belotes=(0,))),
}


def bids(*calls: str) -> Answer:
    return lambda options: offered(in_turn(dealt(options, {}), *calls), 0)


def auction(*calls: str) -> Answer:
    """Whether the auction is over after these calls, and what each seat is offered."""

    def answer(options: FamilyOptions) -> object:
        state = in_turn(dealt(options, {}), *calls)
        return state.phase, state.turn, [sorted(offered(state, seat)) for seat in range(4)]

    return answer


def leader_of_generale(options: FamilyOptions) -> object:
    return playing(options, {}, "pass", "generale:H", "pass", "pass", "pass").turn


DOUBLED: Doubled = {"bid": 100, "doubling": "coinche"}

COINCHE_ONLY: dict[str, Change] = {
    "bid_min": Change(bids(), (80, 82)),
    "bid_max": Change(bids(), (None, 160)),
    "suits_ranked": Change(auction("bid:80:H")),
    "self_raise": Change(auction("bid:80:H", "pass", "pass", "pass"), base={"passes_to_end": 4}),
    "passes_to_end": Change(auction("bid:80:H", "pass", "pass", "pass"), (3, 4)),
    "generale": Change(auction("capot:H")),
    "generale_leads": Change(leader_of_generale, base={"generale": True}),
    "coinche_when": Change(auction("bid:80:H", "pass")),
    "surcoinche": Change(auction("bid:80:H", "coinche:1")),
    "capot_doublable": Change(auction("capot:H")),
    "must_beat_defence": Change(made_and_points((70, 82)), base={"min_points_80": 80}),
    "min_points_80": Change(made_and_points((70, 82)), (80, 82), base={"must_beat_defence": False}),
    "scoring": Change(made_and_points((110, 42))),
    "multiply": Change(made_and_points((60, 92), **DOUBLED)),
    "coinche_factor": Change(made_and_points((60, 92), **DOUBLED), (2, 3)),
    "surcoinche_factor": Change(made_and_points((60, 92), bid=100, doubling="surcoinche"), (4, 3)),
    "coinched_made_base": Change(made_and_points((110, 42), **DOUBLED)),
    "annonces_multiplied": Change(made_and_points((110, 42), annonces=(20, 0), **DOUBLED)),
    "belote_multiplied": Change(made_and_points((110, 42), belotes=(0,), **DOUBLED)),
    "bid_mode_belote": Change(made_and_points((110, 42), belotes=(0,)), base={"scoring": "bid"}),
    "capot_bid": Change(made_and_points((142, 10), bid="capot", tricks_won=(7, 1))),
    "capot_bid_value": Change(made_and_points((142, 10), bid="capot", tricks_won=(7, 1)), (250, 270)),
    "generale_value": Change(made_and_points((152, 0), bid="generale", tricks_won=(8, 0), solo=8), (500, 350)),
}

TABLES: dict[str, dict[str, Change]] = {
    "belote": FAMILY | CLASSIC,
    "belote_three": dict(three_options.QUESTIONS),
    "belote_two": two_options.QUESTIONS,
    "coinche": FAMILY | COINCHE_ONLY,
    "hearts": hearts_options.QUESTIONS,
    "tarot": tarot_options.QUESTIONS,
}
"""The questions of every game, by its key."""

IDLE = {"direction", "rotation", "first_dealer", "shuffle", "cut_min"}
"""Options that change no answer: how people move, not what they may do."""

SPECS = [(key, spec) for key, game in games().items() for spec in game.options_type.specs() if spec.changes_answer]


def values_of(spec: OptionSpec, change: Change) -> tuple[OptionValue, ...]:
    if spec.choices:
        return spec.choices
    return (False, True) if isinstance(spec.default, bool) else change.values


@pytest.mark.parametrize(("key", "spec"), SPECS, ids=lambda item: item.name if isinstance(item, OptionSpec) else item)
def test_every_option_changes_an_answer(key: str, spec: OptionSpec) -> None:
    assert key in TABLES, f"add the questions of {key!r}, one for each option, to TABLES in {__name__}"
    assert spec.name in TABLES[key], f"{key}: no question whose answer depends on {spec.name}"
    change = TABLES[key][spec.name]
    values = values_of(spec, change)
    assert len(values) > 1
    options = [games()[key].options_type().with_values({**change.base, spec.name: value}) for value in values]
    answers = [repr(change.answer(one)) for one in options]
    assert len(set(answers)) == len(values), dict(zip(values, answers, strict=True))


MOOT: tuple[tuple[str, str, dict[str, OptionValue]], ...] = (
    ("belote", "round_last_deal", {"round": "none"}),
    ("belote", "target", {"deals": 3}),
    ("belote", "target_rule", {"deals": 3}),
    ("belote", "litige_belote", {"litige": "fail"}),
    ("coinche", "self_raise", {"passes_to_end": 3}),
    ("coinche", "fail_base", {"scoring": "bid"}),
    ("coinche", "multiply", {"scoring": "bid"}),
    ("coinche", "coinched_made_base", {"scoring": "bid"}),
    ("coinche", "coinched_made_base", {"scoring": "made"}),
    ("coinche", "capot_bid", {"scoring": "bid"}),
    ("coinche", "capot_bid", {"scoring": "made"}),
    ("coinche", "annonces_multiplied", {"scoring": "bid"}),
    ("coinche", "annonces_multiplied", {"multiply": "bid_only"}),
    ("coinche", "belote_multiplied", {"scoring": "bid"}),
    ("coinche", "belote_multiplied", {"multiply": "bid_only"}),
    ("coinche", "bid_mode_belote", {"scoring": "made"}),
    ("coinche", "belote_on_fail", {"scoring": "bid"}),
)
"""Options of a game that others make moot: the same question then has one answer."""


@pytest.mark.parametrize(("key", "name", "others"), MOOT, ids=str)
def test_an_option_that_another_makes_moot_changes_no_answer(
    key: str, name: str, others: dict[str, OptionValue]
) -> None:
    spec = next(spec for spec in games()[key].options_type.specs() if spec.name == name)
    change = TABLES[key][name]
    given = {**change.base, **others}
    options = [games()[key].options_type().with_values({**given, name: value}) for value in values_of(spec, change)]
    assert not any(one.applies(name) for one in options)
    assert len({repr(change.answer(one)) for one in options}) == 1


@pytest.mark.parametrize("key", TABLES)
def test_no_question_is_left_over(key: str) -> None:
    names = {spec.name for spec in games()[key].options_type.specs()}
    assert set(TABLES[key]) <= names


def test_what_changes_no_answer_is_declared() -> None:
    for game in games().values():
        idle = {spec.name for spec in game.options_type.specs() if not spec.changes_answer}
        assert idle <= IDLE, f"{game.key}: {idle - IDLE}"
