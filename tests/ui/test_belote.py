"""Classic belote through the simulated Discord: eight passes, a second-round take, annonces."""

from __future__ import annotations

from bot.core.actions import Deal
from bot.core.cards import Card
from bot.core.families.belote.annonces import Annonce
from bot.core.families.belote.state import BeloteState
from bot.core.game import DealSetup, apply
from bot.core.registry import game_of
from bot.core.seats import Seat
from tests.ui.club import Club, SeededDealer, actions, play_deal, take_first, verbs


async def test_eight_passes_end_the_deal_and_the_next_one_is_dealt(club: Club) -> None:
    await club.open("belote", "belote")
    await club.fill()
    dealt = club.table.content
    for _ in range(8):
        member = club.waiting()
        assert member is not None
        await member.hand_press("pass")
    assert club.waiting() is None
    assert club.table.content != dealt
    for member in club.members:
        await member.press("ui:ready")
    assert "deal 2" in club.table.content.splitlines()[0]
    assert club.waiting() is not None


async def test_a_take_in_the_second_round(club: Club) -> None:
    await club.open("belote", "belote")
    await club.fill()
    for _ in range(4):
        member = club.waiting()
        assert member is not None
        await member.hand_press("pass")
    taker = club.waiting()
    assert taker is not None
    offered = [code for code in actions(taker) if code.startswith("take")]
    assert len(offered) == 3, "every suit but the one turned up"
    await taker.hand_press(offered[0])
    await play_deal(club)
    assert "ui:ready" in verbs(club.table)


def has_much_to_say(pack: tuple[Card, ...]) -> bool:
    """Taken at once, one hand holds king and queen of trumps, and somebody a tierce."""
    game = game_of("belote")
    options = game.presets["belote_annonces"]
    state = game.begin(DealSetup(4, Seat(0), options, (0, 0), (0, 0)))
    state = apply(game, state, None, Deal(pack)).state
    (first,) = game.to_act(state)
    state = apply(game, state, first, game.parse("take")).state
    assert isinstance(state, BeloteState)
    said = [made.kind for seat in range(4) for made in state.combinations(Seat(seat))]
    return Annonce.TIERCE in said and any(state.royals <= set(hand) for hand in state.hands)


async def test_annonces_and_belote_are_said_aloud(club: Club, dealer: SeededDealer) -> None:
    """A deal with a tierce, and with king and queen of trumps in one hand: said by a button and by a command."""
    dealer.wanted = has_much_to_say
    await club.open("belote", "belote_annonces")
    await club.fill()
    said: list[str] = []
    shown = ""
    while (member := club.waiting()) is not None:
        words = [code for code in actions(member) if code.startswith("declare:")]
        if not words:
            await member.hand_press(take_first(actions(member)))
        elif len(said) % 2:
            await member.say("declare", what=words[0])
        else:
            await member.hand_press(words[0])
        said += words[:1]
        shown += club.table.content
    assert "ui:ready" in verbs(club.table)
    assert said == ["declare:belote", "declare:rebelote"]
    for word in ("tierce", "belote", "rebelote"):
        assert word in shown
