"""Controls follow the kinds of prompts, whatever the game."""

from __future__ import annotations

import pytest

from bot.core.actions import Action, Declare, Pass, PlayCard
from bot.core.cards import BELOTE_RANKS, Card, Suit, cards, deck_32
from bot.core.prompts import BidRange, OneOf, PickCards
from bot.i18n.words import words_for
from bot.render.careful import question
from bot.render.controls import Habits, Picks, bid_levels, prompt_rows
from bot.render.labels import action_label
from bot.render.panels import Button, Menu, Panel, Row
from tests.render.limits import check
from tests.render.scenes import LongEmoji, NoEmoji

FR = words_for("fr", strict=True)
SUITS = ("S", "H", "D", "C")
ALL = (*SUITS, "SA", "TA")


class Named(Action):
    """An action of any game, by its code."""

    def __init__(self, code: str) -> None:
        self._code = code

    @property
    def code(self) -> str:
        return self._code

    @classmethod
    def parse(cls, argument: str) -> Named:
        return cls(argument)


def buttons(rows: tuple[Row, ...]) -> list[Button]:
    return [button for row in rows if not isinstance(row, Menu) for button in row]


def menus(rows: tuple[Row, ...]) -> list[Menu]:
    return [row for row in rows if isinstance(row, Menu)]


@pytest.mark.parametrize("count", range(1, 9))
def test_up_to_eight_cards_are_buttons_four_a_row(count: int) -> None:
    offered = OneOf(tuple(PlayCard(card) for card in deck_32()[:count]))
    rows = prompt_rows((offered,), FR, NoEmoji(), Picks())
    assert [button.verb for button in buttons(rows)] == [f"play:{card.code}" for card in deck_32()[:count]]
    assert all(len(row) <= 4 for row in rows if not isinstance(row, Menu))
    check(Panel("x", rows))


def test_more_than_eight_cards_are_one_menu_with_the_names_spelled() -> None:
    offered = OneOf(tuple(PlayCard(card) for card in deck_32()[:12]))
    (menu,) = menus(prompt_rows((offered,), FR, NoEmoji(), Picks()))
    assert menu.verb == "do"
    assert [choice.value for choice in menu.choices] == [f"play:{card.code}" for card in deck_32()[:12]]
    assert menu.choices[7].label == "as de pique"


def test_card_buttons_carry_an_emoji_or_letters() -> None:
    offered = (OneOf((PlayCard(Card.parse("QS")),)),)
    assert [(b.label, b.emoji) for b in buttons(prompt_rows(offered, FR, NoEmoji(), Picks()))] == [("D♠", None)]
    assert [(b.label, b.emoji) for b in buttons(prompt_rows(offered, FR, LongEmoji(), Picks()))] == [("", "QS")]
    with_labels = prompt_rows(offered, FR, LongEmoji(), Picks(), Habits(labels=True))
    assert [(b.label, b.emoji) for b in buttons(with_labels)] == [("D♠", "QS")]


def test_bids_take_two_taps_with_the_lowest_level_first() -> None:
    bid = BidRange("bid", tuple((suit, 80) for suit in SUITS), 160, 10)
    capots = OneOf(tuple(Named(f"capot:{suit}") for suit in SUITS))
    prompts = (OneOf((Pass(),)), bid, capots)
    rows = prompt_rows(prompts, FR, NoEmoji(), Picks())
    (menu,) = menus(rows)
    assert [choice.value for choice in menu.choices] == [*(str(n) for n in range(80, 170, 10)), "capot"]
    assert menu.choices[0].default
    assert menu.choices[0].label.replace("\u00a0", " ") == "Enchère : 80"
    assert menu.choices[-1].label == "Capot"
    assert [b.verb for b in buttons(rows)] == [*(f"bid:80:{suit}" for suit in SUITS), "pass"]
    assert [b.label for b in buttons(rows)][:2] == ["80 pique ♠", "80 cœur ♥"]
    chosen = prompt_rows(prompts, FR, NoEmoji(), Picks(level="120"))
    assert [b.verb for b in buttons(chosen)][:4] == [f"bid:120:{suit}" for suit in SUITS]
    slam = prompt_rows(prompts, FR, NoEmoji(), Picks(level="capot"))
    assert [b.verb for b in buttons(slam)][:4] == [f"capot:{suit}" for suit in SUITS]
    stale = prompt_rows(prompts, FR, NoEmoji(), Picks(level="70"))
    assert buttons(stale) == buttons(rows)


def test_bids_without_an_end_in_six_denominations_still_fit() -> None:
    bid = BidRange("bid", tuple((name, 82) for name in ALL), None, 10)
    slams = (OneOf(tuple(Named(f"{kind}:{name}") for name in ALL)) for kind in ("capot", "generale"))
    rows = prompt_rows((OneOf((Pass(), Named("coinche:3"))), bid, *slams), FR, NoEmoji(), Picks())
    check(Panel("x", rows))
    (menu,) = menus(rows)
    assert len(menu.choices) == 25
    assert [choice.value for choice in menu.choices][:3] == ["82", "90", "100"]
    assert [choice.value for choice in menu.choices][-2:] == ["capot", "generale"]


def test_only_bids_that_are_offered_become_buttons() -> None:
    bid = BidRange("bid", (("S", 90), ("H", 100)), 160, 10)
    assert bid_levels(bid, ()) == ("90", "100", "110", "120", "130", "140", "150", "160")
    rows = prompt_rows((bid,), FR, NoEmoji(), Picks(level="90"))
    assert [button.verb for button in buttons(rows)] == ["bid:90:S"]


def test_a_second_round_of_taking_is_a_row_of_buttons() -> None:
    offered = OneOf((Pass(), *(Named(f"take:{suit}") for suit in "SHD")))
    rows = prompt_rows((offered,), FR, NoEmoji(), Picks())
    assert [b.label for b in buttons(rows)] == ["Passer", "Prendre à pique", "Prendre à cœur", "Prendre à carreau"]


def test_kings_to_call_take_few_lines_of_a_phone() -> None:
    """Two short buttons a line, whatever else may be said below; a card or two alone keep the whole sentence."""
    kings = tuple(Named(f"call:K{suit}") for suit in SUITS)
    rows = prompt_rows((OneOf((*kings, Named("declare:chelem"))),), FR, NoEmoji(), Picks())
    assert [[button.label for button in buttons((row,))] for row in rows[:2]] == [
        ["Roi de pique", "Roi de cœur"],
        ["Roi de carreau", "Roi de trèfle"],
    ]
    assert [button.verb for button in buttons(rows)] == [*(f"call:K{suit}" for suit in SUITS), "declare:chelem"]
    check(Panel("x", rows))
    alone = prompt_rows((OneOf(kings[:1]),), FR, NoEmoji(), Picks())
    assert [button.label for button in buttons(alone)] == ["Appeler le roi de pique"]


def test_words_of_the_game_stand_beside_the_cards() -> None:
    prompts = (OneOf((PlayCard(Card.parse("KS")),)), OneOf((Declare("belote"),)))
    rows = prompt_rows(prompts, FR, NoEmoji(), Picks())
    assert [b.verb for b in buttons(rows)] == ["play:KS", "declare:belote"]


def big_pool() -> tuple[Card, ...]:
    """Thirty cards: four suits, trumps and the Excuse."""
    plain = tuple(
        Card(rank, suit) for suit in (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS) for rank in BELOTE_RANKS[:5]
    )
    return (*plain, *cards("T1 T2 T3 T4 T5 T6 T7 T8 T9"), *cards("EX"))


def test_picks_are_menus_by_suit_and_a_confirmation() -> None:
    pick = PickCards("discard", cards("AS KS QH JH 10D"), 2, 2)
    rows = prompt_rows((pick,), FR, NoEmoji(), Picks())
    assert [[choice.value for choice in menu.choices] for menu in menus(rows)] == [["AS", "KS"], ["QH", "JH"], ["10D"]]
    assert [menu.minimum for menu in menus(rows)] == [0, 0, 0]
    (confirm,) = buttons(rows)
    assert confirm.disabled
    ready = prompt_rows((pick,), FR, NoEmoji(), Picks().with_picks(["AS", "KS"], ["KS"]).with_picks(["10D"], ["10D"]))
    (confirm,) = buttons(ready)
    assert (confirm.verb, confirm.disabled) == ("discard:KS 10D", False)
    assert pick.accepts(confirm.verb)
    assert [choice.value for menu in menus(ready) for choice in menu.choices if choice.default] == ["KS", "10D"]


def test_what_costs_much_takes_a_second_tap() -> None:
    chelem = OneOf((Declare("chelem"),), careful=True)
    prompts = (OneOf((PlayCard(Card.parse("KS")),)), OneOf((Declare("poignee_simple"),)), chelem)
    rows = prompt_rows(prompts, FR, NoEmoji(), Picks())
    assert [b.verb for b in buttons(rows)] == ["play:KS", "declare:poignee_simple", "ui:sure:declare:chelem"]
    asked = prompt_rows(prompts, FR, NoEmoji(), Picks(asked="declare:chelem"))
    assert [b.verb for b in buttons(asked)] == ["declare:chelem", "ui:sure", "play:KS", "declare:poignee_simple"]
    assert question(prompts, FR, "declare:chelem").replace("\u00a0", " ") == (
        "Touche encore une fois pour confirmer : Annoncer un chelem. Chelem réussi : +400. Chelem manqué : −200."
    )
    assert question(prompts, FR, None) == question(prompts, FR, "early") == ""
    assert prompt_rows(prompts, FR, NoEmoji(), Picks(asked="early")) == rows


@pytest.mark.parametrize("held", [2, 24])
def test_one_of_several_is_chosen_by_the_second_tap(held: int) -> None:
    early = OneOf(tuple(Named(f"early:T{n}") for n in range(1, held + 1)) if held < 22 else big_hand(), careful=True)
    assert [b.verb for b in buttons(prompt_rows((early,), FR, NoEmoji(), Picks()))] == ["ui:sure:early"]
    rows = prompt_rows((early,), FR, NoEmoji(), Picks(asked="early"))
    check(Panel("x", rows))
    if held == 2:
        assert [b.verb for b in buttons(rows)] == ["early:T1", "early:T2", "ui:sure"]
    else:
        (menu,) = menus(rows)
        assert (menu.verb, len(menu.choices)) == ("do:sure", 24)
        assert [b.verb for b in buttons(rows)] == ["ui:sure"]


def big_hand() -> tuple[Named, ...]:
    return tuple(Named(f"early:{card.code}") for card in big_pool()[:24])


def test_other_actions_stand_beside_the_button_that_confirms_a_pick() -> None:
    """Four menus and the confirmation fill a message: what may be said besides would have no row."""
    pick = PickCards("discard", cards("AS KS QH JH 10D KD 7C QC"), 2, 2)
    rows = prompt_rows((pick, OneOf((Declare("chelem"),), careful=True)), FR, NoEmoji(), Picks())
    assert len(rows) == 5
    assert [b.verb for b in buttons(rows)] == ["ui:confirm", "ui:sure:declare:chelem"]


def test_menus_of_a_pick_stand_in_the_order_of_the_hand() -> None:
    pick = PickCards("discard", cards("T5 EX KS 2S QH JC 10D"), 2, 2)
    shown = [choice.value for menu in menus(prompt_rows((pick,), FR, NoEmoji(), Picks())) for choice in menu.choices]
    assert shown == ["T5", "EX", "KS", "2S", "QH", "JC", "10D"]


def test_picks_of_thirty_cards_fit() -> None:
    pick = PickCards("discard", big_pool(), 6, 6)
    rows = prompt_rows((pick,), FR, NoEmoji(), Picks())
    check(Panel("x", rows))
    assert {choice.value for menu in menus(rows) for choice in menu.choices} == {card.code for card in big_pool()}


def test_a_pick_too_long_for_a_button_is_confirmed_by_the_draft() -> None:
    pick = PickCards("handful", cards(" ".join(f"T{n}" for n in range(1, 22))), 15, 15)
    chosen = tuple(f"T{n}" for n in range(7, 22))
    rows = prompt_rows((pick,), FR, NoEmoji(), Picks(picked=chosen))
    (confirm,) = buttons(rows)
    assert (confirm.verb, confirm.disabled) == ("ui:confirm", False)
    check(Panel("x", rows))


def test_a_menu_replaces_only_its_own_cards() -> None:
    picks = Picks(picked=("AS", "QH"))
    assert picks.with_picks(["AS", "KS"], ["KS"]).picked == ("QH", "KS")
    assert picks.with_picks(["QH"], []).picked == ("AS",)


@pytest.mark.parametrize(
    ("code", "label"),
    [
        ("pass", "Passer"),
        ("take", "Prendre"),
        ("take:C", "Prendre à trèfle"),
        ("bid:90:S", "90 pique"),
        ("capot:TA", "Capot tout-atout"),
        ("coinche:3", "Coincher"),
        ("surcoinche", "Surcoincher"),
        ("declare:rebelote", "Dire « rebelote »"),
        ("play:QS", "Jouer la dame de pique"),
    ],
)
def test_labels(code: str, label: str) -> None:
    assert action_label(code, FR).replace("\u00a0", " ") == label
