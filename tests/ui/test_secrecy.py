"""Nobody's cards are on anything that others can read: texts, buttons, ids, menus, emoji."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.core.cards import Card, deck_32
from bot.i18n.words import words_for
from bot.ui.emoji import emoji_name
from tests.ui.club import Club, actions, take_first, verbs

WORDS = tuple(words_for(language) for language in ("en", "fr"))


async def _hidden(club: Club) -> dict[str, set[Card]]:
    """The cards that each member still holds and has not shown, as the engine knows them."""
    bot: Any = club.env.bot
    (table,) = {view.id for view in await bot.front.service.tables_of(club.members[0].user.id)}
    held = {}
    for member in club.members:
        seat = await bot.front.service.seat_view(table, member.user.id)
        shown = {card for zone in seat.view.zones for card in zone.cards}
        held[member.name] = set(seat.view.hand) - shown
    return held


def _leaks(text: str, cards: set[Card]) -> list[str]:
    """Every way a card could be written that is in the text."""
    forms = []
    for card in cards:
        forms += [words.short(card) for words in WORDS] + [words.card(card) for words in WORDS]
        forms += [f'play:{card.code}"', f":{emoji_name(card)}:", f'"{card.code}"']
    return [form for form in forms if form in text]


def _dump(message: Any) -> str:
    rows = [[item.to_dict() for item in row.children] for row in message.components]
    return str(message.content) + json.dumps(rows, ensure_ascii=False)


@pytest.mark.parametrize(("game", "profile"), [("belote", "belote_annonces_online"), ("coinche", None)])
async def test_public_messages_and_other_hands_show_no_hidden_card(club: Club, game: str, profile: str | None) -> None:
    await club.open(game, profile)
    await club.fill()
    checked = 0
    for _ in range(120):
        held = await _hidden(club)
        everything = set().union(*held.values())
        for message in club.channel.history():
            if not message.flags.ephemeral:
                assert not _leaks(_dump(message), everything), message.content
        for member in club.members:
            others = everything - held[member.name]
            assert not _leaks(_dump(member.dm), others), member.dm.content
            checked += len(others)
        turn = club.waiting()
        if turn is None:
            break
        await turn.hand_press(take_first(actions(turn)))
    assert checked > 1000
    assert "ui:ready" in verbs(club.table)


def test_every_card_can_be_recognised_in_a_text() -> None:
    for card in deck_32():
        for words in WORDS:
            assert _leaks(f"… {words.short(card)} …", {card})
