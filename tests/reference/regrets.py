"""Taking the latest card back, in the belote family: who may ask, answer or take after all that was done.

Rules: docs/rules/belote.md 14. Everything is worked out anew from the acts of the deal's play.
"""

from __future__ import annotations

from collections.abc import Sequence

Act = tuple[int, str]
"""Who did what: "play", "speak" (anything said, shown or exchanged, by itself too), "takeback", "agree" or "refuse"."""


def offers(undo: object, sides: Sequence[int], acts: Sequence[Act]) -> list[set[str]]:
    """By seat, what may be done about the latest card.

    Args:
        undo: the option.
        sides: by seat, the side it plays for.
        acts: everything done in the deal's play, in order.
    """
    seats = range(len(sides))
    nothing: list[set[str]] = [set() for _ in seats]
    standing = _standing(undo, sides, acts)
    if undo == "none" or standing % len(sides) == 0:
        return nothing
    plays = [place for place, (_, what) in enumerate(acts) if what == "play"]
    last = plays[-1]
    owner, since = acts[last][0], acts[last + 1 :]
    done = [what for _, what in since]
    if "speak" in done or "refuse" in done or _was_taken(undo, sides, owner, since):
        return nothing
    if "takeback" not in done:
        return [{"takeback"} if seat == owner else set() for seat in seats]
    agreed = {seat for seat, what in since if what == "agree"}
    return [{"agree", "refuse"} if sides[seat] != sides[owner] and seat not in agreed else set() for seat in seats]


def taken_back(undo: object, sides: Sequence[int], acts: Sequence[Act]) -> bool:
    """Whether the last act brings a card back to a hand."""
    return _standing(undo, sides, acts) < _standing(undo, sides, acts[:-1])


def _was_taken(undo: object, sides: Sequence[int], owner: int, since: Sequence[Act]) -> bool:
    asked = any(what == "takeback" for _, what in since)
    agreed = {seat for seat, what in since if what == "agree"}
    return asked and (
        undo == "uncovered" or agreed == {seat for seat in range(len(sides)) if sides[seat] != sides[owner]}
    )


def _standing(undo: object, sides: Sequence[int], acts: Sequence[Act]) -> int:
    """How many cards were played and not taken back."""
    number = 0
    for place, (owner, what) in enumerate(acts):
        if what != "play":
            continue
        following = [later for later in range(place + 1, len(acts)) if acts[later][1] == "play"]
        since = acts[place + 1 : following[0] if following else len(acts)]
        number += not _was_taken(undo, sides, owner, since)
    return number
