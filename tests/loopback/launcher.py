"""Starts a bot, unchanged, with discord.py pointed at the loopback server.

Usage: launcher.py -m MODULE [ARG...] or launcher.py SCRIPT [ARG...]. Reads TAPIS_LOOPBACK_API, TAPIS_LOOPBACK_GATEWAY
and TAPIS_LOOPBACK_CDN and refuses any address that is not 127.0.0.1. With TAPIS_LOOPBACK_SEED the bot of this process
deals from that seed and has the brake that TAPIS_LOOPBACK_BRAKE describes (`dealing.py`), with TAPIS_LOOPBACK_LEAK it
is broken so that it leaks (`leaking.py`). All of this is done here: the bot's own code reads none of these variables.
"""

from __future__ import annotations

import os
import runpy
import sys

import discord.asset
import discord.gateway
import discord.http
import yarl


def _address(name: str) -> str:
    value = os.environ[name]
    if yarl.URL(value).host != "127.0.0.1":
        raise SystemExit(f"{name} must be on 127.0.0.1, not {value}")
    return value


def main() -> None:
    """Points discord.py at the server and runs the bot as __main__."""
    discord.http.Route.BASE = _address("TAPIS_LOOPBACK_API")
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(_address("TAPIS_LOOPBACK_GATEWAY"))
    discord.asset.Asset.BASE = _address("TAPIS_LOOPBACK_CDN")
    if "TAPIS_LOOPBACK_SEED" in os.environ:
        from tests.loopback.dealing import deal_from  # only where asked for: the sample bot needs none of it

        deal_from(int(os.environ["TAPIS_LOOPBACK_SEED"]), os.environ.get("TAPIS_LOOPBACK_BRAKE"))
    if "TAPIS_LOOPBACK_LEAK" in os.environ:
        from tests.loopback.leaking import leak

        leak(os.environ.pop("TAPIS_LOOPBACK_LEAK"))
    if sys.argv[1] == "-m":
        module = sys.argv[2]
        sys.argv = sys.argv[2:]
        sys.path[0] = os.getcwd()  # As `python -m` does.
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    else:
        script = sys.argv[1]
        sys.argv = sys.argv[1:]
        sys.path[0] = os.path.dirname(os.path.abspath(script))
        runpy.run_path(script, run_name="__main__")


if __name__ == "__main__":
    main()
