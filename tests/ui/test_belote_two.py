"""Belote for two by buttons: both forms, between two people and against a computer player."""

from __future__ import annotations

from random import Random

import pytest

from bot.core.cards import Card, Rank
from tests.ui.club import Club, SeededDealer, actions, play_deal, verbs
from tests.ui.test_whole_deals import Watch, naming, play, written


async def open_table(club: Club, preset: str, people: int = 2) -> None:
    club.welcome(people)
    await club.open("belote_two", preset)
    await club.fill(people, 2)


async def test_two_people_play_a_deal_with_a_talon(club: Club, deal_seed: int) -> None:
    await open_table(club, "deux_talon")
    await play(club, Random(deal_seed))
    assert "ui:ready" in verbs(club.table), club.table.content


async def test_two_people_play_an_open_deal_and_nobody_reads_a_covered_card(
    club: Club, dealer: SeededDealer, deal_seed: int
) -> None:
    dealt: list[Card] = []

    def remember(order: tuple[Card, ...]) -> bool:
        dealt[:] = order
        return True

    dealer.wanted = remember
    await open_table(club, "deux_decouverte")
    watch, chance, compared = Watch(club), Random(deal_seed), 0
    while (member := club.waiting()) is not None:
        await watch.look()
        secret = set(dealt) - watch.public - set().union(*watch.private.values())
        messages = [*club.channel.history(), *(other.dm for other in club.members)]
        for message in messages if secret else ():
            found = naming(secret).search(written(message)) if message.id != watch.lobby else None
            assert found is None, f"{found.group()} in {message.content}"
            compared += len(secret)
        await member.hand_press(chance.choice(actions(member)))
    assert "ui:ready" in verbs(club.table), club.table.content
    assert compared > 300


async def test_the_seven_of_trumps_is_exchanged_by_a_button(club: Club, dealer: SeededDealer) -> None:
    """The first card turned up is no seven, and somebody will hold the seven of its suit."""

    def with_the_seven(order: tuple[Card, ...]) -> bool:
        turned = order[12]
        return turned.rank is not Rank.N7 and Card(Rank.N7, turned.suit) in (*order[:12], *order[13:19])

    dealer.wanted = with_the_seven
    await open_table(club, "deux_talon")
    await club.mover().hand_press("take")
    if "declare:exchange" not in actions(club.mover()):
        await club.mover().hand_press(actions(club.mover())[0])
    holder = club.mover()
    assert "declare:exchange" in actions(holder)
    await holder.hand_press("declare:exchange")
    assert f"{holder.name} exchanges the 7 of " in club.table.content
    assert "Turned card: 7" in club.table.content
    assert club.mover() is holder
    assert "declare:exchange" not in actions(holder)


@pytest.mark.parametrize("preset", ["deux_talon", "deux_decouverte"])
async def test_one_person_plays_a_deal_against_a_computer_player(club: Club, preset: str) -> None:
    await open_table(club, preset, people=1)
    await play_deal(club)
    assert "ui:ready" in verbs(club.table), club.table.content


async def test_the_rows_are_on_the_table_and_the_playable_cards_on_the_hand(club: Club) -> None:
    await open_table(club, "deux_decouverte")
    assert "nobody takes" in club.table.content
    for name in ("Anna", "Bruno"):
        assert f"{name}, on a hidden card: " in club.table.content
    leader = club.mover()
    assert len(actions(leader)) == 8, "every open card may be led"
    await leader.hand_press(actions(leader)[0])
    follower = club.mover()
    assert follower is not leader
    await follower.hand_press(actions(follower)[0])
    assert club.table.content.count("with nothing under: ") == 2
