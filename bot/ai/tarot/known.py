"""What one seat knows of a deal of tarot, in numbers: what a problem is made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from bot.ai.tarot.terms import NOBODY, Terms

BID, CALL, DISCARD, CARD, CHANCES = range(5)
"""What is asked: a bid, a card to call, an écart, a card to play, and how likely it is to win, or to win all."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a seat knows, and what it is asked. Places are those of `Terms`, cards are bits.

    Attributes:
        task: `BID`, `CALL`, `DISCARD`, `CARD` or `CHANCES`.
        seed: of all chance.
        worlds: how many to try.
        infers: whether calls and habits are read.
        milliseconds: after so many the best so far is taken.
        place: whose knowledge.
        players: how many play.
        taker: the taker's place, `NOBODY` before.
        factor: of the contract, 0 before.
        rules: what the options say of the Excuse, the called suit and the counting.
        called: the called card, 0 for none.
        chelem: the place that announced a chelem, `NOBODY` for none.
        handfuls: the sum of all poignées' bonuses.
        miseres: by place, misères said.
        flat: what one misère brings its camp.
        hand: cards held.
        legal: choices, where they are cards.
        choices: other choices: contracts' factors.
        chien: cards of the chien that were turned up.
        chien_size: how many cards it has.
        aside: the own écart.
        shown_aside: trumps that the taker put aside and showed.
        leader: who leads, or led, the first trick.
        plays: cards played that still stand, in order.
        has: by place, cards known to be held still or played.
        lacks: by place, cards that its word or its poignée says it was not dealt.
        bids: by place, the contract's factor, 0 for a pass, -1 while it has not spoken.
    """

    task: int
    seed: int
    worlds: int
    infers: int
    milliseconds: int
    place: int
    players: int
    taker: int
    factor: int
    rules: tuple[int, ...]
    called: int
    chelem: int
    handfuls: int
    miseres: tuple[int, ...]
    flat: int
    hand: int
    legal: int
    choices: tuple[int, ...]
    chien: int
    chien_size: int
    aside: int
    shown_aside: int
    leader: int
    plays: tuple[int, ...]
    has: tuple[int, ...]
    lacks: tuple[int, ...]
    bids: tuple[int, ...]

    @property
    def hand_size(self) -> int:
        """Cards dealt to each."""
        return (78 - self.chien_size) // self.players

    @property
    def takes_chien(self) -> bool:
        """Whether the taker took the chien."""
        return self.factor in (1, 2)

    def terms(self, taker: int, partner: int, factor: int, attack_aside: int, *, chelem: int | None = None) -> Terms:
        """What holds in one world.

        Args:
            taker: the taker's place.
            partner: the partner's, or `NOBODY`.
            factor: of the contract.
            attack_aside: what lies aside for the attack.
            chelem: who announced one, if that is not what is known.
        """
        call_lead, untouchable, excuse_last, needs_word, drops_half, rounding = self.rules
        said = self.chelem if chelem is None else chelem
        flat = sum(number if place in (taker, partner) else -number for place, number in enumerate(self.miseres))
        return Terms(
            self.players,
            taker,
            partner,
            factor,
            attack_aside,
            called=self.called,
            call_lead=call_lead,
            untouchable=bool(untouchable),
            excuse_last=excuse_last,
            excuse_needs_word=bool(needs_word),
            chelem=0 if said == NOBODY else 1 if said in (taker, partner) else -1,
            handfuls=self.handfuls,
            flat=flat * self.flat,
            drops_half=bool(drops_half),
            rounding=rounding,
        )

    def numbers(self) -> tuple[int, ...]:
        """Everything as a row of numbers."""
        return tuple(_row(self))

    @classmethod
    def read(cls, numbers: Sequence[int]) -> Known:
        """The inverse of `numbers`."""
        given = iter(numbers)
        found: dict[str, int | tuple[int, ...]] = {}
        for field in fields(cls):
            count = next(given)
            found[field.name] = next(given) if count < 0 else tuple(next(given) for _ in range(count))
        return cls(**found)  # type: ignore[arg-type]  # numbers and rows stand where `numbers` put them


def _row(known: Known) -> Iterator[int]:
    """Each field: -1 and its number, or how many there are and these."""
    for field in fields(known):
        value = getattr(known, field.name)
        if isinstance(value, tuple):
            yield len(value)
            yield from value
        else:
            yield -1
            yield int(value)
