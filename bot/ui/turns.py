"""One at a time in the order of asking, whoever is in a hurry before all others."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

Turn = asyncio.Future[None]
"""Done once its turn has come; cancelled when it is dropped."""


class Turns:
    """Turns at something that only one may do."""

    def __init__(self) -> None:
        self._busy = False
        self._hurried: OrderedDict[Turn, None] = OrderedDict()
        self._patient: OrderedDict[Turn, None] = OrderedDict()

    @property
    def hurried(self) -> int:
        """How many wait that are in a hurry."""
        return len(self._hurried)

    def ask(self) -> Turn:
        """A turn, to be waited for; whoever has had it must `leave`."""
        turn: Turn = asyncio.get_running_loop().create_future()
        if self._busy:
            self._patient[turn] = None
        else:
            self._busy = True
            turn.set_result(None)
        return turn

    def hurry(self, turn: Turn) -> None:
        """Let this one come before all that are in no hurry, as far as it still waits."""
        if turn in self._patient:
            del self._patient[turn]
            self._hurried[turn] = None

    def drop(self, turn: Turn) -> None:
        """Let this one not come any more, as far as it still waits."""
        for waiting in (self._hurried, self._patient):
            if turn in waiting:
                del waiting[turn]
                turn.cancel()

    def leave(self) -> None:
        """Give the turn to the next."""
        for waiting in (self._hurried, self._patient):
            while waiting:
                turn, _ = waiting.popitem(last=False)
                if not turn.done():
                    turn.set_result(None)
                    return
        self._busy = False
