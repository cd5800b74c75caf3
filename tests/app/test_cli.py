"""The command line: it explains itself, and every foreseen failure is one sentence with its own exit code."""

from __future__ import annotations

import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli import Exit
from bot.core.gamefile.telling import told
from bot.core.gamefile.writing import lines_of
from bot.engine import lobby
from bot.storage.gamefiles import read_file
from bot.storage.migrate import APPLICATION_ID
from bot.storage.store import SqliteStore
from bot.tools import number_of
from tests import nursery
from tests.storage.evenings import ALL_GAMES, HOST, Evening

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "game-file.jsonl"


def run(tmp_path: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m bot`, in a process that has read the modules before."""
    environment = environment_of(tmp_path, **variables)
    return nursery.run(("-m", "bot", *arguments), env=environment, cwd=tmp_path)


def run_fresh(tmp_path: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run it as a person does."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=tmp_path,
        env=environment_of(tmp_path, **variables),
        capture_output=True,
        text=True,
        timeout=60,
    )


def environment_of(tmp_path: Path, **variables: str) -> dict[str, str]:
    """Nothing of the machine's own settings, a database of the test, and what is said besides."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TAPIS_", "DISCORD_"))}
    return kept | {"PYTHONPATH": str(ROOT), "TAPIS_DATABASE": str(tmp_path / "tapis.db"), **variables}


def test_help_names_every_command_and_exit_code(tmp_path: Path) -> None:
    done = run_fresh(tmp_path, "--help")
    assert done.returncode == 0
    for command in (
        "run",
        "playground",
        "health",
        "invite",
        "verify-deal",
        "backup",
        "restore",
        "compact",
        "sweep",
        "verify",
        "export",
        "import",
        "selfcheck",
    ):
        assert re.search(rf"^ +{command}\b", done.stdout, re.MULTILINE)
    text = " ".join(done.stdout.split())
    for code in Exit:
        assert f"{code.value} {code.meaning}" in text


def test_the_owner_s_page_explains_every_exit_code() -> None:
    page = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)} == {*Exit} - {Exit.DONE}


@pytest.mark.parametrize(
    ("arguments", "variables", "code", "sentence"),
    [
        (("run",), {}, 3, "DISCORD_TOKEN is not set"),
        (("run",), {"TAPIS_TURN_SECONDS": "x"}, 2, "TAPIS_TURN_SECONDS must be 5 to 86400"),
        (("selfcheck",), {}, 3, "DISCORD_TOKEN is not set"),
        (("run",), {"DISCORD_TOKEN": "abc"}, 4, "DISCORD_TOKEN is no bot token"),
        (("invite",), {"DISCORD_TOKEN": "Bot a.b.c"}, 4, "DISCORD_TOKEN is no bot token"),
        (("selfcheck",), {"DISCORD_TOKEN": "a.b."}, 4, "DISCORD_TOKEN is no bot token"),
        # Before any network: no test here reaches Discord.
        (("run",), {"DISCORD_TOKEN": "a.b.c", "TAPIS_DATABASE": "/proc/nowhere/tapis.db"}, 6, "(TAPIS_DATABASE)"),
        (("dance",), {}, 2, "invalid choice"),
        (("playground", "--port", "99999"), {}, 2, "a port is a number from 0 to 65535"),
        (("health",), {}, 10, "no answer from a running bot"),
        (("verify-deal", "1", "1"), {}, 6, "there is no database"),
        (("verify-deal", "1/1"), {}, 6, "there is no database"),
        (("verify",), {}, 6, "there is no database"),
        (("compact",), {}, 6, "there is no database"),
        (("compact", "--older-than", "-1"), {}, 2, "days are a number"),
        (("sweep",), {}, 6, "there is no database"),
        (("export", "match.jsonl"), {}, 6, "there is no database"),
        (("export", "--table", "0", "match.jsonl"), {}, 2, "a table is named by its number"),
        (("import", "nowhere.jsonl"), {}, 14, "nowhere.jsonl"),
        (("import", str(EXAMPLE)), {}, 14, "there is no database"),
        (("backup", "copy.db"), {}, 6, "there is no database"),
        (("restore", "nowhere.db"), {}, 2, "there is no backup at nowhere.db"),
        (("run",), {"TAPIS_LOG_FILE": "/proc/nowhere/log"}, 2, "TAPIS_LOG_FILE"),
    ],
)
def test_a_foreseen_failure_is_one_sentence(
    tmp_path: Path, arguments: tuple[str, ...], variables: dict[str, str], code: int, sentence: str
) -> None:
    done = run(tmp_path, *arguments, **variables)
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == code


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run(tmp_path, "playground", "--port", str(port))
    assert done.returncode == Exit.USAGE
    assert str(port) in done.stderr
    assert "Traceback" not in done.stderr


def test_settings_come_from_a_file_too_and_the_environment_wins(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("TAPIS_LANGUAGE=de\n", encoding="utf-8")
    assert run_fresh(tmp_path, "run").returncode == 2
    assert run(tmp_path, "run", TAPIS_LANGUAGE="fr").returncode == 3


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tapis.db"
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 9999")
        database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    database.close()
    before = path.read_bytes()
    done = run(tmp_path, "verify-deal", "1", "1")
    assert done.returncode == 7
    assert "newer version" in done.stderr
    assert path.read_bytes() == before


def test_a_damaged_database_is_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "tapis.db").write_bytes(b"not a database at all" * 100)
    done = run(tmp_path, "verify-deal", "1", "1")
    assert done.returncode == Exit.DATABASE
    assert "damaged" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", [("1",), ("a", "b"), ("1/2", "3"), ("1/",), ("-1", "2")])
def test_a_deal_that_is_not_named_is_asked_for(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "tapis.db").touch()
    done = run(tmp_path, "verify-deal", *words)
    assert done.returncode == Exit.USAGE
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("number", "words"), [(0, "0 open tables"), (1, "1 open table"), (2, "2 open tables")])
def test_numbers_are_told_in_english(number: int, words: str) -> None:
    assert number_of("open table", number) == words


def test_a_python_without_the_libraries_is_one_sentence(tmp_path: Path) -> None:
    environment = {"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [sys.executable, "-S", "-m", "bot", "--help"], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "is not installed" in done.stderr
    assert "Traceback" not in done.stderr


def test_metrics_that_are_not_installed_are_one_sentence(tmp_path: Path) -> None:
    blocked = "import sys\nsys.modules['prometheus_client'] = None\n"
    (tmp_path / "sitecustomize.py").write_text(blocked, encoding="utf-8")
    where = os.pathsep.join([str(tmp_path), str(ROOT)])
    done = run_fresh(tmp_path, "run", PYTHONPATH=where, DISCORD_TOKEN="a.b.c", TAPIS_METRICS_PORT="0")
    assert done.returncode == Exit.USAGE
    assert "pip install --constraint constraints.txt '.[metrics]'" in done.stderr
    assert "Traceback" not in done.stderr
    assert run_fresh(tmp_path, "health", PYTHONPATH=where).returncode == Exit.UNHEALTHY


async def test_matches_go_out_as_game_files_and_come_in(tmp_path: Path) -> None:
    """Only what is over, by number or all of it; what is not as the rules say is refused by its line."""
    store = await SqliteStore.open(tmp_path / "tapis.db")
    evening = Evening(store, ALL_GAMES["coinche"], 1)
    await evening.open()
    await evening.deal()
    early = run(tmp_path, "export", "match.jsonl", "--table", "1")
    assert (early.returncode, (tmp_path / "match.jsonl").exists()) == (Exit.GAME_FILE, False)
    await evening.desk.change(evening.table, lambda table: lobby.close(table, HOST.user, manager=True, confirm=True))
    assert "1 match with 1 deal" in run(tmp_path, "export", "match.jsonl", "--table", "1").stdout
    again = run(tmp_path, "export", "match.jsonl")
    assert (again.returncode, "--force" in again.stderr) == (Exit.GAME_FILE, True)
    assert run(tmp_path, "export", "--force", "match.jsonl").returncode == Exit.DONE
    assert run(tmp_path, "export", "--text", "match.txt").returncode == Exit.DONE
    assert "pack  " in (tmp_path / "match.txt").read_text(encoding="utf-8")
    assert "every act allowed by the rules" in run(tmp_path, "import", "--check", "match.jsonl").stdout
    assert "number 1" in run(tmp_path, "import", "match.jsonl").stdout
    assert "there already: 1 match" in run(tmp_path, "import", "match.jsonl").stdout
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    (tmp_path / "bad.jsonl").write_text(
        "\n".join([*lines[:6], lines[6].replace("AH", "JD"), *lines[7:]]), encoding="utf-8"
    )
    bad = run(tmp_path, "import", "bad.jsonl")
    assert bad.returncode == Exit.GAME_FILE
    assert "line 7" in bad.stderr
    assert "follow suit" in bad.stderr
    assert run(tmp_path, "import", "match.txt").returncode == Exit.GAME_FILE
    await store.close()


def test_the_example_of_the_game_file_s_page_is_one() -> None:
    (played,) = read_file(EXAMPLE, ALL_GAMES)
    assert "".join(f"{line}\n" for line in lines_of(played)) == EXAMPLE.read_text(encoding="utf-8")
    page = (ROOT / "docs" / "game-file.md").read_text(encoding="utf-8")
    keys = {key for line in lines_of(played) for key in json.loads(line)} - {"type"}
    assert keys <= set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    told_lines = list(told(ALL_GAMES["belote"], played))
    for shown in ("deal 1, dealer A", "calls       B pass · C pass · D take"):
        assert shown in told_lines
        assert shown in page


async def test_a_database_is_copied_put_back_and_checked(tmp_path: Path) -> None:
    """While a process holds it a copy is made and the log is checked, but nothing is put in its place."""
    path = tmp_path / "tapis.db"
    store = await SqliteStore.open(path)
    evening = Evening(store, ALL_GAMES["coinche"], 1)
    await evening.open()
    await evening.deal()
    assert run(tmp_path, "backup", "copy.db").returncode == Exit.DONE
    again = run(tmp_path, "backup", "copy.db")
    assert (again.returncode, "--force" in again.stderr) == (Exit.USAGE, True)
    assert run(tmp_path, "backup", "--force", "copy.db").returncode == Exit.DONE
    held = run(tmp_path, "restore", "copy.db")
    assert (held.returncode, "stop the other one first" in held.stderr) == (Exit.ALREADY_RUNNING, True)
    assert re.fullmatch(r"1 table, \d+ events, 1 finished deal: 1 in order, 0 not\n", run(tmp_path, "verify").stdout)
    await store.database.run("DELETE FROM events WHERE seq = 5", ())
    await store.close()
    damaged = run(tmp_path, "verify")
    assert (damaged.returncode, "DAMAGED" in damaged.stdout) == (Exit.DRIFTED, True)
    restored = run(tmp_path, "restore", "copy.db")
    assert (restored.returncode, ".replaced" in restored.stdout) == (Exit.DONE, True)
    assert "table 1 (coinche" in run(tmp_path, "verify", "--all").stdout
    assert run(tmp_path, "verify").returncode == Exit.DONE
