"""Whole deals of every game and number of seats, by buttons and menus, and nothing told that is not known."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from bot.core import registry
from bot.core.cards import Card, Rank, Suit
from bot.i18n.words import words_for
from bot.ui.emoji.names import emoji_name, styles
from tests.seen import cards_of
from tests.telling import cards_named
from tests.ui.club import Club, Member, SeededDealer, control, options, plays_on, verbs

TABLES = [(game.key, seats) for game in registry.games().values() for seats in sorted(game.seat_counts)]
WORDS = tuple(words_for(language) for language in ("en", "fr"))


def written(message: Any) -> str:
    """Everything that a message says or carries, but for the choice of a card to call, which names the same to all."""
    items = [item for row in message.components for item in row.children]
    rows = [item.to_dict() for item in items if "|call:" not in (item.custom_id or "")]
    files = [f"{file.filename} {file.description}" for file in message.attachments]
    return f"{message.content}\n{rows}\n{files}"


SPOKEN_OF = frozenset({Card(Rank.QUEEN, Suit.SPADES), Card(Rank.JACK, Suit.DIAMONDS)})
"""Cards that sentences on duties name in full, whoever holds them: their names tell nothing, their signs do."""


def naming(cards: Iterable[Card]) -> re.Pattern[str]:
    """Finds any of these cards, however it is written."""
    forms = set[str]()
    for card in cards:
        forms |= {words.short(card) for words in WORDS}
        forms |= set() if card in SPOKEN_OF else {words.card(card) for words in WORDS}
        forms |= {*(emoji_name(card, style) for style in styles()), card.code}
    longest_first = sorted(forms, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(form) for form in longest_first)})(?!\w)")


class Watch:
    """Looks at all messages after every act, and remembers what everybody has been told by then."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.public: set[Card] = set()
        self.private: dict[str, set[Card]] = {}
        self.judged: dict[int, str] = {}
        self.compared = self.described = 0
        # The lobby names cards where it says the rules, and is drawn no more.
        self.lobby = club.channel.history()[0].id

    async def look(self) -> None:
        """Nobody's screen names a card that its reader was not told."""
        service = self.club.bot.front.service
        user: Any = self.club.members[0].user.id
        (found,) = await service.tables_of(user)
        seats = {member.name: await service.seat_view(found.id, _id(member)) for member in self.club.members}
        table = seats[self.club.members[0].name].table
        assert table.view is not None
        self.public.update(cards_of(table.view))
        for name, seat in seats.items():
            self.private.setdefault(name, set()).update(cards_of(seat.view))
        everything = set[Card]().union(*self.private.values())
        for message in self.club.channel.history():
            if message.id != self.lobby and not message.flags.ephemeral:
                self._judge(message, everything - self.public)
        for member in self.club.members:
            self._judge(member.dm, everything - self.public - self.private[member.name])

    def _judge(self, message: Any, secret: set[Card]) -> None:
        text = written(message)
        if not secret or self.judged.get(message.id) == text:
            # Secrets only become fewer: what was fit to be read still is.
            return
        self.judged[message.id] = text
        self.compared += len(secret)
        found = naming(secret).search(text)
        assert found is None, f"{found.group()} in {text}"
        for file in message.attachments:
            assert file.description
            assert not cards_named(file.description) & secret, file.description
            self.described += 1


def _id(member: Member) -> Any:
    return member.user.id


def offered(member: Member) -> list[str]:
    """What the hand offers in turn; doubling and taking back only where nothing else is offered."""
    codes = [verb for verb in verbs(member.dm) if not verb.startswith("ui:")]
    calm = [code for code in codes if not code.startswith(("coinche", "surcoinche", "takeback", "early"))]
    return calm or codes


async def pick(member: Member, chance: Random) -> None:
    """Choose cards menu by menu until the button confirms."""
    size = _wanted(member)
    picked = 0
    for verb in [verb for verb in verbs(member.dm) if verb.startswith("ui:pick:")]:
        values = options(member.dm, verb)
        chosen = chance.sample(values, min(len(values), size - picked))
        if chosen:
            await member.user.select(member.dm, chosen, custom_id=control(member.dm, verb))
            picked += len(chosen)
    code = next(verb for verb in verbs(member.dm) if _confirms(verb))
    await member.press(code, member.dm)


def _confirms(verb: str) -> bool:
    return verb == "ui:confirm" or (not verb.startswith("ui:") and " " in verb)


def _wanted(member: Member) -> int:
    labels = [getattr(item, "label", None) or "" for row in member.dm.components for item in row.children]
    counts = [re.search(r"\(\d+/(\d+)\)", label) for label in labels]
    return next(int(count.group(1)) for count in counts if count is not None)


async def play(club: Club, chance: Random) -> Watch:
    """Play until nobody is asked: anything offered, the first who may takes."""
    watch = Watch(club)
    for _ in range(250):
        member = club.waiting()
        if member is None:
            break
        await watch.look()
        if any(verb.startswith("ui:pick:") for verb in verbs(member.dm)):
            await pick(member, chance)
        else:
            codes = offered(member)
            taking = [code for code in codes if code.startswith(("take", "bid"))]
            await member.hand_press(chance.choice(taking or codes))
    assert watch.compared > min(500, 150 * len(club.members))
    return watch


@pytest.mark.parametrize(("game", "seats"), TABLES)
async def test_a_deal_is_played_to_its_end_and_tells_nothing_too_much(
    club: Club, dealer: SeededDealer, game: str, seats: int, deal_seed: int
) -> None:
    dealer.wanted = plays_on(game, seats)
    club.welcome(seats)
    await club.open(game, players=seats)
    await club.fill(seats, seats)
    await play(club, Random(deal_seed))
    assert "ui:ready" in verbs(club.table), club.table.content
    assert all("ui:ready" in member.offers() for member in club.members)


def test_a_card_is_noticed_however_it_is_written() -> None:
    for game, seats in TABLES:
        played = registry.game_of(game)
        for card in played.deck(played.presets[played.default_preset], seats):
            for words in WORDS:
                name = () if card in SPOKEN_OF else (words.card(card),)
                for text in (*name, words.short(card), f"t|1|7ca|play:{card.code}", f"'{card.code}'"):
                    assert naming([card]).search(f"… {text} …"), text
