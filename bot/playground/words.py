"""What the playground itself says, in French and English (the page's own words are in ``static/words.js``)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """The playground's words in one language."""

    locale: str
    you: str
    server: str
    channel: str
    ready: str
    goes_on: str
    first: str
    stop: str
    stopped: str
    port_taken: str
    silent: str
    gone: str
    refused: str
    no_command: str
    missing: str
    unfit: str


FRENCH = Words(
    locale="fr",
    you="Camille",
    server="Club de cartes",
    channel="table",
    ready="Tapis est prêt, sans Discord : ouvre {url}",
    goes_on="Tes tables d’avant continuent là où elles étaient.",
    first="Pour commencer, écris dans #table : /table ouvrir, puis appuie sur Commencer",
    stop="Ctrl-C pour arrêter ; tout est gardé pour la prochaine fois.",
    stopped="Arrêté.",
    port_taken="Le port {port} est déjà pris : un autre Tapis tourne peut-être. "
    "Choisis-en un autre avec --port ou TAPIS_PLAYGROUND_PORT.",
    silent="L’application ne répond plus.",
    gone="Ce message n’existe plus.",
    refused="Discord refuserait cela ; le terminal dit pourquoi.",
    no_command="Aucune commande /{path} ici.",
    missing="Il manque : {option}",
    unfit="« {option} » : Discord refuserait cette valeur.",
)
ENGLISH = Words(
    locale="en-US",
    you="Camille",
    server="Card club",
    channel="table",
    ready="Tapis is ready, without Discord: open {url}",
    goes_on="Your tables go on where they were.",
    first="To begin, type in #table: /table open, then press Start",
    stop="Ctrl-C to stop; everything is kept for next time.",
    stopped="Stopped.",
    port_taken="Port {port} is taken: another Tapis may be running. "
    "Choose another one with --port or TAPIS_PLAYGROUND_PORT.",
    silent="The application did not respond.",
    gone="This message is gone.",
    refused="Discord would refuse this; the terminal says why.",
    no_command="No command /{path} here.",
    missing="Missing: {option}",
    unfit="“{option}”: Discord would refuse this value.",
)


def words_for(locale: str) -> Words:
    """The words for a Discord locale; everything that is not English is answered in French."""
    return ENGLISH if locale.casefold().startswith("en") else FRENCH


def terminal_words(environ: Mapping[str, str] = os.environ) -> Words:
    """The words for the terminal's language, French when it names none ("C", "POSIX" or nothing)."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environ.get(name, "")
        if value:
            return words_for(value)
    return FRENCH
