"""What implementations most often get wrong (docs/rules/tarot.md 26), one by one; and the table of options (21)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.core.cards import Card, cards
from bot.core.games.tarot.auction import Contract
from bot.core.games.tarot.dealing import is_petit_sec
from bot.core.games.tarot.excuse import Exchange, ExcusePlay, fate, petit_au_bout
from bot.core.games.tarot.king import Camp, Camps
from bot.core.games.tarot.options import TarotOptions
from bot.core.games.tarot.poignee import Size
from bot.core.games.tarot.result import counted
from bot.core.games.tarot.rules import GAME
from bot.core.games.tarot.scoring import Outcome, aside_camp, points, sums
from bot.core.games.tarot.state import Phase, TarotState
from bot.core.seats import Seat, all_seats

from .tarot_deals import dealt, in_turn, position, taken, tarot

PAGE = Path(__file__).parents[2] / "docs" / "rules" / "tarot.md"
ATTACK, DEFENCE = Camp.ATTACK, Camp.DEFENCE
GARDE, SANS = Contract.GARDE, Contract.GARDE_SANS


def legal(hand: str, *trick: str, players: int = 4, **changes: str) -> set[str]:
    plays = [(seat, Card.parse(code)) for seat, code in enumerate(trick)]
    state = position(tarot("fft", **changes), {len(trick): hand}, plays, players=players, winners=[0])
    return {card.code for card in state.legal().cards}


# 1. The Excuse is no trump, and never has to be played.


def test_the_excuse_is_neither_a_trump_nor_a_duty() -> None:
    assert legal("EX 2H 3D", "4S") == {"EX", "2H", "3D"}
    assert legal("EX T5 3D", "4S") == {"EX", "T5"}
    assert legal("EX 3D 2H", "T9") == {"EX", "3D", "2H"}
    assert legal("EX 2S", "4S") == {"EX", "2S"}


# 2. Every trump in the trick is to be beaten, whoever played it; who cannot still plays a trump.


def test_any_trump_is_to_be_beaten_and_none_is_thrown_off() -> None:
    # Seat 1 ruffed high, seat 2 under it: the highest counts, not the last.
    assert legal("T12 T8 2H", "4S", "T10", "T3") == {"T12"}
    assert legal("T8 T2 2H", "4S", "T10", "T3") == {"T8", "T2"}
    # At five a partner's trump is beaten like any other.
    assert legal("T12 2H", "T10", players=5) == {"T12"}


# 3. An Excuse that is led sets no suit.


def test_the_card_after_a_led_excuse_sets_the_suit() -> None:
    assert legal("2H T5 3D", "EX") == {"2H", "T5", "3D"}
    assert legal("2H T5 3D", "EX", "4H") == {"2H"}


# 4. The Excuse on the last trick changes camps even when a partner wins it, and the target with it.


def test_the_excuse_on_the_last_trick_takes_its_bout_along() -> None:
    lost = fate(ExcusePlay(DEFENCE, DEFENCE, last=True), tarot())
    assert (lost.owner, lost.worth(ATTACK), lost.worth(DEFENCE)) == (ATTACK, 8, 1)
    taken_away = fate(ExcusePlay(ATTACK, DEFENCE, last=True), tarot())
    assert (taken_away.owner, taken_away.exchange) == (DEFENCE, Exchange.NONE)
    with_bout, without = (sums(outcome(GARDE, 80, bouts), tarot()) for bouts in (2, 1))
    assert (with_bout.needed, with_bout.made) == (41, False)
    assert (without.needed, without.made) == (51, False)


# 5. The half point is given back once, be it owed or not.


@pytest.mark.parametrize("low", [0, 3])
def test_one_half_point_is_given_for_an_excuse(low: int) -> None:
    kept = fate(ExcusePlay(DEFENCE, ATTACK, last=False, low_in_tricks=low), tarot())
    assert (kept.owner, kept.worth(DEFENCE), kept.worth(ATTACK)) == (DEFENCE, 8, 1)
    assert kept.exchange is (Exchange.NOW if low else Exchange.OWED)
    own = fate(ExcusePlay(DEFENCE, DEFENCE, last=False), tarot())
    assert (own.worth(DEFENCE), own.worth(ATTACK)) == (9, 0)


# 6. A poignée goes to the winners and is not multiplied; the Petit goes with its trick and is.


def outcome(contract: Contract, half_points: int, bouts: int, players: int = 4, **more: object) -> Outcome:
    camps = more.pop("camps", Camps(all_seats(players), Seat(0)))
    assert isinstance(camps, Camps)
    return Outcome(camps, contract, half_points, bouts, **more)  # type: ignore[arg-type]


def test_poignee_and_petit_are_paid_apart() -> None:
    lost = sums(outcome(SANS, 70, 2, petit=ATTACK, poignees=((Seat(0), Size.SIMPLE),)), tarot())
    assert (lost.made, lost.poignees, lost.petit) == (False, -20, 40)
    won = sums(outcome(SANS, 90, 2, petit=DEFENCE, poignees=((Seat(2), Size.DOUBLE),)), tarot())
    assert (won.made, won.poignees, won.petit) == (True, 30, -40)


# 7. Half a point short is short.


def test_forty_and_a_half_are_not_forty_one() -> None:
    short = sums(outcome(GARDE, 81, 2, players=3), tarot())
    assert (short.made, short.difference, short.contract) == (False, 1, -52)


# 8. At five alone four pay; only the leader of the deal is barred from the called suit.


def test_alone_at_five_four_pay() -> None:
    alone = outcome(GARDE, 110, 1, players=5)
    assert points(alone, sums(alone, tarot()), 5) == (232, -58, -58, -58, -58)
    shared = outcome(GARDE, 96, 2, players=5, camps=Camps(all_seats(5), Seat(0), Seat(3)))
    assert points(shared, sums(shared, tarot()), 5) == (128, -64, -64, 64, -64)


def test_followers_may_play_the_called_suit() -> None:
    called = Card.parse("KH")
    hands = {0: "2H 3S", 1: "4H 5S", 2: "KH 6H 7D"}
    lead = position(tarot(), hands, players=5, called=called)
    assert {card.code for card in lead.legal().cards} == {"3S"}
    holder = position(tarot(), hands, players=5, called=called, leader=2)
    assert {card.code for card in holder.legal().cards} == {"KH", "7D"}
    after_excuse = position(tarot(), hands, [(0, Card.parse("EX"))], players=5, called=called)
    assert {card.code for card in after_excuse.legal().cards} == {"4H", "5S"}
    later = position(tarot(), hands, players=5, called=called, winners=[0])
    assert {card.code for card in later.legal().cards} == {"2H", "3S"}


# 9. The lone Petit is looked for in the dealt hand, and the Excuse saves it.


def test_the_lone_petit_is_judged_on_the_dealt_hand() -> None:
    assert is_petit_sec(cards("T1 KS 2H"))
    assert not is_petit_sec(cards("T1 EX 2H"))
    assert not is_petit_sec(cards("T1 T2 2H"))
    assert not is_petit_sec(cards("T2 KS 2H"))
    lone_with_excuse = "KS QS CS JS 10S 9S 8S KH QH CH JH 10H KD QD CD JD EX T1"
    state = taken(dealt(tarot(), {0: lone_with_excuse}, dealer=3), 0)
    assert state.phase is Phase.ECART


# 10. The Petit is at the end in the trick before the last when the Excuse completes a chelem.


def test_petit_before_the_excuse_that_ends_a_chelem() -> None:
    assert petit_au_bout(trick=17, last=18, won_by=ATTACK, fool_won=True) is ATTACK
    assert petit_au_bout(trick=17, last=18, won_by=ATTACK, fool_won=False) is None
    assert petit_au_bout(trick=16, last=18, won_by=ATTACK, fool_won=True) is None
    assert petit_au_bout(trick=18, last=18, won_by=DEFENCE, fool_won=False) is DEFENCE


# 11. An untouched dog counts for its side, bouts included.


@pytest.mark.parametrize(("contract", "owner"), [("garde_sans", ATTACK), ("garde_contre", DEFENCE)])
def test_an_untouched_dog_counts_for_its_side(contract: str, owner: Camp) -> None:
    assert aside_camp(Contract(contract)) is owner
    state = in_turn(taken(dealt(tarot(), {}, chien="T21 KS 2S 3S 4S 5S"), 0, contract), "go")
    before = played_out(state)
    bouts_in_tricks = sum(
        card in cards("T1 T21 EX")
        for won in before.won
        if before.camps.of(won.winner) is ATTACK
        for card in won.trick.cards
    )
    done = counted(before)
    moved = sum(excuse.fate.owner is ATTACK for excuse in done.kept) - sum(
        before.camps.of(won.winner) is ATTACK for won in before.won for card in won.trick.cards if card.code == "EX"
    )
    assert done.outcome.bouts == bouts_in_tricks + moved + (owner is ATTACK)


def played_out(state: TarotState) -> TarotState:
    while state.phase is not Phase.OVER:
        state = in_turn(state, f"play:{state.legal().cards[0].code}")
    return state


# 12. The deal passes on after a deal passed out or annulled.


def test_the_dealer_changes_after_every_deal_but_a_dead_man_s() -> None:
    passed = in_turn(dealt(tarot(), {}, dealer=2), "pass", "pass", "pass", "pass")
    annulled = dealt(tarot(), {1: "KS QS CS JS 10S 9S 8S KH QH CH JH 10H KD QD CD JD 10D T1"}, dealer=2)
    dead = in_turn(dealt(tarot(five_mode="mort"), {}, players=5, dealer=2), "pass", "pass", "pass", "pass")
    results = [GAME.result(state) for state in (passed, annulled, dead)]
    assert [result.next_dealer for result in results if result is not None] == [3, 3, 2]


# Section 21.

LEFT_OUT = {
    "auction_rounds": "no source gives amounts",
    "all_pass": "no source gives amounts",
    "petit_chelem": "no source gives amounts",
    "five_split": "an equal split gives fractions",
}
"""Options that are offered at no table, and why (docs/rules/tarot.md 21)."""
WITHHELD = {("bids", "with_pousse")}
"""Values of offered options that are not offered."""
LENGTH = {"deals", "target"}
"""What `match_end` is called: a number of deals, or a target."""


def written_options() -> dict[str, list[str]]:
    """Every option of section 21 with its values."""
    section = PAGE.read_text(encoding="utf-8").partition("## 21.")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section, flags=re.MULTILINE)
    return {name: [value.strip() for value in values.split(",")] for name, values in rows}


def test_every_option_of_the_rules_is_offered_or_left_out_with_a_reason() -> None:
    written = written_options()
    specs = {spec.name: spec for spec in TarotOptions.specs()}
    assert len(written) == 28
    for name, values in written.items():
        if name in LEFT_OUT:
            assert name not in specs
        elif name == "match_end":
            assert set(specs) >= LENGTH
        else:
            offered_values = [value for value in values if (name, value) not in WITHHELD]
            assert list(specs[name].choices) == offered_values, name
            assert specs[name].default == values[0], name
    assert set(specs) - LENGTH == set(written) - set(LEFT_OUT) - {"match_end"}


def test_what_is_left_out_is_said_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8").partition("Of these,")[2].partition("\n\n")[0]
    for name in (*LEFT_OUT, *(option for option, _ in WITHHELD)):
        assert f"`{name}=" in text, name
