"""Card emoji on the simulated Discord: from an empty application to all of them, whatever comes between."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import pytest_asyncio

from bot.core.cards import Card
from bot.engine.models import TableId
from bot.i18n.words import words_for
from bot.palette import Palette
from bot.ui.emoji.names import VERSION, CardStyle, all_cards, emoji_name, packs
from bot.ui.emoji.shelf import CAPACITY, Wanted
from bot.ui.emoji.uploads import FIRST_REST, State
from tests.ui.club import Club

EN = words_for("en")
FRENCH, ENGLISH = CardStyle("fr"), CardStyle("en")
PNG = b"\x89PNG\r\n\x1a\n"
SLOW = 60.0
"""Seconds between two uploads: for less a simulated Discord would really wait."""
EMOJIS = "/applications/*/emojis"


def names_of(style: CardStyle, pack: tuple[Card, ...] | None = None) -> set[str]:
    return {emoji_name(card, style) for card in (all_cards() if pack is None else pack)}


def drawn(wanted: Wanted) -> bytes:
    """A picture as far as the simulated Discord looks at it."""
    return PNG + wanted.name.encode()


@pytest_asyncio.fixture
async def house(club: Club) -> Any:
    """The operator, with a bot that draws and does not dawdle."""
    club.draw = drawn
    await begin(club, admin_server=club.guild.id, emoji_pause=0.0)
    return club.olga


async def begin(club: Club, **settings: Any) -> None:
    """Start, or start again, with these settings."""
    club.settings = replace(club.settings, **settings)
    await club.restart()
    club.bot.owner_id = club.olga_user.id


async def begin_empty(club: Club, **settings: Any) -> None:
    """Start again with an application that has no emoji."""
    club.env.backend.application_emojis.clear()
    await begin(club, **settings)


def there(club: Club) -> set[str]:
    return {emoji.name for emoji in club.env.backend.application_emojis.values()}


def posts(club: Club) -> int:
    return sum(entry.method == "POST" and entry.path.endswith("/emojis") for entry in club.env.backend.http_requests)


async def until(club: Club, met: Callable[[], bool], seconds: float = 1.0) -> None:
    """Let time pass until something is so."""
    for _ in range(2000):
        if met():
            return
        await club.env.advance_time(seconds)
    raise AssertionError((club.bot.front.uploads.state, sorted(there(club))))


async def completed(club: Club) -> None:
    await until(club, lambda: club.bot.front.uploads.state is not State.WORKING)


def shown_emoji(message: Any) -> set[str]:
    """Names of the emoji on a message's buttons and in its menus."""
    items = [item for row in message.components for item in row.children]
    choices = [choice for item in items for choice in getattr(item, "options", ())]
    return {part.emoji.name for part in (*items, *choices) if getattr(part, "emoji", None) and part.emoji.id}


async def test_an_empty_application_gets_them_all_by_itself_and_keeps_them(house: Any, club: Club) -> None:
    await completed(club)
    assert there(club) == names_of(FRENCH)
    assert EN.text("emoji.complete") in str((await house.say("emoji status")).response.content)
    before = posts(club)
    await begin(club)
    await completed(club)
    assert posts(club) == before


async def test_everybody_sees_the_letters_of_their_language(house: Any, club: Club) -> None:
    """The channel the server's, a hand its holder's; a language is made when it is first used, and shown when there."""
    await club.members[1].say("preferences", language="fr")
    await club.open("coinche")
    await club.fill()
    await until(club, lambda: there(club) == names_of(FRENCH) | names_of(ENGLISH))
    await completed(club)
    pack = packs()["coinche"]
    texts = {member.name: member.dm.content for member in club.members}
    for member in club.members:
        style, other = (FRENCH, ENGLISH) if member is club.members[1] else (ENGLISH, FRENCH)
        assert sum(f":{name}:" in texts[member.name] for name in names_of(style, pack)) == 8, texts[member.name]
        assert not any(f":{name}:" in texts[member.name] for name in names_of(other, pack))
    for _ in range(20):
        member = club.mover()
        bids = [verb for verb in member.offers() if verb.startswith("bid")]
        await member.hand_press(bids[0] if bids and club.bot.front.service.open_tables else "pass")
        if shown := shown_emoji(club.mover().dm):
            assert shown <= names_of(FRENCH if club.mover() is club.members[1] else ENGLISH, pack)
            break
    else:
        raise AssertionError("nobody was offered a card")


async def test_four_colours_need_only_the_suits_that_look_otherwise(house: Any, club: Club) -> None:
    await completed(club)
    four = CardStyle("fr", Palette.FOUR)
    club.bot.front.painter.cards(words_for("fr"), "belote", Palette.FOUR)
    await until(club, lambda: names_of(four) <= there(club))
    await completed(club)
    new = there(club) - names_of(FRENCH)
    assert new == names_of(four) - names_of(FRENCH)
    assert all(name.endswith("_4c") for name in new)
    book = club.bot.front.painter.cards(words_for("fr"), "belote", Palette.FOUR)
    assert {emoji.name for emoji in book.known.values()} == names_of(four, packs()["belote"])


async def test_cards_stay_in_letters_until_the_whole_pack_is_there(house: Any, club: Club) -> None:
    """And the tables that run are drawn anew then."""
    await begin_empty(club, emoji_pause=SLOW, language="en")
    await club.open("belote")
    await club.fill()
    assert not any("<:" in member.dm.content for member in club.members)
    pack = names_of(ENGLISH, packs()["belote"])
    await until(club, lambda: pack <= there(club), 4 * SLOW)
    await club.env.advance_time(2)
    assert all("<:" in member.dm.content for member in club.members)
    assert names_of(ENGLISH) - there(club), "the other games' cards are still to come"


async def test_a_restart_in_the_middle_goes_on_where_it_was(house: Any, club: Club) -> None:
    before = posts(club)
    await begin_empty(club, emoji_pause=SLOW)
    await until(club, lambda: len(there(club)) > 5, 4 * SLOW)
    assert 5 < len(there(club)) < len(all_cards())
    await begin(club, emoji_pause=0.0)
    await until(club, lambda: there(club) == names_of(FRENCH))
    assert posts(club) - before == len(all_cards())
    assert len(club.env.backend.application_emojis) == len(all_cards()), "none was made twice"


async def test_a_refused_one_keeps_no_other_back(house: Any, club: Club) -> None:
    club.env.inject_error("POST", EMOJIS, status=400, code=50035, message="Invalid Form Body")
    await begin_empty(club)
    await completed(club)
    (refused,) = names_of(FRENCH) - there(club)
    text = str((await house.say("emoji status")).response.content)
    assert EN.text("emoji.refused", n=1) in text
    assert refused in text
    await house.say("emoji upload")
    await completed(club)
    assert there(club) == names_of(FRENCH)


async def test_after_an_outage_it_goes_on_by_itself(house: Any, club: Club) -> None:
    club.env.inject_error("POST", EMOJIS, status=503, times=2)
    await begin_empty(club)
    await until(club, lambda: club.bot.front.uploads.state is State.RESTING)
    assert not there(club)
    await until(club, lambda: there(club) == names_of(FRENCH), FIRST_REST / 2)
    await completed(club)


async def test_a_card_that_cannot_be_drawn_stays_in_letters(house: Any, club: Club) -> None:
    queen = Card.parse("QS")

    def broken(wanted: Wanted) -> bytes:
        if wanted.card is queen:
            raise ZeroDivisionError
        return drawn(wanted)

    club.draw = broken
    await begin_empty(club)
    await completed(club)
    assert there(club) == names_of(FRENCH) - {emoji_name(queen)}
    book = club.bot.front.painter.cards(words_for("fr"), "belote")
    assert book.inline(queen) is None
    assert len(book.known) == 31


async def test_a_full_application_is_told_and_goes_on_when_there_is_room(house: Any, club: Club) -> None:
    await completed(club)
    backend = club.env.backend
    backend.application_emojis.clear()
    others = [backend.create_application_emoji(f"other_{number}") for number in range(CAPACITY - 10)]
    await begin(club)
    await completed(club)
    assert club.bot.front.uploads.state is State.FULL
    assert len(backend.application_emojis) == CAPACITY
    text = str((await house.say("emoji status")).response.content)
    assert EN.text("emoji.state.full", n=len(all_cards()) - 10) in text
    for emoji in others[:200]:
        backend.delete_application_emoji(emoji.id)
    await house.say("emoji upload")
    await completed(club)
    assert names_of(FRENCH) <= there(club)


async def test_only_what_is_replaced_is_removed(house: Any, club: Club) -> None:
    """Neither strangers nor a drawing that nothing has replaced yet."""
    await completed(club)
    backend = club.env.backend
    old = f"{emoji_name(Card.parse('AS'), FRENCH, 1)}_v{VERSION + 1}"
    unreplaced = f"{emoji_name(Card.parse('AS'), ENGLISH, 1)}_v{VERSION + 1}"
    for name in (old, unreplaced, "logo", "dame_de_pique_v", "as_de_pique_vx"):
        backend.create_application_emoji(name)
    await house.say("emoji upload")
    await completed(club)
    text = str((await house.say("emoji status")).response.content)
    assert EN.text("emoji.stale", n=1) in text or unreplaced not in there(club)
    said = await house.say("emoji clean")
    assert said.response.content == EN.text("emoji.cleaned", n=1)
    await until(club, lambda: old not in there(club))
    assert {"logo", "dame_de_pique_v", "as_de_pique_vx", unreplaced} <= there(club)
    assert names_of(FRENCH) <= there(club)


async def test_all_are_made_anew_when_the_operator_says_so(house: Any, club: Club) -> None:
    await completed(club)
    before = set(club.env.backend.application_emojis)
    said = await house.say("emoji upload", anew=True)
    assert said.response.content == EN.text("emoji.renewed", n=len(all_cards()))
    await until(club, lambda: there(club) == names_of(FRENCH) and not before & set(club.env.backend.application_emojis))


async def test_nobody_else_is_obeyed(house: Any, club: Club) -> None:
    await completed(club)
    anna = club.members[0]
    assert not [name for name in anna.actor.available_commands(club.channel) if name.startswith("emoji")]
    club.bot.owner_id = 1
    before = posts(club)
    for command, options in (("status", {}), ("upload", {"anew": True}), ("clean", {})):
        result = await house.say(f"emoji {command}", **options)
        assert result.response.content == EN.text("say.operator_only"), command
    await club.env.advance_time(5)
    assert (there(club), posts(club)) == (names_of(FRENCH), before)


@pytest.mark.parametrize("never", ["off", "undrawn"])
async def test_where_none_are_made_readers_see_what_there_is(house: Any, club: Club, never: str) -> None:
    await completed(club)
    backend = club.env.backend
    backend.application_emojis.clear()
    backend.create_application_emoji("dame_de_pique")
    if never == "undrawn":
        club.draw = None
    await begin(club, emoji_pause=None if never == "off" else 0.0)
    await club.env.advance_time(5)
    assert there(club) == {"dame_de_pique"}
    book = club.bot.front.painter.cards(words_for("fr"), "belote")
    assert list(book.known) == [Card.parse("QS")]
    text = str((await house.say("emoji status")).response.content)
    assert EN.text(f"emoji.state.{never}", n=len(all_cards()) - 1) in text


@pytest.mark.parametrize(("times", "kept"), [(1, True), (2, False)])
async def test_a_button_refused_for_its_emoji_is_tried_again_and_then_in_letters(
    house: Any, club: Club, times: int, kept: bool
) -> None:
    await begin(club, language="en")
    await until(club, lambda: names_of(ENGLISH) <= there(club))
    await completed(club)
    await club.open("hearts")
    await club.fill()
    member = club.members[0]
    messages, before = f"/channels/{member.user.dm_channel.id}/messages", len(club.env.http_requests)
    club.env.inject_error(
        "*",
        f"{messages}*",
        status=400,
        code=50035,
        message="Invalid emoji",
        times=times,
    )
    assert shown_emoji(member.dm)
    club.bot.front.outbox.redraw_hands(TableId(1))

    def sent() -> int:
        return sum(entry.path.startswith(messages) for entry in club.env.http_requests[before:])

    await until(club, lambda: sent() > times)
    await club.env.settle()
    assert bool(shown_emoji(member.dm)) is kept
