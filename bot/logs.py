"""The log: one line per event, `time level logger key=value … message`, on standard error or in a rotated file."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path

KEYS = ("table", "seat", "ref")
"""Names that log calls may give in `extra`: the table, the seat, and the short id of a failure shown to a user."""

_FILE_BYTES = 5_000_000
_FILES_KEPT = 5


class LineFormatter(logging.Formatter):
    """One structured line; a traceback follows on lines of its own."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802 - the library's name
        """UTC, to the millisecond."""
        moment = datetime.fromtimestamp(record.created, UTC)
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        pairs = "".join(f" {key}={getattr(record, key)}" for key in KEYS if getattr(record, key, None) is not None)
        message = record.getMessage().replace("\n", " ")
        line = f"{self.formatTime(record)} {record.levelname:<7} {record.name}{pairs} {message}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class Redactor(logging.Filter):
    """Replaces the bot's token, should a library ever put it into a message."""

    def __init__(self, token: str) -> None:
        super().__init__()
        self._token = token

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record through, without the token."""
        if self._token:
            message = record.getMessage()
            if self._token in message:
                record.msg, record.args = message.replace(self._token, "<token>"), ()
        return True


def set_up(level: str, file: Path | None, token: str) -> None:
    """Send the log to standard error, or to `file`, rotated.

    Raises:
        OSError: the file cannot be written.
    """
    handler: logging.Handler = logging.StreamHandler()
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(file, maxBytes=_FILE_BYTES, backupCount=_FILES_KEPT, encoding="utf-8")
    handler.setFormatter(LineFormatter())
    handler.addFilter(Redactor(token))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # The library tells every gateway event at DEBUG, hands in interactions included.
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLevelName(level)))
