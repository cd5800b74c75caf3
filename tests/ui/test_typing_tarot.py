"""The king, the écart, a card taken back and a word of the game, typed into commands."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ui.club import Club, Member, SeededDealer, actions, options, plays_on, verbs


@pytest.fixture(autouse=True)
def no_lone_petit(dealer: SeededDealer) -> None:
    """A deal that is annulled at once shows nothing of what is tested here."""
    dealer.wanted = lambda pack: all(plays_on("tarot", seats)(pack) for seats in (3, 4, 5))


async def _offered(member: Member, command: str, option: str, text: str) -> list[dict[str, Any]]:
    return list(await member.actor.autocomplete(member.club.channel, command, option, text))


def said(answer: Any) -> str:
    return str(answer.response.content)


async def _taken(club: Club, seats: int = 5) -> Member:
    """The first who speaks bids garde."""
    for _ in range(seats):
        member = club.mover()
        await member.hand_press("bid:garde" if "bid:garde" in actions(member) else "pass")
    return club.mover()


@pytest.mark.parametrize(
    ("language", "king", "queen", "no_call"),
    [
        ("fr", "roi de cœur", "dame de cœur", "Il n’y a pas de carte à appeler maintenant."),
        ("en", "king of hearts", "queen of hearts", "There is no card to call now."),
    ],
)
async def test_a_king_is_called_by_its_name(club: Club, language: str, king: str, queen: str, no_call: str) -> None:
    club.welcome(5)
    await club.open("tarot", players=5)
    await club.fill(5, 5)
    taker = await _taken(club)
    await taker.say("preferences", language=language)
    kings = [code for code in actions(taker) if code.startswith("call:")]
    assert [choice["value"] for choice in await _offered(taker, "call", "card", "")] == kings
    assert [choice["value"] for choice in await _offered(taker, "call", "card", king)] == ["call:KH"]
    assert await _offered(taker, "call", "card", "xyz") == []
    if "call:QH" not in kings:
        assert queen in said(await taker.say("call", card=queen))
    await taker.say("call", card=king)
    assert not [code for code in actions(taker) if code.startswith("call:")]
    assert said(await taker.say("call", card=king)) == no_call


async def test_an_ecart_is_typed_card_by_card(club: Club) -> None:
    await club.open("tarot")
    await club.fill()
    taker = await _taken(club, 4)
    await taker.say("preferences", language="fr")
    pool = [code for verb in verbs(taker.dm) if verb.startswith("ui:pick:") for code in options(taker.dm, verb)]
    text, values = "", []
    for number in range(1, 7):
        choices = await _offered(taker, "discard", "cards", text)
        assert len(choices) == min(25, len(pool) - number + 1)
        text = choices[-1]["name"]
        values.append(choices[-1]["value"])
        assert text.endswith(f" … {number}/6") is (number < 6)
        assert len(values[-1].removeprefix("discard:").split()) == number
    (only,) = await _offered(taker, "discard", "cards", text)
    assert only["value"] == values[-1]
    assert "6 cartes" in said(await taker.say("discard", cards=values[1]))
    assert "pas reconnu" in said(await taker.say("discard", cards="le valet de nulle part"))
    await taker.say("discard", cards=text)
    assert not any(verb.startswith("ui:pick:") for verb in verbs(taker.dm))
    assert said(await taker.say("discard", cards=text)) == "Il n’y a pas de cartes à choisir maintenant."


async def test_a_king_put_aside_is_refused_by_the_rules(club: Club) -> None:
    await club.open("tarot")
    await club.fill()
    taker = await _taken(club, 4)
    await taker.say("preferences", language="fr")
    (choice, *_) = await _offered(taker, "discard", "cards", "")
    for name in ("pique", "cœur", "carreau", "trèfle"):
        told = said(await taker.say("discard", cards=f"roi de {name}"))
        assert told
        assert "ref." not in told
    assert choice["value"].startswith("discard:")


@pytest.mark.parametrize(("profile", "back"), [("friends", True), ("fft", False)])
async def test_a_card_is_taken_back_by_a_command(club: Club, profile: str, back: bool) -> None:
    await club.open("tarot", profile=profile)
    await club.fill()
    taker = await _taken(club, 4)
    await taker.say("preferences", language="fr")
    text = ""
    for _ in range(6):
        text = (await _offered(taker, "discard", "cards", text))[0]["name"]
    await taker.say("discard", cards=text)
    leader = club.mover()
    await leader.say("preferences", language="fr")
    card = next(code for code in actions(leader) if code.startswith("play:"))
    await leader.hand_press(card)
    told = said(await leader.say("takeback"))
    if back:
        assert card in actions(leader)
    else:
        assert told.startswith("À cette table, carte posée, carte jouée\N{NO-BREAK SPACE}: on ne reprend pas.")
        assert card not in actions(leader)


async def test_a_game_without_take_back_says_so(club: Club) -> None:
    await club.open("hearts")
    await club.fill()
    await club.members[0].say("preferences", language="fr")
    assert (
        said(await club.members[0].say("takeback"))
        == "À ce jeu, on ne reprend pas une carte\N{NO-BREAK SPACE}: carte posée, carte jouée."
    )


async def test_a_chelem_is_declared_by_its_name(club: Club) -> None:
    await club.open("tarot")
    await club.fill()
    taker = await _taken(club, 4)
    await taker.say("preferences", language="fr")
    assert [choice["value"] for choice in await _offered(taker, "declare", "what", "chel")] == ["declare:chelem"]
    # A call is no announcement: only /declare says it.
    assert "declare:chelem" not in [choice["value"] for choice in await _offered(taker, "bid", "call", "")]
    await taker.say("declare", what="chelem")
    assert "announces a slam" in club.table.content


@pytest.mark.parametrize(("standing", "typed"), [("garde_sans", "garde"), ("garde_sans", "Petite"), ("garde", "garde")])
async def test_a_typed_bid_is_never_taken_for_a_dearer_one(club: Club, standing: str, typed: str) -> None:
    await club.open("tarot")
    await club.fill()
    await club.mover().hand_press(f"bid:{standing}")
    bidder = club.mover()
    before = actions(bidder)
    await bidder.say("preferences", language="en")
    assert "bid higher, or pass" in said(await bidder.say("bid", call=typed))
    assert club.mover() is bidder
    assert actions(bidder) == before
