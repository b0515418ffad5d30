"""Every mistake in heads and statements has a text that makes it, and is said in it as expected."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest

import ruleslang.lower
from ruleslang.lower.rulebook import compile_trees
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Source
from ruleslang.syntax.parse import parse
from tests.support.corpus import Case, cases, check

ROOM = Path(ruleslang.lower.__file__).parent
MODULES = ("diagnose_heads.py", "diagnose_statements.py")
LONGEST = 70


def slugs() -> Iterator[str]:
    """What these modules can find wrong, read off their code."""
    for name in MODULES:
        for node in ast.walk(ast.parse((ROOM / name).read_text(encoding="utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Name) and called.id in ("error", "warning"):
                assert isinstance(node, ast.Call)
                assert isinstance(node.args[0], ast.Constant)
                yield node.args[0].value


SLUGS = set(slugs())
CASES = [case for case in cases() if case.slug in SLUGS]


def lowering(sources: Sequence[Source]) -> Iterable[Diagnostic]:
    """What reading and lowering find."""
    trees = []
    for source in sources:
        tree, found = parse(source)
        trees.append(tree)
        yield from found
    yield from compile_trees(trees).diagnostics


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
