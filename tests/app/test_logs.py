"""The log: structured lines, and never the token."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

from bot import logs


@pytest.fixture
def log_file(tmp_path: Path) -> object:
    path = tmp_path / "deep" / "tapis.log"
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    logs.set_up("DEBUG", path, token="s3cr3t-token")
    yield path
    for handler in root.handlers:
        handler.close()
    root.handlers[:] = before
    root.setLevel(level)


def test_a_line_has_time_level_name_and_keys(log_file: Path) -> None:
    logging.getLogger("bot.engine").warning("seat\nwaits", extra={"table": 12, "ref": "7F3K"})
    pattern = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z WARNING bot\.engine table=12 ref=7F3K seat waits\n"
    assert re.fullmatch(pattern, log_file.read_text(encoding="utf-8"))


def test_the_token_never_reaches_the_log(log_file: Path) -> None:
    logger = logging.getLogger("anything")
    logger.error("header Bot %s refused", "s3cr3t-token")
    try:
        raise ValueError("Bot s3cr3t-token")
    except ValueError:
        logger.exception("a failure")
    text = log_file.read_text(encoding="utf-8")
    assert "s3cr3t" not in text
    assert "<token>" in text


def test_the_library_is_quiet_about_payloads(log_file: Path) -> None:
    logging.getLogger("discord.gateway").debug("payload with a hand")
    assert "payload" not in log_file.read_text(encoding="utf-8")


def test_an_interaction_s_token_never_reaches_the_log(log_file: Path) -> None:
    logging.getLogger("discord.http").warning(
        "POST https://discord.com/api/v10/interactions/123/aW50ZXJhY3Rpb24/callback, "
        "PATCH https://discord.com/api/v10/webhooks/456/bW9yZQ/messages/@original are rate limited"
    )
    text = log_file.read_text(encoding="utf-8")
    assert "aW50ZXJhY3Rpb24" not in text
    assert "bW9yZQ" not in text
    assert "/interactions/123/<token>/callback" in text
    assert "/webhooks/456/<token>/messages/@original" in text
