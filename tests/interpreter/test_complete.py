"""Nothing of the contract is without a meaning."""

from __future__ import annotations

from typing import get_args

from ruleslang.interpreter.builtins import BODIES
from ruleslang.interpreter.dispatch import MEANINGS
from ruleslang.program.builtins import FUNCTION_NAMES
from ruleslang.program.expressions import Expr
from ruleslang.program.statements import Statement


def test_every_expression_has_a_meaning() -> None:
    assert set(MEANINGS.expressions) == set(get_args(Expr))


def test_every_statement_has_one_meaning() -> None:
    assert {*MEANINGS.simple, *MEANINGS.compound} == set(get_args(Statement))
    assert not MEANINGS.simple.keys() & MEANINGS.compound.keys()


def test_every_built_in_word_has_a_body() -> None:
    assert {name for name, _ in BODIES} | {"cell"} == FUNCTION_NAMES
