"""Refusals as players meet them, through commands and buttons, and what the referee says of them and of the moment."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.cards import Card
from bot.core.game import AnyGame
from bot.core.registry import game_of
from bot.engine.models import TableId, UserId
from bot.i18n.words import words_for
from bot.render.errors import ruling_text
from bot.render.names import names_of
from bot.ui.scenes import table_scene
from tests.ui.club import Club, Member, actions, control, untipped

TABLE = TableId(1)
SPEAK = {
    "belote": ("pass", "take spades", "sans-atout", "belote"),
    "coinche": ("70 spades", "95 hearts", "1200 hearts", "90 no trumps", "générale", "coinche", "surcoinche", "capot"),
    "tarot": ("petite", "garde", "garde sans", "passe"),
}
"""Calls that are typed at any moment of the bidding, in the languages of players."""
REACHED = {
    "belote": {"not_your_turn", "take_turned_only", "not_in_hand", "must_follow", "word_automatic"},
    "coinche": {"opening_too_low", "bid_not_a_step", "bid_too_high", "no_generale", "nothing_to_double", "not_doubled"},
    "tarot": {"not_your_turn", "not_in_hand", "must_follow", "chelem_early", "not_higher"},
}
"""What a deal played like this brings about, whatever the cards."""


async def _ruling(club: Club, member: Member) -> Any:
    service = club.bot.front.service
    seat = (await service.table(TABLE)).seat_of(UserId(member.user.id))
    return None if seat is None else service.last_refusal(TABLE, seat)


async def _refused(club: Club, member: Member, result: Any, language: str) -> str | None:
    """The code of a refusal that was just met: told in private, in full, in the reader's language; then repeated."""
    ruling = await _ruling(club, member)
    content = untipped(str(result.response.content))
    if ruling is None or content.startswith("-#"):
        return None
    table, words = await club.bot.front.service.table(TABLE), words_for(language, strict=True)
    expected = ruling_text(ruling, words, names_of(table_scene(table), words), table.game)
    if content != expected:
        return None
    assert result.ephemeral
    repeated = await member.say("referee")
    assert repeated.ephemeral
    assert expected in repeated.response.content
    assert (words.text("referee.illegal") in repeated.response.content) is bool(ruling.legal)
    code: str = ruling.fact.key.removeprefix("refusal.")
    return code


async def _try(club: Club, key: str, member: Member, language: str) -> set[str]:
    """A member, and somebody whose turn it is not, do what is not offered."""
    found = []
    other = next(person for person in club.members if person is not member)
    playing = any(code.startswith("play:") for code in actions(member))
    if playing:
        hand = {card.code for card in _hand(club, await _seat(club, member))}
        for card in sorted(_barred(game_of(key), actions(member)), key=lambda card: card.code not in hand)[:3]:
            found.append(await _refused(club, member, await member.say("play", card=f"play:{card.code}"), language))
        said = await member.say("declare", what="belote")
        found.append(await _refused(club, member, said, language))
        early = await other.say("play", card=f"play:{_hand(club, await _seat(club, other))[0].code}")
        found.append(await _refused(club, other, early, language))
    else:
        offered = set(actions(member))
        for text in SPEAK[key]:
            if any(code.rpartition(":")[2] == text.replace(" ", "_") for code in offered):
                continue
            if text not in ("pass", "passe"):
                found.append(await _refused(club, member, await member.say("bid", call=text), language))
        if "declare:chelem" not in offered:
            found.append(await _refused(club, member, await member.say("declare", what="chelem"), language))
        found.append(await _refused(club, other, await other.say("bid", call="pass"), language))
    return {code for code in found if code is not None}


async def _seat(club: Club, member: Member) -> Any:
    return await club.bot.front.service.seat_view(TABLE, UserId(member.user.id))


def _hand(club: Club, seat: Any) -> tuple[Card, ...]:
    cards: tuple[Card, ...] = seat.view.hand
    return cards


def _barred(game: AnyGame, offered: list[str]) -> list[Card]:
    pack = game.deck(game.options_type(), max(game.seat_counts))
    return [card for card in pack if f"play:{card.code}" not in offered]


def _calm(offered: list[str]) -> str:
    """A modest bid; of cards the last of the hand, so that suits are led while others still have them."""
    for start in ("bid:garde", "take", "bid:8"):
        found = next((code for code in offered if code.startswith(start)), None)
        if found is not None:
            return found
    plain = [code for code in offered if not code.startswith(("declare", "coinche", "surcoinche", "capot"))]
    assert plain, offered
    return "pass" if "pass" in plain else plain[-1]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("key", ["belote", "coinche", "tarot"])
async def test_refusals_are_read_in_both_languages_and_repeated_by_the_referee(
    club: Club, key: str, language: str
) -> None:
    await club.open(key)
    await club.fill()
    for member in club.members:
        await member.say("preferences", language=language)
    met: set[str] = set()
    for _ in range(40):
        member = club.mover()
        if any(verb.startswith("ui:pick") for verb in member.offers()):
            seat = await _seat(club, member)
            pick = next(prompt for prompt in seat.prompts if hasattr(prompt, "pool"))
            codes = " ".join(card.code for card in pick.pool[: pick.minimum])
            await club.bot.front.service.act(TABLE, UserId(member.user.id), f"{pick.kind}:{codes}")
            continue
        met |= await _try(club, key, member, language)
        if met >= REACHED[key]:
            break
        await member.hand_press(_calm(actions(member)))
    assert met >= REACHED[key]


@pytest.mark.parametrize(("language", "words"), [("fr", "Possible : passer"), ("en", "Possible: pass")])
async def test_before_acting_the_referee_says_what_may_be_done_and_to_others_whose_turn_it_is(
    club: Club, language: str, words: str
) -> None:
    await club.open("coinche")
    spectator = Member(club, "Zoé")
    for person in (*club.members, spectator):
        await person.say("preferences", language=language)
    catalogue = words_for(language)
    assert catalogue.text("referee.no_deal") in (await club.members[0].say("referee")).response.content
    await club.fill()
    mover = club.mover()
    told = (await mover.say("referee")).response.content.replace("\u00a0", " ")
    assert words in told
    assert catalogue.text("referee.illegal").replace("\u00a0", " ") not in told
    private = (await mover.user.slash("referee")).response.content.replace("\u00a0", " ")
    assert private == told, "in private messages as in the channel"
    other = next(member for member in club.members if member is not mover)
    waiting = (await other.say("referee")).response.content
    assert catalogue.text("referee.waiting", who=mover.name) in waiting
    watched = (await spectator.say("referee")).response.content
    assert catalogue.text("referee.spectator") in watched
    assert mover.name in watched


async def test_the_referee_is_behind_buttons_too_and_forgets_after_an_accepted_move(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    mover = club.mover()
    refused = untipped((await mover.say("bid", call="take spades")).response.content)
    assert "only the suit of the turned card" in refused
    await mover.press("ui:more")
    clicked = await mover.press("ui:referee", mover.here)
    shown = (clicked.followups or [clicked.response])[-1].content
    assert f"Your last move was refused. {refused}" in shown
    await mover.hand_press("pass")
    after = (await mover.say("referee")).response.content
    assert words_for("en").text("referee.refused", reason="")[:20] not in after


async def test_a_stale_button_is_no_refusal_of_the_rules(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    mover = club.mover()
    message = mover.dm
    old = control(message, "pass")
    await mover.hand_press("pass")
    stale = club.raw_click(mover, message, old)
    await club.env.settle()
    assert stale is not None
    assert await _ruling(club, mover) is None


async def test_the_referee_tells_nobody_elses_cards(club: Club) -> None:
    """Whatever is asked, only cards of the asker's own hand and those on the table are named."""
    await club.open("belote")
    await club.fill()
    words = words_for("en")
    for _ in range(24):
        mover = club.mover()
        for member in club.members:
            seat = await _seat(club, member)
            own = {words.short(card) for card in seat.view.hand}
            told = (await member.say("referee")).response.content
            named = {word.rstrip(".") for word in told.split() if word.rstrip(".")[-1:] in "♠♥♦♣"}
            assert named <= own, told
        await mover.hand_press(_calm(actions(mover)))
