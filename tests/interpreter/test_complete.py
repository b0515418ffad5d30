"""Nothing of the contract is without a meaning."""

from __future__ import annotations

from typing import get_args

from ruleslang.flow.expressions.builtins import FUNCTIONS as LOWERINGS
from ruleslang.interpreter.builtins import BODIES
from ruleslang.interpreter.dispatch import MEANINGS
from ruleslang.program.builtins import FUNCTIONS
from ruleslang.program.expressions import Expr
from ruleslang.program.statements import Statement


def test_every_expression_has_a_meaning() -> None:
    assert set(MEANINGS.expressions) == set(get_args(Expr))


def test_every_statement_has_one_meaning() -> None:
    assert {*MEANINGS.simple, *MEANINGS.compound} == set(get_args(Statement))
    assert not MEANINGS.simple.keys() & MEANINGS.compound.keys()


# `cell` is found on the board that a program names.
VARIANTS = {
    (row.name, of)
    for row in FUNCTIONS.values()
    for of in row.compares or ("",)
    if row.name != "cell"
}


def test_every_built_in_function_has_a_body() -> None:
    assert set(BODIES) == VARIANTS


def test_every_built_in_function_has_a_lowering() -> None:
    assert set(LOWERINGS) == VARIANTS
