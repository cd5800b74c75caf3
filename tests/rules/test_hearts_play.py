"""Hearts in play: what adds up, what the moon does, who may see what is passed, and every refusal's data."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.actions import Deal
from bot.core.cards import Card, cards
from bot.core.errors import IllegalAction, Reason
from bot.core.events import Event, visible
from bot.core.facts import Who
from bot.core.game import apply
from bot.core.games.hearts.events import CardsGiven, CardsTaken, PassMade
from bot.core.games.hearts.keys import DATA, REFUSALS, Key, Refusal
from bot.core.games.hearts.options import HeartsOptions
from bot.core.games.hearts.pack import ALL_POINTS, pack
from bot.core.games.hearts.rules import GAME
from bot.core.games.hearts.scoring import score
from bot.core.games.hearts.state import HeartsState, Phase
from bot.core.seats import Seat, all_seats
from tests.rules.test_facts import kind_of

from .hearts_deals import by, dealt, hearts, offered, passed, position, setup_of

HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"
TAKERS = st.lists(st.integers(0, 3), min_size=52, max_size=52)


@given(TAKERS, st.booleans(), st.sampled_from(["others_add", "own_subtract"]))
def test_the_points_of_a_deal_add_up(takers: list[int], with_jack: bool, moon: str) -> None:
    options = hearts(jack_of_diamonds=with_jack, moon=moon)
    piles: list[list[Card]] = [[], [], [], []]
    for card, taker in zip(pack(options, 4), takers, strict=True):
        piles[taker].append(card)
    marks = score(piles, options, others_add=moon == "others_add").points
    shot = any(set(cards(f"{HEARTS} QS")) <= set(pile) for pile in piles)
    expected = ALL_POINTS if not shot else 3 * ALL_POINTS if moon == "others_add" else -ALL_POINTS
    assert sum(marks) == expected - 10 * with_jack


@given(st.integers(0, 3), st.booleans(), st.sampled_from([3, 4, 5]))
def test_a_moon_is_charged_to_the_others_or_taken_off(shooter: int, add: bool, players: int) -> None:
    seat = shooter % players
    piles = [cards(f"{HEARTS} QS") if each == seat else () for each in range(players)]
    marks = list(score(piles, hearts(), others_add=add).points)
    own = marks.pop(seat)
    assert own == (0 if add else -26)
    assert set(marks) == {26 if add else 0}


def test_every_heart_without_the_queen_is_no_moon() -> None:
    assert score([cards(HEARTS), cards("QS"), (), ()], hearts(), others_add=True).points == (13, 13, 0, 0)


def unseen_by(state: HeartsState, seat: int) -> list[Event]:
    """What happens when everybody passes that a seat does not see."""
    events: list[Event] = []
    for giver in state.seats:
        given_now = " ".join(card.code for card in state.hands[giver][: state.to_give])
        step = apply(GAME, state, giver, GAME.parse(f"give:{given_now}"))
        state, events = step.state, [*events, *step.events]
    return [event for event in events if not visible(event, Seat(seat))]


@settings(max_examples=40)
@given(st.randoms(use_true_random=False), st.sampled_from([3, 4, 5]), st.integers(1, 4))
def test_who_sees_what_is_passed(chance: object, players: int, number: int) -> None:
    options = hearts()
    setup = setup_of(options, players, number=number)
    order = list(pack(options, players))
    chance.shuffle(order)  # type: ignore[attr-defined]
    state = apply(GAME, GAME.begin(setup), None, Deal(tuple(order))).state
    if state.way is None:
        assert state.phase is Phase.PLAY
        return
    assert state.acting() == frozenset(all_seats(players))
    for seat in range(players):
        hidden = unseen_by(state, seat)
        assert {type(event) for event in hidden} == {CardsGiven, CardsTaken}
        assert sum(isinstance(event, CardsGiven) for event in hidden) == players - 1
        assert sum(isinstance(event, CardsTaken) for event in hidden) == players - 1
    after = passed(state)
    assert sorted(map(len, after.hands)) == sorted(map(len, state.hands))
    for seat in after.seats:
        view = GAME.view(after, seat)
        zones = {zone.name: zone for zone in view.own}
        assert set(zones["given"].cards) == set(after.given[seat])
        assert set(zones["received"].cards) <= set(view.hand)
        assert zones["given"].seat == after.receiver(seat)
        assert zones["received"].seat == after.giver(seat)
    assert GAME.view(after, None).own == ()


def test_nobody_gets_a_card_before_everybody_has_chosen() -> None:
    state = dealt(hearts(), {0: "AS KS QS"})
    state = by(state, (0, "give:AS KS QS"))
    assert len(GAME.view(state, Seat(0)).hand) == 10
    for seat in (1, 2, 3):
        view = GAME.view(state, Seat(seat))
        assert len(view.hand) == 13
        assert view.own == ()
        assert view.hand_sizes == (10, 13, 13, 13)
        assert view.duty is not None
        assert view.duty.get("who") == Who(Seat((seat + 1) % 4))
    assert GAME.to_act(state) == {1, 2, 3}
    assert offered(state, 0) == set()


def test_a_heart_led_because_there_is_nothing_else_breaks_hearts() -> None:
    state = position(hearts(), ["4H 5H", "6H 9C", "7H 9S", "8H 9D"])
    assert offered(state, 0) == {"play:4H", "play:5H"}
    state = by(state, (0, "play:4H"), (1, "play:6H"), (2, "play:7H"), (3, "play:8H"))
    assert state.breaker == (0, Card.parse("4H"))
    assert state.turn == 3


def refused(state: HeartsState, seat: int, code: str) -> IllegalAction:
    try:
        apply(GAME, state, Seat(seat), GAME.parse(code))
    except IllegalAction as error:
        return error
    raise AssertionError(f"{code} was accepted")


def check(error: IllegalAction, code: Refusal) -> None:
    assert error.code is code
    assert {name: kind_of(value) for name, value in error.fact.data} == dict(REFUSALS[code])


def test_every_refusal_has_its_data() -> None:
    passing = dealt(hearts(), {0: "AS KS QS 2H"})
    check(refused(passing, 0, "give:AS KS"), Refusal.GIVE_COUNT)
    check(refused(passing, 0, "give:AS AS KS"), Refusal.GIVE_COUNT)
    check(refused(by(passing, (0, "give:AS KS QS")), 0, "give:2H"), Refusal.GIVEN)
    assert refused(passing, 1, "give:AS KS QS").code is Reason.NOT_IN_HAND
    first = position(hearts(), ["2C 9C AS", "", "", ""], first=True)
    check(refused(first, 0, "play:9C"), Refusal.OPEN)
    any_club = position(hearts(first_lead="any_club"), ["2C 9C AS", "", "", ""], first=True)
    check(refused(any_club, 0, "play:AS"), Refusal.OPEN_CLUBS)
    following = position(hearts(), ["", "9C AS QS", "", ""], trick="2C", first=True)
    error = refused(following, 1, "play:QS")
    check(error, Refusal.FOLLOW)
    assert error.fact.get("card") == Card.parse("2C")
    assert error.legal == cards("9C")
    void = position(hearts(), ["", "9D AS QS 3H", "", ""], trick="2C", first=True)
    check(refused(void, 1, "play:3H"), Refusal.FIRST_TRICK)
    check(refused(position(hearts(), ["4H 9C", "", "", ""]), 0, "play:4H"), Refusal.NOT_BROKEN)


def limits(first_trick: str) -> HeartsOptions:
    return hearts(first_lead="left_of_dealer", first_trick=first_trick)


def test_a_refusal_names_what_the_card_itself_breaks() -> None:
    lead = position(limits("no_queen"), ["QS 4H 9C", "", "", ""], first=True)
    assert refused(lead, 0, "play:QS").code is Refusal.FIRST_TRICK
    assert refused(lead, 0, "play:4H").code is Refusal.NOT_BROKEN
    spade = position(limits("no_points"), ["", "QS 3S 9C", "", ""], trick="5S", first=True)
    assert refused(spade, 1, "play:QS").code is Refusal.FIRST_TRICK
    assert refused(spade, 1, "play:9C").code is Refusal.FOLLOW


def test_everybody_sees_who_has_passed() -> None:
    step = apply(GAME, dealt(hearts(), {0: "AS KS QS"}), Seat(0), GAME.parse("give:QS AS KS"))
    assert step.events == (CardsGiven(Seat(0), cards("AS KS QS")), PassMade(Seat(0)))


def test_facts_have_the_data_promised() -> None:
    state = passed(dealt(hearts(), {}))
    facts = [
        *GAME.view(state, None).facts,
        *score([cards(f"{HEARTS} QS JD"), (), (), ()], hearts(jack_of_diamonds=True), others_add=True).account,
    ]
    assert facts
    for fact in facts:
        assert {name: kind_of(value) for name, value in fact.data} == dict(DATA[Key(fact.key)]), fact
