"""Whole ends of tarot deals: the Excuse's fates, chelems, the lines that explain them."""

from __future__ import annotations

from bot.core.cards import Card
from bot.core.facts import Who
from bot.core.games.tarot.keys import Key
from bot.core.games.tarot.options import TarotOptions
from bot.core.games.tarot.pack import deck_78
from bot.core.games.tarot.result import counted, kept
from bot.core.games.tarot.rules import GAME
from bot.core.games.tarot.state import Phase, TarotState
from bot.core.match import places
from bot.core.seats import Seat

from .tarot_deals import by, dealt, in_turn, position, taken, tarot

TRUMPS = [f"T{number}" for number in range(1, 22)]


def chelem_deal(options: TarotOptions, *, announced: bool, excuse: int) -> TarotState:
    """The taker, seat 0, holds seventeen or eighteen of the highest trumps and wins every trick he can."""
    own = TRUMPS[-18:] if excuse != 0 else ["EX", *TRUMPS[-17:]]
    hands = {0: " ".join(own)}
    if excuse:
        hands[excuse] = "EX"
    state = taken(dealt(options, hands, dealer=3), 0, "garde_sans")
    if announced:
        state = by(state, (0, "declare:chelem"))
    return by(state, (0, "go"))


def played_out(state: TarotState, last: str = "") -> TarotState:
    """Everybody plays the highest legal card, keeps one for the last trick, and the Excuse until nothing else may."""
    while state.phase is not Phase.OVER:
        legal = [card for card in state.legal().cards if card.code != last] or list(state.legal().cards)
        order = deck_78()
        best = max(legal, key=lambda card: (card.code != "EX", order.index(card)))
        state = in_turn(state, f"play:{best.code}")
    return state


def lines(state: TarotState) -> list[str]:
    return [fact.key for fact in GAME.view(state, None).account]


def test_a_chelem_announced_with_the_excuse_led_last() -> None:
    state = played_out(chelem_deal(tarot(), announced=True, excuse=0), last="EX")
    done = counted(state)
    assert state.won[-1].winner == 0
    assert state.tricks_won()[0] == 18
    assert (done.outcome.swept, done.outcome.chelem) == ("attack", "attack")
    assert done.parts.chelem == 400
    assert {Key.ACCOUNT_CHELEM_KEPT} <= set(lines(state))


def test_without_an_announcement_the_excuse_wins_only_where_any_chelem_will_do() -> None:
    assert played_out(chelem_deal(tarot(), announced=False, excuse=0), last="EX").won[-1].winner == 0
    strict = played_out(chelem_deal(tarot(excuse_wins_last="announced_only"), announced=False, excuse=0), last="EX")
    assert strict.won[-1].winner != 0
    (excuse,) = kept(strict)
    assert excuse.fate.owner == "defence"
    assert Key.ACCOUNT_EXCUSE_LOST in lines(strict)


def test_a_defender_s_excuse_is_never_paid_when_the_taker_wins_everything() -> None:
    state = chelem_deal(tarot(), announced=False, excuse=2)
    while not any(card.code == "EX" for won in state.won for card in won.trick.cards):
        for _ in range(4):
            hand = state.hands[state.turn]
            code = "EX" if Card.parse("EX") in hand and state.turn == 2 else state.legal().cards[-1].code
            state = in_turn(state, f"play:{code}")
    state = played_out(state)
    (excuse,) = kept(state)
    assert (excuse.fate.owner, excuse.fate.exchange, excuse.paid) == ("defence", "owed", False)
    assert Key.ACCOUNT_EXCUSE_UNPAID in lines(state)
    # 91 points but for the 4 of the Excuse.
    assert counted(state).outcome.half_points == 182 - 8


def test_a_defender_s_excuse_in_the_last_trick_goes_to_the_taker_even_from_a_partner() -> None:
    hands = {0: "2H", 1: "3H", 2: "EX", 3: "T21"}
    state = position(tarot(), hands, winners=[0, 1] * 8 + [0])
    state = by(state, (0, "play:2H"), (1, "play:3H"), (2, "play:EX"), (3, "play:T21"))
    (excuse,) = kept(state)
    assert state.won[-1].winner == 3
    assert (excuse.fate.owner, excuse.fate.other) == ("attack", 1)
    assert {Key.ACCOUNT_EXCUSE_LOST, Key.ACCOUNT_EXCUSE_GIVEN_BACK} <= set(lines(state))


def test_a_chelem_of_the_defence_counts_the_other_way() -> None:
    options = tarot(chelem_by_defence="yes")
    hands = {2: " ".join(TRUMPS[-18:])}
    state = taken(dealt(options, hands, dealer=3), 0, "garde_sans")
    state = by(state, (2, "declare:chelem"), (0, "go"))
    assert state.leader == 2
    state = played_out(state)
    assert counted(state).parts.chelem == -400
    assert state.score is not None
    assert sum(state.score.points) == 0


def test_every_account_ends_with_what_each_player_marks() -> None:
    state = played_out(chelem_deal(tarot(), announced=False, excuse=2))
    assert state.score is not None
    marks = [fact for fact in state.score.account if fact.key == Key.ACCOUNT_MARKS]
    assert [fact.get("who") for fact in marks] == [Who(Seat(seat)) for seat in range(4)]
    assert [fact.get("points") for fact in marks] == list(state.score.points)


def test_equal_totals_share_a_place() -> None:
    assert places((50, 50, -50, -50)) == (1, 1, 3, 3)
    assert places((-446, 1346, -390, -510)) == (3, 1, 2, 4)
