"""How long a dealer who sits out keeps the deal, and a chelem may be announced (docs/rules/tarot.md 6, 8)."""

from __future__ import annotations

from bot.core.registry import game_of
from tests.rules.tarot_deals import by, dealt, in_turn, offered, tarot

EXCUSE_ALONE = "KS QS CS JS 10S 9S 8S KH QH CH JH 10H KD QD CD JD 10D EX"


def test_a_dealer_who_sits_out_deals_only_until_somebody_bids() -> None:
    options = tarot(five_mode="mort", lone_excuse="may_cancel")
    state = in_turn(dealt(options, {4: EXCUSE_ALONE}, players=5, dealer=2), "pass", "bid:garde", "pass", "pass")
    assert state.contract is not None
    state = in_turn(dealt(options, {4: EXCUSE_ALONE}, players=5, dealer=2), "bid:garde", "cancel")
    result = game_of("tarot").result(state)
    assert result is not None
    assert result.next_dealer == 3


def test_a_chelem_may_be_announced_until_the_first_card() -> None:
    options = tarot(poignee_time="before_lead")
    state = in_turn(dealt(options, {}), "bid:garde_contre", "pass", "pass", "pass", "go")
    assert "declare:chelem" in offered(state, 0)
    state = by(state, (0, "go"))
    assert "declare:chelem" in offered(state, 0)
