"""Text that fits, and what goes first when it does not."""

from __future__ import annotations

from bot.render.compose import Line, clip, compose, compose_cards, pages, size
from tests.render.scenes import LongEmoji


def test_the_least_needed_lines_go_first() -> None:
    lines = [Line("a" * 900), Line("b" * 900, 1), Line("c" * 900, 5), Line("")]
    assert compose(lines) == "a" * 900 + "\n" + "b" * 900
    assert compose([Line("a"), Line(""), Line("b", 3)]) == "a\nb"


def test_what_must_stay_is_cut_at_the_end() -> None:
    text = compose([Line("x" * 3000)])
    assert size(text) == 2000
    assert text.endswith("x…")


def test_size_counts_what_the_platform_may_count() -> None:
    assert size("é🔵") == 3
    assert size(clip("🔵" * 20, 11)) <= 11


def test_a_cut_never_leaves_half_an_escape() -> None:
    assert clip("ab\\_cd", 4) == "ab…"
    assert clip("ab", 4) == "ab"


def test_emoji_give_way_to_letters_before_lines_are_lost() -> None:
    def draw(cards: object) -> list[Line]:
        return [Line("A♠" if type(cards).__name__ == "PlainCards" else "<:emoji:1>" * 300), Line("last", 9)]

    assert compose_cards(draw, LongEmoji()) == "A♠\nlast"


def test_pages_keep_order_and_lose_nothing() -> None:
    blocks = [f"{n}:" + "x" * 300 for n in range(20)]
    packed = pages(blocks, 1000)
    assert "\n".join(packed).split("\n") == blocks
    assert all(size(page) <= 1000 for page in packed)
    assert pages([]) == ("",)
