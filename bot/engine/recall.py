"""What the service remembers of a seat's last doings, until it means nothing any more; never stored."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.errors import IllegalAction, Ruling
from bot.core.seats import Seat
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.models import OPEN_STATUSES, TableId, UserId
from bot.engine.table import Table


@dataclass(frozen=True, slots=True)
class _Refused:
    """A refusal, with whom and in which deal it met."""

    user: UserId | None
    number: int
    ruling: Ruling


class Recall:
    """The last click and the last refusal of each seat of the open tables."""

    def __init__(self) -> None:
        self._clicks: dict[TableId, dict[Seat, str]] = {}
        self._refusals: dict[TableId, dict[Seat, _Refused]] = {}

    def require_new(self, table: TableId, seat: Seat, click: str | None) -> None:
        """Accept a click that was not done yet.

        Raises:
            EngineRefusal: STALE.
        """
        if click is not None and self._clicks.get(table, {}).get(seat) == click:
            raise EngineRefusal(Trouble.STALE)

    def done(self, table: Table, seat: Seat, click: str | None) -> None:
        """Note the click whose action was recorded. What was refused before it is settled."""
        self._refusals.get(table.id, {}).pop(seat, None)
        if click is not None and table.status in OPEN_STATUSES:
            self._clicks.setdefault(table.id, {})[seat] = click

    def refused(self, table: Table, seat: Seat, error: IllegalAction) -> None:
        """Note why a seat's action was refused."""
        met = _Refused(_holder(table, seat), _number(table), error.ruling)
        self._refusals.setdefault(table.id, {})[seat] = met

    def last_refusal(self, table: Table, seat: Seat) -> Ruling | None:
        """Why this seat's last refused action was; None when none was since, in this deal, of this member."""
        found = self._refusals.get(table.id, {}).get(seat)
        if found is None or (found.user, found.number) != (_holder(table, seat), _number(table)):
            return None
        return found.ruling

    def follow(self, table: Table) -> None:
        """Forget what belongs to earlier deals and other members, and everything of a table that is over."""
        if table.status not in OPEN_STATUSES:
            self._clicks.pop(table.id, None)
            self._refusals.pop(table.id, None)
            return
        refusals = self._refusals.get(table.id, {})
        for seat in [seat for seat in refusals if self.last_refusal(table, seat) is None]:
            del refusals[seat]


def _holder(table: Table, seat: Seat) -> UserId | None:
    holder = table.holder(seat)
    return None if holder is None else holder.user


def _number(table: Table) -> int:
    return 0 if table.state is None else table.state.number
