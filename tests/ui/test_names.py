"""Names are shown as they are written, and do nothing."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.scenes import NAME_LIMIT, safe_name
from tests.ui.club import Club, Member

ACTIVE = re.compile(r"(?<!\\)(?:\\\\)*([*_~|`<>\[\]()#])|^[-+]|(?<!\\):(?=//)")
"""Characters of markup that no backslash takes the meaning from."""

MENTION = re.compile(r"@(everyone|here|[!&]?\d)")


@given(st.text(st.characters(exclude_categories=()), max_size=80) | st.text("<>@#&!:/t0123456789*_`|[](){}-\\ \u202e"))
def test_nothing_comes_out_of_a_name(name: str) -> None:
    shown = safe_name(name)
    assert ACTIVE.search(shown) is None
    assert MENTION.search(shown) is None
    assert len(shown) <= 2 * NAME_LIMIT
    plain = shown.replace("@\u200b", "@")
    assert plain.strip()
    kinds = {unicodedata.category(character) for character in plain if character != "\u200d"}
    assert kinds.isdisjoint({"Cc", "Cf", "Co", "Cs"})


@pytest.mark.parametrize(
    "name", ["Léa", "d’Artagnan", "Éric 2", "김민수", "محمد", "👩‍🚀 Zoé", "\U0001fae8", "a.b", "l'ami"]
)
def test_a_plain_name_stays_as_it_is(name: str) -> None:
    assert safe_name(name) == name


@pytest.mark.parametrize("name", ["", "   ", "\u3164", "\u2800\u2800", "\u200b", "\u200d", "\u202e", "\u0301", "\x00"])
def test_a_blank_name_is_a_question_mark(name: str) -> None:
    assert safe_name(name) == "?"


def test_a_name_does_not_turn_the_line_around() -> None:
    assert safe_name("Léa\u202e\u2066\nZoé") == "Léa Zoé"


@pytest.mark.parametrize(
    "name", ["<t:0:R>", "<#123456789012345678>", "<:a:123456789012345678>", "</x:123456789012345678>"]
)
async def test_a_name_is_no_tag(club: Club, name: str) -> None:
    await Member(club, name).say("table open", game="belote")
    assert name not in club.table.content
    assert safe_name(name) in club.table.content
