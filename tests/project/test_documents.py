"""What the documents tell to type, read or set exists: links, make and shell commands, permissions, settings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from bot.cli import PERMISSIONS, _parser
from bot.config import Settings
from bot.render.booklet import booklets
from tests.project.papers import ROOT, code, documents, name_of, prose, spans

EACH = pytest.mark.parametrize("path", documents(), ids=name_of)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)(?: \"[^\"]*\")?\)")
OF_THE_TESTS = {"TAPIS_BROWSER", "TAPIS_THOROUGH"}
"""Variables that only the tests read."""


def test_there_are_documents() -> None:
    assert {"README.md", "CONTRIBUTING.md", "docs/operating.md"} <= {name_of(path) for path in documents()}


def slugs(text: str) -> set[str]:
    """Anchors of the headings, as GitHub makes them."""
    headings = re.findall(r"^#+ +(.+?) *#*$", prose(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower()).replace(" ", "-") for heading in headings}


@EACH
def test_every_link_and_image_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for link in LINK.findall(re.sub(r"`[^`\n]*`", "", prose(text))):
        if re.match(r"[a-z]+:", link):
            continue
        target, _, anchor = link.partition("#")
        there = (path.parent / target).resolve() if target else path
        assert there.exists(), f"{link}: no such file"
        assert there.is_relative_to(ROOT), f"{link} leads out of the project"
        if anchor:
            assert anchor in slugs(there.read_text(encoding="utf-8")), f"{link}: no such heading"


@EACH
def test_every_make_command_is_a_target(path: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for line in code(path):
        for target in re.findall(r"(?:^|[;&|(] *)make +([^\s#]+)", line):
            assert target in targets, line


@EACH
def test_every_call_of_the_bot_is_understood(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for line in code(path):
        for call in re.findall(r"python -m bot(?: +([^#|;&]*))?(?=$|[#|;&])", line):
            # Capitals stand for a number.
            words = ["1" if word.isupper() or word.startswith("<") else word for word in call.split()]
            try:
                _parser().parse_args(words)
            except SystemExit as ended:
                if ended.code:
                    pytest.fail(f"{line}: {capsys.readouterr().err}")


@EACH
def test_every_module_and_script_that_is_run_is_there(path: Path) -> None:
    for line in code(path):
        for module in re.findall(r"python -m ([\w.]+)", line):
            assert find_spec(module), line
        for script in re.findall(r"(?:^| )((?:\./)?(?:\.ci|bench|tests|bot)/[\w./-]+\w)", line):
            assert (ROOT / script).exists(), line


@EACH
def test_every_link_that_invites_asks_for_exactly_what_is_needed(path: Path) -> None:
    for number in re.findall(r"permissions=(\d+)", path.read_text(encoding="utf-8")):
        assert int(number) == PERMISSIONS.value


def test_the_readme_invites() -> None:
    assert f"permissions={PERMISSIONS.value}" in (ROOT / "README.md").read_text(encoding="utf-8")


@EACH
def test_every_setting_is_one(path: Path) -> None:
    known = {setting.variable for setting, _ in Settings.described()} | OF_THE_TESTS
    named = set(re.findall(r"\b(?:TAPIS|DISCORD)_[A-Z_]*[A-Z]\b", path.read_text(encoding="utf-8")))
    if path.is_relative_to(ROOT / "tests"):
        return  # the loopback server's own variables are named there
    assert named <= known, named - known


def test_what_is_read_as_code_is_code() -> None:
    text = "Type `make run`.\n```sh\nmake test  # all\n```\nWe make an effort, ``not `this` ``."
    assert spans(text)[:1] == ["make run"]
    assert "make test" not in prose(text)


def test_the_rules_on_the_web_are_those_of_the_game() -> None:
    written = dict(booklets())
    assert written
    for path, text in written.items():
        there = path.read_text(encoding="utf-8") if path.exists() else ""
        assert there == text, f"{name_of(path)} is out of date: python -m bot.render.booklet"
    assert not set((ROOT / "docs/rules").glob("*/*.md")) - set(written), "a booklet of no game"


def test_every_game_is_in_the_index_of_rules() -> None:
    index = set(LINK.findall((ROOT / "docs/rules/README.md").read_text(encoding="utf-8")))
    missing = {path.relative_to(ROOT / "docs/rules").as_posix() for path, _ in booklets()} - index
    assert not missing, "add a line to docs/rules/README.md"


def test_the_owner_s_page_explains_every_line_of_the_log_that_is_an_error() -> None:
    """By the words before and after what changes in it."""
    page = " ".join((ROOT / "docs" / "operating.md").read_text(encoding="utf-8").split())
    lines = [line for folder in ("bot", "cogs") for line in _error_lines(ROOT / folder)]
    assert len(lines) > 15
    unexplained = [line for line in lines if f"`{line.split('%')[0].strip()}" not in page]
    assert not unexplained


def _error_lines(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*.py")):
        if "playground" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            first = node.args[0] if node.args else None
            if node.func.attr in {"error", "exception"} and isinstance(first, ast.Constant):
                assert isinstance(node.func.value, ast.Name)
                if node.func.value.id == "log":
                    yield str(first.value)
