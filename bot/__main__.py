"""`python -m bot`."""

import sys

try:
    from bot.cli import main
except ModuleNotFoundError as missing:
    if (missing.name or "").partition(".")[0] in ("bot", "cogs"):
        raise
    print(  # noqa: T201 - the command line's own module could not be loaded
        f"tapis: {missing.name} is not installed for {sys.executable}: use .venv/bin/python, which make sets up.",
        file=sys.stderr,
    )
    sys.exit(1)

if __name__ == "__main__":
    sys.exit(main())
