"""Refusals that chance brings about too seldom: deals with chosen hands, played up to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from bot.core.errors import IllegalAction
from bot.core.families.belote.options import FamilyOptions
from bot.core.games.tarot.rules import GAME as TAROT
from bot.core.games.tarot.state import TarotState
from bot.core.prompts import PickCards
from bot.core.seats import Seat
from tests.i18n.met import Met
from tests.rules import deals, tarot_deals, three_deals

TRUMPS = "T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 T7"


def contrived(key: str) -> tuple[Met, ...]:
    """The refusals of a game's contrived deals."""
    make = GAMES.get(key)
    return () if make is None else tuple(make())


def _coinche() -> Iterator[Met]:
    def met(state: deals.State, seat: int, code: str) -> Met:
        return Met("coinche", "contrived", code, deals.refusal(state, seat, code).ruling)

    own = deals.in_turn(deals.dealt(deals.coinche("coinche_bga"), {}), "bid:82:H", "pass", "pass", "pass")
    yield met(own, 0, "bid:90:H")
    yield met(_ruffed(deals.coinche("contree", under_partner="no_undertrump")), 3, "play:7H")
    hands = {0: "KH QH KS QS JH 9H AH 10H"}
    chosen = deals.coinche("contree", sa_ta=True, ta_belotes="one", belote_announce="manual")
    state = deals.playing(chosen, hands, "bid:80:TA")
    for card, word in (("KH", "belote"), ("QH", "rebelote")):
        state = deals.do(deals.do(state, 0, f"declare:{word}"), 0, f"play:{card}")
        for seat in (1, 2, 3):
            state = deals.do(state, seat, min(code for code in deals.offered(state, seat) if code.startswith("play:")))
    yield met(state, 0, "declare:belote")


def _ruffed(chosen: FamilyOptions) -> deals.State:
    """Seat 3 has no spade, and the partner has ruffed the ace with the queen of hearts."""
    hands = {0: "AS", 1: "QH 7C 8C 9C 10C JC QC KC", 2: "7S", 3: "JH 7H AC 7D 8D 9D 10D JD"}
    return deals.tricks(deals.playing(chosen, hands), "AS QH 7S")


def _belote() -> Iterator[Met]:
    chosen = deals.belote("belote", under_partner="no_undertrump")
    hands = {0: "KH AS", 1: "QH 7C 8C 9C 10C JC QC KC", 2: "7S", 3: "JH 7H AC 7D 8D 9D 10D JD"}
    state = deals.tricks(deals.taken(chosen, hands), "AS QH 7S")
    yield Met("belote", "contrived", "play:7H", deals.refusal(state, 3, "play:7H").ruling)


def _belote_three() -> Iterator[Met]:
    hands = {
        0: "AH 10H AS 10S KS QS JS 9S",
        1: "KH AC 10C KC QC JC 9C AD",
        2: "QH 9H JH 10D KD QD JD 9D",
    }
    state = three_deals.in_turn(three_deals.taken(three_deals.options("trois_24"), hands), "play:AS", "play:KH")
    try:
        three_deals.in_turn(state, "play:QH")
    except IllegalAction as error:
        yield Met("belote_three", "contrived", "play:QH", error.ruling)


def _tarot() -> Iterator[Met]:
    def met(state: TarotState, seat: int, code: str) -> Met:
        error = tarot_deals.tried(state, seat, TAROT.parse(code))
        assert isinstance(error, IllegalAction), code
        return Met("tarot", "contrived", code, error.ruling)

    tarot, dealt, taken, by = tarot_deals.tarot, tarot_deals.dealt, tarot_deals.taken, tarot_deals.by
    yield met(taken(dealt(tarot(call_self="forbidden"), {0: "KS"}, players=5), 0), 0, "call:KS")
    strong = taken(dealt(tarot(), {0: f"{TRUMPS} EX KS KH 2S"}, chien="KC KD T1 T21 3S 4S"), 0)
    yield met(strong, 0, "discard:2S")
    weak = taken(dealt(tarot(), {0: "EX T21 KS QS JS 10S 9S 8S 7S 6S"}), 0)
    yield met(weak, 0, "discard:EX JS 10S 9S 8S 7S")
    yield met(weak, 0, "discard:KS JS 10S 9S 8S 7S")
    misere = taken(dealt(tarot(misere="flat10_camp"), {0: " ".join(f"{n}S {n}H" for n in range(1, 10))}), 1)
    misere = tarot_deals.in_turn(misere, f"discard:{' '.join(_aside(misere))}")
    yield met(by(misere, (0, "declare:misere_tete")), 0, "declare:misere_tete")
    yield met(_last_but_one(), *_holder(_last_but_one()))
    voids = {
        0: "KS",
        1: "T10 KH QH CH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H 1H KC QC CC",
        2: "T5 T15 KD QD CD JD 10D 9D 8D 7D 6D 5D 4D 3D 2D 1D JC 10C",
    }
    ruffed = tarot_deals.in_turn(taken(dealt(tarot(), voids), 3, "garde_sans"), "go", "play:KS", "play:T10")
    yield met(ruffed, 2, "play:T5")
    yield met(ruffed, 2, "play:KD")


def _aside(state: TarotState) -> list[str]:
    (pick,) = [prompt for prompt in TAROT.prompts(state, Seat(1)) if isinstance(prompt, PickCards)]
    return [card.code for card in pick.pool[: pick.minimum]]


def _last_but_one() -> TarotState:
    """Whoever holds the Excuse has kept it to the last trick but one, where it may not be kept any longer."""
    state = tarot_deals.dealt(tarot_deals.tarot(excuse_last_trick="forbidden"), {1: "EX"})
    state = tarot_deals.in_turn(tarot_deals.taken(state, 3, "garde_sans"), "go")
    while len(state.won) < state.tricks_total - 2 or state.turn != 1:
        cards = [card for card in state.legal().cards if card.code != "EX"]
        state = tarot_deals.in_turn(state, f"play:{cards[0].code}")
    return state


def _holder(state: TarotState) -> tuple[int, str]:
    other = next(card for card in state.hands[1] if card.code != "EX")
    return 1, f"play:{other.code}"


GAMES: Mapping[str, Callable[[], Iterator[Met]]] = MappingProxyType(
    {"belote": _belote, "belote_three": _belote_three, "coinche": _coinche, "tarot": _tarot}
)
