"""Every mistake in reading has a text that makes it, and is said in it as the text expects."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import ruleslang.syntax
from ruleslang.source.span import Source
from ruleslang.syntax.diagnostics import limits
from ruleslang.syntax.parse import parse
from tests.support.corpus import Case, cases, check, syntax

ROOM = Path(ruleslang.syntax.__file__).parent
ELSEWHERE = {
    "csv_table.py"
}  # tables that are no text of the language: the library's tests have them
MADE_BELOW = {"too-big", "too-many-mistakes"}  # texts too long to be kept


def slugs() -> Iterator[str]:
    """What this room can find wrong, read off its code."""
    for path in ROOM.rglob("*.py"):
        if path.name not in ELSEWHERE:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Name)
                    and node.func.id == "error"
                ):
                    assert isinstance(node.args[0], ast.Constant)
                    yield node.args[0].value


SLUGS = set(slugs())
CASES = [case for case in cases() if case.slug in SLUGS]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.paths[0].name)
def test_a_text_says_what_is_wrong_with_it(case: Case) -> None:
    check(case, syntax)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.paths[0].name)
def test_a_case_shows_the_mistake_it_is_named_after(case: Case) -> None:
    assert case.slug in {diagnostic.slug for diagnostic in syntax(case.sources())}


def test_every_mistake_has_a_text() -> None:
    assert {case.slug for case in CASES} | MADE_BELOW == SLUGS


def test_messages_are_short_and_in_one_style() -> None:
    for case in CASES:
        for diagnostic in syntax(case.sources()):
            assert not diagnostic.message.endswith("."), diagnostic.message
            assert not diagnostic.message[0].isupper(), diagnostic.message


def test_a_file_beyond_all_bounds_is_not_read() -> None:
    tree, diagnostics = parse(Source("big.rules", "a" * (limits.MAX_LETTERS + 1)))

    assert [each.slug for each in diagnostics] == ["too-big"]
    assert len(tree.declarations) == 1


def test_after_a_hundred_mistakes_the_rest_is_not_read() -> None:
    tree, diagnostics = parse(Source("wrong.rules", "zone\n" * 1000))

    assert [each.slug for each in diagnostics] == ["unexpected"] * 100 + ["too-many-mistakes"]
    assert tree.declarations[-1].span.end == 5000
