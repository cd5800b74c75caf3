"""Compares the catalogues with each other and with the code: `python -m bot.i18n.check`.

What the code asks for is read from its source and from the games themselves, never from a list kept by hand.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from bot.i18n.catalogue import entries, languages
from bot.i18n.keys import asked_keys, families_of_keys, named_keys
from bot.i18n.sentences import faults


def problems() -> tuple[str, ...]:
    """Everything wrong with the catalogues, one line each; empty when all is well."""
    return tuple(_problems())


def _problems() -> Iterator[str]:
    known = {language: entries(language) for language in languages()}
    everything = frozenset[str]().union(*known.values())
    asked = asked_keys()
    for language, found in known.items():
        yield from (f"{language}: {key} is missing (asked for in the code)" for key in sorted(asked - found.keys()))
        yield from (f"{language}: {key} is missing" for key in sorted(everything - asked - found.keys()))
        yield from (f"{language}: {key} is empty" for key, entry in sorted(found.items()) if not all(entry.forms))
        yield from (f"{language}: {line}" for line in faults(language))
    used = asked | named_keys()
    for key in sorted(everything - used):
        if not key.startswith(families_of_keys()):
            yield f"{key} is used nowhere"


def main() -> int:
    """Print the problems; 0 when there are none."""
    found = problems()
    out = sys.stdout if not found else sys.stderr
    for line in found:
        out.write(f"{line}\n")
    if not found:
        out.write(f"words: {', '.join(languages())}, {len(entries(languages()[0]))} sentences each, all in order\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
