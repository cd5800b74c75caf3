"""The real bot without Discord: a simulated server in a page of the browser, on this machine only.

``python -m bot playground`` runs the bot unchanged inside simcord, in real time, and serves a page with the card
channel and the private hand side by side. It needs the extra ``playground``.
"""

from __future__ import annotations

from bot.playground.quiet import simcord  # first, since the modules below import it too
from bot.playground.runner import PlaygroundSettings, PortTaken, host, open_playground, run_playground

__all__ = ["PlaygroundSettings", "PortTaken", "host", "open_playground", "run_playground", "simcord"]
