"""A new construct needs few files: those from which the rest is derived."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import get_args

from ruleslang.language.syntax.statements import Statement as Written
from ruleslang.program.builtins import FUNCTIONS
from ruleslang.program.statements import Statement

PACKAGE = Path(__file__).parents[1] / "ruleslang"
OUTSIDE = 3  # its section of the reference, its conformance case, and how it is drawn
PAGES_OF_A_FUNCTION = 2  # its row of the reference, and its conformance case


def naming(pattern: str) -> list[str]:
    """The modules of the package in which a pattern is found."""
    return [name for name, text in modules().items() if re.search(pattern, text)]


def naming_class(name: str) -> list[str]:
    """The modules of the package that name a class as in a type, a call or its definition."""
    return [module for module, names in classes_named().items() if name in names]


@cache
def classes_named() -> dict[str, frozenset[str]]:
    named = re.compile(r"(?:[.(]|: |class )([A-Z]\w*)")
    return {module: frozenset(named.findall(text)) for module, text in modules().items()}


@cache
def modules() -> dict[str, str]:
    paths = sorted(PACKAGE.rglob("*.py"))
    return {str(path.relative_to(PACKAGE)): path.read_text(encoding="utf-8") for path in paths}


def test_a_statement_takes_at_most_nine_files() -> None:
    """What the plainest statement takes: of the others, analyses know more."""
    same = {each.__name__ for each in get_args(Statement)} & {
        each.__name__ for each in get_args(Written)
    }
    fewest = min((naming_class(name) for name in sorted(same)), key=len)

    assert len(fewest) + OUTSIDE <= 9, fewest


def test_a_built_in_function_takes_at_most_five_files() -> None:
    fewest = min((naming(f'"{name}"') for name in FUNCTIONS), key=len)

    assert len(fewest) + PAGES_OF_A_FUNCTION <= 5, fewest
