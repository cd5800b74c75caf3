"""Settings: read once from the environment and `.env`, checked, frozen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


class BadSetting(Exception):
    """A setting holds something it may not. The message names the variable and what it may hold."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One environment variable: its name, what it does, and what it may hold."""

    variable: str
    explanation: str
    allowed: str


def _setting(variable: str, explanation: str, allowed: str, default: T) -> T:
    made: T = field(default=default, metadata={"setting": Setting(variable, explanation, allowed)})
    return made


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything an owner may set. Durations are seconds."""

    token: str = field(
        default="",
        repr=False,
        metadata={
            "setting": Setting("DISCORD_TOKEN", "The bot's token from Discord's developer portal.", "a bot token")
        },
    )
    database: Path = _setting(
        "TAPIS_DATABASE", "The SQLite file that holds every table.", "a path to a file", Path("data/tapis.db")
    )
    log_level: str = _setting("TAPIS_LOG_LEVEL", "How much the log tells.", "DEBUG, INFO, WARNING or ERROR", "INFO")
    log_file: Path | None = _setting(
        "TAPIS_LOG_FILE", "A file for the log, rotated at 5 MB, five kept. Empty: standard error.", "a path", None
    )
    language: str = _setting("TAPIS_LANGUAGE", "Language of public messages until a server chooses.", "fr or en", "fr")
    turn_seconds: int = _setting(
        "TAPIS_TURN_SECONDS", "Time for a turn before a computer player moves instead.", "5 to 86400", 90
    )
    next_deal_seconds: int = _setting(
        "TAPIS_NEXT_DEAL_SECONDS", "Time between two deals when not everybody clicks.", "0 to 3600", 15
    )
    computer_pause: float = _setting("TAPIS_COMPUTER_PAUSE", "Time a computer player takes for a card.", "0 to 10", 1.0)
    take_back_pause: float = _setting(
        "TAPIS_TAKE_BACK_PAUSE",
        "Least time before a computer player covers a card that may be taken back.",
        "0 to 60",
        3.0,
    )
    brain_workers: int = _setting(
        "TAPIS_BRAIN_WORKERS",
        "Processes that think for computer players, about 30 MB each. 0: the bot's own, which then answers later.",
        "0 to 4",
        1,
    )
    edit_interval: float = _setting(
        "TAPIS_EDIT_INTERVAL", "Least time between two edits of a table's message.", "0 to 10", 1.2
    )
    emoji_pause: float | None = _setting(
        "TAPIS_EMOJI_PAUSE",
        "Time between two uploads of the card emoji that the application lacks. off: none are uploaded.",
        "0 to 3600, or off",
        2.0,
    )
    pictures: str = _setting(
        "TAPIS_PICTURES",
        "The most pictures that are drawn: with every change, with every trick only, or none.",
        "full, trick or text",
        "full",
    )
    lobby_minutes: int = _setting("TAPIS_LOBBY_MINUTES", "An idle lobby closes after this.", "1 to 1440", 30)
    retention_days: int = _setting(
        "TAPIS_RETENTION_DAYS",
        "Days after which a server's tables, profiles and settings are removed once the bot has left it.",
        "1 to 3650",
        30,
    )
    keep_days: int = _setting(
        "TAPIS_KEEP_DAYS",
        "Days after which the cards, calls and seeds of a match that is over are removed; its result stays.",
        "1 to 36500",
        365,
    )
    admin_server: int | None = _setting(
        "TAPIS_ADMIN_SERVER",
        "The private server where the bot's operator has the command /admin. Empty: there is no such command.",
        "a server's id",
        None,
    )
    metrics_host: str = _setting(
        "TAPIS_METRICS_HOST", "Address on which Prometheus metrics are served.", "an address", "127.0.0.1"
    )
    metrics_port: int | None = _setting(
        "TAPIS_METRICS_PORT",
        "Port of the Prometheus metrics (/metrics); needs the extra `metrics`. Empty: none are served.",
        "0 to 65535",
        None,
    )
    playground_port: int = _setting("TAPIS_PLAYGROUND_PORT", "Port of the playground's page.", "0 to 65535", 8410)

    @classmethod
    def described(cls) -> tuple[tuple[Setting, object], ...]:
        """Every setting with its default, in the order of the example file."""
        return tuple((_described(item.metadata), item.default) for item in fields(cls))

    @classmethod
    def from_mapping(cls, variables: Mapping[str, str]) -> Settings:
        """Read settings from environment variables; empty or missing ones keep their default.

        Raises:
            BadSetting: a variable holds something it may not.
        """
        values: dict[str, object] = {}
        for item in fields(cls):
            setting = _described(item.metadata)
            text = variables.get(setting.variable, "").strip()
            if text:
                try:
                    values[item.name] = _READERS[item.name](text)
                except ValueError as error:
                    raise BadSetting(f"{setting.variable} must be {setting.allowed}") from error
        return _built(values)

    @classmethod
    def unknown(cls, variables: Mapping[str, str]) -> frozenset[str]:
        """Names that look like settings of ours and are none."""
        known = {setting.variable for setting, _ in cls.described()}
        return frozenset(name for name in variables if name.startswith("TAPIS_") and name not in known)


def _described(metadata: Mapping[str, object]) -> Setting:
    setting = metadata["setting"]
    assert isinstance(setting, Setting)
    return setting


def _built(values: Mapping[str, object]) -> Settings:
    settings = Settings()
    for name, value in values.items():
        object.__setattr__(settings, name, value)
    return settings


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        number = int(text)
        if not low <= number <= high:
            raise ValueError(text)
        return number

    return read


def _decimal(low: float, high: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        number = float(text)
        if not low <= number <= high:
            raise ValueError(text)
        return number

    return read


def _or_off(read: Callable[[str], float]) -> Callable[[str], float | None]:
    return lambda text: None if text.casefold() == "off" else read(text)


def _one_of(*allowed: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        for candidate in allowed:
            if candidate.lower() == text.lower():
                return candidate
        raise ValueError(text)

    return read


_READERS: Mapping[str, Callable[[str], object]] = {
    "token": str,
    "database": Path,
    "log_level": _one_of("DEBUG", "INFO", "WARNING", "ERROR"),
    "log_file": Path,
    "language": _one_of("fr", "en"),
    "turn_seconds": _whole(5, 86_400),
    "next_deal_seconds": _whole(0, 3_600),
    "computer_pause": _decimal(0, 10),
    "take_back_pause": _decimal(0, 60),
    "brain_workers": _whole(0, 4),
    "edit_interval": _decimal(0, 10),
    "emoji_pause": _or_off(_decimal(0, 3600)),
    "pictures": _one_of("full", "trick", "text"),
    "lobby_minutes": _whole(1, 1_440),
    "retention_days": _whole(1, 3_650),
    "keep_days": _whole(1, 36_500),
    "admin_server": _whole(1, 2**63 - 1),
    "metrics_host": str,
    "metrics_port": _whole(0, 65_535),
    "playground_port": _whole(0, 65_535),
}
