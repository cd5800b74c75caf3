"""The gate for an upgrade: while it is shut no table opens and no deal begins; running deals are played out."""

from __future__ import annotations

from bot.engine.errors import EngineRefusal, Trouble


class Gate:
    """Open at every start of the program.

    Attributes:
        shut: whether nothing new may begin.
    """

    def __init__(self) -> None:
        self.shut = False

    def require_open(self) -> None:
        """Let something new begin.

        Raises:
            EngineRefusal: DRAINING.
        """
        if self.shut:
            raise EngineRefusal(Trouble.DRAINING)
