"""The log: one line per event, `time level logger key=value … message`, on standard error or in a rotated file."""

from __future__ import annotations

import logging
import re
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path

KEYS = ("table", "seat", "ref")
"""Names that log calls may give in `extra`: the table, the seat, and the short id of a failure shown to a user."""

_FILE_BYTES = 5_000_000
_FILES_KEPT = 5


_SECRET_PATHS = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/?\s'\"]+")
"""Addresses that hold an interaction's token: who has it may answer in the bot's name for a quarter of an hour."""


class LineFormatter(logging.Formatter):
    """One structured line; a traceback follows on lines of its own. No secret leaves it.

    Args:
        token: the bot's own.
    """

    def __init__(self, token: str = "") -> None:
        super().__init__()
        self._token = token

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802 - the library's name
        """UTC, to the millisecond."""
        moment = datetime.fromtimestamp(record.created, UTC)
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        pairs = "".join(f" {key}={getattr(record, key)}" for key in KEYS if getattr(record, key, None) is not None)
        message = record.getMessage().replace("\n", " ")
        line = f"{self.formatTime(record)} {record.levelname:<7} {record.name}{pairs} {message}"
        if record.exc_info:
            line = f"{line}\n{self.formatException(record.exc_info)}"
        return self._without_secrets(line)

    def _without_secrets(self, text: str) -> str:
        if self._token:
            text = text.replace(self._token, "<token>")
        return _SECRET_PATHS.sub(r"\1<token>", text)


def set_up(level: str, file: Path | None, token: str) -> None:
    """Send the log to standard error, or to `file`, rotated.

    Raises:
        OSError: the file cannot be written.
    """
    handler: logging.Handler = logging.StreamHandler()
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(file, maxBytes=_FILE_BYTES, backupCount=_FILES_KEPT, encoding="utf-8")
    handler.setFormatter(LineFormatter(token))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # The library tells every gateway event at DEBUG, hands in interactions included.
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLevelName(level)))
