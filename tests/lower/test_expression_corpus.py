"""Every mistake in expressions, types and places has a text that makes it, and says so."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.lower.test_statement_corpus import LONGEST, ROOM, lowering
from tests.support.corpus import Case, cases, check

MODULES = ("calls", "names", "places", "types")


def slugs() -> Iterator[str]:
    """What these modules can find wrong, read off their code."""
    for name in MODULES:
        for node in ast.walk(ast.parse((ROOM / f"diagnose_{name}.py").read_text(encoding="utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Name) and called.id in ("error", "warning"):
                assert isinstance(node, ast.Call)
                assert isinstance(node.args[0], ast.Constant)
                yield node.args[0].value


SLUGS = set(slugs())
CASES = [case for case in cases() if case.slug in SLUGS]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.paths[0].name)
def test_a_text_says_what_is_wrong_with_it(case: Case) -> None:
    check(case, lowering)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.paths[0].name)
def test_a_case_shows_the_mistake_it_is_named_after_and_no_other(case: Case) -> None:
    found = list(lowering(case.sources()))

    assert {diagnostic.slug for diagnostic in found} == {case.slug}
    for diagnostic in found:
        assert len(diagnostic.message) <= LONGEST, diagnostic.message
        assert not diagnostic.message.endswith("."), diagnostic.message


def test_every_mistake_has_a_text() -> None:
    assert {case.slug for case in CASES} == SLUGS
