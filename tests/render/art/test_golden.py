"""Pictures look as they looked when somebody looked at them."""

from __future__ import annotations

import pytest
from PIL import Image

from tests.render.art.golden import FOLDER, MEAN, WORST, distance, pictures, small


@pytest.fixture(scope="module")
def drawn() -> dict[str, bytes]:
    return dict(pictures())


@pytest.mark.parametrize("name", ["table", "hand", "deal", "score", "trick"])
def test_a_picture_is_the_one_that_was_approved(name: str, drawn: dict[str, bytes]) -> None:
    kept = Image.open(FOLDER / f"{name}.png").convert("RGB")
    made = small(drawn[name])
    assert made.size == kept.size
    mean, worst = distance(made, kept)
    assert mean <= MEAN, f"{name} is {mean:.2f} off"
    assert worst <= WORST, f"{name} has a place that is {worst} off"


def test_the_comparison_sees_a_card_that_changed(drawn: dict[str, bytes]) -> None:
    kept = Image.open(FOLDER / "table.png").convert("RGB")
    other = small(drawn["table"])
    other.paste((255, 255, 255), (150, 120, 170, 150))
    assert distance(other, kept)[1] > WORST
