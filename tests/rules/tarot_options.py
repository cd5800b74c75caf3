"""For every option of tarot a question whose answer changes with it."""

from __future__ import annotations

from bot.core.cards import Card, cards
from bot.core.game import apply
from bot.core.games.tarot.actions import Discard
from bot.core.games.tarot.auction import Contract
from bot.core.games.tarot.excuse import ExcusePlay, fate
from bot.core.games.tarot.king import Camp, Camps
from bot.core.games.tarot.options import TarotOptions
from bot.core.games.tarot.poignee import Misere, Size, bonus, sizes
from bot.core.games.tarot.rules import GAME
from bot.core.games.tarot.scoring import Outcome, points, sums
from bot.core.games.tarot.state import TarotState, playing_seats
from bot.core.match import DealEnded, verdict
from bot.core.seats import Seat, Side, all_seats

from .changes import Answer, Change
from .tarot_deals import by, dealt, offered, position, setup_of, taken

LONE_PETIT = "KS QS CS JS 10S 9S 8S KH QH CH JH 10H KD QD CD JD 10D T1"
LONE_EXCUSE = LONE_PETIT.replace("T1", "EX")


def lone_petit(options: TarotOptions) -> object:
    """Where the deal stands, and who may do what."""
    state = dealt(options, {0: LONE_PETIT})
    return state.phase, state.said, offered(state, 0)


def lone_excuse(options: TarotOptions) -> object:
    return offered(dealt(options, {0: LONE_EXCUSE}), 0)


def opening(options: TarotOptions) -> object:
    return offered(dealt(options, {}), 0)


def who_plays(options: TarotOptions) -> object:
    return playing_seats(setup_of(options, 5))


def called_by_holder_of_a_king(options: TarotOptions) -> object:
    return offered(taken(dealt(options, {0: "KS QS 2H"}, players=5), 0), 0)


def leads(options: TarotOptions) -> object:
    """What the leader may lead when spades were called: a defender, and the taker."""
    hands = {0: "QS 3S 2H T4"}
    called = Card.parse("KS")
    return [position(options, hands, players=5, taker=taker, called=called, leader=0).legal().cards for taker in (2, 0)]


def in_ecart(options: TarotOptions, players: int = 4) -> TarotState:
    """A garde by seat 0, before the écart."""
    state = taken(dealt(options, {0: "KS QS CS 2S 3S 4S 5S T21 T20 T19"}, players=players), 0)
    if players == 5:
        state = by(state, (0, "call:KH"))
    return by(state, (0, "go")) if "go" in offered_words(state, 0) else state


def offered_words(state: TarotState, seat: int) -> set[str]:
    """What is offered but for picks of cards."""
    return {code for prompt in GAME.prompts(state, Seat(seat)) for code in prompt.codes() if " " not in code}


def chelem_after_the_chien(options: TarotOptions) -> object:
    return offered_words(in_ecart(options), 0)


def chelem_of_a_defender(options: TarotOptions) -> object:
    return offered_words(in_ecart(options), 1)


def after_ecart(options: TarotOptions) -> object:
    state = apply(GAME, in_ecart(options), Seat(0), Discard(cards("QS CS 2S 3S 4S 5S"))).state
    return state.phase


def poignees(options: TarotOptions) -> object:
    return [bonus(size, options) for size in Size]


def marks(half_points: int = 112, contract: str = "garde_sans", miseres: bool = False) -> Answer:
    """What everybody marks for a contract with two bouts."""

    def answer(options: TarotOptions) -> object:
        said = ((Seat(2), Misere.TRUMPS),) if miseres else ()
        outcome = Outcome(Camps(all_seats(4), Seat(0)), Contract(contract), half_points, 2, miseres=said)
        return points(outcome, sums(outcome, options), 4)

    return answer


def last_trick_led_by_the_excuse(options: TarotOptions) -> object:
    """Who wins it after seventeen tricks of the taker, who announced nothing."""
    hands = {0: "EX", 1: "KS", 2: "2S", 3: "3S"}
    state = position(options, hands, winners=[0] * 17)
    return by(state, (0, "play:EX"), (1, "play:KS"), (2, "play:2S"), (3, "play:3S")).won[-1].winner


def excuse_at_the_end(options: TarotOptions) -> object:
    """Whose an Excuse is that goes to a partner's last trick; what may be played to the last trick but one."""
    lost = fate(ExcusePlay(Camp.DEFENCE, Camp.DEFENCE, last=True), options)
    state = position(options, {1: "EX KH"}, [(0, Card.parse("2H"))], winners=[0] * 16)
    return lost, state.legal().cards


def card_for_the_excuse(options: TarotOptions) -> object:
    return fate(ExcusePlay(Camp.ATTACK, Camp.DEFENCE, last=False, low_in_ecart=4), options)


def ending(totals: tuple[int, ...], counted: int) -> Answer:
    def answer(options: TarotOptions) -> object:
        nothing = (0,) * len(totals)
        ended = DealEnded(nothing, nothing, nothing, Side(0), made=True, counts=True, next_dealer=Seat(0))
        end = verdict(options.match_rules(), totals, ended, counted)
        return None if end is None else (True, end.winner)

    return answer


def after_a_card(options: TarotOptions) -> object:
    """What the player of the latest card and the last to come are offered."""
    state = position(options, {1: "2H", 3: "4H 5S"}, [(0, Card.parse("9H"))])
    return offered(state, 0), offered(state, 3)


QUESTIONS: dict[str, Change] = {
    "petit_sec": Change(lone_petit),
    "lone_excuse": Change(lone_excuse),
    "bids": Change(opening),
    "five_mode": Change(who_plays),
    "call_self": Change(called_by_holder_of_a_king),
    "call_lead_restriction": Change(leads),
    "chelem_window": Change(chelem_after_the_chien),
    "chelem_by_defence": Change(chelem_of_a_defender),
    "poignee_values": Change(poignees),
    "poignee_five": Change(lambda options: sizes(5, options)),
    "poignee_time": Change(after_ecart),
    "misere": Change(marks(miseres=True)),
    "excuse_wins_last": Change(last_trick_led_by_the_excuse),
    "excuse_last_trick": Change(excuse_at_the_end),
    "excuse_pay_from": Change(card_for_the_excuse),
    "half_point": Change(marks(83)),
    "score_round": Change(marks(2 * 48)),
    "deals": Change(ending((30, 20, -50), counted=3), (3, 5)),
    "target": Change(ending((400, 20, -420), counted=3), (None, 300)),
    "tie": Change(ending((40, 40, -80), counted=12)),
    "take_back": Change(after_a_card),
    "out_of_turn": Change(after_a_card),
}
