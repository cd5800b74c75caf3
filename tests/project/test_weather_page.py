"""The page about Discord's failures names a test for each of them, and each of those tests is there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "weather.md"
PROOF = re.compile(r"`(tests/[\w/]+\.py)::(\w*)`")


def rows() -> list[list[str]]:
    """The cells of every failure's row."""
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row[0] != "failure" and not set(row[0]) <= {"-"}]


@cache
def names_in(path: str) -> frozenset[str]:
    """The tests that a file has."""
    nodes = ast.parse((ROOT / path).read_text(encoding="utf-8")).body
    return frozenset(node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))


def test_every_failure_has_an_answer_and_a_proof_that_is_there() -> None:
    found = rows()
    assert len(found) > 30
    for row in found:
        failure, answer, proofs = row
        assert answer, failure
        named = PROOF.findall(proofs)
        assert len(named) == proofs.count("::") > 0, failure
        missing = [f"{path}::{name}" for path, name in named if name not in names_in(path)]
        assert not missing, failure


def test_every_code_that_the_program_knows_is_on_the_page() -> None:
    known: set[str] = set()
    for path in (ROOT / "bot" / "ui").rglob("*.py"):
        known |= set(re.findall(r"^[A-Z_]+ = (\d{5,6})$", path.read_text(encoding="utf-8"), re.MULTILINE))
    assert len(known) > 12
    assert not known - set(re.findall(r"\d{5,6}", PAGE.read_text(encoding="utf-8")))
