"""Each operation and effect of the flow has one row, a function in C, and a use."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import ruleslang
from ruleslang.engine.flow.operations import EFFECTS, OPERATIONS

PACKAGE = Path(ruleslang.__file__).parent
PARTS = sorted((PACKAGE / "engine/code/runtime").glob("*.c"))
RUNTIME = "\n".join(path.read_text() for path in PARTS)
OWN_RULE_IN_C = {"tuple", "tuple of known", "is in"}


def _named(*functions: str) -> set[str]:
    """The constants that stand first in calls, or patterns, of some functions."""
    names: set[str] = set()
    for path in (
        path for room in ("flow", "c") for path in (PACKAGE / "engine" / room).rglob("*.py")
    ):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(of, [first, *_]) | ast.MatchClass(of, [first, *_]) if (
                    ast.unparse(of).rpartition(".")[2] in functions
                ):
                    names |= _constants(first)
    return names


def _constants(node: ast.AST) -> set[str]:
    match node:
        case ast.IfExp():
            return _constants(node.body) | _constants(node.orelse)
        case ast.MatchAs(pattern) if pattern is not None:
            return _constants(pattern)
        case ast.MatchOr(patterns):
            return set().union(*map(_constants, patterns))
        case ast.Constant(str(value)) | ast.MatchValue(ast.Constant(str(value))):
            return {value}
    return set()


def test_every_operation_that_is_named_has_a_row() -> None:
    named = _named("Apply", "apply")

    assert named - OPERATIONS.keys() == set()
    assert len(named) > len(OPERATIONS) / 2


def test_every_effect_that_is_named_has_a_row_and_is_used() -> None:
    assert _named("Do") == EFFECTS.keys()


def test_every_operation_has_a_function_in_c() -> None:
    called = {
        name
        for row in OPERATIONS.values()
        if row.name not in OWN_RULE_IN_C
        for name in re.findall(r"\b([a-z_0-9]+)\(", row.in_c("a", "b", "c", "d", "e"))
    }

    assert {name for name in called if not re.search(rf"\b{name}\(", RUNTIME)} == set()
