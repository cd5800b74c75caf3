"""What a panel is drawn from: a table as one viewer sees it, in plain values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.core.match import DealRecord
from bot.core.options import Options
from bot.core.prompts import Prompt
from bot.core.seats import Seat, Side
from bot.core.views import View


@dataclass(frozen=True, slots=True)
class Player:
    """Someone at the table.

    Attributes:
        name: to be shown, already safe for the platform's markup; empty for a computer player.
        computer: a computer player.
        away: a computer player moves for this member.
        host: leads the table.
        mention: text that notifies the member, empty for a computer player.
        gone: somebody whose data were erased; without a name.
        level: how well a computer player plays; empty for a member.
    """

    seat: Seat
    name: str
    computer: bool
    away: bool = False
    host: bool = False
    mention: str = ""
    gone: bool = False
    level: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What the players of a match are deciding.

    Attributes:
        what: `pause`, `resume` or `close`.
        by: the seat of who asks.
        yes: how many agree.
        total: how many are asked.
        until: when it is decided without those who have not answered.
    """

    what: str
    by: Seat
    yes: int
    total: int
    until: datetime


@dataclass(frozen=True, slots=True)
class Proof:
    """What a deal that is over can be checked by, as in `bot.engine.models.OpenedDeal`."""

    number: int
    seed: str
    clicks: tuple[str, ...]
    commitment: str
    latest: int


@dataclass(frozen=True, slots=True)
class Scene:
    """A table for one viewer.

    Attributes:
        status: `lobby`, `playing`, `paused`, `finished`, `closed`, `suspended` or `frozen`; `past` for a deal left
            behind.
        view: the deal as the viewer sees it; None in the lobby.
        viewer: the viewer's seat; None for everybody.
        prompts: what the viewer is offered.
        committed: number of the deal that `commitment` belongs to.
        own_rules: `profile` is the name of the server's own rules, safe to show, not a preset's key.
        abandoned: a match that was given up before its end.
        asked: what the players are deciding; None when nothing.
        open_seats: seats that anybody may take over.
        slow: a turn lasts a day.
        quiet: the hours between which no turn ends; None for none.
        private: only who is invited may sit here.
        seeks: the host may call for a missing player.
        lesson: somebody learns here with prepared cards.
        hints: players may ask what they had best do.
        others are as in `bot.engine.models.TableView`.
    """

    table: int
    game: str
    profile: str
    options: Options
    status: str
    players: tuple[Player, ...]
    seat_count: int
    sides: tuple[tuple[Seat, ...], ...]
    view: View | None
    viewer: Seat | None
    prompts: tuple[Prompt, ...]
    totals: tuple[int, ...]
    target: int | None
    deals: int | None
    number: int
    between: bool
    ready: frozenset[Seat]
    records: tuple[DealRecord, ...]
    winner: Side | None
    deadline: datetime | None
    commitment: str | None
    revealed: str | None
    committed: int | None = None
    own_rules: bool = False
    lowest_wins: bool = False
    abandoned: bool = False
    asked: Question | None = None
    open_seats: tuple[Seat, ...] = ()
    slow: bool = False
    quiet: tuple[int, int] | None = None
    private: bool = False
    seeks: bool = False
    lesson: bool = False
    hints: bool = False

    @property
    def asleep(self) -> bool:
        """A running match none of whose members is there: nothing moves until one comes back."""
        present = (player for player in self.players if not (player.computer or player.away or player.gone))
        return self.status == "playing" and next(present, None) is None

    def player(self, seat: Seat) -> Player | None:
        """Who sits there."""
        return next((player for player in self.players if player.seat == seat), None)
